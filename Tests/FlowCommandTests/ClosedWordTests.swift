// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Testing

@testable import FlowCommand

/// Where the language has a closed list of words, a slip in one of them is answered with the word that is meant.
@Suite("Closed lists of words")
struct ClosedWordTests {
  private struct Slip: Sendable, CustomTestStringConvertible {
    /// The key behind which the words stand.
    let key: String
    let kind: FileKind
    /// A file with the slip, or what stands in the place of a part of the sample flow.
    let text: String
    let instead: String
    let meant: String

    var testDescription: String { "\(kind.rawValue): \(key)" }

    init(_ key: String, _ kind: FileKind, _ text: String, for instead: String = "", meant: String) {
      (self.key, self.kind, self.text, self.instead, self.meant) = (key, kind, text, instead, meant)
    }
  }

  private static let end = "outcome: success"
  private static let slips: [Slip] = [
    Slip("goal", .flow, "sdk: relid\ngoal: all2", for: "sdk: relid", meant: "aal2"),
    Slip("outcome", .flow, "outcome: sucess", for: end, meant: "success"),
    Slip("per", .flow, "tries: { count: 3, per: sesion }", for: "tries: 3", meant: "session"),
    Slip(
      "of", .flow, "finish: { to: done, max: { count: 3, of: succeses } }", for: "finish: { to: done }",
      meant: "successes"),
    Slip("gate", .flow, "tries: 3\n    gate: [alowLogin]", for: "tries: 3", meant: "allowLogin"),
    Slip("gates", .flow, "require: { gates: [alowLogin] }", for: "require: { kinds: 1 }", meant: "allowLogin"),
    Slip("needs", .part, "part: p\nsdk: relid\nneeds: { asked: [alowLogin] }\n", meant: "allowLogin"),
    Slip("fail-on", .config, "fail-on: warnin", meant: "warning"),
    Slip("profile", .config, "profile: psd2-rt", meant: "psd2-rts"),
    Slip("severities", .config, "severities: { MFA308: warnin }", meant: "warning"),
    Slip("rememberedUser", .world, "rememberedUser: manul", meant: "manual"),
    Slip("emptyNotifications", .world, "emptyNotifications: mising", meant: "missing"),
    Slip("blocked", .world, "users: { carol: { blocked: pasword } }", meant: "password"),
    Slip("lda", .world, "device: { lda: fase }", meant: "face"),
    Slip("biometric", .world, "device: { lda: face, biometric: acept }", meant: "accept"),
    Slip("approval", .world, "approval: aprove", meant: "approve"),
    Slip("answer", .world, "approval: { answer: aprove }", meant: "approve"),
    Slip("rejected", .world, "approval: { answer: reject, rejected: eror }", meant: "error"),
    Slip(
      "threatSeverity", .world, "threats: [{ terminate: [{ threatId: 1, threatSeverity: HIHG }], after: 1s }]",
      meant: "HIGH"),
    Slip(
      "threatCategory", .world, "threats: [{ terminate: [{ threatId: 1, threatCategory: NETWRK }], after: 1s }]",
      meant: "NETWORK"),
    Slip("outcome", .scenarios, "expect: { outcome: sucess }", meant: "success"),
    Slip("proofs", .scenarios, "expect: { proofs: [posession] }", meant: "possession"),
    Slip("enrolled", .scenarios, "expect: { enrolled: [knowlege] }", meant: "knowledge"),
    Slip("sdk", .scenarios, "sdk: byHnd\n    expect: { end: done }", meant: "byHand"),
    Slip("kind", .contract, "kind: chalenge", for: "kind: challenge", meant: "challenge"),
    Slip("channel", .contract, "channel: typd", for: "channel: typed", meant: "typed"),
    Slip("reveals", .contract, "reveals: usr", for: "reveals: user", meant: "user"),
    Slip("again", .contract, "again: replac", for: "again: replace", meant: "replace"),
  ]

  /// Words of which there are so few, or that are so short, that all are listed.
  private static let listed: Set<String> = ["confirm"]

  private static func words(_ value: ValueShape) -> [String]? {
    switch value {
    case .word(let words): words.count > 1 ? words : nil
    case .list(let inner), .oneOrList(let inner), .map(let inner): words(inner)
    case .either(let values): values.lazy.compactMap(words).first
    default: nil
    }
  }

  @Test("each of the table of the language is tried")
  func all() {
    let closed = FileKind.allCases.flatMap { $0.shape.reachable + [$0.shape] }.flatMap(\.keys)
      .filter { Self.words($0.value) != nil }.map(\.name)
    #expect(Set(closed).subtracting(Self.slips.map(\.key)).subtracting(Self.listed) == [])
  }

  @Test("a slip leads to the word", arguments: slips)
  private func isMeant(_ slip: Slip) async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.signIn)
    let outcome: Outcome
    switch slip.kind {
    case .config:
      try desk.put("policy.yaml", slip.text + "\n")
      outcome = await desk.run("check", "--config", "@policy.yaml", "@flow.yaml")
    case .part:
      try desk.put("part.yaml", slip.text)
      outcome = await desk.run("check", "@part.yaml")
    case .world:
      let users = slip.text.hasPrefix("users") ? "" : "users: { carol: { password: abc-123-def } }\n"
      try desk.put("world.yaml", users + slip.text + "\n")
      outcome = await desk.run("run", "@flow.yaml", "--world", "@world.yaml")
    case .scenarios:
      try desk.put("a.scenarios.yaml", "flow: flow.yaml\nscenarios:\n  - name: a\n    do: []\n    \(slip.text)\n")
      outcome = await desk.run("test", "@a.scenarios.yaml")
    case .contract:
      let contract = await desk.run("contract", "relid").output
      try #require(contract.contains(slip.instead), "\(slip.instead)")
      try desk.put("contract.yaml", contract.replacing(slip.instead, with: slip.text, maxReplacements: 1))
      outcome = await desk.run("contract", "--check", "@contract.yaml")
    default:
      try #require(Samples.signIn.contains(slip.instead))
      try desk.put("flow.yaml", Samples.signIn.replacing(slip.instead, with: slip.text, maxReplacements: 1))
      outcome = await desk.run("check", "@flow.yaml")
    }
    let said = outcome.output + outcome.errors
    #expect(said.contains("did you mean `\(slip.meant)`?"), "\(said.prefix(1_500))")
  }
}
