// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Foundation
import Synchronization
import Testing

@testable import FlowCommand

/// No password and no code gets out: canaries stand in the place of every secret, and nothing that is shown holds one.
@Suite struct CanaryTests {
  @Test(
    "the search finds a canary in every form",
    arguments: [
      "the code is \(Canary.word)!", "canaryQXZ", "zxqYRANAC", "0x43414e41525971787a", "43 41 4E 41 52 59 71 78 7A",
      "[67, 65, 78, 65, 82, 89, 113, 120, 122]", Data("\(Canary.word)1".utf8).base64EncodedString(),
      Data("a\(Canary.word)".utf8).base64EncodedString(), Data("ab\(Canary.word)cd".utf8).base64EncodedString(),
    ])
  func finds(_ text: String) { #expect(!Canary.forms(in: text).isEmpty) }

  @Test("the search finds none where there is none", arguments: ["", "•••", "canary", "the canary sang", "67, 65, 78"])
  func findsNothing(_ text: String) { #expect(Canary.forms(in: text).isEmpty) }

  @Test("no scenario shows a secret, in whatever way it is printed", arguments: FlowFolder.scenarios)
  func staysIn(_ text: ScenarioText) async throws {
    let play = try planted(text)
    var sent = 0
    for (scenario, result) in zip(play.scenarios.scenarios, await play.run()) {
      #expect(result.passed, "\(play.story(of: result))")
      let transcript = Transcript()
      await transcript.play(scenario, of: play)
      transcript.note(result)
      transcript.write(play.story(of: result))
      #expect(Canary.forms(in: transcript.text) == [], "\(scenario.name.value)")
      #expect(transcript.text.contains("start"))
      sent += transcript.canariesSent
    }
    #expect(sent > (text.isLarge ? 30 : 0))
  }

  private static let slips = [
    ("end: done", "end: nowhere"), ("waiting: ", "waiting: not-"), ("status: 1", "status: 9"),
    ("- enterCode: { activationCode: ", "- nobody: { activationCode: "),
    ("- enterCode: { activationCode: ", "- enterCode: { code: "),
    ("- verifyPassword: { password: ", "- verifyPassword: { passwort: "),
    ("- verifyPassword: { password: ", "- enterCode: { password: "),
    (", confirmPassword: ", ", confirm: "), ("- authorize: { password: ", "- authorise: { password: "),
    ("/verifyPassword: { password: ", "/verifyPassword: { passwort: "),
  ]

  /// Each slip in each file in which it can be made.
  private static let slipped: [(ScenarioText, (String, String))] = slips.flatMap { slip in
    FlowFolder.scenarios.filter { ((try? FlowFolder.text($0.name)) ?? "").contains(slip.0) }.map { ($0, slip) }
  }

  @Test("each slip can be made in some file")
  func slipsAreMade() {
    for slip in Self.slips { #expect(Self.slipped.contains { $0.1 == slip }, "\(slip.0)") }
  }

  @Test("no scenario that fails shows a secret", arguments: slipped)
  func staysInOnFailure(_ text: ScenarioText, _ slip: (String, String)) async throws {
    let sound = try planted(text)
    let lines = String(decoding: sound.file.bytes, as: UTF8.self).components(separatedBy: "\n")
    let others = lines.map { $0.replacing(slip.0, with: slip.1) }
    let play = try Play(SourceFile(path: sound.file.path, text: others.joined(separator: "\n")))
    let changed = lines.indices.filter { lines[$0] != others[$0] }.map { $0 + 1 }
    let results = await play.run(holding: changed)
    #expect(!results.isEmpty)
    for result in results {
      let transcript = Transcript()
      transcript.note(result.failures)
      result.runs.forEach { transcript.note($0.result) }
      transcript.write(play.story(of: result))
      transcript.write(result.runs.flatMap(\.trace).map(\.json).joined(separator: "\n"))
      #expect(Canary.forms(in: transcript.text) == [], "\(result.name)")
    }
    #expect(results.contains { !$0.passed })
  }

  @Test("a code that stands where a choice should is not repeated", arguments: FlowFolder.scenarios)
  func staysInAsChoice(_ text: ScenarioText) async throws {
    let sound = try planted(text)
    let lines = String(decoding: sound.file.bytes, as: UTF8.self).components(separatedBy: "\n")
    let others = lines.map {
      $0.replacing(/- ([\w\/]+): { (?:activationCode|password): (".*?") }/) { "- \($0.output.1): \($0.output.2)" }
    }
    let play = try Play(SourceFile(path: sound.file.path, text: others.joined(separator: "\n")))
    let results = await play.run(holding: lines.indices.filter { lines[$0] != others[$0] }.map { $0 + 1 })
    for result in results {
      #expect(Canary.forms(in: play.story(of: result) + "\(result.runs)") == [], "\(result.name)")
    }
    #expect(lines == others || results.contains { !$0.passed })
  }

  @Test("`mfaflow run` shows no secret, in text and in JSON", arguments: ["text", "json"])
  func staysInOnTheCommandLine(_ format: String) async throws {
    let play = try #require(try FlowFolder.scenarios.first?.play())
    var planter = CanaryPlanter(play.programs.map(\.flow))
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-canary-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["activation.world.yaml", "activation.answers.yaml"] {
      let file = planter.plant(SourceFile(path: name, text: try FlowFolder.text(name)))
      try Data(file.bytes).write(to: folder.appending(path: name))
    }
    #expect(planter.canaries.count > 1)
    let written = Written()
    let streams = Streams(output: written, errors: written, readInput: { [] }, variable: { _ in nil })
    let code = await Tool.run(
      [
        "run", FlowFolder.root.appending(path: "activation.yaml").path, "--format", format,
        "--world", folder.appending(path: "activation.world.yaml").path,
        "--answers", folder.appending(path: "activation.answers.yaml").path,
      ], in: streams)
    #expect(code == .success, "\(written.text)")
    #expect(written.text.contains("setUp"))
    #expect(Canary.forms(in: written.text) == [])
  }

  /// The scenarios of a file with a canary for every secret.
  private func planted(_ text: ScenarioText) throws -> Play {
    let sound = try text.play()
    var planter = CanaryPlanter(sound.programs.map(\.flow))
    let file = planter.plant(sound.file)
    #expect(planter.canaries.count > (text.isLarge ? 10 : 0))
    return try Play(file)
  }
}

extension ScenarioText {
  /// Whether the file has scenarios and secrets of many kinds.
  fileprivate var isLarge: Bool { ["activation.scenarios.yaml", "login.scenarios.yaml"].contains(name) }
}

/// An output in memory.
private final class Written: Output {
  let isTerminal = false
  let failure: String? = nil
  private let kept = Mutex("")

  var text: String { kept.withLock { $0 } }

  func write(_ text: String) { kept.withLock { $0 += text } }
}
