// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import Values

@testable import SDKContract

@Suite struct ContractReaderTests {
  @Test("a contract that keeps the rules reads without findings")
  func small() throws {
    let outcome = SmallContract.read(SmallContract.text)
    #expect(outcome.findings.map(\.message) == [])
    let contract = try #require(outcome.value)
    #expect(contract.name == "pinpad")
    #expect(contract.version == "1.0.0")
    #expect(contract.signedInPhase == contract.phase(named: "open"))
    #expect(contract.constants == ["site": .text("north"), "floors": .int(3), "guarded": .flag(true)])
    #expect(contract.event(named: "unlocked") == contract.event(named: "opened"))
    #expect(contract.origins == [FieldOrigin(owner: "askPIN", field: "hint", origin: "HINT")])
  }

  @Test(
    "a character that no file may hold hides nothing else that is wrong",
    arguments: [("patience", "pati\u{7}ence"), ("30s", "30s\u{200B}"), ("30s", "30s # \u{202E}")])
  func characters(old: String, new: String) {
    let wrong = SmallContract.text.replacing("signedIn: open", with: "signedIn: opn")
    let known = SmallContract.read(wrong).findings.map(\.code.id)
    let outcome = SmallContract.read(wrong.replacing(old, with: new))
    #expect(!known.isEmpty && outcome.value == nil)
    #expect(outcome.findings.count == known.count + 1)
    #expect(known.allSatisfy(outcome.findings.map(\.code.id).contains))
  }

  @Test("the words of a type are whatever the SDK sends", arguments: ["in progress", "a.b", "'12'", "'true'", "no-1"])
  func words(word: String) {
    let outcome = SmallContract.read(SmallContract.text.replacing("[LOW, HIGH]", with: "[LOW, HIGH, \(word)]"))
    #expect(outcome.findings.map(\.message) == [])
    #expect(outcome.value != nil)
  }

  @Test("a constant is of the type in which it is written, and a text in quotes or where no number is written so")
  func constants() throws {
    let text = SmallContract.text.replacing(
      "site: north, floors: 3,", with: "site: '4', floors: -3, branch: 0711, more: +5, open: 'true',")
    let contract = try #require(SmallContract.read(text).value)
    #expect(
      contract.constants == [
        "site": .text("4"), "floors": .int(-3), "branch": .text("0711"), "more": .text("+5"), "open": .text("true"),
        "guarded": .flag(true),
      ])
  }

  @Test("an event says what it carries and who its user is")
  func event() throws {
    let contract = try #require(SmallContract.read(SmallContract.text).value)
    let ask = contract[try #require(contract.event(named: "askPIN"))]
    #expect(ask.modeField == "pinMode")
    #expect(ask.modes == [0, 1])
    #expect(ask.fields.fields.map(\.name) == ["pinMode", "user", "attemptsLeft", "hint"])
    #expect(ask.userField == "user")
    #expect(ask.attemptsField == "attemptsLeft")
    #expect(ask.hasStatus)
    let alarms = contract[try #require(contract.event(named: "alarms"))]
    #expect(!alarms.hasStatus && alarms.needsAnswer && alarms.rank == 2)
    #expect(alarms.after == [try #require(contract.call(named: "enterPIN"))])
    #expect(ask.after.isEmpty)
  }

  @Test(
    "an event may have success codes of its own, and values that a success must have",
    arguments: [
      (nil, nil, .error(nil)), (0, nil, .error(nil)), (7, nil, .success), (5, nil, .code(5)), (7, 1, .success),
      (7, 0, .error(nil)), (7, 2, .error(nil)),
    ] as [(Int?, Int?, ReplyOutcome)])
  func ownSuccess(_ status: Int?, _ door: Int?, _ outcome: ReplyOutcome) throws {
    let text = SmallContract.text.replacing(
      "aliases: [unlocked], enters: open,", with: "enters: open, success: [7], requires: { door: 'on' },")
    let contract = try #require(SmallContract.read(text).value)
    let opened = contract[try #require(contract.event(named: "opened"))]
    let data = Record(door.map { [.init("door", .int($0))] } ?? [])
    #expect(contract.outcome(of: opened, status: status, error: 0, data: data) == outcome)
    #expect(contract.outcome(of: opened, status: status, error: 9, data: data) == .error(9))
  }

  @Test("a call says what it takes and what it may lead to")
  func call() throws {
    let contract = try #require(SmallContract.read(SmallContract.text).value)
    let enter = contract[try #require(contract.call(named: "enterPIN"))]
    let opened = try #require(contract.event(named: "opened"))
    let ask = try #require(contract.event(named: "askPIN"))
    let pin = try #require(enter.parameter(named: "pin"))
    #expect(pin.type == .secret && pin.isTrimmed && pin.minimum == 4 && pin.maximum == 8 && !pin.isOptional)
    #expect(enter.patience == 30_000)
    #expect(enter.rejections == [9])
    #expect(enter.answeredModes == [0, 1])
    #expect(enter.replies.count == 6)
    #expect(enter.replies[0].earns == [Proof(factor: .knowledge, authenticator: "pin")])
    #expect(enter.replies[1].event == ask && enter.replies[1].mode == 0 && enter.replies[1].outcome == .code(5))
    #expect(enter.replies[2].outcome == .error(nil))
    #expect(enter.replies[3].event == opened && enter.replies[3].outcome == .error(9))
    #expect(enter.replies[3].confidence == .given && enter.replies[3].source == "manual 2")
    #expect(enter.replies[4].given == ["door": .int(1)])
    #expect(enter.replies(underMode: 1).map(\.event) == [opened])
    let alarms = contract[try #require(contract.call(named: "handleAlarms"))]
    #expect(alarms.each == "alarms" && alarms.requiresField == "mayWait" && alarms.patience == 5000)
    #expect(alarms.replies.last?.echo == ["alarms", "alarmID"])
    #expect(alarms.answeredModes == nil)
    let cancel = contract[try #require(contract.call(named: "cancel"))]
    #expect(cancel.patience == nil && cancel.replies.isEmpty && cancel.losesProofs)
  }

  @Test("in a closed phase only calls are legal that name it; any other call can not lead out of it")
  func closedPhase() throws {
    let text = SmallContract.text.replacing("open: {}", with: "open: { closed: true }")
    let contract = try #require(SmallContract.read(text).value)
    #expect(contract.phases.map(\.isClosed) == [false, true])
    let (closed, open) = (
      try #require(contract.phase(named: "closed")), try #require(contract.phase(named: "open"))
    )
    // `handleAlarms` names no phase, `cancel` names `closed`.
    let anywhere = try #require(contract.call(named: "handleAlarms"))
    let named = try #require(contract.call(named: "cancel"))
    #expect(contract.isLegal(anywhere, in: closed) && !contract.isLegal(anywhere, in: open))
    #expect(contract.isLegal(named, in: closed) && !contract.isLegal(named, in: open))

    let way = SmallContract.text.replacing("closed: { abandon", with: "closed: { closed: true, abandon")
    #expect(SmallContract.read(way).findings.isEmpty)
    let outcome = SmallContract.read(way.replacing("cancel: { phases: closed,", with: "cancel: {"))
    #expect(outcome.value == nil)
    #expect(outcome.findings.map(\.message) == ["`cancel` is not legal in the phase `closed`"])
  }

  @Test("all that is wrong is told in one go")
  func allAtOnce() throws {
    var text = SmallContract.text
    for (old, new) in [
      ("kind: notice", "kind: notic"), ("phases: closed\n", "phases: clsed\n"), ("echo: pinMode", "echo: pinMod"),
    ] {
      let range = try #require(text.range(of: old))
      text.replaceSubrange(range, with: new)
    }
    let outcome = SmallContract.read(text)
    #expect(outcome.value == nil)
    #expect(
      outcome.findings.map(\.code.slug) == [
        "unknown-contract-name", "unknown-contract-field", "unknown-contract-name",
      ])
    #expect(
      outcome.findings.map(\.help) == [
        "did you mean `notice`?", "did you mean `pinMode`?", "did you mean `closed`?",
      ])
  }

  @Test("rules have distinct numbers in their range, and distinct names")
  func rules() {
    let all = ContractRules.all
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(all.map(\.slug)).count == all.count)
    #expect(all.allSatisfy { ("MFA150"..."MFA199").contains($0.id) })
  }

  @Test("an embedded contract is found by its name, and no other")
  func embedded() {
    #expect(EmbeddedContracts.names.allSatisfy { EmbeddedContracts.contract(named: $0)?.name == $0 })
    #expect(EmbeddedContracts.contract(named: "nobody") == nil)
  }

  @Test("a code that the SDK counts says up to which number, or that nobody states it")
  func attempts() throws {
    let lost = SmallContract.text.replacing("attempts: unknown, ", with: "")
    let outcome = ContractReader.read(SourceFile(path: "small.yaml", text: lost))
    #expect(outcome.value != nil)
    #expect(outcome.findings.map(\.code) == [ContractRules.attemptsNotStated])
    #expect(outcome.findings.first?.message == "`wrong-pin` is counted by the SDK, and nothing says up to which number")
    let known = SmallContract.text.replacing("attempts: unknown", with: "attempts: 3")
    for (text, most) in [(SmallContract.text, nil), (known, 3)] {
      let outcome = ContractReader.read(SourceFile(path: "small.yaml", text: text))
      #expect(outcome.findings.isEmpty)
      #expect(outcome.value?.codes.first { $0.boundedBy != nil }?.attempts == most)
    }
  }
}
