// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@Suite struct TreeTests {
  private func read(_ text: String) throws -> YAMLNode {
    try #require(YAML.read(SourceFile(path: "f", text: text)).value)
  }

  private func place(_ range: SourceRange) -> String {
    "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
  }

  /// A tree on one line, each node with its range.
  private func outline(_ node: YAMLNode) -> String {
    switch node.kind {
    case .scalar: "\(node.text ?? "?")@\(place(node.range))"
    case .sequence: "[\(node.items.map(outline).joined(separator: " "))]@\(place(node.range))"
    case .mapping:
      "{\(node.entries.map { "\($0.key.value)@\(place($0.key.range)):\(outline($0.value))" }.joined(separator: " "))}"
        + "@\(place(node.range))"
    }
  }

  @Test(
    "Every node knows where it begins and ends",
    arguments: [
      ("a: b", "{a@1:1-1:2:b@1:4-1:5}@1:1-1:5"),
      ("a: b\n\n\n# c\n", "{a@1:1-1:2:b@1:4-1:5}@1:1-1:5"),
      ("a:\n  b: c\n\n\n  # c\nd: e\n", "{a@1:1-1:2:{b@2:3-2:4:c@2:6-2:7}@2:3-2:7 d@6:1-6:2:e@6:4-6:5}@1:1-6:5"),
      ("a:\n- b\n- c\n\nd: e", "{a@1:1-1:2:[b@2:3-2:4 c@3:3-3:4]@2:1-3:4 d@5:1-5:2:e@5:4-5:5}@1:1-5:5"),
      ("a: [b, c ] # x\n", "{a@1:1-1:2:[b@1:5-1:6 c@1:8-1:9]@1:4-1:11}@1:1-1:11"),
      ("a: {b: c }\n\n", "{a@1:1-1:2:{b@1:5-1:6:c@1:8-1:9}@1:4-1:11}@1:1-1:11"),
      ("[a: b , c]", "[{a@1:2-1:3:b@1:5-1:6}@1:2-1:6 c@1:9-1:10]@1:1-1:11"),
      ("é: 日本\n🔒: 'x'  # c", "{é@1:1-1:2:日本@1:4-1:6 🔒@2:1-2:2:x@2:4-2:7}@1:1-2:7"),
      ("\u{FEFF}a: b", "{a@1:1-1:2:b@1:4-1:5}@1:1-1:5"),
      ("a: b\r\nc: d\r\n", "{a@1:1-1:2:b@1:4-1:5 c@2:1-2:2:d@2:4-2:5}@1:1-2:5"),
      ("a: b\n  c\n\nd: e", "{a@1:1-1:2:b c@1:4-2:4 d@4:1-4:2:e@4:4-4:5}@1:1-4:5"),
      ("a: |\n  b\n\n\nc: d", "{a@1:1-1:2:b\n@1:4-2:4 c@5:1-5:2:d@5:4-5:5}@1:1-5:5"),
      ("a: |\n  é b  \n", "{a@1:1-1:2:é b  \n@1:4-2:6}@1:1-2:6"),
      ("a:\n  b: >+\n    x\n\n  c: d", "{a@1:1-1:2:{b@2:3-2:4:x\n\n@2:6-3:6 c@5:3-5:4:d@5:6-5:7}@2:3-5:7}@1:1-5:7"),
      ("a: |\n  b", "{a@1:1-1:2:b@1:4-2:4}@1:1-2:4"),
      ("- - a\n  - b\n- c", "[[a@1:5-1:6 b@2:5-2:6]@1:3-2:6 c@3:3-3:4]@1:1-3:4"),
      ("a: \"b\n  c\" \n", "{a@1:1-1:2:b c@1:4-2:5}@1:1-2:5"),
      ("a: &x [b]\nc: *x", "{a@1:1-1:2:[b@1:8-1:9]@1:4-1:10 c@2:1-2:2:[b@1:8-1:9]@2:4-2:6}@1:1-2:6"),
      ("a", "a@1:1-1:2"), ("\"\"", "@1:1-1:3"), ("[]", "[]@1:1-1:3"),
    ])
  func ranges(_ text: String, _ tree: String) throws {
    #expect(outline(try read(text)) == tree)
  }

  @Test("A scalar is text, and knows whether it was quoted")
  func scalars() throws {
    let node = try read("a: yes\nb: 'yes'\nc: 010\nd: |\n  yes\n1.10: x")
    #expect(node["a"]?.text == "yes")
    #expect(node["a"]?.isPlain == true)
    #expect(node["b"]?.isPlain == false)
    #expect(node["c"]?.text == "010")
    #expect(node["d"]?.isPlain == false)
    #expect(node.entries.last?.key.value == "1.10")
    #expect(node["a"]?.isText("yes") == true)
    #expect(node["a"]?.isText("ye") == false)
    #expect(node["a"]?.isText("yeS") == false)
    #expect(node.isText("yes") == false)
    #expect(node.text == nil)
    #expect(node.isPlain == false)
  }

  @Test("A key finds its value, and nothing else does")
  func keys() throws {
    let node = try read("a: 1\n\"b\": 2\nab: 3\né: 4")
    #expect(node["a"]?.text == "1")
    #expect(node["b"]?.text == "2")
    #expect(node["é"]?.text == "4")
    #expect(node["c"] == nil)
    #expect(node["a"]?["a"] == nil)
    #expect(node.entries.map(\.keyIsPlain) == [true, false, true, true])
    #expect(node.items.isEmpty)
  }

  @Test("Of a duplicate the first is kept; a merge, a map as key and an empty key are left out")
  func dropped() throws {
    let node = try read("a: 1\na: 2\n<<: {b: 3}\n? {c: 4}\n: 5\n~: 6\nd: {e: 7}")
    #expect(node.entries.map(\.key.value) == ["a", "d"])
    #expect(node["a"]?.text == "1")
    #expect(node["d"]?["e"]?.text == "7")
  }

  @Test("In a large map duplicates are found too")
  func manyKeys() throws {
    let text = (0..<500).map { "key\($0): \($0)\n" }.joined() + "key7: x\nkey499: y\n"
    let outcome = YAML.read(SourceFile(path: "f", text: text))
    #expect(outcome.findings.map { Int($0.range.start.line) } == [501, 502])
    #expect(outcome.findings.compactMap { $0.notes.first?.range?.start.line } == [8, 500])
    #expect(outcome.value?.entries.count == 500)
  }

  @Test("An alias stands at its own place and says what its anchor says")
  func aliases() throws {
    let node = try read("a: &x {b: &y c}\nd: *x\ne: [*y, *x]\n")
    #expect(node["d"]?["b"]?.text == "c")
    #expect(node["d"]?.kind == .mapping)
    #expect(node["e"]?.items.map(\.kind) == [.scalar, .mapping])
    #expect(node["e"]?.items.first?.text == "c")
    #expect(node["e"]?.items.first?.isPlain == true)
  }

  @Test("What is reported already says nothing, and no typed reading reports it again")
  func reported() throws {
    let node = try read("a:\nb: *x\nc: !!int 3\nd: [~]\ne: \"\\a\"\n")
    var findings: [Diagnostic] = []
    for value in node.entries.map(\.value) where value.kind == .scalar {
      #expect(value.isReported)
      #expect(value.text == nil)
      #expect(!value.isText(""))
      #expect(value.mapping("x", &findings) == nil)
      #expect(value.sequence("x", &findings) == nil)
      #expect(value.text("x", &findings) == nil)
      #expect(value.name("x", &findings) == nil)
      #expect(value.flag("x", &findings) == nil)
      #expect(value.int("x", &findings) == nil)
      #expect(value.duration("x", &findings) == nil)
    }
    #expect(node["d"]?.isReported == false)
    #expect(node["d"]?.items.first?.isReported == true)
    #expect(findings.isEmpty)
  }
}
