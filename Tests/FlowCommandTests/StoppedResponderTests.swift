// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("A program that answers a run that can be saved")
struct StoppedResponderTests {
  @Test("is not waited for when a signal stops the run, and the run is saved", .timeLimit(.minutes(30)))
  func hanging() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", SaveTests.flow)
    try desk.put("world.yaml", Samples.world)
    try desk.put(
      "hang.sh",
      #"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/1"}}'; "#
        + "read -r l; echo asked > \(desk.root)asked; sleep 36000")
    let stop = StopBell()
    async let outcome = desk.run(
      "run", "@flow.yaml", "--world=@world.yaml", "--save=@run.json", "--quiet", "--responder",
      "process:sh @hang.sh", "--patience", "call=36000", "--patience", "shutdown=0.1", stop: stop)
    while !FileManager.default.fileExists(atPath: desk.root + "asked") { try await Task.sleep(for: .milliseconds(10)) }
    #expect(stop.ring(15))
    #expect(await outcome.errors.contains("mfaflow: the run is saved in "))
    #expect(try String(contentsOfFile: desk.root + "run.json", encoding: .utf8).contains("\"step\":\"identify\""))
  }
}
