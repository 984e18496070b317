// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// The outermost keys of a file, however it is written.
@Suite struct OutlineTests {
  private func outline(_ bytes: [UInt8]) -> YAMLOutline {
    YAMLOutline(SourceFile(path: "f", bytes: bytes), of: ["flow", "steps", "language"])
  }

  private func words(_ text: String) -> [String] { outline(Array(text.utf8)).keys.map(\.word) }

  @Test(
    "they are found whatever the spelling",
    arguments: [
      "flow: a\nsteps: b\n", "&a flow: x\n&b steps: y\n", "? flow\n: a\n? steps\n: b\n",
      "\"\\x66low\": a\n'steps': b\n",
      "? \"fl\\\n  ow\"\n: a\nsteps: b", "--- {flow: a, steps: b}\n", "%YAML 1.1\n---\nflow: a\nsteps: b\n",
      "!!map\nflow: a\nsteps: b\n", "flow: a\rsteps: b\r", "flow: a\u{85}steps: b\u{85}", "flow: a\u{2028}steps: b",
      "\u{FEFF}# c\n\nflow: a\nsteps: b", "{\"flow\":\"a\",\"x\":{\"language\":1},\"steps\":[{\"language\":1}]}",
      "a: 1\n---\nflow: a\n---\nsteps: b\n", "x: &f flow\n*f : a\nsteps: b\n", "   flow: a\n   steps: b\n",
      "[language]: 1\nflow: a\nsteps: { language: 1 }\n", "flow: language\nsteps: &language b\n",
    ])
  func spelled(text: String) {
    let outline = outline(Array(text.utf8))
    #expect(outline.keys.map(\.word) == ["flow", "steps"])
    #expect(outline.isWhole)
  }

  @Test(
    "of what is no YAML there is what looks like a key",
    arguments: [
      "a: [ }\nflow: b\n", "a: 'b\nflow: c\n", "a: b: c\n? flow\n: d\n", "%YAML 9.9\n--- # a\n&x flow: b\n",
      "{ a: [ }, \"fl\\u006fw\": b }", "{ a: ],\n  'flow': b\n", "a:\n\tb\nflow : c\n", "a: b: c\r!!str flow: d\r",
      "a: b: c\u{85}flow: d", "flow: [", "  a: b: c\n  flow: d", "a: \u{7}\nflow: b",
    ])
  func broken(text: String) {
    #expect(Set(words(text)) == ["flow"])
    #expect(!outline(Array(text.utf8)).isWhole)
  }

  @Test("other encodings hide no key")
  func encodings() {
    let text = Array("flow: a\n".utf8)
    let wide = text.reduce(into: [UInt8]()) { $0 += [$1, 0] }
    let big = text.reduce(into: [UInt8]()) { $0 += [0, $1] }
    let widest = text.reduce(into: [UInt8]()) { $0 += [$1, 0, 0, 0] }
    for bytes in [wide, big, widest, [255, 254] + wide, [254, 255] + big, [255, 254, 0, 0] + widest] {
      #expect(outline(bytes).keys.map(\.word) == ["flow"])
    }
    #expect(outline(Array("a: ".utf8) + [0xE9] + Array("\nflow: b\n".utf8)).keys.map(\.word) == ["flow"])
  }

  @Test(
    "what stands deeper, or in a text, is none",
    arguments: [
      "a: { flow: b }", "a:\n  flow: b\n", "- flow: a\n", "a: |\n  flow: b\n", "a: 'b\n  flow: c'\n", "# flow: a\n",
      "flow",
      "flows: a\n", "a: flow\n", "a: b: c\n  flow: d\n", "{{ .x }}\na:\n  flow: [\n",
    ])
  func deeper(text: String) {
    #expect(words(text) == [])
  }

  @Test("a key knows what stands behind it")
  func values() {
    let keys = outline(Array("language: mfaflow/1\nsteps: { a: b }\nflow: [a]\n".utf8)).keys
    #expect(keys.map(\.value) == ["mfaflow/1", nil, nil])
    #expect(keys.map(\.isOpen) == [false, true, true])
    #expect(keys.map { Int($0.range.start.line) } == [1, 2, 3])
  }
}
