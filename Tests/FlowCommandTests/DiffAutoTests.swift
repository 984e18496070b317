// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff: what is chosen without asking")
struct DiffAutoTests {
  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getActivationCode: code, else: failed } }
      code:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        tries: 1
        then: { getPassword(set): create, else: failed }
      create:
        challenge: getPassword(set)
        ask: { password: secret }
        answer: setPassword
        tries: 1
        then: { onUserLoggedIn: setUp, else: failed }
      setUp:
        event: onUserLoggedIn
        auto: signOff
        choices: { signOff: { call: logOff, with: { userID: $event.userID }, then: { onUserLoggedOff: gone } } }
        then: { else: failed }
    ends:
      gone: { outcome: ended }
      failed: { outcome: failure }
      other: { outcome: failure }

    """

  private static let call = "call: logOff, with: { userID: $event.userID }, then: { onUserLoggedOff: gone }"

  private func diff(_ old: String, _ new: String) async throws -> String {
    let desk = try Desk()
    try desk.put("old.yaml", old)
    try desk.put("new.yaml", new)
    return await desk.run("diff", "--fail-on", "none", "@old.yaml", "@new.yaml").output
  }

  private static func autos(_ order: String, over field: String) -> String {
    flow.replacing("auto: signOff", with: "auto: [\(order)]")
      .replacing(
        "choices: { signOff: { ",
        with: "choices: { keep: { when: \(field), to: other }, signOff: { when: size(event.userID) > 3, "
      )
      .replacing("other: {", with: "other: { say: bye,").replacing("ends:\n", with: "messages: { bye: Bye. }\nends:\n")
  }

  @Test("in which order choices are tried that are never offered together is no difference, else it is")
  func order() async throws {
    let apart = "size(event.userID) <= 3"
    let same = try await diff(Self.autos("keep, signOff", over: apart), Self.autos("signOff, keep", over: apart))
    #expect(same.contains("equal"), "\(same)")
    let both = "size(event.userID) <= 5"
    let other = try await diff(Self.autos("keep, signOff", over: both), Self.autos("signOff, keep", over: both))
    #expect(other.contains("without asking") && !other.contains("equal"), "\(other)")
  }

  @Test("a run shows what a choice does otherwise that both flows take without asking, there and back")
  func otherDeed() async throws {
    let new = Self.flow.replacing(Self.call, with: "to: failed")
    for (old, new, words) in [(Self.flow, new, "makes its call no more"), (new, Self.flow, "makes a call now")] {
      let told = try await diff(old, new)
      #expect(told.contains("  changed: `setUp`: the choice `signOff` \(words)\n"), "\(told)")
      #expect(told.contains("after this run:") && !told.contains("not decided"), "\(told)")
    }
  }

  @Test("a run shows where such a choice leads now")
  func otherTarget() async throws {
    let old = Self.flow.replacing(Self.call, with: "to: failed")
    let told = try await diff(old, old.replacing("signOff: { to: failed }", with: "signOff: { to: other }"))
    let words = "the choice `signOff` leads to the end `other` instead of to the end `failed`"
    #expect(told.contains("  changed: `setUp`: \(words)\n"), "\(told)")
    #expect(!told.contains("not decided"), "\(told)")
  }

  @Test("an `auto` that names a choice with `confirm` is never taken, so it is no difference, there and back")
  func confirmed() async throws {
    let asked =
      Self.flow.replacing("signOff: { call", with: "signOff: { confirm: sure, call")
      + "messages: { sure: Sure. }\n"
    let without = asked.replacing("    auto: signOff\n", with: "")
    #expect(without != asked)
    for (old, new) in [(asked, without), (without, asked)] {
      let told = try await diff(old, new)
      #expect(told.contains("equal"), "\(told)")
    }
    let taken = try await diff(asked, asked.replacing("confirm: sure, ", with: ""))
    #expect(taken.contains("the choice `signOff`: `auto` is new: taken without asking"), "\(taken)")
  }

  @Test("a choice that is new, or gone, and taken without asking says so", arguments: [true, false])
  func newChoice(isTaken: Bool) async throws {
    let new = Self.flow.replacing("auto: signOff", with: isTaken ? "auto: [quiet, signOff]" : "auto: signOff")
      .replacing("choices: {", with: "choices: { quiet: { when: size(event.userID) > 9, to: failed },")
    let (there, back) = (try await diff(Self.flow, new), try await diff(new, Self.flow))
    let words = isTaken ? (": taken without asking", "; it was taken without asking") : ("", "")
    #expect(there.contains("`setUp`: the choice `quiet` is new\(words.0)"), "\(there)")
    #expect(back.contains("`setUp`: the choice `quiet` is gone\(words.1)"), "\(back)")
    #expect(there.contains("without asking") == isTaken, "\(there)")
  }

  @Test("a choice that does the same without asking is no difference")
  func same() async throws {
    let told = try await diff(Self.flow, Self.flow.replacing("signOff", with: "leave"))
    #expect(told.contains("equal"), "\(told)")
  }
}
