// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Testing
import Values

@testable import FlowRuntime

@Suite("A sign-in that the SDK reports as failed")
struct FailedSignInTests {
  @Test("signs nobody in, whatever makes it fail", arguments: ["error", "status", "session"])
  func signsNobodyIn(by what: String) throws {
    var run = try Diagram.run(PickTests.program(), "start")
    var data: Record = ["userID": .text("bob")]
    if what == "session" { data["sessionType"] = .int(2) }
    let event = SDKEvent(
      "onUserLoggedIn", data: data, status: what == "status" ? 102 : nil, error: what == "error" ? 7 : 0)
    run.feed(.event(try run.program.occurrence(of: event)))
    #expect(!run.entries.contains { $0.kind == "phase" }, "\(run.entries.map(\.text))")
    var signedIn = try Diagram.run(PickTests.program(), "start")
    let success = SDKEvent("onUserLoggedIn", data: ["userID": .text("bob")])
    signedIn.feed(.event(try signedIn.program.occurrence(of: success)))
    #expect(signedIn.entries.contains { $0.kind == "phase" })
  }
}
