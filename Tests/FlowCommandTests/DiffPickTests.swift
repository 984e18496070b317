// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: what is picked from lists, in the words of the flow")
struct DiffPickTests {
  /// What is told of the notifications and a copy of them with some changes.
  private func diff(_ changes: (String, String)..., isBack: Bool = false) async throws -> String {
    let flow = try ShippedFlows.text("notifications.yaml")
    let changed = changes.reduce(flow) { text, change in
      #expect(text.contains(change.0))
      return text.replacing(change.0, with: change.1)
    }
    let desk = try Desk()
    let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows/parts")
    for name in try FileManager.default.contentsOfDirectory(atPath: shipped.path) {
      try desk.put("parts/\(name)", String(contentsOf: shipped.appending(path: name), encoding: .utf8))
    }
    try desk.put("login.yaml", ShippedFlows.text("login.yaml"))
    try desk.put("old.yaml", isBack ? changed : flow)
    try desk.put("new.yaml", isBack ? flow : changed)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  private static let label = #"has(action.label) && action.label != """#

  @Test("of the checks of a list, only those that differ are quoted, in the order in which they are looked at")
  func quotedChecks() async throws {
    let checks = #"[{ check: has(action.label) }, { check: 'action.label != ""' }, { check: size(action.label) < 9 }]"#
    let told = try await diff(("where: \(Self.label)", "where: \(checks)"))
    let all = #"action: has(action.label), action: action.label != "", action: size(action.label) < 9"#
    #expect(told.contains("`inbox`: `where` has `\(all)` instead of `action: \(Self.label)`"), "\(told)")
    let lines = told.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.contains { $0.hasPrefix("old  old.yaml:") && $0.hasSuffix("  action: \(Self.label)") }, "\(told)")
    #expect(lines.contains { $0.hasPrefix("new  new.yaml:") && $0.hasSuffix("  \(all)") }, "\(told)")
  }

  @Test("a check that one of them does not have is quoted on one side alone", arguments: [false, true])
  func quotedOnce(isBack: Bool) async throws {
    let check = #"!has(notification.actionPerformed) || notification.actionPerformed == """#
    let told = try await diff(("          - { check: '\(check)', say: answered-already }\n", ""), isBack: isBack)
    let words = isBack ? "has `notification: \(check)` now" : "has no `notification: \(check)` any more"
    #expect(told.contains("`inbox`: `where` \(words)\n"), "\(told)")
    #expect(!told.contains("notification: has(notification.subject)"), "\(told)")
  }

  @Test("the order of a list is told under `pick`, as authors write it")
  func order() async throws {
    let told = try await diff(("order: descending createdAtEpoch", "order: ascending createdAtEpoch"))
    let words = "`order of notification` is ascending createdAtEpoch instead of descending createdAtEpoch"
    #expect(told.contains("changed: `inbox`: `pick`: \(words)\n"), "\(told)")
    let list = "notification: picked from event.notifications"
    #expect(told.contains("  \(list), order of notification: descending createdAtEpoch, action: "), "\(told)")
    #expect(told.contains(", action: picked from notification.actions\n"), "\(told)")
  }

  @Test("something picked, and the list within it, may both have another name", arguments: [false, true])
  func renamed(isBack: Bool) async throws {
    let told = try await diff(
      ("      notification:\n", "      note:\n"), ("      action: #", "      act: #"), ("(notification.", "(note."),
      ("|| notification.", "|| note."), ("&& notification.", "&& note."), ("from: notification.", "from: note."),
      ("$notification.", "$note."), ("has(action.", "has(act."), ("&& action.", "&& act."), ("$action.", "$act."),
      isBack: isBack)
    let names = isBack ? [("note", "notification"), ("act", "action")] : [("notification", "note"), ("action", "act")]
    for (old, new) in names {
      #expect(told.contains("  changed: `inbox`: the input `\(old)` is now called `\(new)`: the app"), "\(told)")
    }
    #expect(told.contains("  2 changed\n"), "\(told)")
  }
}
