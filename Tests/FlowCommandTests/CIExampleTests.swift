// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("What is there to copy for build servers")
struct CIExampleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(
    "every command in it can be read by the program",
    arguments: [("Examples/CI/github.yml", 2), ("Examples/CI/gitlab.yml", 2), (".pre-commit-hooks.yaml", 3)])
  func commands(path: String, count: Int) throws {
    let commands = try Self.text(path).split(separator: "\n").compactMap { line -> [String]? in
      guard !line.hasPrefix("#"), let start = line.firstRange(of: "mfaflow ")?.lowerBound else { return nil }
      let words = line[start...].split(separator: " ").map(String.init).prefix { $0 != "||" }
      return words.count > 1 && Command.all.contains { $0.name == words[1] } ? Array(words) : nil
    }
    #expect(commands.count == count, "\(commands)")
    for words in commands {
      let command = try #require(Command.all.first { $0.name == words[1] })
      let operands = path.hasSuffix("hooks.yaml") ? ["flows"] : []
      _ = try ArgumentReader.read((words.dropFirst(2) + operands)[...], for: command)
    }
  }

  @Test(
    "the job for GitLab plays the scenarios though the check fails, and fails all the same", arguments: [true, false])
  func gitlab(isClean: Bool) async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", isClean ? Samples.flow : Samples.brokenFlow)
    try desk.put(
      "bin/mfaflow", "#!/bin/sh\necho $1 >> \(desk.root)log\n[ $1 = test ] || [ \(isClean) = true ]\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: desk.root + "bin/mfaflow")
    let script = try Self.text("Examples/CI/gitlab.yml").split(separator: "\n").drop { $0 != "  script:" }.dropFirst()
      .prefix { $0.hasPrefix("    - ") }.map { String($0.dropFirst(6)) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // As its runner does: the first line that fails ends the job.
    process.arguments = ["-e", "-c", script.joined(separator: "\n")]
    process.environment = ["PATH": desk.root + "bin:/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == (isClean ? 0 : 1))
    #expect(try String(contentsOfFile: desk.root + "log", encoding: .utf8) == "check\ntest\n")
  }

  @Test("the problem matcher takes apart the lines of `--format oneline`")
  func problemMatcher() async throws {
    let file = try JSONSerialization.jsonObject(with: Data(try Self.text("Examples/CI/problem-matcher.json").utf8))
    let matchers = try #require((file as? [String: Any])?["problemMatcher"] as? [[String: Any]])
    let pattern = try #require((matchers.first?["pattern"] as? [[String: Any]])?.first)
    let expression = try Regex(try #require(pattern["regexp"] as? String))
    let desk = try Desk()
    try desk.put("a.yaml", Samples.brokenFlow)
    let outcome = await desk.run("check", "--format", "oneline", "@a.yaml")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let match = try #require(line.wholeMatch(of: expression))
    let groups = match.output.map { $0.substring.map(String.init) ?? "" }
    let place = try #require(pattern["file"] as? Int)
    #expect(groups[place] == "a.yaml")
    #expect(groups[try #require(pattern["code"] as? Int)] == "MFA205")
    #expect(groups[try #require(pattern["severity"] as? Int)] == "error")
  }
}
