// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand
@testable import RuleBook

@Suite("The help")
struct HelpTests {
  @Test("the first page tells of every command and every exit code")
  func toolPage() async throws {
    let outcome = await (try Desk()).run("--help")
    #expect(outcome.code == .success)
    #expect(outcome.errors.isEmpty)
    for command in Command.all { #expect(outcome.output.contains("  \(command.name) ")) }
    for code in ExitCode.allCases { #expect(outcome.output.contains("  \(code.rawValue) ")) }
  }

  @Test("each command has a page with its options, its exit codes and examples", arguments: Command.all.map(\.name))
  func commandPage(name: String) async throws {
    let command = try #require(Command.all.first { $0.name == name })
    let desk = try Desk()
    let outcome = await desk.run(name, "--help")
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("usage: mfaflow \(command.usage)\n"))
    for option in command.options { #expect(outcome.output.contains("  \(option.synopsis)")) }
    for exit in command.exits { #expect(outcome.output.contains("  \(exit.code.rawValue) ")) }
    for example in command.examples { #expect(outcome.output.contains("  \(example.line)\n")) }
    #expect(!command.examples.isEmpty)
    #expect(await desk.run("help", name).output == outcome.output)
    #expect(await desk.run(name, "-h").output == outcome.output)
  }

  @Test("no line of the help is wider than a terminal of 110 columns", arguments: Command.all.map(\.name))
  func width(name: String) async throws {
    let outcome = await (try Desk()).run(name, "--help")
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
  }

  @Test("every example of the help is a command line that can be read", arguments: Command.all.map(\.name))
  func examplesAreSound(name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    for example in command.examples {
      let words = example.line.split(separator: " ").map(String.init)
      let start = try #require(words.firstIndex(of: "mfaflow"))
      #expect(words[start + 1] == name)
      let arguments = words[(start + 2)...].prefix { $0 != ">" }
      guard case .perform = try ArgumentReader.read(arguments, for: command) else {
        Issue.record("\(example.line) asks for help")
        continue
      }
    }
  }

  @Test("without a command, the first page goes to the error stream and the exit code is 2")
  func noCommand() async throws {
    let outcome = await (try Desk()).run()
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("usage: mfaflow COMMAND"))
  }

  @Test("the version is one line")
  func version() async throws {
    let outcome = await (try Desk()).run("--version")
    #expect(outcome.code == .success)
    #expect(outcome.output == "mfaflow \(Release.version)\n")
  }
}
