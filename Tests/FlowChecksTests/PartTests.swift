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
      Self.flow(using: "parts/off"),
      [
        "parts/off.yaml":
          "part: off\nsdk: relid\ninterrupts:\n  onUserLoggedOff: { to: off }\nends:\n  off: { outcome: ended }\n"
      ])
    #expect(made.findings.isEmpty)
    let flow = try #require(made.flow).flow
    #expect(flow.ends.count == 2)
  }

  @Test("what a part holds and this flow does not use may be for another flow; but then the flow needs no such part")
  func unused() {
    let made = Self.compile(
      Self.flow(using: "texts"),
      [
        "texts.yaml":
          "part: texts\nsdk: relid\nends:\n  off: { outcome: ended }\nmessages: { spare: Nobody reads this. }\n"
      ])
    #expect(made.findings.map(\.code.slug) == ["unused-part"])
    let own = Self.compile(Self.flow(using: "p") + "\n  off: { outcome: ended }", ["p.yaml": "part: p\nsdk: relid\n"])
    #expect(own.findings.map(\.code.slug) == ["unused-end"])
  }

  @Test("what nothing uses is not told while there are errors, which may be why")
  func unusedAfterErrors() {
    let text = Self.flow(using: "p").replacing(", else: failed }", with: " }") + "\n  off: { outcome: ended }"
    let made = Self.compile(text, ["p.yaml": "part: p\nsdk: relid\n"])
    #expect(made.findings.map(\.code.slug) == ["missing-else"])
  }

  @Test("a part that is used twice is joined once: by the flow and by a part, by two parts, or under another path")
  func joinedOnce() throws {
    let off = "part: off\nsdk: relid\ninterrupts:\n  onUserLoggedOff: { to: off }\nends:\n  off: { outcome: ended }\n"
    let user = { (name: String) in "part: \(name)\nsdk: relid\nuse: [off]\n" }
    let files = [
      "off.yaml": off, "a.yaml": user("a"), "b.yaml": user("b"), "c/d.yaml": "part: d\nsdk: relid\nuse: [../off]\n",
    ]
    for uses in ["off", "a", "a, b", "off, a, b", "a, off", "a, c/d, b, off"] {
      let made = Self.compile(Self.flow(using: uses), files)
      #expect(made.findings.isEmpty, "\(uses): \(made.findings.map(\.message))")
      let flow = try #require(made.flow).flow
      #expect(flow.ends.map(\.name.value).sorted() == ["failed", "off"], "\(uses)")
      #expect(flow.interrupts.count == 1, "\(uses)")
    }
    #expect(Self.compile(Self.flow(using: "off, other"), files).findings.map(\.code.id) == ["MFA194"])
  }

  @Test("parts that use each other without end are stopped, with one finding")
  func tooMany() {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<100).map { ("p\($0).yaml", "part: p\($0)\nsdk: relid\nuse: [p\($0 + 1)]\n") })
    #expect(Self.compile(Self.flow(using: "p0"), files).findings.map(\.code.id) == ["MFA196"])
  }

  @Test("a part is held against its contract alone; no flow comes of it")
  func alone() {
    let good = Self.compile("part: off\nsdk: relid\nneeds: [off]\ninterrupts:\n  onUserLoggedOff: { to: off }\n")
    #expect(good.findings.isEmpty && good.flow == nil)
    let bad = Self.compile("part: off\nsdk: relid\nneeds: [off]\ninterrupts:\n  onUserLogedOff: { to: off }\n")
    #expect(bad.findings.map(\.code.id) == ["MFA201"])
  }

  @Test("without files a flow that uses parts cannot be compiled")
  func noFiles() {
    let made = Compiler().compile(SourceFile(path: "flow.yaml", text: Self.flow(using: "parts/off")))
    #expect(made.findings.map(\.code.slug) == ["part-not-found"])
    #expect(made.flow == nil)
  }
}
