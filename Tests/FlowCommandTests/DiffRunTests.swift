// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// The runs that show differences: each must be the reason for the run, and not something else that changed as well.
@Suite("the runs of mfaflow diff")
struct DiffRunTests {
  private static let flow = """
    language: mfaflow/1
    flow: short
    version: 1.0.0
    sdk: relid
    require: { kinds: 1 }
    use: [parts/threats, parts/session]
    start: begin
    steps:
      begin:
        call: initialize
        then: { getUser: name, getPassword(verify): word, else: failed }
      name:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getPassword(verify): word, getUser: retry, else: failed }
      word:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 3
        choices:
          leave: { to: left }
          forgot: { call: forgotPassword, max: 2, then: { accepted: stay, else: failed } }
        then: { onUserLoggedIn: done, getPassword(verify) 102: retry, else: failed }
    ends:
      done: { outcome: success }
      left: { outcome: ended }
      signedOut: { outcome: ended }
      failed: { outcome: failure }

    """

  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "flows")

  private func desk(_ old: String, _ new: String) throws -> Desk {
    let desk = try Desk()
    for name in ["threats", "session"] {
      let text = try String(contentsOf: Self.shipped.appending(path: "parts/\(name).yaml"), encoding: .utf8)
      try desk.put("parts/\(name).yaml", text)
    }
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return desk
  }

  /// What is said of one difference, by words of its headline; empty where there is none.
  private func told(_ words: String, from old: String = flow, _ changes: [(String, String)]) async throws -> String {
    var new = old
    for (written, other) in changes {
      #expect(new.contains(written))
      new = new.replacing(written, with: other)
    }
    let outcome = await (try desk(old, new)).run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml")
    let items = outcome.output.components(separatedBy: "\n\n").dropFirst()
    return items.first { $0.prefix { $0 != "\n" }.contains(words) } ?? ""
  }

  private static let fourTries = ("tries: 3", "tries: 4")
  private static let forgot = "      forgot: { call: forgotPassword, max: 2, then: { accepted: stay, else: failed } }\n"
  private static let exhausted = "| exhausted word "

  @Test(
    "a run is shown for a difference only if that is why the flows part",
    arguments: [
      // Beside a limit, a choice is gone: it is seen at once, the limit only when it is used up.
      ([fourTries, (forgot, "")], "`tries` is 4", exhausted, "name: userName\n"),
      ([fourTries, (forgot, "")], "`forgot` is gone", "| ask word: password, leave, forgot", "exhausted"),
      // A choice that leads elsewhere is no reason for the end of the tries.
      ([fourTries, ("leave: { to: left }", "leave: { to: failed }")], "`tries` is 4", exhausted, "end left"),
      ([fourTries, ("leave: { to: left }", "leave: { to: failed }")], "`leave` leads", "| go → left", "exhausted"),
      // Two limits at one step, each by the run that uses it up.
      ([("tries: 3", "tries: 9"), ("max: 2", "max: 9")], "`tries` is 9", exhausted, "offered"),
      ([("tries: 3", "tries: 9"), ("max: 2", "max: 9")], "`max` is 9", "| offered: password, leave  ", "exhausted"),
      // A reply that ends the run now: nobody comes to the end of the tries.
      ([fourTries, ("102: retry", "102: failed")], "`tries` is 4", "the flows have parted before", exhausted),
      ([fourTries, ("102: retry", "102: failed")], "`getPassword(verify) 102` leads", "102 → retry", exhausted),
    ])
  func reasons(_ changes: [(String, String)], _ words: String, shows: String, not: String) async throws {
    let told = try await told(words, changes)
    #expect(told.contains(shows), "\(told)")
    #expect(!told.contains(not), "\(told)")
  }

  @Test(
    "a larger limit is weaker, and a run uses it up, whatever its size up to a thousand",
    arguments: [
      ("tries: 3", 19, "18 times (answer word: password,"), ("tries: 3", 21, "20 times (answer word: password,"),
      ("tries: 3", 300, "299 times (answer word: password,"), ("tries: 3", 1000, "999 times (answer word: password,"),
      ("max: 2", 20, "20 times (answer word: forgot)"), ("max: 2", 60, "60 times (answer word: forgot)"),
      ("max: 2", 1000, "1000 times (answer word: forgot)"),
    ])
  func larger(limit: String, size: Int, way: String) async throws {
    let key = limit.prefix { $0 != ":" }
    let old = Self.flow.replacing(limit, with: "\(key): \(size)")
    let words = "`\(key)` is \(size + 1) instead of \(size)"
    let told = try await told(words, from: old, [("\(key): \(size)", "\(key): \(size + 1)")])
    #expect(told.contains("weaker: ") && told.contains(way), "\(told)")
    // The other way round, it is not weaker.
    let smaller = try await self.told(
      "`\(key)` is \(size) instead of \(size + 1)", from: old.replacing("\(key): \(size)", with: "\(key): \(size + 1)"),
      [("\(key): \(size + 1)", "\(key): \(size)")])
    #expect(smaller.contains("stronger: ") && smaller.contains(way), "\(smaller)")
  }

  @Test("a limit with a pause, at a step with tries, is used up as well", arguments: [2, 3, 5, 60])
  func paused(size: Int) async throws {
    let old = Self.flow.replacing("max: 2", with: "max: \(size), every: 3s").replacing("tries: 3", with: "tries: 8")
    let told = try await told(
      "`max` is \(size + 1) instead of \(size)", from: old, [("max: \(size)", "max: \(size + 1)")])
    #expect(told.contains("weaker: ") && told.contains("forgot (after 3s)"), "\(told)")
    #expect(told.contains(" times (answer word: forgot)"), "\(told)")
  }

  @Test("of many limits that are larger, each is used up by a run")
  func many() async throws {
    func flow(_ most: Int) -> String {
      let screens = (0..<4).map { screen in
        let choices = (0..<3).map { choice in
          "      load\(choice): { call: getNotifications, with: { recordCount: \(choice), startIndex: 1 }, max: \(most), "
            + "then: { onGetNotifications: list\((screen + choice + 1) % 4), else: failed } }\n"
        }
        return "  list\(screen):\n    event: onGetNotifications\n    choices:\n\(choices.joined())"
          + "      finish: { to: done }\n    then: { else: failed }\n"
      }
      return Self.flow.replacing("onUserLoggedIn: done", with: "onUserLoggedIn: load").replacing(
        "ends:",
        with: "  load:\n    call: getNotifications\n    with: { recordCount: 0, startIndex: 1 }\n"
          + "    then: { onGetNotifications: list0, else: failed }\n\(screens.joined())ends:")
    }
    let outcome = await (try desk(flow(2), flow(3))).run("diff", "@old.yaml", "@new.yaml")
    let items = outcome.output.components(separatedBy: "\n\n").dropFirst()
    #expect(items.count == 12 && outcome.output.contains("  12 weaker\n"), "\(outcome)")
    for item in items { #expect(item.contains("after this run: ") && item.contains("offered: "), "\(item)") }
  }

  @Test("what is spent at the next step is no reason for a limit before it")
  func spentBehind() async throws {
    let desk = try Desk()
    let parts = try FileManager.default.contentsOfDirectory(atPath: Self.shipped.appending(path: "parts").path)
    for path in ["additional-device.yaml"] + parts.map({ "parts/\($0)" }) {
      try desk.put(path, try String(contentsOf: Self.shipped.appending(path: path), encoding: .utf8))
    }
    try desk.put(
      "new.yaml",
      """
      language: mfaflow/1
      flow: new
      version: 1.0.0
      extends: additional-device@1.0
      change: { steps.identify.tries: 3 }
      add: { steps.chooseWay.then.exhausted: noWay }
      remove: [steps.chooseWay.choices.cancel]

      """)
    let outcome = await desk.run("diff", "--fail-on", "none", "@additional-device.yaml", "@new.yaml")
    let items = outcome.output.components(separatedBy: "\n\n").dropFirst()
    let told = items.first { $0.contains("`tries` is 3 instead of 8") } ?? ""
    #expect(told.contains("exhausted identify") && !told.contains("exhausted chooseWay"), "\(told)")
  }

  @Test("a limit above that has no run, and is not called safe")
  func tooLarge() async throws {
    let old = Self.flow.replacing("tries: 3", with: "tries: 1001")
    let told = try await told("`tries` is 1002", from: old, [("tries: 1001", "tries: 1002")])
    #expect(told.contains("not decided: ") && told.contains("if a run shows it, weaker"), "\(told)")
    #expect(!told.contains("after this run"), "\(told)")
  }

  @Test(
    "a flow that may end while threats are undecided is weaker",
    arguments: [
      ("change: { interrupts.onUserConsentThreats: { to: failed } }", true),
      ("add: { interrupts.onUserConsentThreats.choices.quit: { to: failed } }", true),
      ("change: { interrupts.onUserConsentThreats.choices.exit: { to: failed } }", true),
      ("remove: [interrupts.onUserConsentThreats.choices.proceed]", false),
      ("change: { interrupts.onUserConsentThreats.choices.exit.within: 9s }", false),
      ("add: { steps.word.choices.quit: { to: failed } }", false),
    ])
  func undecided(_ changes: String, isWeaker: Bool) async throws {
    let variant = "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: old@1.0\n\(changes)\n"
    let desk = try desk(Self.flow, variant)
    let words = "`onUserConsentThreats` may be left undecided, which bars `resetAuthState` and `logOff` (MFA410)"
    let outcome = await desk.run("diff", "--summary", "@old.yaml", "@new.yaml")
    #expect(outcome.output.contains("  weaker: \(words)\n") == isWeaker, "\(outcome)")
    if isWeaker {
      #expect(outcome.code == .failure, "\(outcome)")
      let told = await desk.run("diff", "@old.yaml", "@new.yaml").output
      #expect(told.contains("  leads to an end without an answer\n"), "\(told)")
    }
    let back = await desk.run("diff", "--fail-on", "none", "@new.yaml", "@old.yaml")
    #expect(
      back.output.contains("  stronger: `onUserConsentThreats` is no longer left undecided (MFA410)\n") == isWeaker,
      "\(back)")
  }
}
