// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

/// Words of the small contract that are written otherwise, and all that is said of it.
struct ContractSlip: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: String
  let new: String
  /// Of each finding its code, its place, what it says and the cure.
  let found: [String]

  init(_ name: String, _ old: String, _ new: String, _ found: String...) {
    (testDescription, self.old, self.new, self.found) = (name, old, new, found)
  }

  static func found(in text: String) -> [String] {
    SmallContract.read(text).findings.map { finding in
      "\(finding.code.id) \(finding.range.start.line):\(finding.range.start.column) \(finding.message): "
        + (finding.help ?? "")
    }
  }

  static let all = [
    ContractSlip(
      "a misspelt outermost key", "calls:\n", "call:\n",
      "MFA120 38:1 a contract has no key `call`: did you mean `calls`? allowed here: `contract`, "
        + "`version`, `patience`, `success`, `phases`, `signedIn`, `modes`, `types`, `constants`, "
        + "`authenticators`, `codes`, `errors`, `events`, `calls`, `populations`"),
    ContractSlip(
      "a code without a source, which a call names, too", "attempts: unknown, source: given manual 2 }",
      "attempts: unknown }", "MFA121 17:6 a status code must have the key `source`: add `source: …` to it"),
    ContractSlip(
      "a call's name too deep", "  handleAlarms:\n", "    handleAlarms:\n",
      "MFA101 51:5 this line is indented too deep: indent it as line 39: with 2 spaces"),
    ContractSlip(
      "a call's first key not indented", "    answers: alarms\n", "  answers: alarms\n",
      "MFA101 52:3 this line stands too far to the left: indent it as line 53: with 4 spaces"),
    ContractSlip(
      "a whole event too deep", "  opened: { kind", "    opened: { kind",
      "MFA120 28:5 `opened` is indented too deep: it stands in an event: indent it less, as the names "
        + "beside which it belongs, and what stands below it as well"),
    ContractSlip(
      "a mode that is not there, of a code", "in: askPIN(enter)", "in: askPIN(entr)",
      "MFA150 17:36 `entr` is not a mode of this contract: did you mean `enter`?"),
    ContractSlip(
      "a mode that is not there, of an event", "[enter, choose]", "[enter, chose]",
      "MFA150 25:31 `chose` is not a mode of this contract: did you mean `choose`?"),
    ContractSlip(
      "bounds with a dash", "4..8", "4-8",
      "MFA155 42:34 bounds are written from the least to the greatest, not `4-8`: write `1..64`, `1..` or `..64`"),
    ContractSlip(
      "a type of other languages", "attempts count", "attempts number",
      "MFA150 26:55 `number` is not a type of this contract: write `count`"),
    ContractSlip(
      "an authenticator that is not there", "knowledge: pin", "knowledge: pn",
      "MFA150 46:39 `pn` is not an authenticator of this contract: this contract has `pin`"),
    ContractSlip(
      "a code that is not there", "askPIN(enter) 5", "askPIN(enter) 55",
      "MFA150 47:23 `55` is not a status code of this contract: this contract has `5`, `6`"),
    ContractSlip(
      "a factor by another name", "knowledge: pin", "ownership: pin",
      "MFA150 46:28 `ownership` is not a factor: did you mean `possession`?"),
    ContractSlip(
      "a misspelt key that must be there", "version: 1", "verson: 1",
      "MFA120 2:1 a contract has no key `verson`: did you mean `version`? allowed here: `contract`, "
        + "`version`, `patience`, `success`, `phases`, `signedIn`, `modes`, `types`, `constants`, "
        + "`authenticators`, `codes`, `errors`, `events`, `calls`, `populations`"),
    ContractSlip(
      "a key that another language has", "ready: { kind", "ready: { type",
      "MFA120 22:12 an event has no key `type`: did you mean `kind`? allowed here: `kind`, `aliases`, `status`, "
        + "`enters`, `modes`, `requires`, `success`, `fields`, `rank`, `terminal`, `losesProofs`, `again`, `cancels`, "
        + "`needsAnswer`, `barsCalls`, `severity`, `after`, `meaning`, `source`"),
    ContractSlip(
      "an event that stands twice", "  ready:", "  askPIN:",
      "MFA111 23:3 the key `askPIN` stands twice in this map: remove one of them, or give it another name"),
    ContractSlip(
      "a misspelt word in front of a type", "trimmed secret", "trimed secret",
      "MFA150 42:19 `trimed` is not a type of this contract: did you mean `trimmed`?"),
    ContractSlip(
      "another one", "attempts count", "attempt count",
      "MFA150 26:46 `attempt` is not a type of this contract: did you mean `attempts`?"),
    ContractSlip(
      "a comma between codes", "askPIN(enter) 5 error, opened", "askPIN(enter) 5, 5, opened",
      "MFA159 47:9 a comma stands between events, and not between the codes of one: write `askPIN(enter) 5 5, opened "
        + "error 9`"),
    ContractSlip(
      "a dash before the first line", "phases:\n  closed", "phases:\n  - closed",
      "MFA101 6:3 only this line begins with a dash: take the dash out, or begin each item of the list with `- `"),
  ]
}

@Suite("One slip of the hand in a contract")
struct ContractSlipTests {
  @Test("what is said leads to the slip and to its cure, and nothing is said that follows", arguments: ContractSlip.all)
  func isTold(_ slip: ContractSlip) throws {
    let range = try #require(SmallContract.text.range(of: slip.old), "the small contract does not hold \(slip.old)")
    #expect(ContractSlip.found(in: SmallContract.text.replacingCharacters(in: range, with: slip.new)) == slip.found)
  }

  @Test("a block that stands too deep is one finding")
  func block() throws {
    let start = try #require(SmallContract.text.range(of: "events:\n")?.lowerBound)
    let end = try #require(SmallContract.text.range(of: "calls:\n  enterPIN")?.lowerBound)
    let deeper = SmallContract.text[start..<end].split(separator: "\n").map { "  \($0)\n" }.joined()
    #expect(
      ContractSlip.found(in: SmallContract.text.replacingCharacters(in: start..<end, with: deeper)) == [
        "MFA120 21:3 `events` is indented below `errors`: begin it in the first column, and move what stands "
          + "below it as far to the left"
      ])
  }
}
