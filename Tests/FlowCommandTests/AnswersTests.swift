// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import FlowScenarios
import Testing
import Values

@Suite("Answers that are written down before a run")
struct AnswersTests {
  private func flow() throws -> Flow {
    let compilation = Compiler().compile(SourceFile(path: "flow.yaml", text: Samples.flow))
    return try #require(compilation.flow, "\(compilation.findings)").flow
  }

  private func read(_ text: String) -> Diagnostics.Outcome<[ScriptedAnswer]> {
    AnswersReader.read(SourceFile(path: "answers.yaml", text: text))
  }

  private func findings(_ text: String) throws -> [Diagnostic] {
    let outcome = read(text)
    return outcome.findings + AnswerChecker.check(outcome.value ?? [], for: try flow())
  }

  @Test("sound answers give no finding")
  func sound() throws {
    #expect(try findings(Samples.answers).isEmpty)
    #expect(try findings("answers: []").isEmpty)
    #expect(try findings("answers:\n  - enterCode: cancel\n  - identify: {}\n").isEmpty)
    #expect(try findings("answers:\n  - enterCode: { choice: cancel, confirm: no }\n").isEmpty)
    #expect(try findings("answers:\n  - enterCode: { confirm: yes, choice: cancel }\n").isEmpty)
  }

  @Test(
    "what is wrong is found at its place",
    arguments: [
      ("answers:\n  - identify: { userName: a }\n    enterCode: resend", "MFA920", 3, 5),
      ("answers:\n  - identify: [a]", "MFA920", 2, 5),
      ("answers:\n  - {}", "MFA920", 2, 5),
      ("answers:\n  - identifi: { userName: a }", "MFA921", 2, 5),
      ("answers:\n  - enterCode: restart", "MFA922", 2, 16),
      ("answers:\n  - identify: alice", "MFA922", 2, 15),
      ("answers:\n  - identify: { userNaem: a }", "MFA923", 2, 17),
      ("answers:\n  - initialize: go", "MFA924", 2, 5),
      ("answers:\n  - enterCode: { choice: cancel, confirm: maybe }", "MFA920", 2, 43),
      ("answers:\n  - enterCode: { choice: resend, confirm: no }", "MFA920", 2, 43),
      ("answers:\n  - enterCode: { choice: resent, confirm: no }", "MFA922", 2, 26),
      ("answers:\n  - enterCode: { choice: cancel, confirm: no, max: 1 }", "MFA120", 2, 47),
      ("answers:\n  - enterCode: { choice: cancel }", "MFA923", 2, 18),
      ("answers:\n  - enterCode: { cancel: yes }", "MFA923", 2, 18),
      ("answers:\n  - identify: { userName: [a] }", "MFA927", 2, 27),
      ("answers:\n  - alice", "MFA122", 2, 5),
      ("answers: alice", "MFA122", 1, 10),
      ("answer: []", "MFA120", 1, 1),
    ])
  func wrong(text: String, code: String, line: Int, column: Int) throws {
    let finding = try #require(try findings(text).first)
    #expect(finding.code.id == code)
    #expect(finding.range.start == SourcePosition(line: line, column: column))
    #expect(finding.help?.isEmpty == false)
    #expect(finding.message.count <= 90)
  }

  private func resolve(_ text: String) throws -> (setting: ResolvedSetting?, codes: [String]) {
    let setting = Setting.read(text, as: .first)
    guard let value = setting.value else { return (nil, setting.findings.map(\.code.id)) }
    let outcome = AnswerChecker.resolve(value, for: try flow())
    return (outcome.value, outcome.findings.map(\.code.id))
  }

  @Test("a setting is an input of each step, an input of one step, or a choice")
  func settings() throws {
    #expect(try resolve("userName=alice").setting == .input("userName", text: "alice", step: nil))
    #expect(try resolve("identify.userName=a=b.c").setting == .input("userName", text: "a=b.c", step: "identify"))
    #expect(try resolve("userName=").setting == .input("userName", text: "", step: nil))
    #expect(try resolve("enterCode=resend").setting == .choice("resend", step: "enterCode"))
  }

  @Test(
    "a setting that means nothing is found",
    arguments: [
      ("userName", "MFA925"), ("=alice", "MFA925"), ("", "MFA925"), (".a=b", "MFA925"), ("identify.=b", "MFA925"),
      ("userNaem=alice", "MFA923"), ("identify.activationCode=1", "MFA923"), ("identifi.userName=a", "MFA921"),
      ("enterCode=restart", "MFA922"), ("identify=alice", "MFA922"),
    ])
  func wrongSettings(text: String, code: String) throws {
    let resolved = try resolve(text)
    #expect(resolved.setting == nil)
    #expect(resolved.codes == [code])
  }

  @Test(
    "who writes a choice as an input is told how to make it",
    arguments: [
      ("{ cancel: yes }", "`cancel` is a choice: write `- enterCode: cancel`"),
      ("{ choice: resend }", "`resend` is a choice: write `- enterCode: resend`"),
      ("{ resent: yes }", "did you mean the choice `resend`? Then write `- enterCode: resend`"),
      ("{ activationCod: a }", "did you mean `activationCode`?"), ("{ pin: a }", "it asks for `activationCode`"),
    ])
  func choiceAsInput(written: String, help: String) throws {
    #expect(try findings("answers:\n  - enterCode: \(written)").map(\.help) == [help])
  }

  @Test("a choice as an input of a setting: the cure is a setting")
  func choiceAsInputOfSetting() throws {
    let setting = try #require(Setting.read("enterCode.cancel=yes", as: .first).value)
    #expect(
      AnswerChecker.resolve(setting, for: try flow()).findings.map(\.help)
        == ["`cancel` is a choice: write `enterCode=cancel`"])
  }

  @Test("a name that is a step and an input alike is not guessed at (MFA926)")
  func ambiguous() throws {
    let text = Samples.flow.replacing("enterCode", with: "userName")
    let flow = try #require(Compiler().compile(SourceFile(path: "f", text: text)).flow).flow
    let setting = try #require(Setting.read("userName=resend", as: .first).value)
    let findings = AnswerChecker.resolve(setting, for: flow).findings
    #expect(findings.map(\.code.id) == ["MFA926"])
    #expect(findings.first?.help?.contains("`identify.userName=…`") == true)
  }

  @Test(
    "a text is read as the type that is asked for",
    arguments: [
      (ValueType.text, "7", Value.text("7")), (.int, "-7", .int(-7)), (.int, "7x", nil), (.count, "-1", nil),
      (.seconds, "30", .int(30)), (.flag, "true", .flag(true)), (.flag, "yes", nil), (.flag, "1", nil),
      (.oneOf("severity", ["LOW"]), "LOW", .text("LOW")),
      (.numbered("mode", [NamedNumber("set", 1)]), "set", .int(1)),
      (.numbered("mode", [NamedNumber("set", 1)]), "4", .int(4)), (.list(.text), "a", nil),
    ] as [(ValueType, String, Value?)])
  func values(type: ValueType, text: String, expected: Value?) {
    #expect(type.value(written: .text(text)) == expected)
  }
}

extension String {
  fileprivate func replacing(_ word: String, with other: String) -> String {
    split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
  }
}
