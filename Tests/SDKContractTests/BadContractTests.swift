// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

@Suite struct BadContractTests {
  @Test("a wrong contract gives its finding at its place", arguments: cases)
  func finding(_ bad: BadContract) throws {
    let (text, place) = try #require(bad.marked, "the small contract no longer says \(bad.old)")
    let outcome = SmallContract.read(text)
    #expect((outcome.value == nil) == (bad.code.severity == .error))
    let found = outcome.findings.filter { $0.code == bad.code }
    #expect(found.map(\.range) == [place], "\(outcome.findings.map { "\($0.code.slug) \($0.range) \($0.message)" })")
    for finding in outcome.findings {
      #expect(finding.message.count <= 90, "\(finding.message)")
      #expect(!finding.message.hasSuffix("."))
      #expect(finding.help != nil)
    }
  }

  @Test("every rule has a bad contract")
  func coverage() {
    let covered = Set(Self.cases.map(\.code))
    #expect(ContractRules.all.filter { !covered.contains($0) }.map(\.slug) == [])
  }

  @Test("a severity behind two lists is refused: no guard of a flow could be held to it")
  func severityBehindTwoLists() throws {
    let text = SmallContract.text
      .replacing("level: level, ignore: flag }", with: "level: level, ignore: flag }\n  group: { alarms: list alarm }")
      .replacing("list alarm, mayWait", with: "list alarm, groups: list group, mayWait")
      .replacing("needsAnswer: true", with: "needsAnswer: true\n    severity: groups.alarms.level")
    let outcome = SmallContract.read(text)
    #expect(outcome.value == nil)
    #expect(outcome.findings.map(\.message) == ["`groups.alarms.level` leads through more than one list"])
    let one = SmallContract.read(text.replacing("groups.alarms.level", with: "alarms.level"))
    #expect(one.findings.map(\.message) == [])
  }

  private typealias Rules = ContractRules

  static let cases: [BadContract] = [
    BadContract(Rules.unknownName, "kind: notice", "kind: <<note>>"),
    BadContract(Rules.unknownName, "enters: open,", "enters: <<opn>>,"),
    BadContract(Rules.unknownName, "informational: true", "reveals: <<everybody>>"),
    BadContract(Rules.unknownName, "cancels: alarms", "cancels: <<alarm>>"),
    BadContract(Rules.unknownName, "after: enterPIN", "after: <<enterPiN>>"),
    BadContract(Rules.unknownName, "answers: askPIN", "answers: <<askPin>>"),
    BadContract(Rules.unknownName, "abandon: cancel", "abandon: <<cancle>>"),
    BadContract(Rules.unknownName, "signedIn: open", "signedIn: <<opened>>"),
    BadContract(Rules.unknownName, "hint: text from", "hint: <<txt>> from"),
    BadContract(Rules.unknownName, "list alarm,", "list <<alarms>>,"),
    BadContract(Rules.unknownName, "[enter, choose]", "[enter, <<chose>>]"),
    BadContract(Rules.unknownName, "choose: opened", "<<chose>>: opened"),
    BadContract(Rules.unknownName, "earns: { knowledge", "earns: { <<knowlege>>"),
    BadContract(Rules.unknownName, "askPIN(enter) 5 error,", "askPIN(enter) <<7>> error,"),
    BadContract(Rules.unknownName, "askPIN(enter) 5 error,", "askPIN(<<entr>>) 5 error,"),
    BadContract(Rules.unknownName, "askPIN(enter) 5 error,", "askPIN(enter) <<wrong-pn>> error,"),
    BadContract(Rules.unknownName, "opened error 9:", "<<opend>> error 9:"),
    BadContract(Rules.wrongType, "needsAnswer: true", "severity: <<alarms.alarmID>>"),
    BadContract(Rules.wrongType, "needsAnswer: true", "severity: <<alarms.grave>>"),
    BadContract(Rules.wrongType, "echo: pinMode", "accepts: <<pin>>"),
    BadContract(Rules.wrongType, "echo: pinMode", "accepts: <<never>>"),
    BadContract(Rules.badName, "  ready:", "  <<\"re ady\">>:"),
    BadContract(Rules.badName, "{ ignore: flag }", "{ ignore: flag, <<1st>>: text }"),
    BadContract(Rules.badName, "knowledge: pin", "knowledge: <<my pin>>"),
    BadContract(Rules.duplicateName, "aliases: [unlocked]", "aliases: [<<ready>>]"),
    BadContract(Rules.duplicateName, "name: pin-expired", "name: <<wrong-pin>>"),
    BadContract(Rules.duplicateName, "hint: text from HINT", "hint: text from HINT, <<pinMode>>: text"),
    BadContract(Rules.duplicateName, "hint: text from", "<<hint>>: user text from"),
    BadContract(Rules.duplicateName, "[LOW, HIGH]", "[LOW, <<LOW>>]"),
    BadContract(Rules.duplicateNumber, "choose: 1 }", "choose: <<0>> }"),
    BadContract(Rules.duplicateNumber, "'on': 1 }", "'on': <<0>> }"),
    BadContract(Rules.duplicateNumber, "success: [0]", "success: [0, <<0>>]"),
    BadContract(Rules.reservedName, "  ready:", "  <<else>>:"),
    BadContract(Rules.reservedName, "name: wrong-pin", "name: <<error>>"),
    BadContract(Rules.reservedName, "  level: [", "  <<list>>: ["),
    BadContract(Rules.reservedName, "contract: pinpad", "contract: <<true>>"),
    BadContract(Rules.reservedName, "  ready:", "  <<'True'>>:"),
    BadContract(Rules.reservedName, "aliases: [unlocked]", "aliases: [unlocked, <<'true'>>]"),
    BadContract(Rules.reservedName, "modes: { enter: 0", "modes: { <<'false'>>: 0"),
    BadContract(Rules.badType, "pin: trimmed secret 4..8", "pin: trimmed secret <<8..4>>"),
    BadContract(Rules.badType, "pin: trimmed secret 4..8", "pin: trimmed secret <<4.8>>"),
    BadContract(Rules.badType, "pin: trimmed secret 4..8", "pin: trimmed secret <<long>>"),
    BadContract(Rules.badType, "hint: text from HINT", "hint: <<optional>> text"),
    BadContract(Rules.badType, "list alarm,", "<<list>>,"),
    BadContract(Rules.badType, "{ pinMode: [enter, choose] }", "<<{ pinMode: [enter], other: [choose] }>>"),
    BadContract(Rules.badSource, "source: weak forum", "source: <<forum>>"),
    BadContract(Rules.badSource, "source: weak forum", "source: <<weak>>"),
    BadContract(Rules.badSource, "opened error 9: given manual 2", "opened error 9: <<manual>> 2"),
    BadContract(Rules.badVersion, "version: 1.0.0", "version: <<1.0>>"),
    BadContract(Rules.badNumber, "  9: {", "  <<nine>>: {"),
    BadContract(Rules.badNumber, "  5: {", "  <<05>>: {"),
    BadContract(Rules.badNumber, "  5: {", "  <<4294967301>>: {"),
    BadContract(Rules.badNumber, "choose: 1 }", "choose: <<-1>> }"),
    BadContract(Rules.badNumber, "choose: 1 }", "choose: <<4294967297>> }"),
    BadContract(Rules.badNumber, "rank: 3,", "rank: <<256>>,"),
    BadContract(Rules.badReply, "opened error 9:", "opened error <<wrong-pin>>:"),
    BadContract(Rules.badReply, "opened error 9:", "<<opened(>> error 9:"),
    BadContract(Rules.badReply, "answers: askPIN", "answers: <<askPIN(enter)>>"),
    BadContract(Rules.badReply, "answers: askPIN", "answers: <<askPIN error>>"),
    BadContract(Rules.codeElsewhere, "opened error 9:", "opened <<5>>:"),
    BadContract(Rules.codeElsewhere, "askPIN(enter) 5 error", "askPIN(choose) <<wrong-pin>> error"),
    BadContract(Rules.errorElsewhere, "opened error 9:", "opened error <<10>>:"),
    BadContract(Rules.successCode, "  5: {", "  <<0>>: {"),
    BadContract(Rules.successCode, "in: askPIN(choose)", "in: <<askPIN(choose)>>")
      .at("modes: { pinMode: [enter, choose] }", "modes: { pinMode: [enter, choose] }\n    success: [6]"),
    BadContract(Rules.noStatus, "needsAnswer: true", "success: <<[7]>>"),
    BadContract(Rules.nothingNamed, "enters: open, fields", "enters: open, success: <<[]>>, fields"),
    BadContract(Rules.wrongType, "enters: open, fields", "enters: open, requires: { <<doors>>: 'on' }, fields"),
    BadContract(Rules.unknownName, "enters: open, fields", "enters: open, requires: { door: <<ajar>> }, fields"),
    BadContract(Rules.successCode, "opened error 9:", "opened <<0>>:"),
    BadContract(Rules.successCode, "askPIN(choose): {", "askPIN(choose) <<6>>: {"),
    BadContract(Rules.modeElsewhere, "opened error 9:", "opened(<<enter>>) error 9:"),
    BadContract(Rules.modeElsewhere, "patience: 5s", "patience: 5s\n    byMode: { <<enter>>: shutDown }"),
    BadContract(Rules.noStatus, "events: [askPIN, opened]", "events: [askPIN, <<alarms>>]"),
    BadContract(Rules.noStatus, "in: askPIN(choose)", "in: <<alarms>>"),
    BadContract(Rules.noStatus, "{ shutDown: {", "{ <<alarms error>>: {}, shutDown: {"),
    BadContract(
      Rules.nowhere, "9: { name: no-power, events: [askPIN, opened], calls: enterPIN,", "<<9>>: { name: no-power,"),
    BadContract(Rules.unknownField, "echo: pinMode", "echo: <<mode>>"),
    BadContract(Rules.unknownField, "each: alarms", "each: <<alarm>>"),
    BadContract(Rules.unknownField, "requires: mayWait", "requires: <<canWait>>"),
    BadContract(Rules.attemptsNotStated, "boundedBy: attemptsLeft, attempts: unknown", "boundedBy: <<attemptsLeft>>"),
    BadContract(Rules.unknownField, "boundedBy: attemptsLeft", "boundedBy: <<attempts>>"),
    BadContract(Rules.unknownField, "echo: alarms.alarmID", "echo: <<alarms.id>>"),
    BadContract(Rules.wrongType, "requires: mayWait", "requires: <<alarms>>"),
    BadContract(Rules.wrongType, "each: alarms", "each: <<mayWait>>"),
    BadContract(Rules.wrongType, "boundedBy: attemptsLeft", "boundedBy: <<hint>>"),
    BadContract(Rules.wrongType, "user: user text", "user: <<user count>>"),
    BadContract(Rules.wrongType, "attemptsLeft: attempts count", "attemptsLeft: <<attempts text>>"),
    BadContract(Rules.wrongType, "door: optional door", "door: <<trimmed door>>"),
    BadContract(Rules.wrongType, "door: optional door", "door: <<flag 1..2>>"),
    BadContract(Rules.wrongType, "takes: { ignore: flag }", "takes: { ignore: text }").at(
      "each: alarms", "each: <<alarms>>"),
    BadContract(Rules.unknownParameter, "given: { door: 'on' }", "given: { <<doors>>: 'on' }"),
    BadContract(Rules.wrongValue, "given: { door: 'on' }", "given: { door: <<open>> }"),
    BadContract(Rules.wrongValue, "given: { door: 'on' }", "given: { pin: <<1234>> }"),
    BadContract(Rules.wrongValue, "{ ignore: false }", "{ ignore: <<no>> }"),
    BadContract(
      Rules.interruptWithoutRank, "  shutDown: { kind: interrupt, rank: 3,", "  <<shutDown>>: { kind: interrupt,"),
    BadContract(
      Rules.equalRanks, "  shutDown: { kind: interrupt, rank: 3,", "  <<shutDown>>: { kind: interrupt, rank: 2,"),
    BadContract(Rules.interruptKey, "ready: { kind: notice,", "ready: { kind: notice, <<rank>>: 1,"),
    BadContract(Rules.answersReport, "cancel: {", "cancel: { answers: <<opened>>,"),
    BadContract(Rules.answersReport, "cancel: {", "cancel: { answers: <<ready>>,"),
    BadContract(Rules.unanswered, "  ready: { kind: notice", "  <<ready>>: { kind: challenge"),
    BadContract(Rules.unanswered, "      choose: opened\n", "").at("  askPIN:", "  <<askPIN>>:"),
    BadContract(Rules.replyTwice, "choose: opened", "choose: opened, <<opened>>"),
    BadContract(Rules.replyByNotice, "choose: opened", "choose: opened, <<ready>>"),
    BadContract(
      Rules.proofWithoutSecret, "    echo: pinMode\n", "    echo: pinMode\n    accepts: <<always>>\n"),
    BadContract(Rules.noticeWithEffect, "  ready: { kind: notice,", "  <<ready>>: { kind: notice, losesProofs: true,"),
    BadContract(Rules.noticeWithEffect, "  ready: { kind: notice,", "  <<ready>>: { kind: notice, cancels: alarms,"),
    BadContract(
      Rules.noticeWithEffect, "  ready: { kind: notice,", "  <<ready>>: { kind: notice, fields: { who: user text },"),
    BadContract(
      Rules.noticeWithEffect, "ready: { kind: notice", "<<ready>>: { kind: notice, enters: open"),
    BadContract(Rules.noticeWithEffect, "ready: { kind: notice", "<<ready>>: { kind: notice, enters: closed"),
    BadContract(
      Rules.noticeWithEffect, "  closed: { abandon: cancel }", "  closed: { abandon: cancel }\n  shut: { closed: true }"
    ).at("ready: { kind: notice", "<<ready>>: { kind: notice, enters: shut"),
    BadContract(
      Rules.replyByNotice, "calls:\n  enterPIN:",
      "populations: { some: { comes: <<ready>>, source: chosen } }\ncalls:\n  enterPIN:"),
    BadContract(Rules.proofOfFailure, "opened: { earns", "<<opened error>>: { earns"),
    BadContract(Rules.abandonNotPossible, "open: {}", "open: { abandon: <<cancel>> }"),
    BadContract(Rules.abandonNotPossible, "abandon: cancel", "abandon: <<enterPIN>>"),
    BadContract(Rules.badNumber, "patience: 30s", "patience: <<0s>>"),
    BadContract(Rules.badNumber, "echo: pinMode", "patience: <<0m>>\n    echo: pinMode"),
    BadContract(Rules.successCode, "informational: true", "informational: true, attempts: <<3>>"),
    BadContract(Rules.successCode, "informational: true", "informational: true, shutsOut: <<true>>"),
    BadContract(Rules.answersNothing, "cancel: {", "cancel: { requires: <<mayWait>>,"),
    BadContract(Rules.answersNothing, "leadsTo: {}", "leadsTo: { opened: { echo: <<door>> } }"),
    BadContract(Rules.nothingNamed, "aliases: [unlocked]", "aliases: <<[]>>"),
    BadContract(Rules.nothingNamed, "success: [0]", "success: <<[]>>"),
    BadContract(
      Rules.tooLarge, "hint: text from",
      "hint: \(String(repeating: "list ", count: 8))<<list>> \(String(repeating: "list ", count: 100))text from"),
    stating("{ \((0..<33).map { "k\($0): { channel: device }" }.joined(separator: ", ")) }", Rules.tooLarge).at(
      "earns: { knowledge: pin }",
      "earns: { knowledge: [\((0..<32).map { "k\($0)" }.joined(separator: ", ")), <<k32>>] }"),
    stating("{ pan: { channel: typed } }", Rules.unknownName).at(
      "earns: { knowledge: pin", "earns: { knowledge: <<pin>>"),
    stating("{ pin: { channel: typed } }", Rules.unknownName).at(
      "choose: opened", "choose: { opened: { enrols: { knowledge: <<pam>> } } }"),
    stating("{ pin: { channel: <<typd>> } }", Rules.unknownName),
    stating("{ pin: { channel: typed }, <<\"p n\">>: { channel: typed } }", Rules.badName),
    stating("{ pin: { channel: typed }, <<inherence>>: { channel: device } }", Rules.reservedName),
    stating("{ pin: { channel: typed }, <<none>>: { channel: device } }", Rules.reservedName),
    BadContract(Rules.reservedName, "knowledge: pin", "knowledge: <<possession>>"),
    stating("<<{}>>", Rules.nothingNamed),
    stating("{ pin: { channel: email } }", Rules.channelProvesNothing).at(
      "earns: { knowledge: pin", "earns: { knowledge: <<pin>>"),
    BadContract(Rules.proofWithoutSecret, "trimmed secret 4..8,", "trimmed text 4..8,").at(
      "knowledge: pin", "knowledge: <<pin>>"),
    BadContract(Rules.proofWithoutSecret, "trimmed secret 4..8,", "optional secret 4..8,").at(
      "knowledge: pin", "knowledge: [<<pin>>]"),
    stating("{ pin: { channel: typed }, phone: { channel: voice } }", Rules.proofWithoutSecret).at(
      "knowledge: pin", "knowledge: pin, possession: <<phone>>"),
    BadContract(Rules.channelNotStated, SmallContract.authenticators, "").at("knowledge: pin", "knowledge: <<pin>>"),
    BadContract(Rules.wrongType, "user: user text", "user: <<private user text>>"),
    BadContract(Rules.badType, "takes: { ignore: flag }", "takes: { ignore: <<private>> flag }"),
    stating("{ pin: { channel: typed, phishingResistant: <<true>> } }", Rules.channelWithoutKey),
    stating("{ pin: { channel: sms, phishingResistant: <<true>> } }", Rules.channelWithoutKey),
    stating("{ pin: { channel: other-device, nonExportable: <<true>> } }", Rules.channelWithoutKey),
  ]

  /// The small contract, which states its authenticators so.
  private static func stating(_ authenticators: String, _ code: DiagnosticCode) -> BadContract {
    BadContract(code, SmallContract.authenticators, "authenticators: \(authenticators)\n")
  }
}

/// Rules of YAML, of which a contract makes use.
@Suite struct BadWritingTests {
  static let cases: [(String, String, String)] = [
    ("unknown-key", "kind: notice", "kind: notice, <<kin>>: x"),
    ("unknown-key", "version:", "<<vers>>: x\nversion:"),
    ("missing-key", "{ phases: closed, enters: closed, losesProofs: true, leadsTo: {},", "<<{>> phases: closed,"),
    ("duplicate-key", "  6: {", "  <<5>>: {"),
    ("wrong-kind", "success: [0]", "success: <<0>>"),
    ("missing-unit", "patience: 5s", "patience: <<5>>"),
    ("not-a-flag", "terminal: true", "terminal: <<yes>>"),
    ("not-a-flag", "open: {}", "open: { closed: <<yes>> }"),
    ("unknown-key", "open: {}", "open: { <<close>>: true }"),
  ]

  @Test("a contract keeps the rules of YAML", arguments: cases)
  func finding(_ slug: String, _ old: String, _ new: String) throws {
    let bad = BadContract(DiagnosticCode("MFA000", slug), old, new)
    let (text, place) = try #require(bad.marked)
    let outcome = SmallContract.read(text)
    #expect(outcome.value == nil)
    #expect(outcome.findings.contains { $0.code.slug == slug && $0.range.start == place.start })
  }
}
