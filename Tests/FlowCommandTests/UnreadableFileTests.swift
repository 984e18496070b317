// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand
@testable import LocalFiles

@Suite("A file that cannot be read")
struct UnreadableFileTests {
  /// A command line and the option that names the file.
  struct Line: CustomTestStringConvertible {
    let command: String
    let option: String
    var testDescription: String { "\(command) \(option)" }
  }

  /// What each command needs beside the option.
  private static let beside: [String: [String]] = [
    "check": ["@a.yaml"], "run": ["@a.yaml"], "test": ["@s.scenarios.yaml"], "soak": ["@a.yaml", "--runs", "1"],
    "twin": ["@a.yaml", "--backend", "simulator", "--backend", "simulator"], "matrix": ["@a.yaml"], "contract": [],
    "backend": ["verify", "simulator"], "fmt": ["@a.yaml"], "show": ["@a.yaml"],
    "diff": ["@a.yaml", "@a.yaml"], "messages": ["list", "@a.yaml"], "graph": ["@a.yaml"], "page": ["@a.yaml"],
    "story": ["@a.yaml"], "play": ["@a.yaml"], "new": ["scenario", "@a.yaml"],
  ]
  private static let written = [
    "--save", "--record", "--output", "--write-baseline", "--backend-log",
  ]

  /// Each option of each command that names a file to be read, by the table of the commands.
  static let lines = Command.all.flatMap { command in
    command.options.filter { option in
      guard case .text(let placeholder) = option.shape else { return false }
      return placeholder.contains("FILE") && !written.contains(option.name)
    }.map { Line(command: command.name, option: $0.name) }
  }

  @Test("ends the command with 3, whichever option names it", arguments: lines)
  func options(line: Line) async throws {
    let desk = try desk()
    let isSimulated = ["run", "soak", "twin"].contains(line.command)
    let world = isSimulated && line.option != "--world" ? ["--world", "@w.yaml"] : []
    let saved = line.option == "--was" ? ["--resume", "@a.yaml"] : []
    let words = try [line.command] + #require(Self.beside[line.command]) + world + saved
    for (name, message) in [("gone", "does not exist"), ("folder", "is a folder"), ("large", "is larger than 4 MiB")] {
      let outcome = await desk.run(words + [line.option, "@" + name])
      #expect(outcome.code == .broken, "\(name): \(outcome)")
      #expect(outcome.errors.contains("error[MFA930]: `\(name)` \(message)"), "\(outcome)")
    }
  }

  @Test("ends it with 3 as its operand, too, also where the world is missing")
  func operands() async throws {
    let desk = try desk()
    for words in [
      ["check"], ["run"], ["run", "--world", "@w.yaml"], ["test"], ["soak", "--runs", "1"],
      ["twin", "--backend", "simulator", "--backend", "simulator"], ["matrix"], ["fmt"],
      ["messages", "list"], ["messages", "import", "@a.yaml"],
    ] {
      let outcome = await desk.run(words + ["@gone.yaml"])
      #expect(outcome.code == .broken, "\(words): \(outcome.errors)")
    }
    #expect(await desk.run("run", "@a.yaml").code == .wrongInput)
  }

  @Test("is named as it was written, whole")
  func paths() async throws {
    let desk = try desk()
    for path in ["no/such/folder/flow.yaml", "folder/../gone.yaml"] {
      let outcome = await desk.run("graph", "@" + path)
      #expect(outcome.errors.contains("error[MFA930]: `\(path)` does not exist"), "\(outcome.errors)")
    }
    let device = await desk.run("graph", "/dev/null")
    #expect(device.errors.contains("error[MFA930]: `/dev/null` is a pipe or a device"))
  }

  @Test("and one that can be read and is wrong ends it with 2")
  func wrong() async throws {
    let desk = try desk()
    try desk.put("wrong.yaml", "a: [\n")
    for option in ["--config", "--contract", "--baseline"] {
      #expect(await desk.run("check", "@a.yaml", option, "@wrong.yaml").code == .wrongInput, "\(option)")
    }
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.signIn)
    try desk.put("w.yaml", "users: {}\n")
    try desk.put("s.scenarios.yaml", "flow: a.yaml\nscenarios: [{ name: a, expect: { waiting: identify } }]\n")
    try desk.put("folder/x", "")
    try desk.put("large", String(repeating: "#", count: FileReader.limit + 1))
    return desk
  }
}
