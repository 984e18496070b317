// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("A check by a profile")
struct CheckProfileTests {
  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 9
        then: { 101: retry, getSecretAnswer: question, onUserLoggedIn: done, else: failed }
      question:
        challenge: getSecretAnswer
        ask: { reply: secret }
        answer: { call: setSecretQuestionAnswer, with: { answer: $reply } }
        tries: 7
        then: { onUserLoggedIn: done, getSecretAnswer error: retry, else: failed }
    ends: { done: { outcome: ended }, failed: { outcome: failure } }

    """

  private func check(_ words: String..., configuration: String? = nil, flow: String = flow) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("a.yaml", flow)
    guard let configuration else { return await desk.run(["check"] + words + ["@a.yaml"]) }
    try desk.put("policy.yaml", configuration)
    return await desk.run(["check", "--config", "@policy.yaml"] + words + ["@a.yaml"])
  }

  @Test("without a profile the number of guesses is nobody's fault")
  func none() async throws {
    let outcome = try await check("--format", "oneline")
    #expect(outcome.code == .success)
    #expect(outcome.output == "")
  }

  @Test("the option chooses a profile, and a finding names the clause")
  func option() async throws {
    let outcome = try await check("--format", "oneline", "--profile", "psd2-rts")
    #expect(outcome.code == .failure)
    #expect(
      outcome.output
        == "a.yaml:14:3: error[MFA421] `answer` can be guessed 7 times in a run, not 5 as in `psd2-rts` "
        + "(write `tries: 5` at `question` (Art. 4(3)(b)))\n")
    #expect(try await check("--format", "oneline", "--profile", "nist-63b-4").code == .success)
  }

  @Test("the configuration chooses one, too, and the option wins over it")
  func configuration() async throws {
    #expect(try await check(configuration: "profile: psd2-rts\n").output.contains("MFA421"))
    #expect(try await check("--profile", "asvs-5", configuration: "profile: psd2-rts\n").code == .success)
  }

  @Test("a profile that there is not is refused, with the near one")
  func unknown() async throws {
    let option = try await check("--profile", "nist-63b-5")
    #expect(option.code == .wrongInput)
    #expect(option.errors.contains("nist-63b-4") || option.errors.contains("nist-63b-3"), "\(option.errors)")
    let configured = try await check(configuration: "profile: psd2\n")
    #expect(configured.code == .wrongInput)
    #expect(configured.errors.contains("error[MFA965]: `profile` cannot be `psd2`"), "\(configured.errors)")
  }

  @Test("the guesses are told as text")
  func text() async throws {
    let outcome = try await check("--guesses")
    #expect(
      outcome.output == """
        a.yaml: guesses in a run, at worst
          answer: 7 over all accounts, 7 for one, and the SDK does not count
            question (a.yaml:14:3): 7
              `tries: 7` of `question` limits it (a.yaml:18:12)

        """)
  }

  @Test("and as an object a flow, behind its findings")
  func json() async throws {
    let outcome = try await check("--guesses", "--format", "json", "--profile", "psd2-rts")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.dropLast().last == """
        {"kind":"guesses","file":"a.yaml","guesses":[{"secret":"answer","most":7,"bound":"number","account":{"most":7,"bound":"number"},\
        "untilRefill":{"most":7,"bound":"number"},"steps":[{"step":"question","file":"a.yaml","line":14,"column":3,\
        "most":7,"bound":"number","account":{"most":7,"bound":"number"},"bounds":[{"message":"`tries: 7` of `question` \
        limits it","file":"a.yaml","line":18,"column":12}]}]}],"sends":[]}
        """)
  }

  @Test("a flow without secrets says so, and a file that is no flow says nothing")
  func nothing() async throws {
    let plain = Self.flow.replacing("getSecretAnswer: question, ", with: "").components(before: "  question:")
    let outcome = try await check(
      "--guesses",
      flow: plain + "ends: { done: { outcome: ended }, failed: { outcome: failure } }\n")
    #expect(outcome.output == "a.yaml: no secret can be guessed\n")
    let broken = try await check("--guesses", flow: "flow: [\n")
    #expect(!broken.output.contains("guesse"))
  }
}

extension String {
  fileprivate func components(before mark: String) -> String {
    range(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
