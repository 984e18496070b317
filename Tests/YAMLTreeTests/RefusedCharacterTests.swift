// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@Suite("A file with characters that it must not hold")
struct RefusedCharacterTests {
  private func read(_ bytes: [UInt8]) -> Outcome<YAMLNode> {
    YAML.read(SourceFile(path: "f", bytes: bytes), leavingOutCharacters: { _ in true })
  }

  @Test(
    "is read without those of which it is clear what stands around them",
    arguments: [
      ("a: b\u{7}c\nd: e\n", #"{"a":"bc","d":"e"}"#, "MFA116"),
      ("a: b\u{7}\nd: e\n", #"{"a":"b","d":"e"}"#, "MFA116"),
      ("\u{7}a: b\nd: e\n", #"{"a":"b","d":"e"}"#, "MFA116"),
      ("a\u{7F}: b\n", #"{"a":"b"}"#, "MFA116"),
      ("a: { b\u{7}: [c\u{7}, d] }\n", #"{"a":{"b":["c","d"]}}"#, "MFA116 MFA116"),
      ("a: ' \u{7}b: c'\n", #"{"a":" b: c"}"#, "MFA116"),
      ("a: \"b\u{85}c\"\n", #"{"a":"bc"}"#, "MFA116"),
      ("a: b\u{2028}c\n", #"{"a":"bc"}"#, "MFA116"),
      ("a: b\u{202E}\n", #"{"a":"b"}"#, "MFA116"),
      ("a\u{200B}b: c\n", #"{"ab":"c"}"#, "MFA130"),
      ("a: \"b\\u200Bc\"\n", #"{"a":"bc"}"#, "MFA130"),
      ("a: b # \u{7}\u{200B}\n", #"{"a":"b"}"#, "MFA116 MFA130"),
      ("a:\tb\n", #"{"a":"b"}"#, "MFA109"),
    ])
  func readable(text: String, json: String, codes: String) {
    let found = read(Array(text.utf8))
    #expect(found.value?.json == json, "\(text.debugDescription)")
    #expect(found.findings.map(\.code.id).joined(separator: " ") == codes, "\(text.debugDescription)")
  }

  @Test("shows beside them what else is wrong, in the order of the file")
  func others() {
    let found = read(Array("a: b\nc: d\u{7}\na: e\nf: \u{200B}g\n".utf8))
    #expect(found.value?.json == #"{"a":"b","c":"d","f":"g"}"#)
    #expect(found.findings.map { "\($0.code.id) \($0.range.start.line)" } == ["MFA116 2", "MFA111 3", "MFA130 4"])
  }

  @Test("is read beside a byte that is no character, where nothing depends on it")
  func notUTF8() {
    let comment = read(Array("a: b # caf".utf8) + [0xE9] + Array("\nc: d\n".utf8))
    #expect(comment.value?.json == #"{"a":"b","c":"d"}"#)
    #expect(comment.findings.map(\.code.id) == ["MFA102"])
    let value = read(Array("a: caf".utf8) + [0xE9] + Array("\nc: d\n".utf8))
    #expect(value.value == nil)
    #expect(value.findings.map(\.code.id) == ["MFA102"])
  }

  @Test(
    "is not read where nobody can tell what was meant",
    arguments: [
      "a:\n\tb: c\n", "a:\n  b: c\n\td: e\n", "a: b\tc\n", "a\tb: c\n", "\u{7}  a: b\n", "a: \u{7}\n", "a: \u{7}- b\n",
      "a: [b, \u{7}\"c\"]\n", "a: b \u{7}# c\n", "a: \u{200B}*b\n", "%YAML 1.2\n---\na: b\u{7}\n",
    ])
  func unclear(text: String) {
    let found = read(Array(text.utf8))
    #expect(found.value == nil, "\(text.debugDescription)")
    #expect(found.findings == YAML.read(SourceFile(path: "f", text: text)).findings, "\(text.debugDescription)")
    #expect(!found.findings.isEmpty, "\(text.debugDescription)")
  }

  @Test("is not read at all where nobody asks for it", arguments: ["a: b\u{7}c\n", "a: b # \u{200B}\n", "a:\tb\n"])
  func unasked(text: String) {
    #expect(YAML.read(SourceFile(path: "f", text: text)).value == nil)
    #expect(YAML.read(SourceFile(path: "f", text: text), leavingOutCharacters: { _ in false }).value == nil)
  }

  @Test("tells an escape of one in a text beside them, and of every other text")
  func escapes() {
    let found = read(Array("a: b\u{7}\nc: \"d\\u200B\"\n".utf8))
    #expect(found.value?.json == #"{"a":"b","c":"d"}"#)
    #expect(found.findings.map(\.code.id) == ["MFA116", "MFA130"])
  }
}
