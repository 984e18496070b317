// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Which configuration is for a file")
struct ConfigurationPlaceTests {
  /// A flow with one finding that a configuration may weigh: a step that nothing leads to.
  private static let flow = Samples.flow.replacingOccurrences(
    of: "\ninterrupts:",
    with: """

        lost: { challenge: getPassword(verify), ask: [password], answer: setPassword, tries: 2, then: { else: failed } }
      interrupts:
      """)

  private static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("team/.git/HEAD", "")
    try desk.put("team/flows/a.yaml", flow)
    try desk.put("team/flows/old/b.yaml", flow)
    return desk
  }

  @Test("the nearest one above a file is for it, wherever the check is started and however the file is named")
  func nearest() async throws {
    let desk = try Self.desk()
    try desk.put("team/.mfaflow.yaml", "severities: { MFA302: warning }\n")
    try desk.put("team/flows/old/.mfaflow.yml", "severities: { MFA302: error }\n")
    for path in ["@team", "@team/flows", "@team/flows/../flows", "@team/flows/a.yaml", "@team/./flows/old/.."] {
      let outcome = await desk.run("check", "--format", "oneline", path)
      #expect(
        outcome.output.contains("a.yaml") && outcome.output.contains("warning[MFA302]"), "\(path)\n\(outcome.output)")
      #expect(outcome.code == (path.hasSuffix("a.yaml") ? .success : .failure), "\(path)\n\(outcome.output)")
    }
    let outcome = await desk.run("check", "--verbose", "@team")
    #expect(
      outcome.errors.hasPrefix(
        "mfaflow: 1 file by team/.mfaflow.yaml\nmfaflow: 1 file by team/flows/old/.mfaflow.yml\n"))
  }

  @Test("a file on standard input has that of its name")
  func standardInput() async throws {
    let desk = try Self.desk()
    try desk.put("team/.mfaflow.yaml", "severities: { MFA302: warning }\n")
    let named = await desk.run(
      "check", "--format", "oneline", "--stdin-filename", "@team/flows/a.yaml", "-", input: Self.flow)
    #expect(named.code == .success && named.output.contains("warning[MFA302]"), "\(named.output)\(named.errors)")
  }

  @Test("the search ends at the root of a repository")
  func root() async throws {
    let desk = try Self.desk()
    try desk.put(".mfaflow.yaml", "severities: { MFA302: warning }\n")
    #expect(await desk.run("check", "@team").code == .failure)
    try FileManager.default.removeItem(atPath: desk.root + "team/.git")
    #expect(await desk.run("check", "@team").code == .success)
  }

  @Test("a link that leads nowhere is one that is missing", arguments: ["check", "test"])
  func danglingLink(command: String) async throws {
    let desk = try Self.desk()
    try FileManager.default.createSymbolicLink(
      atPath: desk.root + "team/.mfaflow.yaml", withDestinationPath: "policies/.mfaflow.yaml")
    let outcome = await desk.run(command, "@team")
    #expect((outcome.output + outcome.errors).contains("team/.mfaflow.yaml` does not exist"), "\(outcome)")
    #expect(outcome.code == .broken)
  }

  @Test("one that is wrong stops each command that reads it, also for a file that is named")
  func wrongForFiles() async throws {
    let desk = try Self.desk()
    try desk.put("team/flows/a.scenarios.yaml", "flow: a.yaml\nscenarios: []\n")
    try desk.put("team/.mfaflow.yaml", "fail-on: nonsense\n")
    let lines = [
      ["check", "@team/flows/a.yaml"], ["fmt", "--check", "@team/flows/a.yaml"], ["fmt", "--check", "@team"],
      ["test", "@team/flows/a.scenarios.yaml"], ["test", "@team"],
      ["diff", "@team/flows/a.yaml", "@team/flows/a.yaml"],
      ["diff", "@team/flows", "@team/flows"],
    ]
    for words in lines {
      let outcome = await desk.run(words)
      #expect(outcome.code == .wrongInput && outcome.errors.contains("nonsense"), "\(words): \(outcome)")
    }
    let itself = await desk.run("fmt", "--check", "@team/.mfaflow.yaml")
    #expect(itself.code == .success, "\(itself)")
  }

  @Test("two beside each other are refused, and one that is wrong stops the check")
  func refused() async throws {
    let desk = try Self.desk()
    try desk.put("team/.mfaflow.yaml", "fail-on: error\n")
    try desk.put("team/.mfaflow.yml", "fail-on: warning\n")
    let both = await desk.run("check", "@team")
    #expect(both.code == .wrongInput && both.errors.contains("keep one of them"), "\(both.errors)")
    #expect(both.errors.contains("`team/.mfaflow.yaml` has `team/.mfaflow.yml` beside it"), "\(both.errors)")
    try FileManager.default.removeItem(atPath: desk.root + "team/.mfaflow.yml")
    try desk.put("team/flows/old/.mfaflow.yaml", "fail-off: error\n")
    let wrong = await desk.run("check", "@team")
    #expect(wrong.code == .wrongInput && wrong.errors.contains("team/flows/old/.mfaflow.yaml"), "\(wrong.errors)")
    #expect(await desk.run("check", "@team/flows/a.yaml").code == .failure)
  }

  @Test("its paths begin at its folder, whether it was found or named")
  func paths() async throws {
    let desk = try Self.desk()
    try desk.put("team/.mfaflow.yaml", "exclude: [flows/old]\nbaseline: known/flows.baseline\n")
    try desk.put("team/known/.keep", "")
    let missing = await desk.run("check", "@team/flows")
    #expect(missing.code == .broken && missing.errors.contains("team/.mfaflow.yaml:2:11"), "\(missing)")
    // What does not ask for known findings does not ask for the file.
    #expect(!(await desk.run("fmt", "--check", "@team/flows").errors.contains("flows.baseline")))
    #expect(
      await desk.run("check", "--write-baseline", "@team/known/flows.baseline", "@team/flows/../flows/").code
        == .success)
    let written = try String(contentsOfFile: desk.root + "team/known/flows.baseline", encoding: .utf8)
    #expect(written.contains("MFA302\t../flows/a.yaml\t"), "\(written)")
    for words in [
      ["@team"], ["@team/./flows"], ["@team/flows/a.yaml"], ["--config", "@team/.mfaflow.yaml", "@team/flows"],
    ] {
      let outcome = await desk.run(["check"] + words)
      #expect(outcome.code == .success, "\(words)\n\(outcome.output)")
      #expect(outcome.errors.contains("1 suppressed (1 by baseline)"), "\(words)\n\(outcome.errors)")
    }
  }

  @Test("a baseline knows a file through a linked folder, and a link to the file, in both directions")
  func linked() async throws {
    let desk = try Self.desk()
    try FileManager.default.createSymbolicLink(atPath: desk.root + "link", withDestinationPath: "team/flows")
    try FileManager.default.createSymbolicLink(atPath: desk.root + "other.yaml", withDestinationPath: "link/a.yaml")
    for name in ["team/flows/a.yaml", "link/a.yaml", "other.yaml"] {
      #expect(await desk.run("check", "--write-baseline", "@known", "@" + name).code == .success)
      let written = try String(contentsOfFile: desk.root + "known", encoding: .utf8)
      #expect(written.contains("MFA302\tteam/flows/a.yaml\t"), "\(written)")
    }
    try desk.put(
      "known", try String(contentsOfFile: desk.root + "known", encoding: .utf8).replacing("team/flows", with: "link"))
    for name in ["team/flows/a.yaml", "link/a.yaml", "other.yaml"] {
      let outcome = await desk.run("check", "--baseline", "@known", "@" + name)
      #expect(outcome.errors.contains("1 suppressed (1 by baseline)"), "\(name)\n\(outcome.errors)")
      #expect(!outcome.errors.contains("without a finding"), "\(outcome.errors)")
    }
  }

  @Test("a line of the baseline is not called stale where its file was not checked in full, and is counted once")
  func notStale() async throws {
    let desk = try Self.desk()
    try desk.put("team/.mfaflow.yaml", "fail-on: warning\n")
    try desk.put("known", "MFA302\tteam/flows/a.yaml\tan old message\n")
    let once = await desk.run("check", "--baseline", "@known", "@team/flows/a.yaml")
    #expect(once.errors.contains("1 line of the baseline without a finding (1)"), "\(once)")
    let text = try String(contentsOfFile: desk.root + "team/flows/a.yaml", encoding: .utf8)
    try desk.put("team/flows/a.yaml", text.replacing("tries: 2", with: "tries: twos"))
    let broken = await desk.run("check", "--baseline", "@known", "@team/flows/a.yaml")
    #expect(broken.output.contains("MFA228") && !broken.errors.contains("without a finding"), "\(broken)")
  }

  @Test("a line of the baseline that fits nothing any more is told, if its file was checked")
  func stale() async throws {
    let desk = try Self.desk()
    try desk.put("known", "MFA302\tteam/flows/a.yaml\tan old message\nMFA302\tteam/flows/gone.yaml\tanother one\n")
    let outcome = await desk.run("check", "--baseline", "@known", "@team")
    #expect(outcome.errors.contains("1 line of the baseline without a finding (1), take it out"), "\(outcome.errors)")
    #expect(await !desk.run("check", "--baseline", "@known", "@team/flows/old").errors.contains("baseline"))
  }

  @Test("scenarios in a folder that is excluded are not played")
  func scenarios() async throws {
    let desk = try TestTests.desk()
    try desk.put("drafts/wrong.scenarios.yaml", "flow: nowhere.yaml\nscenarios: [{ name: a }]\n")
    #expect(await desk.run("test", "@").code != .success)
    try desk.put(".mfaflow.yaml", "exclude: [drafts]\n")
    #expect(await desk.run("test", "@").code == .success)
    try desk.put(".mfaflow.yaml", "exclud: [drafts]\n")
    #expect(await desk.run("test", "@").code == .wrongInput)
  }
}
