// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Files that are meant to do harm: each gives findings with a place and the right exit code, and nothing in what is
/// printed moves a cursor.
@Suite("Hostile files", .timeLimit(.minutes(30)))
struct HostileFilesTests {
  static let texts: [(name: String, bytes: [UInt8])] = [
    ("empty", []), ("a comment", Array("# x\n".utf8)), ("a byte order mark", [0xEF, 0xBB, 0xBF]),
    ("zero bytes", [UInt8](repeating: 0, count: 3000)), ("not UTF-8", [UInt8](repeating: 0xFF, count: 3000)),
    ("every byte", Array(0...255)), ("half a character", Array("flow: ".utf8) + [0xC3]),
    ("UTF-16", Array(Samples.flow.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })),
    ("tabs", text("flow:\t1\n\tsteps: {}\n")), ("many documents", text(many(2000, "---\na: 1\n"))),
    ("a long scalar", text("flow: " + many(1 << 20, "x"))), ("a long name", text(many(1 << 16, "x") + ": 1\n")),
    ("open lists", text("a: " + many(10_000, "["))), ("open maps", text(many(10_000, "{a: "))),
    ("dashes", text(many(10_000, "- "))), ("question marks", text(many(10_000, "? "))),
    ("nested maps", text((0..<1500).map { many($0, " ") + "a:\n" }.joined())),
    ("a bomb of aliases", text(bomb)), ("an alias of itself", text("a: &a [*a]\n")), ("a tag", text("!!str a: 1\n")),
    ("a merge key", text("<<: { a: 1 }\n")), ("a quote", text("\"" + many(9000, "\\x41"))),
    ("carriage returns", text(many(9000, "\r"))), ("percents", text(many(3000, "%\n"))),
    ("an escape sequence", text("flow: \u{1B}[31m\u{9B}2J\u{202E}\u{2066}\u{2028}\n")),
    ("an escaped escape sequence", text("\"flow\\e[31m\\u202e\\u2028\": \"\\e]0;x\\a\"\n")),
    ("a list", text("- a\n- b\n")), ("a word", text("flow")),
  ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func many(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
  private static let bomb =
    "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    + (1..<20).map { "a\($0): &a\($0) [\(many(8, "*a\($0 - 1), "))*a\($0 - 1)]\n" }.joined()

  @Test("as a flow", arguments: texts.indices)
  func asFlow(_ index: Int) async throws {
    let desk = try desk(index)
    for format in ["text", "oneline", "json"] {
      let checked = await desk.run("check", "@it.yaml", "--format", format)
      #expect(checked.code == .failure)
      expectFindings(checked.output, Self.texts[index].name)
    }
    let ran = await desk.run("run", "@it.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(ran.code == .wrongInput)
    expectFindings(ran.errors, Self.texts[index].name)
  }

  @Test("as a world, as answers and as a contract", arguments: texts.indices)
  func asOther(_ index: Int) async throws {
    let desk = try desk(index)
    let world = await desk.run("run", "@flow.yaml", "--world", "@it.yaml", "--answers", "@answers.yaml")
    let answers = await desk.run("run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@it.yaml")
    let contract = await desk.run("check", "@flow.yaml", "--contract", "@it.yaml")
    let alone = await desk.run("contract", "--check", "@it.yaml")
    for run in [world, answers, contract] { #expect(run.code == .wrongInput, "\(Self.texts[index].name)") }
    #expect(alone.code == .failure, "\(Self.texts[index].name)")
    for run in [world, answers, contract, alone] { expectFindings(run.output + run.errors, Self.texts[index].name) }
  }

  private func desk(_ index: Int) throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    try desk.put("answers.yaml", Samples.answers)
    try Data(Self.texts[index].bytes).write(to: URL(fileURLWithPath: desk.root + "it.yaml"))
    return desk
  }

  private func expectFindings(_ shown: String, _ name: String) {
    #expect(shown.contains("it.yaml"), "\(name): nothing tells the place")
    #expect(shown.contains("MFA"), "\(name): no rule is named")
    #expect(shown.utf8.count < 400_000, "\(name): \(shown.utf8.count) bytes are too many")
    for scalar in ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}"] as [Unicode.Scalar] {
      #expect(!shown.unicodeScalars.contains(scalar), "\(name): U+\(String(scalar.value, radix: 16)) is obeyed")
    }
  }

  @Test("a file with very many findings shows the first ones, and says that there are more")
  func manyFindings() async throws {
    let desk = try Desk()
    let steps = (0..<600).map { "  s\($0): { cal: initialize }\n" }.joined()
    try desk.put("flow.yaml", Samples.flow.replacingOccurrences(of: "steps:\n", with: "steps:\n" + steps))
    let shown = await desk.run("check", "@flow.yaml", "--format", "oneline")
    #expect(shown.code == .failure)
    #expect(shown.output.split(separator: "\n").count == 201)
    #expect(shown.output.split(separator: "\n").last?.contains("MFA931") ?? false)
  }

  @Test("very many answers and users that are wrong are told once, and quickly")
  func manyMistakes() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", "users:\n" + (0..<400).map { "  u\($0): { pasword: x }\n" }.joined())
    try desk.put("answers.yaml", "answers:\n" + (0..<400).map { "  - stp\($0): { a: b }\n" }.joined())
    let run = await desk.run("run", "@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml")
    #expect(run.code == .wrongInput)
    #expect(run.errors.utf8.count < 200_000)
  }

  @Test("an option is not repeated without end")
  func manySettings() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    let arguments = ["run", desk.root + "flow.yaml", "--world", desk.root + "world.yaml"]
    let errors = MemoryOutput()
    let streams = Streams(output: MemoryOutput(), errors: errors, readInput: { [] }, variable: { _ in nil })
    let settings = Array(repeating: ["--set", "userName=a"], count: 1001).joined()
    #expect(await Tool.run(arguments + settings, in: streams) == .wrongInput)
    #expect(errors.text.contains("`--set` is given more than 1000 times"))
  }
}
