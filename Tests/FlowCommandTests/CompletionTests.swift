// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Completions")
struct CompletionTests {
  @Test("bash offers the commands, their options, and the words behind an option")
  func bash() async throws {
    let script = await (try Desk()).run("completions", "bash").output
    let names = Command.all.map(\.name)
    #expect(Set(try offered(by: script, "mfaflow", "")).isSuperset(of: names + ["help", "--help", "--version"]))
    #expect(try offered(by: script, "mfaflow", "ch") == ["check"])
    #expect(Set(try offered(by: script, "mfaflow", "help", "")) == Set(names))
    for command in Command.all {
      let options = Set((command.options + [.help]).map(\.name))
      #expect(Set(try offered(by: script, "mfaflow", command.name, "--")) == options, "\(command.name)")
    }
    #expect(try offered(by: script, "mfaflow", "check", "--fail-on", "w") == ["warning"])
    #expect(try offered(by: script, "mfaflow", "check", "--fail-on", "=", "w") == ["warning"])
    #expect(try offered(by: script, "mfaflow", "check", "--fail-on", "=") == ["error", "warning", "none"])
    #expect(try offered(by: script, "mfaflow", "completions", "") == ["bash", "zsh", "fish"])
    #expect(try offered(by: script, "mfaflow", "soak", "--runs", "") == [])
    #expect(try offered(by: script, "mfaflow", "backend", "") == ["serve", "verify"])
    #expect(try offered(by: script, "mfaflow", "backend", "verify", "") == ["simulator", "process:"])
    #expect(try offered(by: script, "mfaflow", "backend", "serve", "") == [])
    #expect(try offered(by: script, "mfaflow", "backend", "verify", "--patience", "c") == ["call="])
    #expect(try offered(by: script, "mfaflow", "run", "--backend", "") == ["simulator", "process:", "replay:"])
    #expect(try offered(by: script, "mfaflow", "check", "--output", "s") == ["sarif="])
    #expect(try offered(by: script, "mfaflow", "backend", "verify", "--output", "j") == ["json=", "junit="])
    #expect(try offered(by: script, "mfaflow", "explain", "--", "--") == [])
    #expect(try offered(by: script, "mfaflow", "contract", "") == ["relid"])
    #expect(try offered(by: script, "mfaflow", "contract", "relid", "setPass") == ["setPassword"])
    #expect(try offered(by: script, "mfaflow", "new", "backend", "") == ["python", "swift"])
    #expect(try offered(by: script, "mfaflow", "new", "flow", "log") == ["login"])
    #expect(try offered(by: script, "mfaflow", "tutor", "start", "") == (1...8).map(String.init))
  }

  @Test("bash offers files and folders, also such with spaces in their names")
  func bashFiles() async throws {
    let desk = try Desk()
    try FileManager.default.createDirectory(atPath: desk.root + "my flows", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: desk.root + "my login.yaml"))
    let script = await desk.run("completions", "bash").output
    let (all, folders) = ([desk.root + "my flows", desk.root + "my login.yaml"], [desk.root + "my flows"])
    #expect(try offered(by: script, "mfaflow", "check", desk.root + "my").sorted() == all)
    #expect(try offered(by: script, "mfaflow", "check", "--config", desk.root + "my").sorted() == all)
    #expect(try offered(by: script, "mfaflow", "check", "--cache", desk.root + "my") == folders)
  }

  @Test("zsh and fish get each command and each option with what it is for", arguments: ["zsh", "fish"])
  func others(shell: String) async throws {
    let desk = try Desk()
    let outcome = await desk.run("completions", shell)
    #expect(outcome.code == .success)
    let lines = outcome.output.split(separator: "\n")
    for command in Command.all {
      #expect(lines.contains { $0.contains(command.name) && $0.contains(escaped(command.summary, shell)) })
      for option in command.options {
        let name = shell == "zsh" ? option.name : "-l \(option.name.dropFirst(2)) "
        let meaning = escaped(option.meaning, shell)
        #expect(lines.contains { $0.contains(name) && $0.contains(meaning) }, "\(command.name) \(option.name)")
        guard case .oneOf(let words) = option.shape else { continue }
        #expect(lines.contains { $0.contains(name) && $0.contains(words.joined(separator: " ")) }, "\(option.name)")
      }
    }
  }

  @Test("the scripts of zsh and fish are ones that their shells can read", arguments: ["zsh", "fish"])
  func areRead(shell: String) async throws {
    guard let path = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: FileManager.default.isExecutableFile)
    else { return }
    let desk = try Desk()
    try Data(await desk.run("completions", shell).output.utf8).write(to: URL(filePath: desk.root + "script"))
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-n", desk.root + "script"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("another shell is refused with the names of those that there are")
  func unknown() async throws {
    let outcome = await (try Desk()).run("completions", "fsh")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("did you mean `fish`?"))
    #expect(await (try Desk()).run("completions", "powershell").errors.contains("`bash`, `zsh`, `fish`"))
  }

  private func escaped(_ words: String, _ shell: String) -> String {
    let signs = shell == "zsh" ? ["\\", "[", "]", ":"] : ["\\"]
    let plain = signs.reduce(words) { $0.replacing($1, with: "\\" + $1) }
    return plain.replacing("'", with: shell == "zsh" ? #"'\''"# : #"\'"#)
  }

  /// What bash offers for the last word of a line.
  private func offered(by script: String, _ words: String...) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    let call =
      #"eval "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mfaflow; [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}""#
    process.arguments = ["--norc", "-c", "complete() { :; }; " + call, script] + words
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
