// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

@Suite struct AuthenticatorTests {
  private static func read(_ authenticators: String) -> Outcome<Contract> {
    SmallContract.read(
      SmallContract.text.replacing("constants: {", with: "authenticators: \(authenticators)\nconstants: {"))
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
      "constants: {", with: "authenticators: { pin: { channel: typed }, mailbox: { channel: email } }\nconstants: {")
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

  @Test("a contract that states none of its authenticators may name any, and none of them is phishing-resistant")
  func unstated() throws {
    let contract = try #require(SmallContract.read(SmallContract.text).value)
    #expect(contract.authenticators.isEmpty && contract.authenticator(named: "pin") == nil)
  }

  @Test("REL-ID's contract states every authenticator that it earns or enrols, and claims no key of any")
  func relid() throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let named = Set(contract.calls.flatMap { $0.replies.flatMap { $0.earns + $0.enrols } }.map(\.authenticator))
    #expect(Set(contract.authenticators.map(\.name)) == named)
    #expect(!contract.authenticators.contains { $0.isPhishingResistant || $0.isNonExportable })
  }
}
