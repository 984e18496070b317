// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing
import Values

/// Whom a contract says that its SDK treats in a way of their own.
@Suite struct PopulationReaderTests {
  private func read(_ populations: String) -> Outcome<Contract> {
    ContractReader.read(
      SourceFile(
        path: "door.yaml",
        text: """
          contract: door
          version: 1.0.0
          success: [0]
          phases: { shut: {} }
          modes: { enter: 0, choose: 1 }
          codes: { 5: { name: wrong-pin, in: askPIN(enter), source: chosen } }
          events:
            askPIN: { kind: challenge, modes: { pinMode: [enter, choose] }, source: chosen }
            opened: { kind: result, source: chosen }
          calls:
            sendPIN: { answers: askPIN, takes: { pin: secret, stay: flag }, leadsTo: 'opened, askPIN(enter) 5, askPIN(choose)', source: chosen }
          populations: \(populations)
          """ + "\n"))
  }

  @Test("a population is read with what comes to it, what it lacks and what it does")
  func whole() throws {
    let read = read(
      "{ choosy: { comes: [askPIN(choose), askPIN(enter) 5], never: sendPIN, given: { stay: false }, meaning: Choosy people, source: chosen } }"
    )
    let contract = try #require(read.value, "\(read.findings.map(\.message))")
    let population = try #require(contract.populations.first)
    #expect(population.name == "choosy")
    #expect(population.comes.map(\.mode) == [1, 0])
    #expect(population.comes.map(\.outcome) == [.success, .code(5)])
    #expect(population.never == [try #require(contract.call(named: "sendPIN"))])
    #expect(population.given["stay"] == .flag(false))
    #expect(population.meaning == "Choosy people")
  }

  @Test(
    "what is wrong with a population is told",
    arguments: [
      ("{ a: { source: chosen } }", "MFA121"), ("{ a: { comes: askPIM, source: chosen } }", "MFA150"),
      ("{ a: { comes: askPIN(entr), source: chosen } }", "MFA150"),
      ("{ a: { comes: askPIN 7, source: chosen } }", "MFA150"),
      ("{ a: { comes: opened 5, source: chosen } }", "MFA160"), ("{ a: { comes: [], source: chosen } }", "MFA180"),
      ("{ a: { comes: opened, never: sendPIM, source: chosen } }", "MFA150"),
      ("{ a: { comes: opened, given: { sty: true }, source: chosen } }", "MFA168"),
      ("{ a: { comes: opened, given: { stay: maybe }, source: chosen } }", "MFA169"),
      ("{ a: { comes: opened } }", "MFA121"), ("{ a: { comes: opened, source: somebody } }", "MFA156"),
      ("{ a: { comes: opened, source: chosen, who: me } }", "MFA120"),
      ("{ else: { comes: opened, source: chosen } }", "MFA154"),
      ("[a]", "MFA122"),
    ])
  func bad(_ populations: String, _ code: String) {
    let read = read(populations)
    #expect(read.value == nil)
    #expect(read.findings.map(\.code.id).contains(code), "\(read.findings.map { "\($0.code.id) \($0.message)" })")
  }
}
