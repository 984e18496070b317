// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

/// A variant that uses other parts than its base must be made of other parts.
@Suite("The parts of a variant")
struct UsedPartTests {
  private static let files = [
    "flows/base.yaml": VariantTests.base.replacing("use: [words]", with: "use: [words, asking]"),
    "flows/words.yaml": VariantTests.files["words.yaml"] ?? "",
    "flows/asking.yaml": "part: asking\nsdk: relid\nuse: [words]\nmessages: { more: More }\n",
    "flows/middle.yaml": VariantTests.variant("remove: [steps.identify.choices.later]"),
    "flows/other.yaml": "part: other\nsdk: relid\nuse: [words]\n",
  ]

  private static func compile(_ changes: String, extends: String = "../flows/base@1.2") -> Compilation {
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    let text = VariantTests.variant(changes, extends: extends)
    return Compiler(loader: loader).compile(SourceFile(path: "variants/variant.yaml", text: text))
  }

  private static func errors(_ changes: String, extends: String = "../flows/base@1.2") -> [Diagnostic] {
    compile(changes, extends: extends).findings.filter { $0.severity == .error }
  }

  @Test(
    "a change after which the flow is made of the same parts is told, with the place that uses the part",
    arguments: [
      ("remove: [use.words]", "MFA264", "flows/asking.yaml"),
      ("add: { use: [../flows/words] }", "MFA265", "flows/base.yaml"),
      ("add: { use: ../flows/asking }", "MFA265", "flows/base.yaml"),
      ("change: { use: [../flows/asking] }", "MFA264", "flows/base.yaml"),
    ])
  func sameParts(changes: String, code: String, place: String) throws {
    let made = Self.compile(changes)
    let errors = made.findings.filter { $0.severity == .error }
    #expect(errors.map(\.code.id) == [code], "\(errors)")
    let note = try #require(errors.first?.notes.first?.range)
    #expect(made.sources.file(note.file)?.path == place)
  }

  @Test(
    "a part that comes or goes is a change",
    arguments: [
      "remove: [use.asking]", "add: { use: [../flows/other] }",
      "remove: [use.words, use.asking]", "change: { use: [../flows/words] }",
    ])
  func otherParts(changes: String) {
    let codes = Set(Self.errors(changes).map(\.code.id))
    #expect(codes.isDisjoint(with: ["MFA264", "MFA265"]), "\(codes)")
  }

  @Test("a part that cannot be read is told alone: what stands in it nobody knows")
  func partNotFound() {
    let changes = "change: { use: [../flows/wrods], messages.again: Now }\nremove: [ends.left.say]"
    #expect(Self.errors(changes).map(\.code.id) == ["MFA194"])
    let flow = Self.errors(changes.replacing("wrods", with: "middle"))
    #expect(flow.contains { $0.code.id == "MFA195" } && !flow.contains { $0.code.id == "MFA263" }, "\(flow)")
  }

  @Test("what a base of the base removed is not there, and a note says where it went")
  func removedBelow() throws {
    let made = Self.compile("change: { steps.identify.choices.later.to: done }", extends: "../flows/middle@1.0")
    let error = try #require(made.findings.first { $0.code.id == "MFA263" })
    #expect(error.notes.map(\.message) == ["`steps.identify.choices.later` is removed here"])
    #expect(error.notes.first?.range.flatMap { made.sources.file($0.file)?.path } == "flows/middle.yaml")
  }
}
