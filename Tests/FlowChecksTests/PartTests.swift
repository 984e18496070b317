// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing

@Suite("Parts")
struct PartTests {
  private static func compile(_ text: String, _ files: [String: String] = [:]) -> Compilation {
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    return Compiler(loader: loader).compile(SourceFile(path: "flow.yaml", text: text))
  }

  private static func flow(using part: String) -> String {
    """
    language: mfaflow/1
    flow: whole
    version: 1.0.0
    sdk: relid
    use: [\(part)]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: failed, else: failed } }
    ends:
      failed: { outcome: failure }
    """
  }

  @Test("a part's steps, interrupts, ends and messages stand in the flow as if they were written there")
  func joined() throws {
    let made = Self.compile(
      Self.flow(using: "parts/gone"),
      [
        "parts/gone.yaml":
          "part: gone\nsdk: relid\ninterrupts:\n  onUserLoggedOff: { to: gone }\nends:\n  gone: { outcome: ended }\n"
      ])
    #expect(made.findings.isEmpty)
    let flow = try #require(made.flow).flow
    #expect(flow.ends.count == 2)
  }

  @Test(
    "a need that the flow has in other capitals or with a dash is named, and no name that the flow uses",
    arguments: [
      ("signedout", "signedout"), ("SignedOut", "SignedOut"), ("signed-Out", "signed-Out"), ("abmelden", nil),
    ])
  func needInOtherLetters(written: String, named: String?) throws {
    let made = Self.compile(
      Self.flow(using: "parts/gone").replacing("getUser: failed", with: "getUser: signedIn")
        + "\n  signedIn: { outcome: success }\n  \(written): { outcome: ended }\n",
      [
        "parts/gone.yaml":
          "part: gone\nsdk: relid\nneeds: [signedOut]\ninterrupts:\n  onUserLoggedOff: { to: signedOut }\n"
      ])
    let unmet = made.findings.filter { $0.code.id == "MFA192" }
    #expect(unmet.count == 1, "\(made.findings)")
    let help = try #require(unmet.first?.help)
    #expect(help.hasPrefix("the flow has `\(named ?? "signedIn")`") == (named != nil), "\(help)")
  }

  @Test("a part that is used twice is told: one of the two was meant to be another")
  func usedTwice() {
    let made = Self.compile(
      Self.flow(using: "parts/gone, parts/gone"),
      [
        "parts/gone.yaml":
          "part: gone\nsdk: relid\ninterrupts:\n  onUserLoggedOff: { to: gone }\nends:\n  gone: { outcome: ended }\n"
      ])
    let twice = made.findings.filter { $0.code.id == "MFA233" }
    #expect(twice.map(\.message) == ["`use` names `parts/gone` twice"], "\(made.findings)")
  }

  @Test("what a part holds and this flow does not use may be for another flow; but then the flow needs no such part")
  func unused() {
    let made = Self.compile(
      Self.flow(using: "texts"),
      [
        "texts.yaml":
          "part: texts\nsdk: relid\nends:\n  gone: { outcome: ended }\nmessages: { spare: Nobody reads this. }\n"
      ])
    #expect(made.findings.map(\.code.slug) == ["unused-part"])
    let own = Self.compile(Self.flow(using: "p") + "\n  gone: { outcome: ended }", ["p.yaml": "part: p\nsdk: relid\n"])
    #expect(own.findings.map(\.code.slug) == ["unused-end"])
  }

  @Test("what nothing uses is not told while there are errors, which may be why")
  func unusedAfterErrors() {
    let text = Self.flow(using: "p").replacing(", else: failed }", with: " }") + "\n  gone: { outcome: ended }"
    let made = Self.compile(text, ["p.yaml": "part: p\nsdk: relid\n"])
    #expect(made.findings.map(\.code.slug) == ["missing-else"])
  }

  @Test("a part that is used twice is joined once: by the flow and by a part, by two parts, or under another path")
  func joinedOnce() throws {
    let gone =
      "part: gone\nsdk: relid\ninterrupts:\n  onUserLoggedOff: { to: gone }\nends:\n  gone: { outcome: ended }\n"
    let user = { (name: String) in "part: \(name)\nsdk: relid\nuse: [gone]\n" }
    let files = [
      "gone.yaml": gone, "a.yaml": user("a"), "b.yaml": user("b"), "c/d.yaml": "part: d\nsdk: relid\nuse: [../gone]\n",
    ]
    for uses in ["gone", "a", "a, b", "gone, a, b", "a, gone", "a, c/d, b, gone"] {
      let made = Self.compile(Self.flow(using: uses), files)
      #expect(made.findings.isEmpty, "\(uses): \(made.findings.map(\.message))")
      let flow = try #require(made.flow).flow
      #expect(flow.ends.map(\.name.value).sorted() == ["failed", "gone"], "\(uses)")
      #expect(flow.interrupts.count == 1, "\(uses)")
    }
    #expect(Self.compile(Self.flow(using: "gone, other"), files).findings.map(\.code.id) == ["MFA194"])
  }

  @Test("parts that use each other without end are stopped, with one finding")
  func tooMany() {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<100).map { ("p\($0).yaml", "part: p\($0)\nsdk: relid\nuse: [p\($0 + 1)]\n") })
    #expect(Self.compile(Self.flow(using: "p0"), files).findings.map(\.code.id) == ["MFA196"])
  }

  @Test("a part is held against its contract alone; no flow comes of it")
  func alone() {
    let good = Self.compile("part: gone\nsdk: relid\nneeds: [gone]\ninterrupts:\n  onUserLoggedOff: { to: gone }\n")
    #expect(good.findings.isEmpty && good.flow == nil)
    let bad = Self.compile("part: gone\nsdk: relid\nneeds: [gone]\ninterrupts:\n  onUserLogedOff: { to: gone }\n")
    #expect(bad.findings.map(\.code.id) == ["MFA201"])
  }

  @Test("a key of the other kind of file is no slip for one that is allowed")
  func keysOfTheOtherKind() {
    let part = Self.compile("part: gone\nsdk: relid\nstart: gone\nends: { gone: { outcome: ended } }\n").findings
    #expect(part.map(\.help) == ["take it out: the flow that uses the part has it"], "\(part)")
    let flow = Self.compile("flow: gone\nsdk: relid\nneeds: [gone]\ninterrupts:\n  onUserLoggedOff: { to: gone }\n")
    #expect(flow.findings.map(\.code.id) == ["MFA120"], "\(flow.findings)")
    #expect(flow.findings.first?.help?.contains("write `part:` in place of `flow:`") ?? false, "\(flow.findings)")
  }

  @Test("without files a flow that uses parts cannot be compiled")
  func noFiles() {
    let made = Compiler().compile(SourceFile(path: "flow.yaml", text: Self.flow(using: "parts/gone")))
    #expect(made.findings.map(\.code.slug) == ["part-not-found"])
    #expect(made.flow == nil)
  }
}
