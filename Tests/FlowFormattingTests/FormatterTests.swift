// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import Foundation
import Testing
import YAMLTree

@Suite("Files as they are laid out")
struct FormatterTests {
  @Test("each case comes out as it is kept beside it", arguments: ["order", "quotes", "lists"])
  func cases(name: String) throws {
    let folder = Repository.root.appending(path: "Tests/FlowFormattingTests/Cases")
    let kept = folder.appending(path: "\(name).formatted.yaml")
    let file = try Repository.file(folder.appending(path: "\(name).yaml"))
    guard case .formatted(let text) = Formatter.format(file, as: .shape { .flow }) else {
      Issue.record("\(name) is not laid out")
      return
    }
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: kept, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: kept, encoding: .utf8) == text)
    #expect(Self.formatted(text) == text)
  }

  @Test("line breaks of two characters, a byte order mark and the signs of a document stay")
  func framing() {
    #expect(Self.formatted("flow:   a\r\nsdk:  b\r\n") == "flow: a\r\nsdk: b\r\n")
    #expect(Self.formatted("\u{FEFF}flow:   a\n") == "\u{FEFF}flow: a\n")
    #expect(Self.formatted("---\nflow:   a") == "---\nflow: a\n")
    #expect(Self.formatted("# c\n---\nflow:   a\n...\n") == "# c\n---\nflow: a\n...\n")
    #expect(Self.formatted("{flow: a,   sdk: b}") == "{ flow: a, sdk: b }\n")
  }

  @Test(
    "a file in braces with a comment inside stays as it is, but for spaces at the ends of lines",
    arguments: [
      "{\nflow: a, # b\nsdk: b\n}\n", "{ flow: a,\n sdk: b # z\n}\n", "{\n # a\n flow: a\n}\n",
      "# c\n{ # a\n flow: a }\n",
      "{\n  flow: a,\n  # b\n\n  sdk: { # c\n    x: 1 }\n}\n",
    ])
  func bracesWithComments(text: String) {
    #expect(Self.formatted(text) == text)
    #expect(Self.formatted(text.replacing("\n", with: "  \n")) == text)
  }

  @Test("a comment behind the sign of a document, and one between a key and its value, stand above, and stay there")
  func commentsBetween() {
    for (text, laidOut) in [
      ("--- # c\nflow: a\n", "# c\n---\nflow: a\n"),
      (
        "flow:\n  # mfaflow: allow MFA314 because it is so\n  a\nsdk: b\n",
        "# mfaflow: allow MFA314 because it is so\nflow: a\nsdk: b\n"
      ),
    ] {
      #expect(Self.formatted(text) == laidOut)
      #expect(Self.formatted(laidOut) == laidOut)
    }
  }

  @Test(
    "what cannot be read stays as it is",
    arguments: ["flow: a\n b: c", "flow: [a", "\tflow: a", "a: 1\n---\nb: 2\n", ""])
  func unreadable(text: String) {
    guard case .unreadable = Formatter.format(SourceFile(path: "a.yaml", text: text), as: .anything) else {
      Issue.record("it was laid out")
      return
    }
  }

  @Test("a word that other parsers take for a flag is put into quotes")
  func portable() {
    #expect(Self.formatted("name: yes\nother: Off\n") == "name: 'yes'\nother: 'Off'\n")
  }

  @Test("every file of the repository can be laid out, and once is enough")
  func repository() throws {
    for path in try Repository.yamlFiles() {
      let file = try Repository.file(path)
      switch Formatter.format(file, as: Repository.shape(of: file)) {
      case .unreadable: continue
      case .refused: Issue.record("\(path.path) would say something else")
      case .formatted(let text):
        let result = SourceFile(path: file.path, text: text)
        guard case .formatted(let again) = Formatter.format(result, as: Repository.shape(of: file)) else {
          Issue.record("\(path.path) cannot be laid out again")
          continue
        }
        #expect(again == text, "\(path.path)")
      }
    }
  }

  @Test("files with slips, comments and blank lines anywhere keep what they say, and once is enough")
  func mutated() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["FORMAT_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["FORMAT_COUNT"].flatMap(Int.init) ?? 600
    print("format: \(count) files from seed \(seed)")
    var random = SplitMix64(state: seed)
    let files = try Repository.yamlFiles().map { try Repository.file($0) }.filter { $0.bytes.count < 20_000 }
    var laidOut = 0
    for number in 0..<count {
      let original = files[random.below(files.count)]
      let text = random.mutated(String(decoding: original.bytes, as: UTF8.self))
      let file = SourceFile(path: original.path, text: text)
      switch Formatter.format(file, as: Repository.shape(of: original)) {
      case .unreadable: continue
      case .refused: Issue.record("number \(number), \(original.path), would say something else:\n\(text)")
      case .formatted(let once):
        laidOut += 1
        let result = SourceFile(path: file.path, text: once)
        guard case .formatted(let again) = Formatter.format(result, as: Repository.shape(of: original)) else {
          Issue.record("number \(number), \(original.path), cannot be laid out again:\n\(once)")
          continue
        }
        #expect(again == once, "number \(number), \(original.path)")
      }
    }
    #expect(laidOut > count / 4)
  }

  private static func formatted(_ text: String) -> String? {
    guard case .formatted(let result) = Formatter.format(SourceFile(path: "a.yaml", text: text), as: .shape { .flow })
    else { return nil }
    return result
  }
}
