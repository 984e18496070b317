// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow play, what it saves and lists")
struct SavedPlayTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    .path

  /// Lines that are played, with what is told of what a scenario cannot say and what the file has.
  struct Saving: Sendable, CustomTestStringConvertible {
    let flow: String
    let lines: [String]
    var remark: String?
    var words: [String] = []

    var testDescription: String { ([flow] + lines).joined(separator: ", ") }
  }

  private static let missing = "The word on `initialize` is missing: in the scenario the SDK takes the call."
  private static let open =
    "The run is not over: in the scenario nothing more comes, so that time goes on, and it ends at"
  private static let leftOut = "Time that passes before a word on a call or at a gate is left out"

  @Test(
    "what is played before a word of the SDK is saved and passes, and what a scenario cannot say is told",
    arguments: [
      Saving(flow: "password-update", lines: ["wait 61s"], remark: missing, words: ["after: 61s"]),
      Saving(flow: "password-update", lines: ["wait 30s", "wait 31s"], remark: missing, words: ["after: 61s"]),
      Saving(flow: "password-update", lines: ["wait 61s", "1", "event getUser"], remark: leftOut),
      Saving(flow: "login", lines: ["event onUserLoggedOff", "event onUserLoggedOff"], remark: missing),
      Saving(flow: "login", lines: ["event onUserLoggedOff", "event onUserLoggedOff", "1"], words: ["end: "]),
      Saving(flow: "login", lines: ["event onUserLoggedOff", "wait 5s", "1"], words: ["after: 5s"]),
      Saving(flow: "sso-login", lines: ["wait 1m", "2"], words: ["end: refused"]),
      Saving(flow: "login", lines: ["1", "1", "1 userName=bob", "1", "1"], remark: "\(open) `failed`."),
      Saving(flow: "login", lines: ["1", "1"], words: ["waiting: identify"]),
      Saving(
        flow: "login", lines: ["1", "1", "1 userName=", "1 userName=bob"],
        remark: "The word of the security modules is missing", words: ["refused: ", "is empty"]),
    ])
  func beforeWords(_ saving: Saving) async throws {
    let desk = try Desk()
    let lines = saving.lines + ["save \(desk.root)kept", "quit"]
    let flow = "\(Self.root)/flows/\(saving.flow).yaml"
    let outcome = await desk.run("play", flow, input: lines.map { $0 + "\n" }.joined())
    #expect(outcome.output.contains("made kept.scenarios.yaml\n"), "\(outcome.output)")
    if let remark = saving.remark {
      #expect(outcome.output.contains(remark), "\(outcome.output)")
    } else {
      #expect(!outcome.output.contains(Self.leftOut) && !outcome.output.contains("is missing:"), "\(outcome.output)")
      #expect(!outcome.output.contains(Self.open), "\(outcome.output)")
    }
    #expect(!outcome.output.contains("turns are written"), "\(outcome.output)")
    let text = try String(contentsOfFile: desk.root + "kept.scenarios.yaml", encoding: .utf8)
    for words in saving.words { #expect(text.contains(words), "\(text)") }
    let test = await desk.run("test", "@kept.scenarios.yaml")
    #expect(test.code == .success, "\(text)\n\(test.output)")
  }

  @Test("a timeout that waits for a word is due at once behind it, and no time is negative")
  func due() async throws {
    let desk = try Desk()
    let flow = "\(Self.root)/flows/password-update.yaml"
    let outcome = await desk.run("play", flow, input: "wait 61s\n1\nquit\n")
    #expect(outcome.output.contains("timeout, which is due\n") && !outcome.output.contains("-1 s"), "\(outcome.output)")
    let waited = await desk.run("play", flow, input: "wait 61s\n1\nwait 5s\nquit\n")
    #expect(waited.output.contains("   61.000  timeout "), "\(waited.output)")
  }

  @Test("events that differ in a list of texts are told apart by them")
  func lists() async throws {
    let desk = try Desk()
    let outcome = await desk.run(
      "play", "\(Self.root)/flows/additional-device.yaml", input: String(repeating: "1\n", count: 5))
    for option in ["REL-ID Verify Authentication", "Add New Device using Fallback"] {
      let line = "  getAddNewDeviceOptions with newDeviceOptions=[\(option)]\n"
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
  }
}
