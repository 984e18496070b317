// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// The shipped flows, worlds, answers and the contract, each with typing mistakes: whatever comes of it, the program
/// says so and ends as it should.
///
/// `FUZZ_SECONDS` lets it go on for so long, `FUZZ_SEED` begins elsewhere; `make fuzz` sets both.
@Suite("Mutated files", .timeLimit(.minutes(60)))
struct HostileMutationTests {
  private struct Texts {
    var flow: String
    var world: String
    var answers: String
    var contract: String?
    /// One of the flow's parts, with its path.
    var part: (path: String, text: String)?
    /// Whether the secrets still stand where secrets belong.
    var keepsSecrets = true
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let secrets = ["CANARY-code-7", "CANARY-pass-8", "CANARY-new-9"]

  private static let world = """
    users:
      alice: { activationCode: ["CANARY-code-7", "771204"] }
      bob: { password: CANARY-pass-8 }
      eve: { blocked: admin }
    device: { lda: face, name: Pixel }
    faults:
      - { call: setUser, nth: 2, late: 5s, twice: true }
      - { call: setActivationCode, nth: 1, event: getPassword, with: { challengeMode: 4294967297 } }

    """

  private static func answers(to flow: String) -> String {
    let own =
      flow.hasPrefix("act") ? "  - consent: approve\n" : "  - verifyPassword: { password: CANARY-pass-8 }\n"
    return "answers:\n"
      + String(
        repeating: """
            - identify: { userName: alice }
            - enterCode: { activationCode: CANARY-code-7 }
          \(own)  - identify: { userName: bob }
            - createPassword: { newPassword: CANARY-new-9, confirmPassword: CANARY-new-9 }
            - enterCode: resend
            - enterCode: cancel
            - \(flow.hasPrefix("act") ? "enrolled" : "signedIn"): finish

          """, count: 3)
  }

  @Test("are told what is wrong with them, or run to an end")
  func mutations() async throws {
    let seed = Self.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let seconds = Self.environment["FUZZ_SECONDS"].flatMap(Double.init)
    let sources = try ["activation.yaml", "login.yaml"].map { name in
      (name, try ShippedFlows.text(name))
    }
    let parts = try ShippedFlows.parts()
    let desk = try Desk()
    let contract = await desk.run("contract").output
    let all = (sources.map(\.1) + parts.map(\.text) + [contract]).joined(separator: "\n")
    let words = Set(all.matches(of: /[A-Za-z0-9-]+/).map { String($0.output) }).sorted()
    if seconds != nil { print("the files at hand stand in \(desk.root)") }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds ?? 0)
    var count: UInt64 = 0
    while seconds == nil ? count < 60 : clock.now < end {
      var mutator = HostileMutator(seed: seed &+ count)
      let (name, flow) = mutator.pick(sources)
      var texts = Texts(flow: flow, world: Self.world, answers: Self.answers(to: name))
      Self.mutate(&texts, contract, parts, words, &mutator)
      for part in parts { try desk.put(part.path, part.text) }
      let begin = clock.now
      try await expectAnEnd(texts, on: desk, "FUZZ_SEED=\(seed &+ count)")
      #expect(clock.now - begin < .seconds(20), "FUZZ_SEED=\(seed &+ count) takes \(clock.now - begin)")
      count += 1
    }
    print("\(count) mutated files from seed \(seed)")
  }

  private static func mutate(
    _ texts: inout Texts, _ contract: String, _ parts: [(path: String, text: String)], _ words: [String],
    _ mutator: inout HostileMutator
  ) {
    switch Int.random(in: 0..<7, using: &mutator) {
    case 0, 1, 2: texts.flow = mutator.mutate(texts.flow, words)
    case 3:
      texts.world = mutator.mutate(texts.world, words)
      texts.keepsSecrets = false
    case 4:
      texts.answers = mutator.mutate(texts.answers, words)
      texts.keepsSecrets = false
    case 5:
      let part = mutator.pick(parts)
      texts.part = (part.path, mutator.mutate(part.text, words))
    default: texts.contract = mutator.mutate(contract, words)
    }
  }

  private func expectAnEnd(_ texts: Texts, on desk: Desk, _ name: String) async throws {
    try desk.put("flow.yaml", texts.flow)
    try desk.put("world.yaml", texts.world)
    try desk.put("answers.yaml", texts.answers)
    if let part = texts.part { try desk.put(part.path, part.text) }
    if let contract = texts.contract {
      try desk.put("contract.yaml", contract)
      expectSense(await desk.run("contract", "--check", "@contract.yaml"), name)
      expectSense(await desk.run("check", "@flow.yaml", "--contract", "@contract.yaml"), name)
      expectSense(
        await desk.run(
          "run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml", "--contract", "@contract.yaml"),
        name)
      return
    }
    expectSense(await desk.run("check", "@flow.yaml", "--format", "json"), name)
    let run = await desk.run(
      "run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml", "--format", "json")
    expectSense(run, name)
    guard texts.keepsSecrets else { return }
    for secret in Self.secrets { #expect(!(run.output + run.errors).contains(secret), "\(name) shows \(secret)") }
  }

  private func expectSense(_ run: Outcome, _ name: String) {
    let shown = run.output + run.errors
    #expect(run.code == .success || !shown.isEmpty, "\(name): nothing is said")
    #expect(run.code != .interrupted)
    #expect(!shown.unicodeScalars.contains { "\u{1B}\u{202E}\0".unicodeScalars.contains($0) }, "\(name) is obeyed")
  }
}
