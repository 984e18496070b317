// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("What a call takes, while it is written")
struct CallSignatureTests {
  private func signatures(_ old: String, _ new: String) throws -> [CallSignature] {
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", Samples.flow(replacing: old, by: new))
    return desk.workspace.signatures(at: offset, in: desk.path("a.yaml"))
  }

  @Test(
    "the parameters of the call with their types stand where it is named, asked for and handed arguments",
    arguments: ["answer: set|User", "answer: { call: setUser, with: { | } }", "answer: { call: |setUser }"])
  func named(line: String) throws {
    let signature = try #require(try signatures("answer: setUser", line).first)
    #expect(signature.call == "setUser")
    #expect(signature.label == "setUser(userName: text)")
  }

  @Test("what is asked for is typed, what is not given yet is said to be, and it is the one that is written next")
  func origins() throws {
    let asked = try #require(try signatures("answer: setUser", "answer: set|User").first)
    #expect(asked.parameters[0].explanation.contains("Is typed"))
    #expect(asked.active == nil)
    let missing = try #require(
      try signatures("    ask: [userName]\n    answer: setUser", "    answer: set|User").first)
    #expect(missing.parameters[0].explanation.contains("Not given yet"))
    #expect(missing.active == 0)
    let given = "    answer: { call: setUser, with: { userName: \"|carol\" } }"
    let written = try #require(try signatures("    ask: [userName]\n    answer: setUser", given).first)
    #expect(written.parameters[0].explanation.contains("Comes from `with:`"))
    #expect(written.active == 0)
  }

  @Test("of several parameters, the one at the cursor is active, behind it the first that is not given")
  func several() throws {
    func active(_ arguments: String) throws -> Int? {
      let choice = "      leave: { call: updateNotification, with: { \(arguments) }, then: { else: failed } }"
      let signature = try #require(try signatures("      leave: { to: failed }", choice).first)
      #expect(signature.parameters.map(\.name) == ["notificationID", "response"])
      #expect(signature.label == "updateNotification(notificationID: text, response: text)")
      return signature.active
    }
    #expect(try active("|") == 0)
    #expect(try active("notificationID: a|b") == 0)
    #expect(try active("notificationID: ab, |") == 1)
    #expect(try active("notificationID: ab, response: y|es") == 1)
    #expect(try active("response: yes, |") == 0)
    #expect(try active("notificationID: ab, response: yes, |") == nil)
  }

  @Test("of a choice, its own call, and that of the answer nowhere in it")
  func choices() throws {
    let choice = "      leave: { call: resetAuthState, |then: { else: failed } }"
    #expect(try signatures("      leave: { to: failed }", choice) == [])
    let called = "      leave: { call: |resetAuthState, then: { else: failed } }"
    #expect(try signatures("      leave: { to: failed }", called).first?.call == "resetAuthState")
  }

  @Test(
    "there is none where no call is written", arguments: ["goal: |aal2", "goal: aal2 # |", "goal: aal2\nsummary: |x"])
  func nothing(line: String) throws { #expect(try signatures("goal: aal2", line) == []) }

  @Test("a call that the contract does not know has none, and a broken file hurts nobody")
  func broken() throws {
    #expect(try signatures("answer: setUser", "answer: set|Usr") == [])
    let desk = try EditingDesk()
    let bytes = Array(Samples.flow.utf8)
    for offset in stride(from: 0, through: bytes.count, by: 11) {
      desk.edit("a.yaml", String(decoding: bytes[..<offset], as: UTF8.self))
      _ = desk.workspace.signatures(at: offset, in: desk.path("a.yaml"))
    }
  }
}
