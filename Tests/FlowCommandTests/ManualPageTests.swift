// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("The manual page")
struct ManualPageTests {
  private let lines = ManualPage.text(Command.all).split(separator: "\n", omittingEmptySubsequences: false).map(
    String.init)

  @Test("it has all that the help has: each command, its options, its exit codes and its examples")
  func isWhole() async throws {
    #expect(await (try Desk()).run("help", "--man").output == lines.joined(separator: "\n"))
    for command in Command.all {
      let start = try #require(lines.firstIndex { $0.hasPrefix(".SS \(roff("mfaflow \(command.name)")) ") })
      let own = lines[(start + 1)...].prefix { !$0.hasPrefix(".S") }
      for option in command.options {
        #expect(
          own.contains(#"\fB\#(roff(option.synopsis))\fR"#) && own.contains(roff(option.meaning)), "\(option.name)")
      }
      for exit in command.exits { #expect(own.contains(roff(exit.meaning))) }
      for example in command.examples { #expect(own.contains(roff(example.line))) }
    }
    for code in ExitCode.allCases { #expect(lines.contains(roff(code.meaning))) }
  }

  @Test("no line is taken for a macro that is none of man's")
  func isSound() {
    let macros = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"]
    for line in lines.dropLast() {
      #expect(!line.isEmpty && !line.hasPrefix("'"))
      #expect(!line.hasPrefix(".") || macros.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
  }

  private func roff(_ text: String) -> String {
    let plain = text.replacing("\\", with: #"\e"#).replacing("-", with: #"\-"#).replacing("…", with: "...")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? #"\&"# + plain : plain
  }
}
