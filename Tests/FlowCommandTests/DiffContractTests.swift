// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow diff, where the contract has changed")
struct DiffContractTests {
  private static let flow = Samples.ring(contract: "./bell.yaml")

  /// The folders `old` and `new`, each with the flow and its contract.
  private static func desk(
    contract change: (String) -> String, flow changeFlow: (String) -> String = { $0 }
  ) throws -> Desk {
    let desk = try Desk()
    try desk.put("old/bell.yaml", Samples.bell)
    try desk.put("old/ring.yaml", flow)
    try desk.put("new/bell.yaml", change(Samples.bell))
    try desk.put("new/ring.yaml", changeFlow(flow))
    return desk
  }

  @Test(
    "what the flows have nothing to do with is no difference",
    arguments: [
      ("source: given manual", "source: sample manual"), ("version: 1.0.0", "version: 1.1.0"),
      ("ring: { leadsTo", "ring: { meaning: Somebody is at the door., leadsTo"),
      (
        "calls:\n",
        "  knocked: { kind: result, source: given manual }\ncalls:\n  knock: { leadsTo: knocked, source: given manual }\n"
      ),
      ("events:\n", "events:\n  knocked: { kind: result, source: given manual }\n"),
      ("phases: {", "modes: { quiet: 3 }\nphases: {"),
    ])
  func unread(written: String, other: String) async throws {
    let desk = try Self.desk { $0.replacing(written, with: other) }
    let outcome = await desk.run("diff", "--fail-on", "any", "@old", "@new")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.output == "new/ring.yaml: equal (ring 1.0.0 -> ring 1.0.0)\n", "\(outcome)")
  }

  @Test("what they have to do with is told first, as `changed`, and the flows are compared under the new contract")
  func changed() async throws {
    let desk = try Self.desk {
      $0.replacing(
        "leadsTo: opened, source",
        with: "leadsTo: { opened: { earns: { possession: key }, source: given manual } }, patience: 10s, source")
        + "authenticators: { key: { channel: device } }\n"
    } flow: {
      $0.replacing("leave: { to: gone }", with: "leave: { to: failed }")
    }
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    #expect(outcome.code == .success, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "new/ring.yaml: changed (ring 1.0.0 -> ring 1.0.0)", "\(outcome)")
    try #require(lines.count > 4, "\(outcome)")
    #expect(lines[2] == "  changed: contract: the call `ring`: `patience` is 10s instead of 30s", "\(outcome)")
    #expect(
      lines[3]
        == "  changed: contract: the call `ring`: the reply `opened`: earns possession by key instead of nothing",
      "\(outcome)")
    #expect(
      lines[4] == "  changed: `inside`: the choice `leave` leads to the end `failed` instead of to the end `gone`",
      "\(outcome)")
    #expect(lines.last == "  saved runs: none can be taken up", "\(outcome)")
    #expect(await desk.run("diff", "--fail-on", "changed", "@old", "@new").code == .failure)
    let allowed = await desk.run(
      "diff", "--fail-on", "changed", "--allow", "contract: because it was agreed on", "--allow",
      "`inside`: because it was agreed on", "@old", "@new")
    #expect(allowed.code == .success, "\(allowed)")
  }

  @Test("a code, a reply and a phase that are new or gone are told by their names")
  func pieces() async throws {
    let desk = try Self.desk {
      $0.replacing("leadsTo: opened,", with: "leadsTo: [opened, opened 7],").replacing(
        "calls:\n", with: "codes: { 7: { name: late, in: opened, source: given manual } }\ncalls:\n"
      ).replacing("open: {} }", with: "open: {}, dead: {} }")
    }
    let there = await desk.run("diff", "--summary", "@old", "@new")
    for line in [
      "the call `ring`: the reply `opened 7` is new", "the code `opened 7` is new", "the phase `dead` is new",
    ] {
      #expect(there.output.contains("  changed: contract: \(line)\n"), "\(there)")
    }
    let back = await desk.run("diff", "--summary", "@new", "@old")
    #expect(back.output.contains("  changed: contract: the call `ring`: the reply `opened 7` is gone\n"), "\(back)")
  }

  @Test("where the old flow has errors by the new contract nothing is decided, and what differs is listed")
  func gone() async throws {
    let desk = try Self.desk {
      $0.replacing("  ring: {", with: "  press: {")
    } flow: {
      $0.replacing("call: ring", with: "call: press")
    }
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    #expect(outcome.code == .wrongInput, "\(outcome)")
    #expect(outcome.output == "new/ring.yaml: not compared\n", "\(outcome)")
    #expect(outcome.errors.contains("what has become of the flow is not decided"), "\(outcome)")
    #expect(outcome.errors.contains("  contract: the call `press` is new\n"), "\(outcome)")
    #expect(outcome.errors.contains("  contract: the call `ring` is gone\n"), "\(outcome)")
    #expect(outcome.errors.contains("`ring`") && outcome.errors.contains("error[MFA"), "\(outcome)")
  }

  /// A flow in which one can go round so often.
  private static func round(_ count: Int) -> String {
    flow.replacing("leave: { to: gone }", with: "leave: { to: gone }, again: { max: \(count), to: ring }")
  }

  @Test("a picture and a page show what differs under the new contract, and what the contracts do not say alike")
  func shown() async throws {
    let desk = try Self.desk {
      $0.replacing("leadsTo: opened,", with: "leadsTo: opened, patience: 10s,")
    } flow: { _ in
      Self.round(3)
    }
    try desk.put("old/ring.yaml", Self.round(2))
    let picture = await desk.run("graph", "@new/ring.yaml", "--base", "@old/ring.yaml", "--format", "json")
    #expect(picture.code == .success && picture.output.contains("\"mark\":\"weaker\""), "\(picture)")
    #expect(
      picture.errors.contains("  changed: contract: the call `ring`: `patience` is 10s instead of 30s\n"), "\(picture)")
    let page = await desk.run("page", "@new/ring.yaml", "--base", "@old/ring.yaml", "--places", "20")
    #expect(page.code == .success && page.output.contains(" is 10s instead of 30s"), "\(page.errors)")
  }

  @Test("a picture and a page say why they show nothing of an old flow that has errors by the new contract")
  func notShown() async throws {
    let desk = try Self.desk {
      $0.replacing("  ring: {", with: "  press: {")
    } flow: {
      $0.replacing("call: ring", with: "call: press")
    }
    for command in ["graph", "page"] {
      let outcome = await desk.run(command, "@new/ring.yaml", "--base", "@old/ring.yaml")
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("the old one has errors by the contract of the new one\n"), "\(outcome)")
      #expect(outcome.errors.contains("  contract: the call `ring` is gone\n"), "\(outcome)")
      #expect(outcome.errors.contains("error[MFA"), "\(outcome)")
    }
  }

  @Test("what is weaker is so under the new contract, too")
  func weaker() async throws {
    let desk = try Self.desk {
      $0.replacing("leadsTo: opened,", with: "leadsTo: opened, patience: 10s,")
    } flow: { _ in
      Self.round(3)
    }
    try desk.put("old/ring.yaml", Self.round(2))
    let outcome = await desk.run("diff", "--summary", "@old", "@new")
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(
      outcome.output == """
        new/ring.yaml: weaker (ring 1.0.0 -> ring 1.0.0)
          1 weaker, 1 changed
          weaker: `inside`: the choice `again`: `max` is 3 instead of 2
          changed: contract: the call `ring`: `patience` is 10s instead of 30s
          saved runs: none can be taken up

        """, "\(outcome)")
  }
}
