// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowSyntax
import Testing
import YAMLTree

/// Flows that cannot be read as a whole: what is found in the rest of them.
@Suite("A line that breaks a flow")
struct BrokenLineTests {
  private static let breaks: [(name: String, broken: @Sendable (String) -> String)] = [
    ("a tab in front", { "\t" + $0 }),
    ("a tab behind the indentation", { behindIndentation("\t", $0) }),
    ("a control character in front", { "\u{7}" + $0 }),
    ("a mark of the direction at its end", { $0 + "\u{202E}" }),
    ("a percent sign in front", { "%" + $0 }),
    ("an at sign in front", { "@" + $0 }),
    ("a quote in front", { "\"" + $0 }),
    ("a quote behind the indentation", { behindIndentation("'", $0) }),
    ("a dash behind the indentation", { behindIndentation("- ", $0) }),
    ("a bracket behind the indentation", { behindIndentation("[", $0) }),
    ("a bracket that nobody closes at its end", { $0 + " [" }),
    ("a bracket that nobody opened at its end", { $0 + " }" }),
    ("another value at its end", { $0 + ": x" }),
    ("a quote at its end", { $0 + "\"" }),
    ("spaces in front", { "   " + $0 }),
    ("only its first half", { String($0.prefix($0.count / 2)) }),
  ]

  private static func behindIndentation(_ sign: String, _ line: String) -> String {
    let spaces = line.prefix { $0 == " " }
    return spaces + sign + line.dropFirst(spaces.count)
  }

  @Test("in a sound flow, nothing is told but what is wrong with that line")
  func nothingFollows() {
    let lines = WrittenSlip.flow.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var (count, following) = (0, [String]())
    for index in lines.indices where !lines[index].isEmpty {
      for (name, broken) in Self.breaks {
        var written = lines
        written[index] = broken(lines[index])
        let file = SourceFile(path: "broken.yaml", text: written.joined(separator: "\n"))
        let tree = YAML.read(file, words: .ofFlows)
        guard tree.value == nil else { continue }
        count += 1
        let more = Compiler().compile(file).findings.filter { finding in
          !tree.findings.contains { $0.code == finding.code && $0.range == finding.range }
        }
        if !more.isEmpty { following.append("line \(index + 1), \(name): \(more.map(\.message))") }
      }
    }
    #expect(following == [])
    #expect(count > lines.count)
  }

  @Test("hides nothing of the other steps, ends and messages")
  func others() {
    let text = """
      language: mfaflow/1
      flow: broken
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialise, then: { getUser: identify, else: failed } }
        identify:
          challenge: getUser
          ask: [userName
          answer: setUser
          then: { getPassword(verify): verify, elze: failed }
        verify: { challenge: getPassword(verifi), ask: [password], answer: setPassword, then: { else: failed } }
      ends:
        failed: { outcome: failur }
      messages:
        wrong: "{oops"

      """
    let findings = Compiler().compile(SourceFile(path: "broken.yaml", text: text)).findings
    #expect(findings.map(\.code.id) == ["MFA202", "MFA101", "MFA204", "MFA149", "MFA147"])
  }

  @Test(
    "by a character that no file may hold hides nothing else",
    arguments: [
      ("call: initialize", "call: initia\u{7}lize", "MFA116"),
      ("call: initialize", "call: initialize\u{200B}", "MFA130"),
      ("call: initialize", "call:\tinitialize", "MFA109"), ("start: ", "st\u{7F}art: ", "MFA116"),
      ("start: ", "# \u{202E}\nstart: ", "MFA116"),
    ])
  func characters(old: String, new: String, code: String) {
    let wrong = WrittenSlip.flow.replacing("identify, else: failed", with: "identify, else: faled")
    let known = Compiler().compile(SourceFile(path: "broken.yaml", text: wrong)).findings.map(\.code.id)
    let text = wrong.replacing(old, with: new)
    #expect(!known.isEmpty && text != wrong)
    let compilation = Compiler().compile(SourceFile(path: "broken.yaml", text: text))
    #expect(compilation.findings.map(\.code.id).sorted() == (known + [code]).sorted())
    #expect(compilation.flow == nil)
  }

  @Test("by a byte in a comment that is no character hides nothing else")
  func notUTF8() {
    let wrong = "# caf?\n" + WrittenSlip.flow.replacing("identify, else: failed", with: "identify, else: faled")
    let known = Compiler().compile(SourceFile(path: "broken.yaml", text: wrong)).findings.map(\.code.id)
    let bytes = wrong.utf8.map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
    let compilation = Compiler().compile(SourceFile(path: "broken.yaml", bytes: bytes))
    #expect(compilation.findings.map(\.code.id) == ["MFA102"] + known)
    #expect(compilation.flow == nil)
  }

  @Test("in a step makes no condition wrong that names the step")
  func namedStep() throws {
    let name = "good/guard-that-names-the-step-below.yaml"
    let file = try #require(CaseFolder.good.first { $0.path == name }).file()
    let text = String(decoding: file.bytes, as: UTF8.self)
    let broken = text.replacing("\n  verify:\n", with: "\n  verify\n")
    #expect(broken != text)
    let findings = Compiler().compile(SourceFile(path: "broken.yaml", text: broken)).findings
    #expect(findings.map(\.code.id) == ["MFA101"])
  }

  @Test("in a flow that changes another one, hides the rest")
  func variant() {
    let text = """
      language: mfaflow/1
      flow: broken
      version: 1.0.0
      extends: base
      change:
        steps.verify.tries: "3
        steps.verify.call: zzz
      steps:
        other: { call: zzz }

      """
    let findings = Compiler().compile(SourceFile(path: "broken.yaml", text: text)).findings
    #expect(findings.map(\.code.id) == ["MFA101"])
  }

  @Test("in a file that is no flow, is all that is told")
  func otherFile() {
    let file = SourceFile(path: "broken.yaml", text: "steps:\n  build: { call: zzz }\n\tother: x\n")
    #expect(Compiler().compile(file).findings.map(\.code.id) == ["MFA109"])
  }

  @Test("in a flow that says more than somebody reads at once, hides the rest")
  func largeFile() {
    let text =
      WrittenSlip.flow.replacing("call: initialize", with: "call: zzz") + "  long: [\n"
      + String(repeating: "# and so on\n", count: 6_000)
    let findings = Compiler().compile(SourceFile(path: "broken.yaml", text: text)).findings
    #expect(findings.map(\.code.id) == ["MFA101"])
  }
}
