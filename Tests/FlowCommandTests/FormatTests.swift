// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow fmt")
struct FormatTests {
  private static let untidy = "sdk: relid\nlanguage: mfaflow/1\nflow:   a\nsteps: {}\n"
  private static let tidy = "language: mfaflow/1\nflow: a\nsdk: relid\nsteps: {}\n"

  @Test("a file is written, and a second run changes nothing")
  func written() async throws {
    let desk = try Desk()
    let path = try desk.put("a.yaml", Self.untidy)
    let first = await desk.run("fmt", "@a.yaml")
    #expect(first.code == .success)
    #expect(first.output.isEmpty)
    #expect(first.errors == "mfaflow: 1 file formatted, 0 unchanged\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.tidy)
    #expect(await desk.run("fmt", "@a.yaml").errors == "mfaflow: 0 files formatted, 1 unchanged\n")
  }

  @Test("a look writes nothing, and fails if there is something to do", arguments: ["--check", "--diff"])
  func looked(option: String) async throws {
    let desk = try Desk()
    let name = "a-file-whose-name-is-longer-than-a-headline-shows.yaml"
    let path = try desk.put(name, Self.untidy)
    let outcome = await desk.run("fmt", option, "@\(name)")
    #expect(outcome.code == .failure)
    #expect(
      outcome.output.contains(option == "--check" ? "would change: \(name)\n" : "\n-sdk: relid\n"), "\(outcome.output)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.untidy)
    try desk.put(name, Self.tidy)
    let tidy = await desk.run("fmt", option, "@\(name)")
    #expect(tidy.code == .success)
    #expect(tidy.output.isEmpty)
  }

  @Test("standard input comes out laid out")
  func input() async throws {
    let desk = try Desk()
    let outcome = await desk.run("fmt", "-", input: Self.untidy)
    #expect(outcome.code == .success)
    #expect(outcome.output == Self.tidy)
    #expect(outcome.errors.isEmpty)
    let config = await desk.run("fmt", "-", "--stdin-filename", "x/.mfaflow.yaml", input: "fail-on:   warning\n")
    #expect(config.output == "fail-on: warning\n")
  }

  @Test("a file that cannot be read stays as it is, and its secrets are covered")
  func unreadable() async throws {
    let desk = try Desk()
    let text = "users:\n  bob: { password: horse-battery-1\n"
    let path = try desk.put("w.yaml", text)
    let outcome = await desk.run("fmt", "@w.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("cannot be read, and stays as it is"))
    #expect(!(outcome.errors + outcome.output).contains("horse"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("the changes of a world cover its passwords")
  func covered() async throws {
    let desk = try Desk()
    try desk.put("w.yaml", "users:\n    bob:    { password: horse-battery-1 }\n")
    let outcome = await desk.run("fmt", "--diff", "@w.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("+  bob:"))
    #expect(!outcome.output.contains("horse"))
  }

  @Test("files of other programs are left alone in a folder, and told where they are named")
  func foreign() async throws {
    let desk = try Desk()
    try desk.put("f/other.yaml", "a:   1\n")
    try desk.put("f/a.yaml", Self.tidy)
    #expect(await desk.run("fmt", "--check", "@f").code == .success)
    let named = await desk.run("fmt", "@f/other.yaml")
    #expect(named.code == .failure)
    #expect(named.errors.contains("no key in it says what kind of file it is"))
  }

  @Test("in a folder, the configuration is formatted, too, and nothing else that begins with a dot")
  func configuration() async throws {
    let desk = try Desk()
    try desk.put("f/a.yaml", Self.tidy)
    try desk.put("f/.mfaflow.yaml", "fail-on:   warning\n")
    try desk.put("f/.hidden.yaml", "fail-on:   warning\n")
    let outcome = await desk.run("fmt", "--check", "@f")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains(".mfaflow.yaml") || outcome.errors.contains(".mfaflow.yaml"))
    #expect(!(outcome.output + outcome.errors).contains(".hidden.yaml"))
  }

  @Test(
    "what is no map of keys is told as a check tells it",
    arguments: [
      ("", "MFA115"), ("# only this\n", "MFA115"), ("- a\n- b\n", "MFA122"), ("just words\n", "MFA122"),
      ("a: [1\nb: {", "MFA101"), ("a: \u{7}\n", "MFA116"),
    ])
  func unread(text: String, code: String) async throws {
    let desk = try Desk()
    try desk.put("a.yaml", text)
    let check = await desk.run("check", "@a.yaml")
    let outcome = await desk.run("fmt", "@a.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.errors.hasPrefix("error[\(code)]: "), "\(outcome.errors)")
    let finding = try #require(outcome.errors.components(separatedBy: "mfaflow: ").first)
    #expect(check.output.hasPrefix(finding), "\(check.output)")
    #expect(outcome.errors.contains("mfaflow: `a.yaml` cannot be read, and stays as it is\n"))
    #expect(!outcome.errors.contains("just words"))
  }

  @Test("a folder without a file of mfaflow is no success, as for a check")
  func nothing() async throws {
    let desk = try Desk()
    try desk.put("f/other.yaml", "a:   1\n")
    for words in [["fmt", "@f"], ["fmt", "--check", "@f"], ["check", "@f"]] {
      #expect(await desk.run(words).code == .wrongInput, "\(words)")
    }
    #expect(await desk.run("fmt", "@f").errors.contains("there is nothing to format in what is named"))
  }

  @Test("a file that is not there, and options that exclude each other")
  func wrong() async throws {
    let desk = try Desk()
    #expect(await desk.run("fmt", "@missing.yaml").code == .broken)
    #expect(await desk.run("fmt", "--check", "--diff", "@missing.yaml").code == .wrongInput)
  }
}
