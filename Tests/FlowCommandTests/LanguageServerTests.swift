// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import Foundation
import LanguageServerProtocol
import Synchronization
import Testing

@testable import FlowCommand

@Suite("The language server")
struct LanguageServerTests {
  private static func message(_ method: String, _ params: JSONValue = [:], id: Int? = nil) -> JSONValue {
    .fields(["jsonrpc": "2.0", "id": id.map { .int($0) }, "method": .text(method), "params": params])
  }

  private static let start = message("initialize", ["capabilities": [:], "rootUri": .null], id: 0)
  private static let end = [message("shutdown", id: 99), message("exit")]

  /// What the server says to bytes that come in pieces, and its exit code.
  private func said(to bytes: [UInt8], inPiecesOf size: Int = 1 << 16) async throws -> (
    messages: [JSONValue], code: ExitCode
  ) {
    let rest = Mutex(bytes[...])
    let output = MemoryOutput()
    let streams = Streams(
      output: output, errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil },
      pieces: {
        {
          rest.withLock { rest in
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            return piece
          }
        }
      })
    let code = await Tool.run(["lsp"], in: streams)
    var frames = MessageFrames()
    frames.add(Array(output.text.utf8))
    var messages: [JSONValue] = []
    while let frame = frames.next() {
      guard case .message(let bytes) = frame else { continue }
      messages.append(try Self.value(bytes))
    }
    return (messages, code)
  }

  private static func value(_ bytes: [UInt8]) throws -> JSONValue {
    // A server's own messages are objects; one that is none would be a defect.
    let text = "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":" + String(decoding: bytes, as: UTF8.self) + "}"
    guard case .notification(_, let params) = ProtocolMessage.read(Array(text.utf8)) else {
      throw ResponseError(.parseError, String(decoding: bytes, as: UTF8.self))
    }
    return params
  }

  private func said(to messages: [JSONValue]) async throws -> (messages: [JSONValue], code: ExitCode) {
    try await said(to: messages.flatMap { MessageFrames.framed($0.bytes) })
  }

  private func open(_ text: String, _ address: String = "file:///nowhere/a.yaml") -> JSONValue {
    Self.message(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(address), "languageId": "yaml", "version": 1, "text": .text(text)]])
  }

  /// Does the next piece of work, on whatever thread.
  private static func doNext(_ server: LanguageServer) -> [JSONValue] {
    let said = server.rest()
    guard let check = server.takeCheck() else { return said }
    return said + server.take(check.run())
  }

  @Test("it begins, says what it can, and ends as the protocol wants it")
  func lifeCycle() async throws {
    let (messages, code) = try await said(to: [Self.start, Self.message("initialized")] + Self.end)
    #expect(code == .success)
    let abilities = try #require(messages.first?["result"]?["capabilities"])
    #expect(abilities["positionEncoding"]?.text == "utf-16")
    #expect(abilities["hoverProvider"]?.flag == true)
    #expect(messages.last?["result"] == .null)
  }

  @Test("without `shutdown`, or when the editor is gone, it ends with 1")
  func rudeEnds() async throws {
    #expect(try await said(to: [Self.start, Self.message("exit")]).code == .failure)
    #expect(try await said(to: [Self.start]).code == .failure)
    #expect(try await said(to: []).code == .failure)
  }

  @Test("what comes too early or too late is refused, what is unknown is told, and all goes on")
  func refusals() async throws {
    let messages = [
      Self.message("textDocument/hover", id: 1), Self.message("textDocument/unknown"), Self.start,
      Self.message("initialize", id: 2), Self.message("textDocument/unknown", id: 3), Self.message("$/unknown"),
      Self.message("textDocument/hover", id: 4), Self.message("textDocument/hover", ["textDocument": 7], id: 5),
    ]
    let answers = try await said(to: messages + Self.end)
    let codes = answers.messages.map { $0["error"]?["code"]?.int }
    #expect(codes == [-32002, nil, -32600, -32601, -32602, -32602, nil])
    #expect(answers.code == .success)
  }

  @Test("broken bytes between messages are answered, and lose nothing that follows", arguments: [1, 3, 64, 1 << 16])
  func brokenBytes(size: Int) async throws {
    let bytes =
      MessageFrames.framed(Self.start.bytes) + Array("Content-Length: x\r\n\r\n".utf8)
      + MessageFrames.framed(Array("{".utf8))
      + MessageFrames.framed([0xFF, 0xFE]) + Self.end.flatMap { MessageFrames.framed($0.bytes) }
    let (messages, code) = try await said(to: bytes, inPiecesOf: size)
    #expect(code == .success)
    #expect(messages.count { $0["error"]?["code"]?.int == -32700 } == 3)
  }

  @Test(
    "a file whose address the editor spells otherwise than the server has its findings once",
    arguments: ["a(b)", "a,b"])
  func otherSpelling(name: String) async throws {
    let root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mfaflow-address-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root + "/" + name, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let wrong = Samples.editedFlow.replacingOccurrences(of: "onUserLoggedIn: signedIn", with: "onUserLoggedIn: signdIn")
    let path = "\(root)/\(name)/a.yaml"
    try Data(wrong.utf8).write(to: URL(fileURLWithPath: path))
    let server = LanguageServer()
    var shown: [String: Int] = [:]
    func send(_ message: JSONValue) {
      var said = server.receive(ProtocolMessage.read(message.bytes))
      while server.isBusy { said += Self.doNext(server) }
      for message in said where message["method"]?.text == "textDocument/publishDiagnostics" {
        let params = message["params"]
        if let address = params?["uri"]?.text { shown[address] = params?["diagnostics"]?.list?.count }
      }
    }
    let (own, others) = (FileAddress.address(of: path), "file://\(path)")
    send(
      Self.message("initialize", ["capabilities": [:], "rootUri": .text(FileAddress.address(of: root))], id: 0))
    #expect(own != others && shown[own] == 1 && shown[others] == nil)
    send(open(wrong, others))
    #expect(shown[own] == 0 && shown[others] == 1)
    send(open(Samples.editedFlow, others))
    #expect(shown[own] == 0 && shown[others] == 0)
  }

  @Test("of an editor that does not tell which files change, the disk is looked at when a file is saved")
  func untoldFiles() async throws {
    let root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mfaflow-untold-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let wrong = Samples.editedFlow.replacingOccurrences(of: "onUserLoggedIn: signedIn", with: "onUserLoggedIn: signdIn")
    func put(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
    }
    try put("a.yaml", wrong)
    let server = LanguageServer()
    var shown: [String: Int] = [:]
    func send(_ message: JSONValue) {
      var said = server.receive(ProtocolMessage.read(message.bytes))
      while server.isBusy { said += Self.doNext(server) }
      for message in said where message["method"]?.text == "textDocument/publishDiagnostics" {
        let params = message["params"]
        if let address = params?["uri"]?.text { shown[address] = params?["diagnostics"]?.list?.count }
      }
    }
    let folder = FileAddress.address(of: root)
    send(Self.message("initialize", ["capabilities": [:], "rootUri": .text(folder)], id: 0))
    #expect(shown == ["\(folder)/a.yaml": 1])
    try put("a.yaml", Samples.editedFlow)
    try put("b.yaml", wrong)
    send(Self.message("textDocument/didSave", ["textDocument": ["uri": "file:///nowhere/c.yaml"]]))
    #expect(shown == ["\(folder)/a.yaml": 0, "\(folder)/b.yaml": 1])
  }

  @Test("findings come without being asked for, at the places of the buffer, and are taken back")
  func published() async throws {
    let wrong = Samples.editedFlow.replacingOccurrences(of: "onUserLoggedIn: signedIn", with: "onUserLoggedIn: signdIn")
    let server = LanguageServer()
    func send(_ message: JSONValue) -> [JSONValue] { server.receive(ProtocolMessage.read(message.bytes)) }
    func rest() -> [JSONValue] {
      var said: [JSONValue] = []
      while server.isBusy { said += Self.doNext(server) }
      return said
    }
    _ = send(Self.start)
    _ = send(open("# 😀 é\n" + wrong))
    let first = rest()
    let findings = try #require(first.last?["params"]?["diagnostics"]?.list)
    #expect(findings.map { $0["code"]?.text } == ["MFA205"])
    #expect(findings.first?["range"]?["start"]?["line"]?.int == 19)
    #expect(first.last?["params"]?["version"]?.int == 1)
    // A change of a stretch: the missing letter.
    let position: JSONValue = ["line": 19, "character": 26]
    _ = send(
      Self.message(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///nowhere/a.yaml", "version": 2],
          "contentChanges": [["range": ["start": position, "end": position], "text": "e"]],
        ]))
    let second = rest()
    #expect(second.last?["params"]?["diagnostics"]?.list == [])
    #expect(second.last?["params"]?["version"]?.int == 2)
  }

  @Test("columns are those of the encoding that was agreed on", arguments: [("utf-8", 14), ("utf-16", 12)])
  func encodings(name: String, column: Int) throws {
    let server = LanguageServer()
    let abilities: JSONValue = ["general": ["positionEncodings": [.text(name)]]]
    let start = server.receive(
      ProtocolMessage.read(Self.message("initialize", ["capabilities": abilities], id: 0).bytes))
    #expect(start.first?["result"]?["capabilities"]?["positionEncoding"]?.text == name)
    let text = Samples.editedFlow + "  other: \"😀\"\n  \"a😀\": b\n"
    _ = server.receive(ProtocolMessage.read(open(text).bytes))
    var said: [JSONValue] = []
    while server.isBusy { said += Self.doNext(server) }
    let findings = said.last?["params"]?["diagnostics"]?.list ?? []
    let last = findings.compactMap { $0["range"] }.filter { $0["start"]?["line"]?.int == 27 }
    // Behind the quotes and the name, whose second letter has four bytes, and two units of UTF-16.
    #expect(last.first?["end"]?["character"]?.int == column - 5, "\(findings)")
  }

  @Test("who asks for findings gets them by asking, and not besides; the same again is not sent again")
  func pulled() throws {
    let server = LanguageServer()
    func ask(_ method: String, _ params: JSONValue) -> JSONValue? {
      server.receive(ProtocolMessage.read(Self.message(method, params, id: 1).bytes)).first?["result"]
    }
    _ = ask("initialize", ["capabilities": ["textDocument": ["diagnostic": [:]]]])
    _ = server.receive(
      ProtocolMessage.read(open(Samples.editedFlow.replacingOccurrences(of: "goal: aal2", with: "goal: all2")).bytes))
    let document: JSONValue = ["uri": "file:///nowhere/a.yaml"]
    let first = try #require(ask("textDocument/diagnostic", ["textDocument": document]))
    #expect(first["items"]?.list?.isEmpty == false)
    let again = ask(
      "textDocument/diagnostic", ["textDocument": document, "previousResultId": first["resultId"] ?? .null])
    #expect(again?["kind"]?.text == "unchanged")
    while server.isBusy { #expect(Self.doNext(server) == []) }
    let all = ask("workspace/diagnostic", ["previousResultIds": []])
    #expect(all?["items"]?.list?.count == 1)
  }

  @Test("a request that is not wanted any more is not carried out")
  func cancelled() throws {
    let inbox = try #require(ServerInbox())
    inbox.add(.request(.number(1), method: "a", [:]))
    inbox.add(.request(.number(2), method: "b", [:]))
    inbox.add(.notification(method: "$/cancelRequest", ["id": 2]))
    inbox.add(.notification(method: "$/cancelRequest", ["id": 77]))
    inbox.close()
    var states: [Bool] = []
    while case .message(_, let isCancelled) = inbox.next(within: nil) { states.append(isCancelled) }
    #expect(states == [false, true])
  }

  @Test("scenarios are played as they stand in the editor")
  func playing() async throws {
    let server = LanguageServer()
    _ = server.receive(ProtocolMessage.read(Self.start.bytes))
    _ = server.receive(ProtocolMessage.read(open(Samples.editedFlow).bytes))
    let scenarios = """
      flow: a.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - { name: In, do: [{ identify: { userName: carol } }, { signedIn: finish }], expect: { end: done } }
        - { name: Out, do: [{ identify: { userName: carol } }, { signedIn: finish }], expect: { end: failed } }

      """
    _ = server.receive(ProtocolMessage.read(open(scenarios, "file:///nowhere/a.scenarios.yaml").bytes))
    func play(_ name: String) async throws -> JSONValue? {
      let arguments: JSONValue = ["file:///nowhere/a.scenarios.yaml", .text(name)]
      let request = Self.message(
        "workspace/executeCommand", ["command": "mfaflow.play", "arguments": arguments], id: 5)
      #expect(server.receive(ProtocolMessage.read(request.bytes)) == [])
      let task = try #require(server.takeTasks().first)
      let streams = Streams(output: MemoryOutput(), errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil })
      return await task.messages(in: streams).last?["result"]
    }
    #expect(try await play("In")?["isGood"]?.flag == true)
    #expect(try await play("In")?["text"]?.text?.contains(", in part: only some scenarios were played") == true)
    #expect(try await play("Out")?["isGood"]?.flag == false)
    #expect(try await play("Out")?["summary"]?.text == "1 scenario, 0 passed, 1 failed")
  }

  @Test("of one step, what scenarios take and what none of them takes")
  func coverageOfStep() async throws {
    let server = LanguageServer()
    _ = server.receive(ProtocolMessage.read(Self.start.bytes))
    _ = server.receive(ProtocolMessage.read(open(Samples.editedFlow).bytes))
    let scenarios = """
      flow: a.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - { name: In, do: [{ identify: { userName: carol } }, { signedIn: finish }], expect: { end: done } }

      """
    _ = server.receive(ProtocolMessage.read(open(scenarios, "file:///nowhere/a.scenarios.yaml").bytes))
    func coverage(_ step: String) async throws -> JSONValue? {
      let arguments: JSONValue = ["file:///nowhere/a.yaml", .text(step)]
      let request = Self.message(
        "workspace/executeCommand", ["command": "mfaflow.coverage", "arguments": arguments], id: 5)
      #expect(server.receive(ProtocolMessage.read(request.bytes)) == [])
      let task = try #require(server.takeTasks().first)
      let streams = Streams(output: MemoryOutput(), errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil })
      return await task.messages(in: streams).last?["result"]
    }
    let identify = try #require(try await coverage("identify"))
    #expect(identify["isGood"]?.flag == false)
    #expect(identify["text"]?.text?.contains("not taken: line ") == true)
    #expect(identify["text"]?.text?.contains("branch identify: onUserLoggedIn\n") == false)
    #expect(try await coverage("signedIn")?["summary"]?.text == "`signedIn`: scenarios take 2 of 2")
  }

  @Test("a template without its places is plain text")
  func templates() {
    #expect(LanguageServer.withoutPlaces("${1:name}:\n  tries: ${2:3}\n  x: $0") == "name:\n  tries: 3\n  x:")
  }
}

extension Samples {
  static let editedFlow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    goal: aal2
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then:
          101: { retry: check-your-name }
          138: { retry: check-your-name }
          getUser 166: { retry: check-your-name }
          exhausted: failed
          onUserLoggedIn: signedIn
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      check-your-name: Check what you typed.

    """
}
