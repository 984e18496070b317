// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLinking
import FlowSyntax
import SDKContract
import Testing
import Values
import YAMLTree

@Suite("What the names of a flow mean")
struct ResolverTests {
  private static let contract = EmbeddedContracts.contract(named: "relid")

  private static func resolve(_ steps: String) throws -> Outcome<Flow> {
    let text = """
      language: mfaflow/1
      flow: example
      version: 1.0.0
      sdk: relid
      start: identify
      steps:
      \(steps)
      ends:
        done: { outcome: success }
        failed: { outcome: failure }
      messages:
        again: Once more.

      """
    let tree = YAML.read(SourceFile(path: "example.yaml", text: text))
    let document = DocumentReader.read(try #require(tree.value), knowing: tree.findings)
    #expect(tree.findings.isEmpty && document.findings.isEmpty)
    return FlowResolver.resolve(LinkedFlow(try #require(document.value)), with: try #require(contract))
  }

  @Test("a code, its name, and the event with either are one outcome")
  func namesOfCodes() throws {
    for key in ["101", "user-not-valid", "getUser 101", "getUser user-not-valid"] {
      let outcome = try Self.resolve(
        "  identify: { challenge: getUser, ask: [userName], answer: setUser, then: { \(key): retry, else: failed } }")
      let flow = try #require(outcome.value)
      let event = try #require(flow.contract.event(named: "getUser"))
      let trigger = flow.step(named: "identify")?.transitions.first?.trigger
      #expect(trigger == .event(event, mode: nil, outcome: .code(101)), "\(key)")
    }
  }

  @Test("arguments are what is written, then the inputs of the same names; literals have the types of the contract")
  func arguments() throws {
    let outcome = try Self.resolve(
      """
        identify:
          challenge: getPassword(update)
          ask: { currentPassword: secret, newPassword: secret, repeated: secret }
          require: [{ check: newPassword == repeated, say: again }]
          answer: { call: updatePassword, with: { newPassword: $repeated } }
          choices:
            lda: { call: manageDeviceAuthenticationModes, with: { isEnabled: true, authenticationType: face } }
          then: { else: failed }
      """)
    let step = try #require(outcome.value?.step(named: "identify"))
    #expect(outcome.findings.map(\.message) == [])
    #expect(step.answer?.arguments.map(\.name) == ["newPassword", "currentPassword"])
    #expect(step.answer?.arguments.map(\.source) == [.input(2), .input(0)])
    guard case .call(let use, _)? = step.choices.first?.action else {
      Issue.record("the choice makes no call")
      return
    }
    #expect(use.arguments.map(\.source) == [.literal(.flag(true)), .literal(.int(2))])
  }

  @Test("a flow with a name that means nothing is not whole; the steps that are, are told")
  func partialFlow() throws {
    let outcome = try Self.resolve(
      """
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          then: { getActivationCode: nowhere, else: failed }
        broken:
          challenge: getUsr
          ask: { userName: { default: $event.recentlyLoggedInUser } }
          answer: setUser
          then: { 101: { retry: again }, getUser: stay, else: failed }
        sound:
          call: initialize
          then: { getUser: identify, else: failed }
        follows:
          call: initialize
          then: { getUser: broken, else: failed }
      """)
    let flow = try #require(outcome.value)
    #expect(outcome.findings.map(\.code.id).sorted() == ["MFA201", "MFA205"])
    #expect(!flow.isWhole)
    // Each stands where its id says.
    #expect(flow.steps.map(\.name.value) == ["identify", "broken", "sound", "follows"])
    #expect(flow.steps.map(\.isWhole) == [false, false, true, false])
    #expect(flow.steps.indices.allSatisfy { flow.steps[$0].id == StepID($0) })
  }

  @Test(
    "a step, an interrupt and an end have names of their own",
    arguments: [
      ("steps", "onSessionTimeout: { call: initialize, then: { else: failed } }", "a step and an interrupt"),
      ("ends", "onSessionTimeout: { outcome: failure }", "an end and an interrupt"),
    ])
  func duplicateNames(section: String, line: String, both: String) throws {
    let sections = [
      "steps": ["identify: { call: initialize, then: { else: failed } }"], "ends": ["failed: { outcome: failure }"],
      "interrupts": ["onSessionTimeout: { to: failed }"],
    ].merging([section: [line]], uniquingKeysWith: +)
    let text = "language: mfaflow/1\nflow: example\nversion: 1.0.0\nsdk: relid\nstart: identify\n"
    let lines = sections.map { "\($0.key):\n" + $0.value.map { "  \($0)\n" }.joined() }
    let tree = YAML.read(SourceFile(path: "example.yaml", text: text + lines.sorted().joined()))
    let document = DocumentReader.read(try #require(tree.value), knowing: tree.findings)
    let outcome = FlowResolver.resolve(LinkedFlow(try #require(document.value)), with: try #require(Self.contract))
    let finding = try #require(outcome.findings.first)
    #expect(finding.code.id == "MFA216")
    #expect(finding.message == "`onSessionTimeout` is \(both)")
    #expect(finding.notes.count == 1)
  }

  @Test("a target and a message are different names")
  func namespaces() throws {
    let outcome = try Self.resolve("  identify: { call: initialize, then: { else: again } }")
    #expect(outcome.findings.map(\.code.id) == ["MFA205"])
  }

  @Test(
    "a word of another language for what comes back has the word of this one as its help",
    arguments: [
      ("default", "else"), ("fallback", "else"), ("late", "timeout"), ("granted", "allow"), ("denied", "deny"),
    ])
  func wordsOfOthers(other: String, word: String) throws {
    let outcome = try Self.resolve(
      "  identify: { challenge: getUser, ask: [userName], answer: setUser, then: { \(other): failed, else: failed } }")
    let finding = try #require(outcome.findings.first { $0.code.id == "MFA201" })
    #expect(finding.message == "`relid` has no event or code `\(other)`")
    #expect(finding.help == "write `\(word)`")
  }

  @Test(
    "nobody is said to have meant a success end where something went wrong",
    arguments: ["else", "exhausted", "error", "rejected", "timeout", "101", "getUser error", "success"])
  func nearSuccessEnd(key: String) throws {
    // Nothing is near but `done`, and `success` is its outcome.
    let (key, name) = key == "success" ? ("else", key) : (key, "none")
    let outcome = try Self.resolve(
      """
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          then: { onUserLoggedIn: failed, \(key): \(name) }
      """)
    let finding = try #require(outcome.findings.first { $0.code.id == "MFA205" })
    #expect(finding.change == nil && finding.help?.contains("done") == false, "\(finding.help ?? "")")
  }

  @Test("a name that is near is changed only if the line may lead there")
  func nearNames() throws {
    let outcome = try Self.resolve(
      """
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          then: { onUserLoggedIn: dnoe, getPassword(verify): identfy, getUser: identifyy, else: fialed }
      """)
    #expect(outcome.findings.map(\.help) == ["done", "identify", "identify", "failed"].map { "did you mean `\($0)`?" })
    #expect(
      outcome.findings.map(\.change) == [
        .word("dnoe", by: "done"), nil, .word("identifyy", by: "identify"), .word("fialed", by: "failed"),
      ])
  }

  @Test("no call is suggested that answers another event")
  func nearCall() throws {
    let outcome = try Self.resolve(
      "  identify: { event: onUserLoggedIn, choices: { go: { call: getPassword, then: { else: failed } } } }")
    let finding = try #require(outcome.findings.first { $0.code.id == "MFA201" })
    #expect(finding.change == nil && finding.help?.contains("setPassword") == false, "\(finding.help ?? "")")
  }

  @Test("a file full of unknown names is told of each, and not slow about it")
  func manyUnknownNames() throws {
    let steps = (0..<500).map { "  s\($0): { call: initialize, then: { else: t\($0) } }" }
    let outcome = try Self.resolve("  identify: { call: initialize }\n" + steps.joined(separator: "\n"))
    #expect(outcome.findings.count == 500)
  }
}
