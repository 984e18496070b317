// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing

/// A variant that uses other parts than its base must be made of other parts.
@Suite("The parts of a variant")
struct UsedPartTests {
  private static let files = [
    "flows/base.yaml": VariantTests.base.replacing("use: [words]", with: "use: [words, asking]"),
    "flows/words.yaml": VariantTests.files["words.yaml"] ?? "",
    "flows/asking.yaml": "part: asking\nsdk: relid\nuse: [words]\nmessages: { more: More }\n",
    "flows/middle.yaml": VariantTests.variant("remove: [steps.identify.choices.later]"),
    "others/words.yaml": VariantTests.files["words.yaml"] ?? "",
    "flows/other.yaml": "part: other\nsdk: relid\nuse: [words]\n",
    "flows/outer.yaml": VariantTests.files["outer.yaml"] ?? "",
  ]

  private static func compile(_ changes: String, extends: String = "../flows/base@1.2") -> Compilation {
    let text = VariantTests.variant(changes, extends: extends)
    return Compiler(loader: loader()).compile(SourceFile(path: "variants/variant.yaml", text: text))
  }

  /// Where links lead: that of a folder, and one with another name.
  private static let links = [
    "linked/words.yaml": "flows/words.yaml", "flows/sayings.yaml": "flows/words.yaml",
    "flows/login.yaml": "flows/base.yaml", "flows/around.yaml": "flows/outer.yaml",
  ]

  /// - Parameter folder: that from which paths are seen.
  private static func loader(in folder: String? = nil) -> FileLoader {
    let whole: @Sendable (String) -> String = { path in
      let place = folder.map { path.hasPrefix("../") ? String(path.dropFirst(3)) : "\($0)/\(path)" } ?? path
      return links[place] ?? place
    }
    return FileLoader(identity: whole) { path in
      files[whole(path)].map { .success(SourceFile(path: path, text: $0)) }
        ?? .failure(FileLoader.Problem("there is none"))
    }
  }

  @Test(
    "one file is one part, by whatever path and from whatever folder it is named; another one of its name is not",
    arguments: [
      ("words, asking", []), ("../flows/words, asking", []), ("asking, ../flows/words", []),
      ("../flows/asking, ../flows/words, words", []), ("../others/words, asking", ["MFA191"]),
      ("words, ../linked/words, asking", []), ("../linked/words, asking", []), ("words, sayings", []),
      ("sayings, asking", []),
    ])
  func onePart(uses: String, codes: [String]) {
    let text = VariantTests.base.replacing("use: [words]", with: "use: [\(uses)]")
    for (folder, path) in [(nil, "flows/base.yaml"), ("flows", "base.yaml"), ("others", "../flows/base.yaml")] {
      let made = Compiler(loader: Self.loader(in: folder)).compile(SourceFile(path: path, text: text))
      let errors = made.findings.filter { $0.severity == .error }
      #expect(Set(errors.map(\.code.id)) == Set(codes), "\(path): \(errors)")
    }
  }

  @Test("a part that a variant names by way of a link is the part of its base")
  func partAddedByLink() {
    for (changes, code) in [
      ("add: { use: [../linked/words] }", "MFA265"), ("change: { use.words: ../linked/words }", "MFA264"),
      ("add: { use: ../flows/sayings }", "MFA265"), ("change: { use.words: ../flows/sayings }", "MFA264"),
      ("change: { use: [../flows/sayings, ../flows/asking] }", "MFA264"),
    ] {
      let errors = Self.errors(changes)
      #expect(errors.map(\.code.id) == [code], "\(changes): \(errors)")
    }
  }

  @Test(
    "a flow that is run by another path of its file is the same flow",
    arguments: [
      ("../flows/base", ["MFA264"]), ("../flows/login", ["MFA264"]), ("../flows/middle", []),
    ])
  func sameFlow(path: String, codes: [String]) {
    for base in ["../flows/outer@1.0", "../flows/around@1.0"] {
      let errors = Self.errors("change: { steps.signIn.run: \(path) }", extends: base)
      #expect(errors.map(\.code.id) == codes, "\(path): \(errors)")
    }
  }

  @Test("a base, the flow that it runs and a part of that may be files that end in `.yml`")
  func shortEnding() throws {
    let files = [
      "short.yml": try #require(VariantTests.files["outer.yaml"]).replacing("run: base", with: "run: inner.yml"),
      "inner.yml": VariantTests.base.replacing("use: [words]", with: "use: [terms.yml]"),
      "terms.yml": try #require(VariantTests.files["words.yaml"]),
    ]
    let flow = try VariantTests.flow("change: { steps.signIn/identify.tries: 7 }", extends: "short.yml@1.0", files)
    #expect(flow.steps.first { $0.name.value == "signIn/identify" }?.tries?.value == 7)
  }

  @Test("a part that a variant adds is known from whatever folder the command runs in")
  func partAddedFromInside() {
    let text = VariantTests.variant("add: { use: [../flows/words] }", extends: "base@1.2")
    for (folder, path) in [(nil, "flows/variant.yaml"), ("flows", "variant.yaml")] {
      let made = Compiler(loader: Self.loader(in: folder)).compile(SourceFile(path: path, text: text))
      #expect(made.findings.filter { $0.severity == .error }.map(\.code.id) == ["MFA265"], "\(path): \(made.findings)")
    }
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
      ("change: { use.asking: ../flows/asking }", "MFA264", "flows/base.yaml"),
    ])
  func sameParts(changes: String, code: String, place: String) throws {
    let made = Self.compile(changes)
    let errors = made.findings.filter { $0.severity == .error }
    #expect(errors.map(\.code.id) == [code], "\(errors)")
    let note = try #require(errors.first?.notes.first?.range)
    #expect(made.sources.file(note.file)?.path == place)
  }

  @Test(
    "a part that is named as in the base is told once, with the word of the base",
    arguments: ["asking", "../flows/asking"])
  func samePart(word: String) throws {
    let text = VariantTests.variant("change: { use.asking: \(word) }")
    let made = Compiler(loader: Self.loader()).compile(SourceFile(path: "flows/variant.yaml", text: text))
    let errors = made.findings.filter { $0.severity == .error }
    #expect(errors.map(\.code.id) == ["MFA264"], "\(errors)")
    let note = try #require(errors.first?.notes.first?.range)
    #expect(made.sources.file(note.file)?.path == "flows/base.yaml")
    // Behind `use: [words, `.
    #expect(note.start.line == 5 && note.start.column == 14, "\(note)")
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
