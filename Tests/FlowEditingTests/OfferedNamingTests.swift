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

  /// What comes of it if all that `else` takes at a step is named in a base, beside a variant with such lines.
  private func namingAll(in base: String = Samples.flow, beside lines: String) throws -> (text: String?, words: String)
  {
    let desk = try EditingDesk([
      "variant.yaml": "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: a@1.0\n\(lines)\n"
    ])
    desk.edit("a.yaml", base)
    #expect(desk.codes("a.yaml") == [] && desk.codes("variant.yaml") == [])
    let line = try #require(base.range(of: "      else: failed"))
    let place = base.utf8.distance(from: base.startIndex, to: line.upperBound)
    let offers = desk.workspace.offeredChanges(in: place..<place, of: desk.path("a.yaml"))
    let all = try #require(offers.first { $0.kind == .names })
    #expect(all.title.hasPrefix("Name all "))
    do {
      let edits = try desk.workspace.edits(forNaming: all.title, in: place..<place, of: desk.path("a.yaml"))
      let text = try #require(desk.applied(edits, to: "a.yaml"))
      desk.edit("a.yaml", text)
      #expect(desk.codes("a.yaml") == [] && desk.codes("variant.yaml") == [])
      #expect(desk.workspace.texts.text(desk.path("a.yaml"))?.layoutChanges == [])
      return (text, "")
    } catch {
      return (nil, (error as? RefactoringProblem)?.words ?? "\(error)")
    }
  }

  @Test(
    "what another flow leaves to its own `else`, or takes with a line of its own, is not named in its base",
    arguments: [
      (
        "add: { ends.blocked: { outcome: failure } }\nchange: { steps.identify.then.else: blocked }",
        "it would change `variant.yaml`: "
      ),
      ("add: { steps.identify.then.getSmsOTP: failed }", "it would break `variant.yaml`, line "),
    ])
  func otherFlows(lines: String, words: String) throws {
    let found = try namingAll(beside: lines)
    #expect(found.text == nil && found.words.hasPrefix(words), "\(found)")
  }

  @Test("beside a flow that leaves the step alone, all is named")
  func unconcerned() throws {
    let found = try namingAll(beside: "change: { steps.identify.tries: 2 }")
    #expect(found.text?.contains("      getSmsOTP: failed\n") == true, "\(found)")
  }

  @Test("of what is not offered any more, nothing is named")
  func gone() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    #expect(throws: RefactoringProblem.self) {
      try desk.workspace.edits(forNaming: "Name `no`, which only `else` takes here", in: 0..<0, of: desk.path("a.yaml"))
    }
    #expect(throws: RefactoringProblem.self) {
      try desk.workspace.edits(forNaming: "Name all 2", in: 99_999..<99_999, of: desk.path("a.yaml"))
    }
  }
}
