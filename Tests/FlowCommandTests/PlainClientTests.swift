// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import Foundation
import LanguageServerProtocol
import Testing

@testable import FlowCommand

@Suite("What an editor gets that takes less than others, and files that are made for one")
struct PlainClientTests {
  private static let address: JSONValue = "file:///nowhere/a.yaml"

  private let server = LanguageServer()

  /// A server whose editor has these abilities, with a file open.
  private func begin(_ document: JSONValue, _ text: String = Samples.editedFlow) -> [JSONValue] {
    _ = ask("initialize", ["capabilities": ["textDocument": document]])
    let opened: JSONValue = [
      "textDocument": ["uri": Self.address, "languageId": "yaml", "version": 1, "text": .text(text)]
    ]
    let open: JSONValue = ["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": opened]
    var said = server.receive(ProtocolMessage.read(open.bytes))
    while server.isBusy {
      said += server.rest()
      if let check = server.takeCheck() { said += server.take(check.run()) }
    }
    return said
  }

  private func ask(_ method: String, _ params: JSONValue) -> JSONValue? {
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .text(method), "params": params]
    return server.receive(ProtocolMessage.read(message.bytes)).first?["result"]
  }

  @Test(
    "an explanation loses the signs of Markdown, and nothing else",
    arguments: [
      ("**a**: a part", "a: a part"), ("`a_b` and `**` of it", "a_b and ** of it"),
      ("_given: dev_uuid_", "given: dev_uuid"), ("dev_uuid of _x", "dev_uuid of _x"), ("2 * 3", "2 * 3"),
      ("a\n\n```yaml\nb: `c` **d**\n```\ne", "a\n\nb: `c` **d**\ne"), ("a\n\n---\n\nb", "a\n\nb"), ("", ""), ("_", "_"),
    ])
  func plain(markdown: String, expected: String) { #expect(markdown.withoutMarkdown == expected) }

  @Test("an editor that shows plain text gets explanations without Markdown, another one gets Markdown")
  func hovers() {
    let place: JSONValue = [
      "textDocument": ["uri": Self.address], "position": ["line": 9, "character": 18],
    ]
    _ = begin(["hover": ["contentFormat": ["plaintext"]]])
    let plain = ask("textDocument/hover", place)?["contents"]
    #expect(plain?["kind"]?.text == "plaintext")
    #expect(plain?["value"]?.text?.contains("getUser (challenge): ") == true)
    #expect(plain?["value"]?.text?.contains { "*`".contains($0) } == false)
  }

  @Test("an editor that takes Markdown gets it")
  func markdown() {
    _ = begin(["hover": ["contentFormat": ["plaintext", "markdown"]]])
    let contents = ask(
      "textDocument/hover", ["textDocument": ["uri": Self.address], "position": ["line": 9, "character": 18]])?[
        "contents"]
    #expect(contents?["kind"]?.text == "markdown")
    #expect(contents?["value"]?.text?.contains("**getUser** (challenge): ") == true)
  }

  @Test("an editor that knows no tree of symbols gets all of them, with what they are in")
  func symbols() throws {
    _ = begin([:], Samples.editedFlow.replacingOccurrences(of: "[userName]", with: "{ userName: text }"))
    let flat = try #require(ask("textDocument/documentSymbol", ["textDocument": ["uri": Self.address]])?.list)
    func outer(of name: String) -> [String?] {
      flat.filter { $0["name"]?.text == name }.map { $0["containerName"]?.text }
    }
    #expect(outer(of: "finish") == ["signedIn"])
    #expect(outer(of: "userName") == ["identify"])
    #expect(flat.allSatisfy { $0["location"]?["range"] != nil })
  }

  @Test("the scenario that shows a finding is laid out as `fmt` wants it")
  func scenario() async throws {
    let wrong = Samples.editedFlow.replacingOccurrences(of: "else: failed } }", with: "else: done } }")
    let said = begin([:], wrong)
    let found = said.last?["params"]?["diagnostics"]?.list?.first { $0["code"]?.text == "MFA401" }
    let start = try #require(found?["range"]?["start"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 5, "method": "workspace/executeCommand",
      "params": ["command": "mfaflow.scenario", "arguments": [Self.address, "MFA401", start]],
    ]
    #expect(server.receive(ProtocolMessage.read(request.bytes)) == [])
    let task = try #require(server.takeTasks().first)
    let streams = Streams(output: MemoryOutput(), errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil })
    let result = await task.messages(in: streams).last?["result"]
    let text = try #require(result?["text"]?.text)
    #expect(result?["isGood"]?.flag == true)
    #expect(text.contains("\nflow: a.yaml\n"))
    #expect(text.laidOut == text)
  }
}
