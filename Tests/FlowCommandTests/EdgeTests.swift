// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import LocalFiles
import Testing

@testable import FlowCommand

/// What a CI engineer and an author without code stumble over.
@Suite("Slips at the command line")
struct EdgeTests {
  @Test("proofs and guesses are refused where no report has a place for them", arguments: ["--proofs", "--guesses"])
  func noPlace(option: String) async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.signIn)
    for format in ["sarif", "github", "gitlab", "junit", "oneline"] {
      let outcome = await desk.run("check", option, "--format", format, "@a.yaml")
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
      #expect(outcome.errors.contains("`\(option)` has no place in the format `\(format)`"), "\(outcome.errors)")
    }
    let both = await desk.run("check", option, "--format", "sarif", "--output", "json=\(desk.root)a.json", "@a.yaml")
    #expect(both.code == .success, "\(both.errors)")
    #expect(await desk.run("check", option, "@a.yaml").code == .success)
  }

  @Test("a build server gets paths from the folder that the tool runs in")
  func paths() {
    #expect(RelativePath.path(fromHereTo: "./flows/x.yaml") == "flows/x.yaml")
    #expect(RelativePath.path(fromHereTo: "flows/../flows/./x.yaml") == "flows/x.yaml")
    #expect(RelativePath.path(fromHereTo: RelativePath.absolute("flows/x.yaml")) == "flows/x.yaml")
    #expect(RelativePath.path(fromHereTo: "../x.yaml") == "../x.yaml")
    #expect(RelativePath.path(fromHereTo: "/nowhere/x.yaml") == "/nowhere/x.yaml")
    #expect(RelativePath.path(fromHereTo: "") == "")
  }

  @Test("a name that is not written in UTF-8 is told as that")
  func notUTF8() {
    let problem = FileProblem(path: "flows/fl\u{FFFD}w.yaml", kind: .missing)
    #expect(problem.message == "the name `flows/fl\u{FFFD}w.yaml` is not written in UTF-8")
    #expect(problem.help.hasPrefix("rename the file"))
    #expect(problem.near == nil)
  }

  @Test("a word of very many letters is cut in each message")
  func longWord() async throws {
    let desk = try Desk()
    let long = String(repeating: "k", count: 60_000)
    try desk.put("key.yaml", Samples.signIn.replacing("steps:", with: "? \(long)\n: 1\nsteps:"))
    try desk.put("text.yaml", Samples.signIn.replacing("sdk: relid", with: "sdk: relid\ngoal: \(long)"))
    try desk.put("mode.yaml", Samples.signIn.replacing("sdk: relid", with: "sdk: \(long)"))
    for name in ["key", "text", "mode"] {
      for format in ["text", "oneline", "json", "github", "sarif", "junit"] {
        let outcome = await desk.run("check", "--format", format, "@\(name).yaml")
        #expect(outcome.output.utf8.count < 9_000, "\(name) \(format): \(outcome.output.utf8.count)")
        #expect(outcome.code != .success)
      }
    }
  }

  @Test("a starter flow runs with the settings that its inputs are called by")
  func starter() async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "starter", "--into", "@flows").code == .success)
    try desk.put("world.yaml", "users: { bob: { password: horse-battery-1 } }\n")
    let outcome = await desk.run(
      "run", "@flows/starter.yaml", "--world", "@world.yaml", "--set", "userName=bob", "--set",
      "password=horse-battery-1", "--set", "signedIn=finish", "--quiet")
    #expect(outcome.code == .success, "\(outcome.errors)")
    let test = await desk.run("test", "--min-coverage", "100", "@flows")
    #expect(test.code == .success, "\(test.errors)")
  }

  @Test("`new scenario` takes each `else` that something can take", arguments: ["device-check", "login"])
  func everyElse(name: String) async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "own", "--from", name, "--into", "@flows").code == .success)
    try FileManager.default.removeItem(atPath: desk.root + "flows/own.scenarios.yaml")
    let made = await desk.run("new", "scenario", "@flows/own.yaml")
    #expect(!made.errors.contains(": else`"), "\(made.errors)")
  }
}
