// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("The messages of a program")
struct ProcessProtocolTests {
  private func dialogue(_ kind: String) throws -> [(isHost: Bool, line: String)] {
    let page = MarkdownPage(file: try #require(Repository.here.file("Documentation/ProcessProtocol.md")))
    let blocks = page.blocks.filter { $0.info == ["jsonl", kind] }
    try #require(!blocks.isEmpty)
    return blocks.flatMap { $0.text.split(separator: "\n") }.map { ($0.hasPrefix("> "), String($0.dropFirst(2))) }
  }

  private func schema() throws -> SchemaCheck {
    try SchemaCheck(try #require(Repository.here.file("Documentation/process-protocol.schema.json")).text)
  }

  @Test("on the page are what the served simulator says", arguments: ["dialogue", "devices"])
  func pageIsTrue(kind: String) async throws {
    let dialogue = try dialogue(kind)
    let log = CommandLog()
    let input = dialogue.filter(\.isHost).map { $0.line + "\n" }.joined()
    let streams = Streams(
      output: log, errors: CommandLog(), readInput: { Array(input.utf8) }, variable: { _ in nil })
    #expect(await Tool.run(["backend", "serve"], in: streams) == .success)
    #expect(log.text.split(separator: "\n").map(String.init) == dialogue.filter { !$0.isHost }.map(\.line))
  }

  @Test("on the page are as the schema says", arguments: ["dialogue", "devices", "responder"])
  func pageFitsSchema(kind: String) throws {
    let schema = try schema()
    let sides = kind == "responder" ? ("hostToResponder", "responderToHost") : ("hostToBackend", "backendToHost")
    for (isHost, line) in try dialogue(kind) {
      let shape = isHost ? sides.0 : sides.1
      #expect(try schema.problem(with: line, as: shape) == nil, "\(line)")
    }
  }

  @Test("of another form are refused by the schema")
  func schemaRefuses() throws {
    let schema = try schema()
    for line in [
      #"{"jsonrpc":"1.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"result":{"answer":"maybe"}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"answer":"rejected","code":0}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"answer":"rejected"}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","stauts":101}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{}}"#, #"{"jsonrpc":"2.0","method":"log","params":{"event":"a"}}"#,
      #"{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","device":7}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"next":"soon"}}"#, #"{"jsonrpc":"2.0","id":1,"result":{"held":"phone"}}"#,
      #"{"jsonrpc":"2.0","id":-1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"result":{"next":1.5}}"#, "[]",
    ] {
      #expect(try schema.problem(with: line, as: "backendToHost") != nil, "\(line)")
    }
  }

  @Test("tell who answers what a pick shows, and why something cannot be picked")
  func shownItems() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-picks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (answers, asked) = (folder.appending(path: "answers.yaml"), folder.appending(path: "asked"))
    try Data(
      """
      answers:
        - signIn/identify: { userName: bob }
        - signIn/verifyPassword: { password: horse-battery-1 }
        - signIn/signedIn: finish
      """.utf8
    ).write(to: answers)
    let program = folder.appending(path: "program.sh")
    try Data(
      #"""
      read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/1"}}'
      read -r l; echo "$l" > '\#(asked.path)'; echo '{"jsonrpc":"2.0","id":2,"result":{"choice":"finish"}}'
      read -r l; echo '{"jsonrpc":"2.0","id":3,"result":{}}'

      """#.utf8
    ).write(to: program)
    let log = CommandLog()
    let streams = Streams(output: log, errors: log, readInput: { [] }, variable: { _ in nil })
    let world = Repository.here.root.appending(path: "Tests/RepositoryTests/Keyboard/Sessions/known.world.yaml").path
    let code = await Tool.run(
      [
        "run", Repository.here.root.appending(path: "flows/notifications.yaml").path, "--world", world, "--answers",
        answers.path, "--responder", "process:sh '\(program.path)'",
      ], in: streams)
    #expect(code == .success, "\(log.text)")
    let line = try String(contentsOf: asked, encoding: .utf8).split(separator: "\n").map(String.init).last ?? ""
    #expect(try schema().problem(with: line, as: "hostToResponder") == nil, "\(line)")
    for words in [
      #""shown":[{"item":1,"text":"Pay 900 EUR (2026-03-01T08:55:00Z): To the landlord."},{"value":{"uuid":"pay-0""#,
      #""text":"Pay 5 EUR (2026-03-01T08:52:00Z): To a friend.","reason":"answered already: Approve"},{"item":2,"#,
      #""shown":[{"item":1,"text":"Approve"},{"item":2,"text":"Reject"}]"#,
    ] { #expect(line.contains(words), "\(line)") }
  }

  @Test("that runs of the shipped flows exchange are as the schema says")
  func recordedFits() async throws {
    let tool = try #require(ExampleTests.built("mfaflow")).path
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-wire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (host, backend) = (folder.appending(path: "host").path, folder.appending(path: "backend").path)
    let flows = Repository.here.root.appending(path: "flows").path
    let log = CommandLog()
    let streams = Streams(output: log, errors: log, readInput: { [] }, variable: { _ in nil })
    let command = "tee '\(host)' | '\(tool)' backend serve | tee '\(backend)'"
    let code = await Tool.run(
      [
        "run", flows + "/activation.yaml", "--world", flows + "/activation.world.yaml", "--answers",
        flows + "/activation.answers.yaml", "--backend", #"process:sh -c "\#(command)""#,
      ], in: streams)
    #expect(code == .success, "\(log.text)")
    let schema = try schema()
    for (path, shape, least) in [(host, "hostToBackend", 10), (backend, "backendToHost", 15)] {
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
      #expect(lines.count >= least)
      for line in lines { #expect(try schema.problem(with: line, as: shape) == nil, "\(line)") }
    }
  }
}
