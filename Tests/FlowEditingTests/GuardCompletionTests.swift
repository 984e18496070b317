// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("What can stand in guards, and what their words mean")
struct GuardCompletionTests {
  /// The cursor is `¦`, since guards have `|`.
  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: { userName: text, pin: secret }
        require:
          - check: CHECK
        answer: setUser
        choices: { leave: { when: WHEN, to: failed } }
        then: { onGetNotifications: inbox, else: failed }
      inbox:
        event: onGetNotifications
        pick:
          notice:
            from: event.notifications
            where: WHERE
          action: { from: notice.actions }
        answer: { call: updateNotification, with: { notificationID: $notice.uuid, response: $action.action } }
        then: { else: failed }
    interrupts:
      onUserConsentThreats:
        choices:
          go:
            when: THREAT
            to: failed
    ends:
      failed: { outcome: failure }

    """

  private func filled(_ place: String, _ marked: String) -> String {
    var flow = Self.flow.replacingOccurrences(of: place, with: marked)
    for other in ["CHECK", "WHEN", "WHERE", "THREAT"] { flow = flow.replacingOccurrences(of: other, with: "true") }
    return flow
  }

  private func items(_ place: String, _ marked: String) throws -> (desk: EditingDesk, items: [CompletionItem]) {
    let desk = try EditingDesk()
    let parts = filled(place, marked).components(separatedBy: "¦")
    return (desk, desk.asked("a.yaml", parts.joined(), at: parts[0].utf8.count))
  }

  private func labels(_ place: String, _ marked: String) throws -> Set<String> {
    Set(try items(place, marked).items.map(\.label))
  }

  private func taken(_ place: String, _ marked: String, _ label: String) throws -> String? {
    let (desk, items) = try items(place, marked)
    guard let item = items.first(where: { $0.label == label }),
      let text = desk.workspace.texts.edited(desk.path("a.yaml"))
    else { return nil }
    return String(
      decoding: FileEdits.applied([FileEdits.Change(item.replaced, item.text)], to: text.bytes), as: UTF8.self)
  }

  @Test(
    "a value begins with a name that the guard may read, or a function; in a check also inputs, in a where also picks")
  func names() throws {
    #expect(try labels("WHEN", "¦").isSuperset(of: ["event", "contract", "has", "size"]))
    #expect(try !labels("WHEN", "¦").contains("userName"))
    #expect(try labels("CHECK", "¦").isSuperset(of: ["event", "userName", "pin", "matches"]))
    #expect(try labels("WHERE", "¦").contains("notice"))
    #expect(try !labels("WHERE", "¦").contains("action"), "it stands below")
    #expect(try labels("THREAT", "¦").contains("interrupted"))
    #expect(try labels("THREAT", "interrupted == ¦").contains("\"identify\""))
    #expect(try !labels("WHEN", "matches¦").contains("matches"), "a comma would end the guard in brackets")
  }

  @Test("behind a dot, the fields; of a list, what goes through it, and then the fields of an item by its name")
  func members() throws {
    #expect(try labels("WHEN", "event.¦").contains("recentlyLoggedInUser"))
    #expect(try labels("WHERE", "has(notice.¦)").contains("subject"))
    #expect(try labels("THREAT", "event.threats.¦") == ["all", "exists"])
    #expect(try labels("THREAT", "event.threats.all(t, t.¦)").contains("threatSeverity"))
    #expect(try labels("THREAT", "event.threats.all(t, ¦)").contains("t"))
    #expect(try labels("THREAT", "event.threats.all(¦").isEmpty, "a name of one's own")
    #expect(try labels("THREAT", "size(event.¦) > 0").contains("threats"))
  }

  @Test("behind a comparison, the words of the type; behind a value, signs")
  func comparisons() throws {
    let severities: Set<String> = ["\"LOW\"", "\"MEDIUM\"", "\"HIGH\""]
    for guarded in ["t.threatSeverity == ¦", "t.threatSeverity in [¦]", "t.threatSeverity in [\"LOW\", ¦]"] {
      #expect(try labels("THREAT", "event.threats.all(t, \(guarded))").isSuperset(of: severities), "\(guarded)")
    }
    #expect(try labels("CHECK", "userName ¦").isSuperset(of: ["==", "!="]))
    #expect(try !labels("CHECK", "userName ¦").contains("<"))
    #expect(try labels("CHECK", "size(userName) > 3 ¦") == ["&&", "||"])
    #expect(try labels("CHECK", "size(userName) > 3 && ¦").contains("userName"))
  }

  @Test("what is taken replaces the word that is begun and nothing else, in each way to write a guard")
  func taken() throws {
    #expect(try taken("CHECK", "size(user¦) > 3", "userName")?.contains("check: size(userName) > 3\n") == true)
    #expect(
      try taken("CHECK", "userName != event.rec¦", "recentlyLoggedInUser")?.contains("!= event.recentlyLoggedInUser\n")
        == true)
    #expect(
      try taken("WHEN", "'has(event.rec¦)'", "recentlyLoggedInUser")?.contains("'has(event.recentlyLoggedInUser)'")
        == true)
    let all = "event.threats.all(t, t.threatSeverity == "
    #expect(try taken("THREAT", all + "¦)", "\"LOW\"")?.contains(all + "\"LOW\")\n") == true)
    #expect(try taken("THREAT", all + "\"L¦\")", "\"LOW\"")?.contains(all + "\"LOW\")\n") == true)
    #expect(try taken("THREAT", "\"\(all)¦)\"", "'LOW'")?.contains("\"\(all)'LOW')\"\n") == true)
    #expect(try taken("CHECK", "size(userName)¦", ">=")?.contains("size(userName) >= \n") == true)
  }

  private func meaning(_ place: String, _ marked: String) throws -> String? {
    let desk = try EditingDesk()
    let parts = filled(place, marked).components(separatedBy: "¦")
    _ = desk.asked("a.yaml", parts.joined(), at: 0)
    return desk.workspace.meaning(at: parts[0].utf8.count, in: desk.path("a.yaml"))?.text
  }

  @Test("each word of a guard is explained: fields, functions, signs, words of types, and names")
  func meanings() throws {
    let all = "event.threats.all(t, t.threatSeverity == \"LOW\" && has(t.threatName))"
    func meaning(_ word: String) throws -> String {
      try self.meaning("THREAT", all.replacingOccurrences(of: word, with: "¦" + word)) ?? ""
    }
    #expect(try meaning("threats.").hasPrefix("**threats**: a field of `onUserConsentThreats`, list threat"))
    #expect(try meaning("all(").hasPrefix("**all**: Whether it holds for every item"))
    #expect(try meaning("threatSeverity").contains("`\"LOW\"`, `\"MEDIUM\"`, `\"HIGH\"`"))
    #expect(try meaning("\"LOW\"").hasPrefix("**\"LOW\"**: one of the words of"))
    #expect(try meaning("&&").hasPrefix("**&&**: Both must hold."))
    #expect(try meaning("==").hasPrefix("**==**: "))
    #expect(try meaning("has(").hasPrefix("**has**: "))
    #expect(try meaning("event.").hasPrefix("**event**: the event of this step"))
    #expect(try self.meaning("CHECK", "size(¦userName) > 1")?.hasPrefix("**userName**: what is typed") == true)
    #expect(try self.meaning("WHERE", "'has(notice.¦subject)'")?.contains("**subject**: a field of `notice`") == true)
  }

  @Test("the event of a step is explained in the mode of the step")
  func mode() throws {
    let guarded = "x: { when: event.forgotPasswordEnabled, to: failed }"
    let step =
      "  pass: { challenge: getPassword(verify), ask: [password], answer: setPassword, choices: { \(guarded) } }\n"
    let text = Samples.flow(replacing: "ends:\n", by: step + "ends:\n")
    let desk = try EditingDesk()
    _ = desk.asked("a.yaml", text, at: 0)
    let place = try #require(text.utf8.firstRange(of: "event.forgot".utf8))
    let offset = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    let meaning = desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))?.text ?? ""
    #expect(meaning.contains("**getPassword(verify)**") && !meaning.contains("Modes:"), "\(meaning)")
  }

  @Test("in a change of a variant, the guard knows the step of the base")
  func variant() throws {
    let desk = try EditingDesk(["a.yaml": filled("WHEN", "true")])
    let parts =
      "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: a@1.0\nchange:\n  steps.identify.choices.leave.when: event.¦\n"
      .components(separatedBy: "¦")
    let labels = desk.asked("v.yaml", parts.joined(), at: parts[0].utf8.count).map(\.label)
    #expect(labels.contains("recentlyLoggedInUser"))
  }
}
