// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing
import Values

@Suite struct RELIDProofTests {
  let contract: Contract

  init() throws {
    contract = try #require(EmbeddedContracts.contract(named: "relid"))
  }

  @Test("the contract reads without findings")
  func clean() throws {
    let bytes = try #require(EmbeddedContracts.text(named: "relid"))
    let outcome = ContractReader.read(SourceFile(path: "relid.yaml", bytes: bytes))
    #expect(outcome.findings.map(\.message) == [])
  }

  @Test(
    "an answer earns what the operator says, where it succeeds",
    arguments: [
      ("setUser", nil, "onUserLoggedIn", ["possession device", "inherence device"], []),
      ("setActivationCode", nil, "getPassword", ["possession activation-code"], []),
      ("setActivationCode", nil, "getUserConsentForLDA", ["possession activation-code"], []),
      ("setPassword", "verify", "onUserLoggedIn", ["possession device", "knowledge password"], []),
      ("setPassword", "set", "onUserLoggedIn", [], ["knowledge password"]),
      ("setUserConsentForLDA", "set", "onUserLoggedIn", [], ["inherence device"]),
      ("updatePassword", "expired", "onUserLoggedIn", ["possession device", "knowledge password"], []),
      ("performVerifyAuth", nil, "getUserConsentForLDA", ["possession second-device"], []),
    ] as [(String, String?, String, [String], [String])])
  func proofs(_ call: String, _ mode: String?, _ event: String, _ earns: [String], _ enrols: [String]) throws {
    let reply = try #require(replies(call, mode, event).first { $0.outcome == .success })
    #expect(reply.earns.map { "\($0.factor) \($0.authenticator)" } == earns)
    #expect(reply.enrols.map { "\($0.factor) \($0.authenticator)" } == enrols)
  }

  @Test("consent and approval depend on their argument")
  func conditions() throws {
    #expect(replies("setUserConsentForLDA", "set", "onUserLoggedIn").map(\.given) == [["shouldEnrollLDA": .flag(true)]])
    #expect(replies("setUserConsentForLDA", "set", "getPassword").map(\.given) == [["shouldEnrollLDA": .flag(false)]])
    #expect(replies("setUserConsentForLDA", "set", "getUser").map(\.outcome) == [.error(nil)])
    #expect(
      replies("performVerifyAuth", nil, "getPassword").allSatisfy { $0.given == ["verifyAuthStatus": .flag(true)] })
    let exit = try #require(replies("takeActionOnThreats", nil, "onTerminateWithThreats").first)
    #expect(exit.given == ["shouldProceedWithThreats": .flag(false)])
    #expect(exit.echo == ["threats", "threatId"])
  }

  @Test("proofs are lost where the session or the login starts again")
  func losses() {
    #expect(
      contract.events.filter(\.losesProofs).map(\.name) == [
        "onTerminate", "onTerminateWithThreats", "onSessionTimeout", "onUserLoggedOff", "getUser",
      ])
    #expect(contract.calls.filter(\.losesProofs).map(\.name) == ["terminate", "resetAuthState", "logOff"])
  }

  @Test("phases decide which calls are legal")
  func phases() throws {
    func phases(_ name: String) throws -> [String] {
      contract[try #require(contract.call(named: name))].phases.map { contract[$0].name }
    }
    #expect(try phases("initialize") == ["off", "dead"])
    #expect(try phases("setUser") == ["preLogin"])
    #expect(try phases("resetAuthState") == ["preLogin"])
    #expect(try phases("logOff") == ["signedIn"])
    #expect(try phases("takeActionOnThreats") == [])
    #expect(contract.phases.map(\.isClosed) == [false, false, false, true])
    let dead = try #require(contract.phase(named: "dead"))
    let legal = contract.calls.indices.map { CallID(index: UInt16($0)) }.filter { contract.isLegal($0, in: dead) }
    #expect(legal.map { contract[$0].name } == ["initialize"])
    #expect(contract.phases.map { $0.abandon.map { contract[$0].name } } == [nil, "resetAuthState", "logOff", nil])
    #expect(contract.signedInPhase == contract.phase(named: "signedIn"))
  }

  @Test("unblocking is an answer to 141 only")
  func unblocking() throws {
    let call = contract[try #require(contract.call(named: "resetBlockedUserAccount"))]
    #expect(call.answersCode == 141)
  }

  @Test("the user of a log-off comes from the run")
  func user() throws {
    let call = contract[try #require(contract.call(named: "logOff"))]
    #expect(call.parameters.map(\.name) == ["userID"])
    #expect(call.parameters.first?.isUser == true)
  }

  @Test(
    "what a sibling platform calls otherwise is written down",
    arguments: [
      ("getPassword", "passwordPolicy", "RELID_PASSWORD_POLICY"), ("getUser", "userNames", "rememberedUsers"),
      ("getUser", "recentlyLoggedInUser", "recentLoggedInUser"), ("notification", "uuid", "notification_uuid"),
    ])
  func origins(_ owner: String, _ field: String, _ origin: String) {
    #expect(contract.origins.contains(FieldOrigin(owner: owner, field: field, origin: origin)))
  }

  private func replies(_ call: String, _ mode: String?, _ event: String) -> [Reply] {
    guard let call = contract.call(named: call), let event = contract.event(named: event) else { return [] }
    let number = contract.modes.first { $0.name == mode }?.number
    return contract[call].replies(underMode: number).filter { $0.event == event }
  }
}
