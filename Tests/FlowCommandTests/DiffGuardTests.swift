// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Changes of shipped flows in what lists to pick from offer, and in guards that say the same in other words.
@Suite("mfaflow diff: what guards let through, and what lists offer")
struct DiffGuardTests {
  private static let inbox = "notifications.yaml"
  private static let label = "where: has(action.label) && action.label != \"\""

  /// Compares a shipped flow with itself after a change of one of its files.
  private func diff(
    _ path: String, in changed: String? = nil, _ old: String, _ new: String, back: Bool = false
  ) async throws -> Outcome {
    let desk = try DiffCallTests.desk(path, in: changed, [(old, new)])
    let sides = back ? ["@new/\(path)", "@old/\(path)"] : ["@old/\(path)", "@new/\(path)"]
    return await desk.run(["diff"] + sides)
  }

  @Test("a constant of the contract is the same as its text", arguments: [false, true])
  func constants(back: Bool) async throws {
    let told = try await diff(
      "sign-in.yaml", in: "parts/new-device.yaml", "o == contract.verifyOption",
      "o == \"REL-ID Verify Authentication\"", back: back)
    #expect(told.output.contains("sign-in.yaml: equal ") && told.code == .success, "\(told)")
  }

  @Test(
    "what a check asks together, several checks may ask one after the other",
    arguments: [
      (label, "where: [{ check: has(action.label) }, { check: action.label != \"\" }]"),
      (label, "where: [{ check: has(action.label) }, { check: size(action.label) > 0 }]"),
      (
        "          - check: has(notification.subject) && has(notification.message)\n",
        "          - check: has(notification.subject)\n          - check: has(notification.message)\n"
      ),
    ])
  func takenApart(old: String, new: String) async throws {
    for back in [false, true] {
      let told = try await diff(Self.inbox, old, new, back: back)
      #expect(told.output.contains("notifications.yaml: equal ") && told.code == .success, "\(new): \(told)")
    }
  }

  @Test(
    "what a list offers in addition is shown by a run, also of a list below an item that must be offered itself",
    arguments: [
      (label, "where: has(action.label)"),
      (label, "where: action.label != \"\" && action.label != \"x\""),
      ("          - check: has(notification.subject) && has(notification.message)\n", ""),
    ])
  func offered(old: String, new: String) async throws {
    // The second one offers less.
    let isLess = new.contains("x")
    for back in [false, true] {
      let told = try await diff(Self.inbox, old, new, back: back)
      let verdict = back == isLess ? "weaker" : "stronger"
      #expect(told.output.contains("\n1. \(verdict): `inbox`: `where` "), "\(new): \(told)")
      #expect(told.output.contains("   after this run: ") && !told.output.contains("not decided"), "\(new): \(told)")
    }
  }

  @Test("a scenario tells a list that offers more by an answer that was refused")
  func scenario() async throws {
    let check =
      "          - { check: '!has(notification.actionPerformed) || notification.actionPerformed == \"\"', say: answered-already }\n"
    let desk = try DiffCallTests.desk(Self.inbox, [(check, "")])
    let outcome = await desk.run(
      "diff", "--summary", "--write-scenario", desk.root + "found", "@old/notifications.yaml",
      "@new/notifications.yaml")
    #expect(outcome.errors.contains("scenarios.yaml shows: weaker: `inbox`: `where` has no "), "\(outcome)")
    let played = await desk.run("test", "@found")
    #expect(played.code == .failure, "\(played)")
    try desk.put(
      "new/notifications.yaml", try String(contentsOfFile: desk.root + "old/notifications.yaml", encoding: .utf8))
    let before = await desk.run("test", "@found")
    #expect(before.code == .success, "\(before)")
  }

  @Test("checks are quoted in the order of the flow")
  func quoted() async throws {
    let new =
      "where: [{ check: has(action.label) }, { check: action.label != \"\" }, { check: action.label != \"x\" }]"
    let told = try await diff(Self.inbox, Self.label, new)
    let words =
      "`where` has `action: has(action.label), action: action.label != \"\", action: action.label != \"x\"` instead of"
    #expect(told.output.contains(words), "\(told)")
  }
}
