// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

/// What follows from a line below `remove:` has a note at that line.
@Suite("Notes at removals")
struct RemovalNoteTests {
  private static func notes(_ changes: String, _ code: String) -> [String] {
    VariantTests.compile(VariantTests.variant(changes)).findings.filter { $0.code.id == code }.flatMap(\.notes).map(
      \.message)
  }

  @Test("what is wrong because something was removed has a note at the line that removes it, and nothing else has")
  func removalNotes() {
    func removed(_ path: String) -> String { "`\(path)` is removed here" }
    #expect(
      Self.notes("remove: [steps.identify.tries]", "MFA307") == [removed("steps.identify.tries")])
    #expect(
      Self.notes("remove: [steps.signedIn.choices.finish, steps.identify.tries]", "MFA307")
        == [removed("steps.identify.tries")])
    // Neither line alone leaves the step without a way on.
    let both = "steps.identify.choices.leave, steps.identify.then.101"
    let change = "change: { steps.identify.answer: checkUser }\n"
    #expect(!VariantTests.compile(VariantTests.variant(change + "remove: [\(both)]")).findings.isEmpty)
    for finding in VariantTests.compile(VariantTests.variant(change + "remove: [\(both)]")).findings {
      #expect(!finding.notes.contains { $0.message.contains("is removed here") }, "\(finding)")
    }
    // What is wrong in the base as well is not the variant's doing.
    let flawed = VariantTests.base.replacing("tries: 3\n    ", with: "")
    let findings = VariantTests.compile(
      VariantTests.variant("remove: [steps.identify.choices.later]"), ["base.yaml": flawed]
    ).findings.filter { $0.code.id == "MFA307" }
    #expect(findings.count == 1 && findings.allSatisfy(\.notes.isEmpty), "\(findings)")
  }

  @Test("an end that a variant makes a wish is one finding, at the line that does so, with the lines that lead there")
  func changedEnd() {
    let base = VariantTests.base.replacing(
      "101: { retry: again }", with: "101: { retry: again }, 138: failed, getUser 166: failed")
    let made = VariantTests.compile(
      VariantTests.variant("change: { ends.failed.outcome: ended }"), ["base.yaml": base])
    let told = made.findings.filter { $0.code.id == "MFA443" }
    #expect(told.count == 1 && told.first?.range.file == .first, "\(made.findings)")
    #expect(told.first?.notes.count ?? 0 >= 2, "\(made.findings)")
  }

  @Test("what is not looked for without a line is not told to come of that line")
  func unlooked() {
    let base = VariantTests.base.replacing("later: { to: left }", with: "later: { to: gone }")
      .replacing("ends: { ", with: "ends: { gone: { outcome: ended }, ")
    let (tries, later, gone) = ("steps.identify.tries", "steps.identify.choices.later", "ends.gone")
    let findings = VariantTests.compile(
      VariantTests.variant("remove: [\(tries), \(later), \(gone)]"), ["base.yaml": base]
    ).findings.filter { $0.code.id == "MFA307" }
    #expect(findings.flatMap(\.notes).map(\.message) == ["`\(tries)` is removed here"], "\(findings)")
  }

  @Test("where only several lines together are the reason, there is a note for each of them, and for no other")
  func removedTogether() {
    // Round and round: each of the limits alone is enough.
    let base = VariantTests.base.replacing("101: { retry: again }", with: "getPassword(verify): word").replacing(
      "  signedIn:",
      with: """
          word:
            challenge: getPassword(verify)
            ask: [password]
            answer: setPassword
            tries: 3
            choices: { again: { call: resetAuthState, max: 3, then: { getUser: identify, else: failed } } }
            then: { onUserLoggedIn: signedIn, 102: retry, else: failed }
          signedIn:
        """)
    func notes(_ removed: String) -> [String] {
      VariantTests.compile(VariantTests.variant("remove: [\(removed)]"), ["base.yaml": base]).findings
        .filter { $0.code.id == "MFA304" }.flatMap(\.notes).map(\.message).filter { $0.hasSuffix("is removed here") }
    }
    let (tries, max) = ("steps.identify.tries", "steps.word.choices.again.max")
    #expect(notes(tries) == [] && notes(max) == [])
    #expect(notes("\(tries), \(max)").sorted() == ["`\(tries)` is removed here", "`\(max)` is removed here"])
    // What has nothing to do with it is not named.
    #expect(notes("steps.identify.choices.later, messages.again, \(tries), \(max)").count == 2)
  }
}
