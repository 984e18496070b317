// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import SDKContract
import Testing
import YAMLTree

@testable import FlowGraph

@Suite("What a success takes")
struct DemandTests {
  /// A door that is opened by many things.
  private static let contract = """
    contract: gate
    version: 1.0.0
    success: [0]
    phases: { shut: {}, open: {} }
    signedIn: open
    authenticators:
      pin: { channel: page }
      passkey: { channel: device, phishingResistant: true }
      card: { channel: device, phishingResistant: true, nonExportable: true }
      eye: { channel: device }
    events: { opened: { kind: result, enters: open, source: chosen } }
    calls:
      push:
        leadsTo:
          opened: { earns: { knowledge: pin, possession: [passkey, card], inherence: [passkey, eye] } }
        source: chosen
    """

  private static let proofs = [
    Proof(factor: .knowledge, authenticator: "pin"), Proof(factor: .possession, authenticator: "passkey"),
    Proof(factor: .possession, authenticator: "card"), Proof(factor: .inherence, authenticator: "passkey"),
    Proof(factor: .inherence, authenticator: "eye"),
  ]

  private static func flow(_ head: String, end: String = "") throws -> Outcome<Flow> {
    let text = """
      language: mfaflow/1
      flow: gate
      version: 1.0.0
      sdk: gate
      \(head)
      start: push
      steps:
        push: { call: push, then: { opened: inside, else: failed } }
        inside: { event: opened, choices: { go: { to: done } } }
      ends: { done: { outcome: success\(end) }, failed: { outcome: failure } }
      """
    let tree = YAML.read(SourceFile(path: "gate.yaml", text: text))
    let document = DocumentReader.read(try #require(tree.value), knowing: tree.findings)
    let contract = try #require(ContractReader.read(SourceFile(path: "c.yaml", text: contract)).value)
    var flow = FlowResolver.resolve(LinkedFlow(try #require(document.value)), with: contract)
    flow.findings = tree.findings + document.findings + flow.findings
    return flow
  }

  private static func demand(_ head: String, end: String = "") throws -> (Demand, Contract) {
    let made = try flow(head, end: end)
    #expect(made.findings.isEmpty, "\(made.findings)")
    let flow = try #require(made.value)
    return (flow.demand(at: EndID(0)), flow.contract)
  }

  @Test(
    "each goal and each line asks for what it says",
    arguments: [
      ("goal: aal1", [0], true), ("goal: aal1", [1], true), ("goal: aal1", [4], false), ("goal: aal1", [], false),
      ("goal: aal2", [1, 3], true), ("goal: aal2", [0, 4], false), ("goal: aal2", [1, 2], false),
      ("goal: aal3", [0, 1], false), ("goal: aal3", [0, 2], true), ("goal: aal3", [2], false),
      ("require: { kinds: 3 }", [0, 1, 3], true), ("require: { kinds: 3 }", [0, 3, 4], false),
      ("require: { authenticators: 2 }", [1, 3], false), ("require: { authenticators: 2 }", [1, 2], true),
      ("require: { phishing-resistant: true }", [0, 1], true), ("require: { phishing-resistant: true }", [0], false),
      ("require: { phishing-resistant: true }", [3], false), ("require: { proofs: [passkey] }", [1], true),
      ("require: { proofs: [passkey] }", [3], false), ("require: { proofs: [inherence] }", [2, 4], true),
      ("require: { proofs: [inherence by passkey] }", [2, 4], false),
      ("require: { proofs: [pin, card] }", [0, 2], true), ("require: { proofs: [pin, card] }", [0, 1], false),
    ] as [(String, [Int], Bool)])
  func lines(_ head: String, _ shown: [Int], _ isMet: Bool) throws {
    let (demand, contract) = try Self.demand(head)
    #expect(demand.isMet(by: shown.map { Self.proofs[$0] }, in: contract) == isMet)
  }

  @Test("an end's own `require` comes on top of the flow's, and of the goal")
  func onTop() throws {
    let (demand, contract) = try Self.demand(
      "goal: aal2\nrequire: { authenticators: 2 }", end: ", require: { proofs: [card] }")
    func unmet(_ shown: [Int]) -> [String] { demand.unmet(by: shown.map { Self.proofs[$0] }, in: contract).map(\.text) }
    #expect(unmet([]) == ["authenticators: 2", "proofs: card"])
    #expect(unmet([0, 1]) == ["proofs: card"])
    #expect(unmet([2]) == ["authenticators: 2"])
    #expect(demand.isMet(by: [Self.proofs[0], Self.proofs[2]], in: contract))
    #expect(!demand.isMet(by: [Self.proofs[1], Self.proofs[2]], in: contract), "one kind only")
  }

  @Test("showing more never meets less: the checker follows only the weakest")
  func monotone() throws {
    let heads = [
      "goal: aal1", "goal: aal2", "goal: aal3", "require: { kinds: 2, authenticators: 2 }", "require: { kinds: 3 }",
      "require: { phishing-resistant: true, proofs: [inherence] }", "require: { proofs: [eye, pin] }",
    ]
    for head in heads {
      let (demand, contract) = try Self.demand(head)
      let isMet = (0..<32).map { bits in
        demand.isMet(by: Self.proofs.indices.filter { bits & 1 << $0 != 0 }.map { Self.proofs[$0] }, in: contract)
      }
      for (less, more) in (0..<32).flatMap({ less in (0..<32).map { (less, less | $0) } }) where isMet[less] {
        #expect(isMet[more], "\(head): \(less) and \(more)")
      }
      #expect(isMet[31] && !isMet[0], "\(head)")
    }
  }

  @Test("a word that is no proof of the contract is told, with the one that is near")
  func unknown() throws {
    for (line, help) in [
      ("[pasword]", nil), ("[pim]", "did you mean `pin`?"), ("[knowlege]", "did you mean `knowledge`?"),
      ("[knowledg by pin]", "did you mean `knowledge`?"), ("[possession by crd]", "did you mean `card`?"),
    ] as [(String, String?)] {
      let finding = try #require(Self.flow("require: { proofs: \(line) }").findings.first)
      #expect(finding.code.slug == "unknown-proof", "\(line)")
      #expect(help == nil || finding.help == help, "\(line): \(finding.help ?? "")")
    }
    let never = try #require(Self.flow("require: { proofs: [knowledge by card] }").findings.first)
    #expect(never.code.slug == "unknown-proof" && never.message.contains("nothing earns `knowledge by card`"))
  }
}
