// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("What the check would refuse at a place is not offered there")
struct LineMovesTests {
  private func labels(_ old: String, _ new: String) throws -> [String] {
    try EditingDesk().completions("a.yaml", Samples.flow(replacing: old, by: new))
  }

  @Test(
    "an outcome that has a line is not offered again, however that line names it",
    arguments: ["101", "getUser 101", "user-not-valid", "getUser user-not-valid"])
  func namedAlready(line: String) throws {
    let flow = Samples.flow(replacing: "101: {", by: "\(line): {")
      .replacingOccurrences(of: "      138: { retry: check-your-name }\n", with: "      |\n")
    let labels = try EditingDesk().completions("a.yaml", flow)
    #expect(labels.contains("138") && labels.contains("getUser error"))
    #expect(Set(labels).isDisjoint(with: ["101", "getUser 101"]))
  }

  @Test("a step that asks nobody cannot stay")
  func silentSteps() throws {
    let call = try labels("getUser: identify, else: failed }", "getUser: identify, else: | }")
    #expect(call.contains("failed") && Set(call).isDisjoint(with: ["stay", "retry", "{ retry: … }"]))
    let gate = "mayBegin: { gate: [isDeviceSecure], then: { allow: identify, deny: | } }\n  signedIn: {"
    let denied = try labels("signedIn: {", gate)
    #expect(denied.contains("failed") && Set(denied).isDisjoint(with: ["stay", "retry"]))
    let key = try labels("getUser: identify, else: failed }", "getUser: identify, else: { | } }")
    #expect(key.contains("to") && Set(key).isDisjoint(with: ["stay", "retry", "resume"]))
    #expect(try labels("      else: failed\n", "      else: |\n").contains("stay"))
    #expect(try labels("      else: failed\n", "      else: { | }\n").contains("stay"))
  }

  @Test(
    "what went wrong leads to no success",
    arguments: ["else: |", "else: { to: | }", "timeout: |", "rejected: |", "141: |", "getUser error: |"])
  func failures(line: String) throws {
    let labels = try labels("      else: failed\n", "      \(line)\n")
    #expect(labels.contains("failed") && !labels.contains("done"))
  }

  @Test("what went well, and a choice, may lead to success")
  func successes() throws {
    #expect(try labels("onUserLoggedIn: signedIn", "onUserLoggedIn: |").contains("done"))
    #expect(try labels("leave: { to: failed }", "leave: { to: | }").contains("done"))
    #expect(try labels("leave: { to: failed }", "else: { to: | }").contains("done"), "a choice may have any name")
    #expect(try labels("outcome: success", "outcome: |").contains("success"))
  }

  @Test("only a line that takes the step's own event can retry")
  func retry() throws {
    for line in ["leave: { | }", "leave: { call: resetAuthState, then: { rejected: { | } } }"] {
      let labels = try labels("leave: { to: failed }", line)
      #expect(labels.contains("stay") && !labels.contains("retry"), "\(line)")
    }
    #expect(try !labels("      else: failed\n", "      rejected: { | }\n").contains("retry"))
    #expect(try labels("101: { retry: check-your-name }", "101: { | }").contains("retry"))
    #expect(try labels("getUser 166: { retry: check-your-name }", "getUser 166: { | }").contains("retry"))
    #expect(try labels("101: { retry: check-your-name }", "user-not-valid: |").contains("retry"))
  }

  @Test("a list names nothing twice, but a path of a run may")
  func items() throws {
    let gate = "    tries: 3\n    gate: [isDeviceSecure, |]\n"
    #expect(try labels("    tries: 3\n", gate) == ["allowLogin"])
    #expect(try labels("    tries: 3\n", "    tries: 3\n    gate: [|]\n") == ["isDeviceSecure", "allowLogin"])
    let gates = "gates: { both: [\"isDeviceSecure\", |] }\nends:\n"
    #expect(try labels("ends:\n", gates) == ["allowLogin"])
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let scenario = "flow: a.yaml\nscenarios:\n  - name: x\n    do:\n      - expect: { path: [initialize, |] }\n"
    #expect(desk.completions("s.scenarios.yaml", scenario).contains("initialize"))
  }

  @Test("a default is a field of the type of the input")
  func defaults() throws {
    let text = try labels("ask: [userName]", "ask: { userName: { default: | } }")
    #expect(text.contains("$event.recentlyLoggedInUser") && !text.contains("$event.userNames"))
  }
}
