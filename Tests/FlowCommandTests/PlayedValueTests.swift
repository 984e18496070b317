// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Values that are given in mfaflow play")
struct PlayedValueTests {
  private func desk() async throws -> Desk {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "door", "--into", "@").code == .success)
    return desk
  }

  /// Plays lines from standard input.
  private func play(_ lines: [String], on desk: Desk) async -> Outcome {
    await desk.run("play", "@door.yaml", input: lines.map { $0 + "\n" }.joined())
  }

  @Test(
    "a value that no scenario file can hold is refused when it is typed",
    arguments: [
      ("a\u{AD}b", "U+00AD, which is an invisible character"), ("a\u{200B}", "U+200B, which is an invisible character"),
      ("\u{200D}a", "U+200D, which is a joiner where nothing is joined"),
      ("a\u{202E}b", "U+202E, which is a mark that turns the order of the text around"),
      ("a\u{85}b", "U+0085, which is a line break that most editors do not count"),
      ("a\u{1}b", "U+0001, which is a control character"),
      (String(repeating: "a", count: 65_537), "more than 65536 bytes"),
    ])
  func unwritable(value: String, obstacle: String) async throws {
    let desk = try await desk()
    let lines = ["", "1", "1 userName=\"\(value)\"", "save \(desk.root)held", "quit"]
    let outcome = await play(lines, on: desk)
    #expect(
      outcome.output.contains("`userName` cannot hold \(obstacle): no scenario file can"),
      "\(outcome.output.suffix(2_000))")
    #expect(outcome.output.contains("made held.scenarios.yaml") && !outcome.output.contains("Only the first"))
  }

  @Test(
    "a value may hold letters of any script, emoji that are joined, and accents",
    arguments: ["müller", "नमस्ते", "👩‍💻", "e\u{301}"])
  func writable(value: String) async throws {
    let desk = try await desk()
    let outcome = await play(["", "1", "1 userName=\(value)", "1", "save \(desk.root)held", "quit"], on: desk)
    #expect(outcome.output.contains("made held.scenarios.yaml"), "\(outcome.output)")
    #expect(try String(contentsOfFile: desk.root + "held.scenarios.yaml", encoding: .utf8).contains(value))
  }

  @Test(
    "a call is rejected with the number that is given, or with the one that has this name",
    arguments: [("88", 88), ("instrumented", 218), ("4711", 4711)])
  func rejections(code: String, number: Int) async throws {
    let outcome = await play(["2 code=\(code)", "quit"], on: try await desk())
    #expect(outcome.output.contains("rejected    initialize with error \(number)"), "\(outcome.output)")
  }

  @Test("a field in the first item of a list is given by its path")
  func innerFields() async throws {
    let desk = try await desk()
    let lines = ["", "event onTerminateWithThreats threats.threatSeverity=LOW threats.threatName=\"a b\"", "back"]
    let bad = ["event onTerminateWithThreats threats.nothing=1", "event onTerminateWithThreats threats=1"]
    let outcome = await play(lines + bad + ["forth", "save \(desk.root)inner", "quit"], on: desk)
    #expect(outcome.output.contains("`onTerminateWithThreats` has no field `threats.nothing`"), "\(outcome.output)")
    #expect(outcome.output.contains("`threats` cannot be `1`"))
    #expect(outcome.output.contains("made inner.scenarios.yaml"))
    #expect(await desk.run("test", "@inner.scenarios.yaml").code == .success)
  }

  @Test("a value in double quotes has its spaces, one without ends at the first")
  func quoted() async throws {
    let desk = try await desk()
    let quoted = await play(["", "1", "1 userName=\"bob the builder\"", "quit"], on: desk)
    #expect(!quoted.output.contains("for a value with spaces"), "\(quoted.output)")
    let plain = await play(["", "1", "1 userName=bob the builder", "quit"], on: desk)
    #expect(plain.output.contains("or `1 name=\"a b\"` for a value with spaces"), "\(plain.output)")
  }

  @Test("what somebody hands in is not shown again")
  func covered() async throws {
    let desk = try await desk()
    let outcome = await play(["", "1", "1 userName=bob", "1", "1 password=hunter-2-secret"], on: desk)
    #expect(outcome.output.contains("> 1 password=•••"), "\(outcome.output)")
    #expect(!outcome.output.contains("hunter-2-secret"))
    let quoted = await play(["", "1", "1 userName=bob", "1", "1 password=\"hunter 2=secret\""], on: desk)
    #expect(quoted.output.contains("> 1 password=•••\n"), "\(quoted.output)")
    #expect(!quoted.output.contains("secret\""))
  }
}
