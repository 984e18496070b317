// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// Contracts that are written as they should be, and more than a machine can hold.
@Suite("Hostile contracts", .timeLimit(.minutes(30)))
struct HostileContractTests {
  struct Large: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var phases = "a: {}, b: {}"
    var first = ""
    var event = ""
    var call = "leadsTo: [asked]"
    /// The rule that it breaks; nil for none.
    let rule: String?

    var text: String {
      """
      contract: large
      version: 1.0.0
      success: [0]
      phases: { \(phases) }
      \(first)
      events:
        asked: { kind: challenge, \(event)source: chosen }
        told: { kind: result, source: chosen }
      calls:
        answer: { answers: asked, \(call), source: chosen }

      """
    }
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ", ")
  }

  /// Of 110 codes, 101 in a row.
  private static func codes(from first: Int) -> String {
    (0..<101).map { "\(($0 + first) % 110 + 1)" }.joined(separator: " ")
  }

  static let contracts: [Large] = [
    Large(testDescription: "8 phases", phases: list(8) { "p\($0): {}" }, rule: nil),
    Large(testDescription: "9 phases", phases: list(9) { "p\($0): {}" }, rule: "MFA181"),
    Large(
      testDescription: "300 phases", phases: list(300) { "p\($0): {}" }, event: "enters: p299, ", rule: "MFA181"),
    Large(
      testDescription: "32 proofs", first: "authenticators: { \(list(32) { "k\($0): { channel: device }" }) }",
      call: "leadsTo: { told: { earns: { knowledge: [\(list(32) { "k\($0)" })] } } }",
      rule: nil),
    Large(
      testDescription: "33 proofs", first: "authenticators: { \(list(33) { "k\($0): { channel: device }" }) }",
      call: "leadsTo: { told: { earns: { knowledge: [\(list(33) { "k\($0)" })] } } }",
      rule: "MFA181"),
    Large(
      testDescription: "a type that doubles forty times",
      first: "types:\n  t0: { a: text }\n"
        + (0..<40).map { "  t\($0 + 1): { a: t\($0), b: t\($0) }\n" }.joined(), event: "fields: { f: t40 }, ",
      rule: "MFA181"),
    Large(
      testDescription: "lists inside each other",
      event: "fields: { f: \(String(repeating: "list ", count: 700))text }, ",
      rule: "MFA181"),
    Large(
      testDescription: "10,100 replies",
      first: "codes: { \(list(110) { "\($0 + 1): { name: c\($0), in: asked, source: chosen }" }) }",
      call: "leadsTo: { \(list(100) { "asked \(codes(from: $0)): { given: {} }" }) }",
      rule: "MFA1"),
    Large(testDescription: "a mode below 0", first: "modes: { m: -1 }", rule: "MFA158"),
    Large(testDescription: "a mode of more than 32 bits", first: "modes: { m: 4294967297 }", rule: "MFA158"),
    Large(
      testDescription: "a code of more than 32 bits",
      first: "codes: { 4294967297: { name: c, in: asked, source: chosen } }", rule: "MFA158"),
    Large(
      testDescription: "1,001 modes", first: "modes: { \(list(1001) { "m\($0): \($0)" }) }", rule: "MFA105"),
    Large(testDescription: "1,000 modes", first: "modes: { \(list(1000) { "m\($0): \($0)" }) }", rule: nil),
    Large(
      testDescription: "900 modes that the event does not have",
      first: "modes: { \(list(900) { "m\($0): \($0)" }) }", call: "leadsTo: [\(list(900) { "asked(m\($0))" })]",
      rule: "MFA163"),
  ]

  @Test("has room or is told so", arguments: contracts)
  func size(_ contract: Large) async throws {
    let desk = try Desk()
    try desk.put("large.yaml", contract.text)
    let run = await desk.run("contract", "--check", "@large.yaml", "--format", "oneline")
    #expect(run.code == (contract.rule == nil ? .success : .failure), "\(run.output.prefix(400))")
    if let rule = contract.rule { #expect(run.output.contains(rule), "\(run.output.prefix(400))") }
  }
}
