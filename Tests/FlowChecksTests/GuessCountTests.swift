// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import SDKContract
import Testing

@Suite("How often a secret can be guessed")
struct GuessCountTests {
  private static let identify = """
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 4
        then: { getSecretAnswer: first, getPassword(verify): verify, 141: suspended, else: failed }

    """
  private static let verify = """
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        then: { onUserLoggedIn: done, 102: retry, getUser 141: suspended, else: failed }
      suspended:
        challenge: getUser 141
        choices:
          unblock: { call: resetBlockedUserAccount, max: 2, every: 30s, then: { getActivationCode: again } }
        then: { else: failed }
      again:
        challenge: getActivationCode
        choices: { back: { call: resetAuthState, max: 9, then: { getUser: identify } } }
        then: { else: failed }

    """

  private static func question(_ name: String, _ keys: String) -> String {
    """
      \(name):
        challenge: getSecretAnswer
        ask: { reply: secret }
        answer: { call: setSecretQuestionAnswer, with: { answer: $reply } }
        \(keys)

    """
  }

  /// The secrets of a flow with these steps; each as `secret: most`.
  private func secrets(_ steps: String..., interrupts: String = "") throws -> [SecretGuesses] {
    let text = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }

      """
    let end = """
      ends: { done: { outcome: success }, failed: { outcome: failure } }

      """
    let compiler = Compiler(countsGuesses: true)
    let compilation = compiler.compile(.init(path: "a.yaml", text: text + steps.joined() + interrupts + end))
    return try #require(compilation.guesses)
  }

  private func most(_ secrets: [SecretGuesses]) -> [String] { secrets.map { "\($0.secret): \($0.most.words)" } }

  @Test("what the SDK counts is counted again after each call that renews it")
  func countedBySDK() throws {
    let found = try secrets(Self.identify, Self.question("first", "then: { else: failed }"), Self.verify)
    #expect(most(found) == ["answer: 1", "password: 9"])
    #expect(found.last?.account == .times(9))
    let bounds = try #require(found.last?.places.first).bounds.map(\.message)
    #expect(bounds.first == "the SDK takes 3 wrong answers (`attemptsLeft`)")
    #expect(bounds.last == "`resetBlockedUserAccount` resets the SDK's count, at most 2 times")
  }

  @Test("tries of the flow hold beside what the SDK counts")
  func narrower() throws {
    let verify = Self.verify.replacing("answer: setPassword\n", with: "answer: setPassword\n    tries: 4\n")
    let found = try secrets(Self.identify, Self.question("first", "then: { else: failed }"), verify)
    #expect(most(found) == ["answer: 1", "password: 4"])
  }

  @Test("a step without tries is guessed at each time it is entered, and no oftener than the ways there allow")
  func entries() throws {
    let found = try secrets(
      Self.identify, Self.question("first", "then: { onUserLoggedIn: done, getUser error: identify, else: failed }"),
      Self.verify)
    #expect(found.first?.most == .times(4))
    #expect(found.first?.places.first?.bounds.map(\.message) == ["`tries: 4` of `identify` limits it"])
  }

  @Test("steps that no run comes to both of are not added up; steps that follow each other are")
  func ways() throws {
    let both = try secrets(
      Self.identify,
      Self.question(
        "first", "tries: 3\n    then: { getSecretAnswer error: second, else: failed }"),
      Self.question("second", "tries: 2\n    then: { getSecretAnswer error: retry, else: failed }"), Self.verify)
    #expect(both.first?.most == .times(3))
    let once = try secrets(
      Self.identify, Self.question("first", "tries: 3\n    then: { getSecretAnswer error: second, else: failed }"),
      Self.question("second", "tries: 2\n    then: { onUserLoggedIn: done, else: failed }"), Self.verify)
    #expect(once.first?.most == .times(2))
    let either = try secrets(
      Self.identify.replacing("getSecretAnswer: first", with: "getSecretAnswer: first, activateUserOption: other"),
      Self.question("first", "tries: 3\n    then: { getSecretAnswer error: retry, else: failed }"), Self.other,
      Self.question("second", "tries: 2\n    then: { getSecretAnswer error: retry, else: failed }"), Self.verify)
    let answer = try #require(either.first)
    #expect(answer.most == .times(3))
    #expect(answer.places.map(\.most) == [.times(3), .times(2)])
  }

  /// A flow in which the answer is asked for at so many steps, one after the other.
  private static func chain(_ count: Int) -> String {
    (0..<count).map { index in
      let next = index + 1 < count ? "q\(index + 1)" : "failed"
      return question(
        "q\(index)", "then: { getSecretAnswer error: \(next), getSecretAnswer: \(next), else: failed }")
    }.joined()
  }

  @Test(
    "more places than are looked at prove nothing: an error by every profile that speaks of guesses",
    arguments: [chain(300), chain(260), chain(251)])
  func tooManyPlaces(_ steps: String) throws {
    let start = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getSecretAnswer: q0, else: failed } }

      """
    let text = start + steps + "ends: { done: { outcome: success }, failed: { outcome: failure } }\n"
    for profile in Profile.all where profile.guesses != nil {
      let made = Compiler(profile: profile, countsGuesses: true).compile(.init(path: "a.yaml", text: text))
      let found = made.findings.filter { $0.code.id == "MFA421" }
      #expect(found.map(\.severity) == [.error], "\(profile.name): \(made.findings.map(\.message))")
      #expect(found.first?.message == "how often `answer` can be guessed is not proved: too many places")
      #expect(!made.findings.contains { $0.code.id == "MFA422" })
      #expect(made.guesses?.first?.most == .unproved)
    }
    let few = try secrets(Self.identify, Self.question("first", "then: { else: failed }"), Self.verify)
    #expect(!few.contains { $0.most == .unproved })
  }

  private static let other = """
      other:
        challenge: activateUserOption
        ask: [option]
        answer: activateUsing
        tries: 2
        then: { getSecretAnswer: second, else: failed }

    """

  @Test("an interrupt that leads back into the flow comes without end")
  func interrupts() throws {
    let signedOff = "  signedOff: { event: onUserLoggedOff, then: { getUser: identify, else: failed } }\n"
    let back = "interrupts:\n  onUserLoggedOff: { to: signedOff }\n"
    let question = Self.question("first", "then: { onUserLoggedIn: done, else: failed }")
    let bounded = try secrets(Self.identify, question, Self.verify, signedOff, interrupts: back)
    #expect(bounded.first?.most == .times(4))
    #expect(bounded.last?.most == .times(12))
    let identify = Self.identify.replacing("    tries: 4\n", with: "")
    let boundless = try secrets(identify, question, Self.verify, signedOff, interrupts: back)
    #expect(boundless.first?.most == .unbounded)
    #expect(boundless.last?.most == .unbounded)
    #expect(boundless.last?.untilRefill == .times(3))
  }

  @Test("what is set up is not guessed, and neither is what is no secret")
  func noGuess() throws {
    let found = try secrets(
      Self.identify.replacing("getSecretAnswer: first, ", with: "").replacing(
        "getPassword(verify): verify, ", with: ""),
      "  unused:\n    challenge: getPassword(set)\n    ask: [password]\n    answer: setPassword\n    then: { else: failed }\n"
    )
    #expect(found.isEmpty)
  }

  @Test("a call that hands in several secrets is a guess at each of them")
  func severalSecrets() throws {
    let contract = """
      contract: both
      version: 1.0.0
      patience: 60s
      success: [0]
      phases: { out: {}, in: {} }
      signedIn: in
      authenticators: { pin: { channel: typed }, otp: { channel: typed } }
      events:
        ask: { kind: challenge, source: chosen }
        in: { kind: result, enters: in, source: chosen }
      calls:
        begin: { phases: out, leadsTo: ask, source: chosen }
        both:
          answers: ask
          takes: { pin: secret 4..8, otp: secret 6..6 }
          phases: out
          leadsTo: { in: { earns: { knowledge: pin, possession: otp } }, ask: chosen }
          source: chosen
      """
    let flow = """
      language: mfaflow/1
      flow: a
      version: 1.0.0
      sdk: both
      start: begin
      steps:
        begin: { call: begin, then: { ask: both, else: failed } }
        both: { challenge: ask, ask: [pin, otp], answer: both, tries: 4, then: { in: done, ask: retry, else: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      """
    let read = ContractReader.read(SourceFile(path: "both.yaml", text: contract))
    let both = try #require(read.value, "\(read.findings)")
    let found = Compiler(contract: both, countsGuesses: true).compile(SourceFile(path: "a.yaml", text: flow))
    #expect(found.guesses?.map { "\($0.secret) \($0.most.words)" } == ["pin 4", "otp 4"], "\(found.findings)")
  }

  @Test("each profile has a name of its own, and every number of it a clause")
  func profiles() {
    #expect(Profile.all.map(\.name) == ["nist-63b-3", "nist-63b-4", "psd2-rts", "asvs-5"])
    for profile in Profile.all {
      #expect(Profile.named(profile.name) == profile)
      #expect(profile.guesses?.clause.isEmpty == false)
      #expect(profile.idle.values.allSatisfy { !$0.clause.isEmpty && $0.most ?? 1 > 0 })
    }
    #expect(Profile.named("nist") == nil)
  }
}
