// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Who asks for JSON gets objects, and the last one tells the exit code")
struct JSONObjectTests {
  private func objects(_ outcome: Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test("a contract is looked up, listed and checked in objects")
  func contracts() async throws {
    let desk = try Desk()
    try desk.put("own.yaml", await desk.run("contract").output)
    let list = try objects(await desk.run("contract", "--list", "--format", "json"))
    #expect(list.map { $0["kind"] as? String } == ["contract"] && list[0]["name"] as? String == "relid")
    let page = try objects(await desk.run("contract", "relid", "setPassword", "--format", "json"))
    #expect(page.count == 1 && page[0]["kind"] as? String == "page" && page[0]["word"] as? String == "setPassword")
    #expect((page[0]["text"] as? String)?.hasPrefix("setPassword: a call of relid") == true)
    try desk.put("flow.yaml", Samples.signIn)
    let step = try objects(await desk.run("contract", "--after", "identify", "@flow.yaml", "--format", "json"))
    #expect(step.count == 1 && step[0]["word"] as? String == "identify" && step[0]["contract"] as? String == "relid")
    let sound = try objects(await desk.run("contract", "--check", "@own.yaml", "--format", "json"))
    #expect(sound.count == 1 && sound[0]["kind"] as? String == "summary" && sound[0]["exit"] as? Int == 0)
    try desk.put("own.yaml", "contract: relid\n")
    let broken = try objects(await desk.run("contract", "--check", "@own.yaml", "--format", "json"))
    #expect(broken.last?["exit"] as? Int == 1 && broken.last?["errors"] as? Int == broken.count - 1)
  }

  @Test("messages are listed in an object for each language")
  func messages() async throws {
    let desk = try MessagesTests.desk()
    let list = try objects(await desk.run("messages", "list", "@a.yaml", "--format", "json"))
    #expect(list.map { $0["language"] as? String } == ["en", "de"])
    #expect(list.map { $0["own"] as? Bool } == [true, false])
    #expect(list.allSatisfy { $0["kind"] as? String == "language" && $0["messages"] as? Int == 2 })
    #expect(list.allSatisfy { $0["translated"] as? Int == 2 && ($0["missing"] as? [String])?.isEmpty == true })
  }

  @Test("a matrix and a comparison have their kind and the exit code")
  func verdicts() async throws {
    let desk = try Desk()
    try desk.put("old.yaml", Samples.signIn)
    try desk.put("new.yaml", Samples.signIn.replacing("tries: 3", with: "tries: 4"))
    for (words, kind) in [
      (["diff", "@old.yaml", "@old.yaml"], "diff"), (["diff", "@old.yaml", "@new.yaml"], "diff"),
      (["matrix", "@old.yaml"], "matrix"),
    ] {
      let outcome = await desk.run(words + ["--format", "json"])
      let last = try #require(try objects(outcome).last)
      #expect(last["kind"] as? String == kind && last["exit"] as? Int == Int(outcome.code.rawValue), "\(words)")
    }
  }
}
