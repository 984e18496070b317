// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Lines for what only `else` takes, beside choices with lines of their own")
struct OfferedNamingTests {
  private static let box = """
    language: mfaflow/1
    flow: box
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        then: { onUserLoggedIn: refresh, else: failed }
      refresh: { call: getNotifications, then: { onGetNotifications: inbox, else: failed } }
      inbox:
        event: onGetNotifications
        pick:
          notification: { from: event.notifications }
          action: { from: notification.actions }
        answer: { call: updateNotification, with: { notificationID: $notification.uuid, response: $action.action } }
        tries: 20
        within: 30s
        choices:
          again: { call: getNotifications, max: 3, then: { onGetNotifications: retry, else: failed } }
          finish: { to: done }
        then: { onUpdateNotification: done, timeout: { stay: later }, else: unavail|able }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
      unavailable: { outcome: failure }
    messages:
      later: Not yet.

    """

  /// What is offered to be named.
  private func named(replacing old: String = "", by new: String = "") throws -> [String] {
    let desk = try EditingDesk()
    let marked = old.isEmpty ? Self.box : Self.box.replacingOccurrences(of: old, with: new)
    let offset = desk.edit("box.yaml", marked)
    desk.workspace.settle()
    return desk.workspace.offeredChanges(in: offset..<offset, of: desk.path("box.yaml")).filter { $0.kind == .names }
      .map(\.title)
  }

  @Test("nothing is offered that a choice would lead elsewhere, should it come late")
  func late() throws {
    #expect(try !named().contains { $0.contains("onUpdateNotification") })
    // So do its lines that are less exact, and an `else` with a message of its own.
    for own in ["onUpdateNotification error: failed", "else: { to: unavailable, say: later }"] {
      let names = try named(
        replacing: "onGetNotifications: retry, else: failed", by: "onGetNotifications: retry, \(own)")
      #expect(!names.contains { $0.contains("onUpdateNotification error 131") }, "\(own): \(names)")
    }
  }

  @Test("what a choice leads to the same place, or names itself, is offered")
  func alike() throws {
    let line = "Name `onUpdateNotification error 131: unavailable`, which only `else` takes here"
    for own in ["onGetNotifications: retry", "onGetNotifications: retry, else: unavailable"] {
      let names = try named(replacing: "onGetNotifications: retry, else: failed", by: own)
      #expect(names.contains(line), "\(own): \(names)")
    }
    let names = try named(
      replacing: "onGetNotifications: retry, else",
      by: "onGetNotifications: retry, onUpdateNotification error 131: failed, else")
    #expect(names.contains(line), "\(names)")
    #expect(!names.contains { $0.contains("onUpdateNotification 921") }, "\(names)")
  }
}
