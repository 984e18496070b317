// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDKContract
import Testing

@testable import FlowCommand

@Suite("mfaflow contract")
struct ContractTests {
  @Test("the contract is printed byte for byte, with its name or without")
  func printing() async throws {
    let desk = try Desk()
    let bytes = try #require(EmbeddedContracts.text(named: "relid"))
    for outcome in [await desk.run("contract"), await desk.run("contract", "relid")] {
      #expect(outcome.code == .success)
      #expect(Array(outcome.output.utf8) == bytes)
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test("for programs, the contract is one JSON object with the keys of its file")
  func object() async throws {
    let desk = try Desk()
    try desk.put("own.yaml", await desk.run("contract").output)
    for words in [["contract", "--format", "json"], ["contract", "@own.yaml", "--format", "json"]] {
      let outcome = await desk.run(words)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      #expect(object?["contract"] as? String == "relid", "\(outcome.errors)")
      #expect((object?["calls"] as? [String: Any])?["setPassword"] != nil)
    }
  }

  @Test("the names are listed one a line")
  func listing() async throws {
    #expect(await (try Desk()).run("contract", "--list").output == "relid\n")
  }

  @Test("what is printed is a contract without errors")
  func checking() async throws {
    let desk = try Desk()
    try desk.put("own.yaml", await desk.run("contract").output)
    let sound = await desk.run("contract", "--check", "@own.yaml")
    #expect(sound.code == .success)
    try desk.put("own.yaml", "contract: relid\n")
    let broken = await desk.run("contract", "--check", "@own.yaml", "--format", "oneline")
    #expect(broken.code == .failure)
    #expect(broken.output.contains("own.yaml:"))
    #expect(await desk.run("contract", "--check", "@gone.yaml").code == .broken)
    #expect(await desk.run("contract", "--check", "@").errors.contains("is a folder, not a file"))
  }
}
