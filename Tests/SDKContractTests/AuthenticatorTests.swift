// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

@Suite struct AuthenticatorTests {
  private static func read(_ authenticators: String) -> Outcome<Contract> {
    SmallContract.read(
      SmallContract.text.replacing(SmallContract.authenticators, with: "authenticators: \(authenticators)\n"))
  }

  @Test("an authenticator has a channel, and what it says of its key is off where it is not written")
  func channels() throws {
    let contract = try #require(
      Self.read("{ pin: { channel: typed }, key: { channel: device, phishingResistant: true, nonExportable: true } }")
        .value)
    #expect(contract.authenticators.map(\.name) == ["pin", "key"])
    let pin = try #require(contract.authenticator(named: "pin"))
    #expect(pin.channel == .typed && !pin.isPhishingResistant && !pin.isNonExportable)
    let key = try #require(contract.authenticator(named: "key"))
    #expect(key.channel == .device && key.isPhishingResistant && key.isNonExportable)
    #expect(contract.authenticator(named: "kez") == nil)
  }

  @Test("what comes by mail may be set up, and shows nothing")
  func mail() {
    let outcome = Self.read("{ pin: { channel: typed }, mailbox: { channel: email } }")
    #expect(outcome.findings.isEmpty && outcome.value != nil)
    let text = SmallContract.text.replacing(
      "choose: opened", with: "choose: { opened: { enrols: { possession: mailbox } } }"
    )
    .replacing(
      SmallContract.authenticators, with: "authenticators: { pin: { channel: typed }, mailbox: { channel: email } }\n")
    #expect(SmallContract.read(text).findings.isEmpty)
  }

  @Test("an authenticator without a channel, and one with a key that there is not, are told")
  func keys() {
    for (line, slug) in [
      ("{ pin: {} }", "missing-key"), ("{ pin: { channel: typed, phishing: true } }", "unknown-key"),
      ("{ pin: { channel: typed, phishingResistant: yes } }", "wrong-kind"), ("[pin]", "wrong-kind"),
    ] {
      let found = Self.read(line).findings.map(\.code.slug)
      #expect(!found.isEmpty, "\(line)")
      #expect(Self.read(line).value == nil, "\(line): \(slug)")
    }
  }

  @Test("a contract that states none of its authenticators may have any set up, and lets none of them show anything")
  func unstated() throws {
    let text = SmallContract.text.replacing(SmallContract.authenticators, with: "")
    #expect(SmallContract.read(text).findings.map(\.code) == [ContractRules.channelNotStated])
    let contract = try #require(SmallContract.read(text.replacing("{ earns:", with: "{ enrols:")).value)
    #expect(contract.authenticators.isEmpty && contract.authenticator(named: "pin") == nil)
  }

  @Test("what is typed or sent is earned with a secret of its own, whatever else the call takes")
  func secrets() {
    func codes(_ authenticators: String, _ takes: String, _ earns: String) -> [String] {
      let text = SmallContract.text.replacing(SmallContract.authenticators, with: "authenticators: \(authenticators)\n")
        .replacing("pin: trimmed secret 4..8,", with: takes + ",").replacing("knowledge: pin", with: earns)
      return SmallContract.read(text).findings.map(\.code.id)
    }
    let (typed, sent) = ("{ pin: { channel: typed } }", "{ pin: { channel: typed }, phone: { channel: sms } }")
    let silent = "{ pin: { channel: other-device }, card: { channel: page }, key: { channel: device } }"
    #expect(codes(typed, "pin: secret", "knowledge: pin") == [])
    #expect(codes(typed, "pin: secret", "knowledge: pin, inherence: pin") == [])
    #expect(codes(typed, "name: text 1..", "knowledge: pin") == ["MFA185"])
    #expect(codes(typed, "grant: flag", "inherence: pin") == ["MFA185"])
    #expect(codes(typed, "pin: optional secret", "knowledge: pin") == ["MFA185"])
    #expect(codes(sent, "code: secret", "knowledge: pin, possession: phone") == ["MFA185"])
    #expect(codes(sent, "\"pin, code\": secret", "knowledge: pin, possession: phone") == [])
    #expect(codes("{ pin: { channel: voice } }", "user: user text", "possession: [pin]") == ["MFA185"])
    #expect(codes(silent, "grant: flag", "possession: [pin, key], knowledge: card") == [])
  }

  @Test("REL-ID's contract states every authenticator that it earns or enrols, and claims no key of any")
  func relid() throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let named = Set(contract.calls.flatMap { $0.replies.flatMap { $0.earns + $0.enrols } }.map(\.authenticator))
    #expect(Set(contract.authenticators.map(\.name)) == named)
    #expect(!contract.authenticators.contains { $0.isPhishingResistant || $0.isNonExportable })
  }
}
