// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import FlowScenarios
import Foundation
import RELIDSimulator
import Testing

@testable import FlowCommand

@Suite("Scenarios that show findings")
struct CounterexampleTests {
  /// A flow with one finding that a run can show, and how it is mended.
  struct Slip: CustomTestStringConvertible, Sendable {
    let file: String
    let code: String
    let step: String
    let mends: [(String, String)]

    var testDescription: String { "\(code) \(file)" }
    /// The flow's own text, from the cases of the checker.
    var flow: String {
      get throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .appending(path: "FlowChecksTests/Cases/bad/\(file).yaml")
        return try String(contentsOf: url, encoding: .utf8)
      }
    }
    var mended: String {
      get throws {
        try mends.reduce(flow) { text, mend in
          #expect(text.contains(mend.0), "\(mend.0)")
          return text.replacingOccurrences(of: mend.0, with: mend.1)
        }
      }
    }
  }

  static let slips = [
    Slip(file: "open-else", code: "MFA401", step: "identify", mends: [("else: done", "else: failed")]),
    Slip(file: "open-timeout", code: "MFA401", step: "verify", mends: [("timeout: done", "timeout: failed")]),
    Slip(
      file: "open-rejected", code: "MFA401", step: "verify", mends: [("rejected 170: done", "rejected 170: failed")]),
    Slip(
      file: "terminal-resume", code: "MFA402", step: "onTerminateWithThreats",
      mends: [("close: { resume: true }", "close: { to: failed }")]),
    Slip(
      file: "success-before-sign-in", code: "MFA403", step: "verify",
      mends: [("skip: { to: done }", "skip: { to: failed }")]),
    Slip(
      file: "call-after-log-off", code: "MFA404", step: "look",
      mends: [
        ("onUserLoggedOff: look", "onUserLoggedOff: done"),
        (
          """
            look:
              call: getNotifications
              max: 3
              then: { onGetNotifications: done, exhausted: failed, else: failed }

          """, ""
        ),
      ]),
    Slip(
      file: "gate-passed-by-another-way", code: "MFA405", step: "initialize",
      mends: [("quickly: { to: initialize }", "quickly: { to: mayBegin }")]),
    Slip(
      file: "session-end-resumed", code: "MFA406", step: "onSessionTimeout",
      mends: [("ok: { resume: true }", "ok: { to: failed }")]),
    Slip(
      file: "threat-left-to-time", code: "MFA407", step: "onUserConsentThreats",
      mends: [
        ("rejected: resume", "rejected: failed"), ("later: { resume: true }", "later: { to: failed }"),
        ("timeout: resume", "timeout: failed"),
      ]),
    Slip(
      file: "stay-past-challenge", code: "MFA431", step: "enterCode",
      mends: [("else: { stay: something-went-wrong }", "else: failed")]),
    Slip(
      file: "interrupt-falls-through", code: "MFA432", step: "other",
      mends: [
        ("  onUserConsentThreats:", "  onTerminateWithThreats: { to: failed }\n  onUserConsentThreats:"),
        ("  onUserLoggedOff:", "  onSessionTimeout: { to: failed }\n  onUserLoggedOff:"),
      ]),
  ]

  private func written(_ desk: Desk, in folder: String = "found") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: desk.root + folder).sorted()
  }

  @Test(
    "a scenario is written that the broken flow comes to, and that passes once the flow is mended", arguments: slips)
  func showsAndIsMended(_ slip: Slip) async throws {
    let desk = try Desk()
    try desk.put("flows/\(slip.file).yaml", try slip.flow)
    let outcome = await desk.run("check", "--write-scenario", "@found", "@flows/\(slip.file).yaml")
    let name = "\(slip.file).\(slip.code).\(slip.step).scenarios.yaml"
    #expect(try written(desk).contains(name), "\(outcome.errors)")
    #expect(outcome.errors.contains("mfaflow: found/\(name) shows \(slip.code) (flows/\(slip.file).yaml:"))

    let text = try String(contentsOfFile: desk.root + "found/\(name)", encoding: .utf8)
    let file = try #require(ScenarioReader.read(SourceFile(path: name, text: text), in: World.self).value)
    let flow = try #require(Compiler().unchecked(SourceFile(path: "flow.yaml", text: try slip.flow)))
    let played = await ScenarioRunner([Program(unsound: flow)], on: file.devices).run(file.scenarios[0])
    #expect(played.failures.map(\.message) == ["this came about, and must not"], "\(played.lines)")
    #expect(played.departure == nil)

    try desk.put("flows/\(slip.file).yaml", try slip.mended)
    let test = await desk.run("test", "--verbose", "@found")
    #expect(test.code == .success, "\(test.output)\(test.errors)")
    #expect(test.output.contains("it goes another way in line "))
  }

  @Test(
    "a question that is left is open in the scenario that shows it", arguments: ["by-a-warning", "by-a-second-one"])
  func leavesAnOpenQuestion(_ way: String) async throws {
    let desk = try Desk()
    let cases = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "FlowChecksTests/Cases")
    let flow = try String(contentsOf: cases.appending(path: "bad/threat-left-\(way).yaml"), encoding: .utf8)
    let contract = try #require(flow.firstMatch(of: /sdk: ..\/(parts\/.*)/)).1
    try desk.put(String(contract), String(contentsOf: cases.appending(path: String(contract)), encoding: .utf8))
    try desk.put("flows/own.yaml", flow)
    let outcome = await desk.run("check", "--write-scenario", "@found", "@flows/own.yaml")
    let name = try #require(try written(desk).first { $0.contains("MFA407") }, "\(outcome.errors)")
    let text = try String(contentsOfFile: desk.root + "found/\(name)", encoding: .utf8)
    let events = text.matches(of: /event: (\w+)/).map { String($0.1) }
    let question = try #require(events.firstIndex(of: "alarm"), "\(text)")
    #expect(question < events.count - 1, "\(text)")
  }

  @Test("as long as the flow has an error its scenarios are not played, and say why")
  func brokenFlow() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", try Self.slips[0].flow)
    _ = await desk.run("check", "--write-scenario", "@found", "@flow.yaml")
    let test = await desk.run("test", "@found")
    #expect(test.code == .wrongInput)
    #expect(test.errors.contains("error[MFA401]"))
  }

  @Test("each finding has a file of its own, and the next check rewrites them")
  func severalFiles() async throws {
    let desk = try Desk()
    let slip = try #require(Self.slips.first { $0.file == "threat-left-to-time" })
    try desk.put("flow.yaml", try slip.flow)
    _ = await desk.run("check", "--write-scenario", "@found", "@flow.yaml")
    let first = try written(desk)
    #expect(first.count { $0.contains("MFA407") } == 3, "\(first)")
    _ = await desk.run("check", "--write-scenario", "@found", "@flow.yaml")
    #expect(try written(desk) == first)
  }

  @Test("what somebody else wrote, or took for their own, is never written over")
  func othersFiles() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", try Self.slips[0].flow)
    let name = "open-else.MFA401.identify"
    try desk.put("found/\(name).scenarios.yaml", "mine\n")
    let outcome = await desk.run("check", "--write-scenario", "@found", "@flow.yaml")
    #expect(outcome.errors.contains("found/\(name)-2.scenarios.yaml shows MFA401"))
    #expect(try String(contentsOfFile: desk.root + "found/\(name).scenarios.yaml", encoding: .utf8) == "mine\n")
    // The same flow elsewhere has files of its own, too.
    try desk.put("other/flow.yaml", try Self.slips[0].flow)
    let other = await desk.run("check", "--write-scenario", "@found", "@other/flow.yaml")
    #expect(other.errors.contains("found/\(name)-3.scenarios.yaml shows MFA401"))
  }

  @Test("without a finding there is no folder and no file")
  func nothingFound() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    let outcome = await desk.run("check", "--write-scenario", "@found", "@flow.yaml")
    #expect(outcome.code == .success)
    #expect(outcome.errors == "no findings in 1 file\n")
    #expect(!FileManager.default.fileExists(atPath: desk.root + "found"))
  }

  @Test("what no run can show is named, and so is a flow that cannot be run")
  func notShown() async throws {
    let desk = try Desk()
    let loop = Slip(file: "unbudgeted-cycle", code: "MFA304", step: "", mends: [])
    try desk.put("loop.yaml", try loop.flow)
    try desk.put("loose.yaml", Slip(file: "ask-without-answer", code: "", step: "", mends: []).flow)
    let outcome = await desk.run("check", "--write-scenario", "@a/b/found", "@loop.yaml", "@loose.yaml")
    #expect(outcome.code == .failure)
    #expect(
      outcome.errors.contains("mfaflow: no scenario for MFA304 (loop.yaml:")
        && outcome.errors.contains("): what goes on for ever is shown by no run that ends"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "no scenario for what is wrong with loose.yaml: only a flow can be run whose names all lead somewhere, and in which each `run:` fits the flow that it runs"
      ),
      "\(outcome.errors)"
    )
    #expect(!FileManager.default.fileExists(atPath: desk.root + "a"))
  }

  @Test("a folder that is a file, and a flow without a name, are refused before anything is checked")
  func refused() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", try Self.slips[0].flow)
    try desk.put("file", "")
    let file = await desk.run("check", "--write-scenario", "@file", "@flow.yaml")
    #expect(file.code == .wrongInput)
    #expect(file.output.isEmpty)
    #expect(file.errors.contains("`--write-scenario` writes into a folder, and `file` is none"))
    let input = await desk.run("check", "--write-scenario", "@found", "-", input: try Self.slips[0].flow)
    #expect(input.code == .wrongInput)
    #expect(input.errors.contains("`--write-scenario` cannot name the flow that comes from standard input"))
    let named = await desk.run(
      "check", "--write-scenario", "@found", "--stdin-filename", "@flow.yaml", "-", input: try Self.slips[0].flow)
    #expect(named.errors.contains("shows MFA401"), "\(named.errors)")
  }

  @Test("a folder that may not be written is said so, and breaks the check")
  func unwritable() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", try Self.slips[0].flow)
    try desk.put("file", "")
    let outcome = await desk.run("check", "--write-scenario", "@file/found", "@flow.yaml")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("cannot be made: "), "\(outcome.errors)")
    #expect(outcome.output.contains("MFA401"))
  }

  @Test("what the team allows has no scenario")
  func allowed() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", try Self.slips[0].flow)
    try desk.put(
      "policy.yaml", "allow:\n  - { rule: MFA401, path: \"**/flow.yaml\", because: it is a demonstration }\n")
    let outcome = await desk.run("check", "--config", "@policy.yaml", "--write-scenario", "@found", "@flow.yaml")
    #expect(outcome.code == .success, "\(outcome.output)")
    #expect(!outcome.errors.contains("shows"))
  }

  @Test("a flow for another SDK has scenarios, too: its events are written by hand")
  func ownContract() async throws {
    let desk = try Desk()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "flows")
    let flow = try String(contentsOf: root.appending(path: "sso-login.yaml"), encoding: .utf8)
    let contract = try String(contentsOf: root.appending(path: "contracts/sso.yaml"), encoding: .utf8)
    try desk.put("flows/contracts/sso.yaml", contract)
    try desk.put(
      "flows/sso-login.yaml", flow.replacingOccurrences(of: "cancel: { to: givenUp }", with: "cancel: { to: done }"))
    let check = await desk.run("check", "--write-scenario", "@found", "@flows/sso-login.yaml")
    #expect(check.errors.contains("found/sso-login.MFA403.onPage.scenarios.yaml shows MFA403"), "\(check.errors)")
    try desk.put("flows/sso-login.yaml", flow)
    let test = await desk.run("test", "@found")
    #expect(test.code == .success, "\(test.output)\(test.errors)")
  }

  @Test("a contract that the command line names is named in the scenario, too")
  func namedContract() async throws {
    let desk = try Desk()
    let contract = await desk.run("contract", "relid")
    try desk.put("contracts/relid.yaml", contract.output)
    try desk.put("flow.yaml", try Self.slips[0].flow)
    _ = await desk.run("check", "--contract", "@contracts/relid.yaml", "--write-scenario", "@found", "@flow.yaml")
    let path = desk.root + "found/open-else.MFA401.identify.scenarios.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("flow: ../flow.yaml\ncontract: ../contracts/relid.yaml\n"))
  }
}
