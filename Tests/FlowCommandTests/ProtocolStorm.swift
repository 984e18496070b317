// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import Foundation
import LanguageServerProtocol
import LocalFiles
import Synchronization

@testable import FlowCommand

/// An editor without sense: it types into the shipped files, asks for everything, takes back three of ten requests, and sends broken
/// messages in between.
final class ProtocolStorm {
  private var dice: SplitMix64
  private let root: String
  /// What the server works in: its disk stays as it is.
  private let edited: String
  /// The same folder, into which the last texts are written for the check.
  private let checked: String
  private var paths: [String] = []
  private var texts: [String: [UInt8]] = [:]
  /// What the files were before they were edited, to undo it.
  private var before: [(path: String, bytes: [UInt8])] = []
  private var versions: [String: Int] = [:]
  private var stream: [UInt8] = []
  private var lastID = 0
  private(set) var brokenFrames = 0
  private(set) var cancelled: Set<Int> = []
  /// Whether the editor asks for findings, or waits to be told.
  let asksForFindings: Bool

  init(seed: UInt64, copying folder: String) throws {
    dice = SplitMix64(seed: seed)
    asksForFindings = seed % 2 == 0
    root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mfaflow-protocol-\(UUID().uuidString)"
    (edited, checked) = (root + "/edited", root + "/checked")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for place in [edited, checked] { try FileManager.default.copyItem(atPath: folder, toPath: place) }
    paths = PathWalker.find([edited]).map(\.path)
    let document: JSONValue = asksForFindings ? ["diagnostic": [:]] : [:]
    let folders: JSONValue = [["uri": .text(FileAddress.address(of: edited)), "name": "flows"]]
    ask("initialize", ["capabilities": ["textDocument": document], "workspaceFolders": folders])
    tell("initialized", [:])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  // What is sent.

  private func send(_ message: JSONValue) { stream += MessageFrames.framed(message.bytes) }

  private func tell(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .text(method), "params": params])
  }

  private func ask(_ method: String, _ params: JSONValue) {
    lastID += 1
    send(["jsonrpc": "2.0", "id": .int(lastID), "method": .text(method), "params": params])
  }

  private func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &dice) }

  /// One edit, what is asked meanwhile, and noise.
  func step() {
    guard let path = paths.randomElement(using: &dice) else { return }
    edit(path)
    for _ in 0..<roll(4) { request(paths.randomElement(using: &dice) ?? path) }
    if roll(12) == 0 { sendNoise() }
    if roll(40) == 0, texts[path] != nil { close(path) }
  }

  private func close(_ path: String) {
    texts[path] = nil
    tell("textDocument/didClose", ["textDocument": ["uri": address(path)]])
  }

  private func address(_ path: String) -> JSONValue { .text(FileAddress.address(of: path)) }

  private func bytes(_ path: String) -> [UInt8] {
    texts[path] ?? (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) } ?? []
  }

  private func open(_ path: String) {
    guard texts[path] == nil else { return }
    let bytes = bytes(path)
    texts[path] = bytes
    versions[path] = 1
    tell(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": address(path), "languageId": "yaml", "version": 1,
          "text": .text(String(decoding: bytes, as: UTF8.self)),
        ]
      ])
  }

  private func edit(_ path: String) {
    if roll(5) < 2 || before.count > 10, let last = before.popLast() { return put(last.bytes, last.path) }
    open(path)
    let old = bytes(path)
    before.append((path, old))
    let offset = boundary(roll(old.count + 1), in: old)
    switch roll(4) {
    case 0: replace(offset..<boundary(min(old.count, offset + roll(20)), in: old), by: "", in: path)
    case 1:
      let signs = ["{", "}", "[", ":", "\"", "'", "#", "\n", "  ", "- ", "|", "&a", "😀é", "\r\n", "else", "\t"]
      replace(offset..<offset, by: signs.randomElement(using: &dice) ?? "", in: path)
    case 2:
      // A whole line, twice.
      let lines = LineTable(old)
      let line = lines.bytes(ofLine: 1 + roll(max(1, lines.count)))
      replace(line.lowerBound..<line.lowerBound, by: String(decoding: old[line], as: UTF8.self) + "\n", in: path)
    default: replace(offset..<offset, by: String(UnicodeScalar(UInt8(0x20 + roll(0x5F)))), in: path)
    }
  }

  /// The first byte of the character at an offset; none between the two bytes of a line break.
  private func boundary(_ offset: Int, in bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    if offset > 0, offset < bytes.count, bytes[offset] == 0x0A, bytes[offset - 1] == 0x0D { offset -= 1 }
    return offset
  }

  private func replace(_ range: Range<Int>, by text: String, in path: String) {
    let old = bytes(path)
    let lines = LineTable(old)
    let range = range.lowerBound..<max(range.lowerBound, range.upperBound)
    let start = PositionEncoding.utf16.position(at: range.lowerBound, in: old, lines)
    let end = PositionEncoding.utf16.position(at: range.upperBound, in: old, lines)
    var new = old
    new.replaceSubrange(range, with: text.utf8)
    change(path, new, ["range": ["start": start.json, "end": end.json], "text": .text(text)])
  }

  private func put(_ bytes: [UInt8], _ path: String) {
    open(path)
    change(path, bytes, ["text": .text(String(decoding: bytes, as: UTF8.self))])
  }

  private func change(_ path: String, _ bytes: [UInt8], _ change: JSONValue) {
    texts[path] = bytes
    versions[path, default: 1] += 1
    tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": address(path), "version": .int(versions[path] ?? 1)], "contentChanges": .list([change]),
      ])
  }

  private static let methods = [
    "completion", "hover", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename", "rename",
    "documentSymbol", "foldingRange", "selectionRange", "documentLink", "semanticTokens/full", "inlayHint",
    "codeAction",
    "codeLens", "formatting", "rangeFormatting", "onTypeFormatting", "prepareCallHierarchy", "diagnostic", "nonsense",
  ]

  private func request(_ path: String) {
    let bytes = bytes(path)
    let lines = LineTable(bytes)
    let place = PositionEncoding.utf16.position(at: boundary(roll(bytes.count + 1), in: bytes), in: bytes, lines).json
    let end = PositionEncoding.utf16.position(at: bytes.count, in: bytes, lines).json
    let method = Self.methods.randomElement(using: &dice) ?? "hover"
    let params: JSONValue = [
      "textDocument": ["uri": address(path)], "position": place, "positions": .list([place]),
      "range": ["start": place, "end": end], "context": ["diagnostics": []], "newName": "another", "ch": "\n",
      "query": "e",
    ]
    ask(roll(20) == 0 ? "workspace/symbol" : "textDocument/" + method, roll(30) == 0 ? [7] : params)
    guard roll(10) < 3 else { return }
    cancelled.insert(lastID)
    tell("$/cancelRequest", ["id": .int(lastID)])
  }

  private func sendNoise() {
    let noise: [[UInt8]] = [
      Array("Content-Length: x\r\n\r\n".utf8), Array("Content-Type: text/plain\r\n\r\n".utf8),
      MessageFrames.framed(Array("{".utf8)), MessageFrames.framed([0xFF, 0xFE]), MessageFrames.framed(Array("[]".utf8)),
      MessageFrames.framed(Array("{\"jsonrpc\":\"1.0\",\"method\":\"x\"}".utf8)),
    ]
    stream += noise.randomElement(using: &dice) ?? []
    brokenFrames += 1
  }

  // What is said.

  struct Outcome {
    var code: ExitCode
    /// By request, how often it was answered.
    var answers: [Int: Int] = [:]
    /// The codes of all errors.
    var errors: [Int: Int] = [:]
    var requests: Int
    /// By path, what the editor shows in the end.
    var shown: [String: Set<String>] = [:]
  }

  /// Sends all in pieces of any size, waits until the server is at rest, and ends it.
  func run() async throws -> Outcome {
    ask("workspace/diagnostic", ["previousResultIds": []])
    let (main, last) = (stream, lastID)
    stream = []
    ask("shutdown", [:])
    tell("exit", [:])
    let sender = StormSender([main, stream], seed: UInt64(roll(1 << 30)))
    let output = MemoryOutput()
    let streams = Streams(
      output: output, errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil },
      pieces: { { sender.next(behind: { output.text }, "\"id\":\(last),\"result\"") } })
    let code = await Tool.run(["lsp"], in: streams)
    var outcome = Outcome(code: code, requests: lastID)
    var frames = MessageFrames()
    frames.add(Array(output.text.utf8))
    while let frame = frames.next() {
      guard case .message(let bytes) = frame else { throw ResponseError(.parseError, "the server sent a broken frame") }
      take(JSONValue(try JSONReader.read(bytes, numbers: .all)), into: &outcome, last)
    }
    return outcome
  }

  private func take(_ message: JSONValue, into outcome: inout Outcome, _ last: Int) {
    if message["method"]?.text == "textDocument/publishDiagnostics" {
      let path = message["params"]?["uri"]?.text.flatMap(FileAddress.path) ?? ""
      if !asksForFindings { outcome.shown[path] = words(message["params"]?["diagnostics"]) }
    }
    guard message["method"] == nil else { return }
    if let code = message["error"]?["code"]?.int { outcome.errors[code, default: 0] += 1 }
    guard let id = message["id"]?.int else { return }
    outcome.answers[id, default: 0] += 1
    guard id == last, asksForFindings else { return }
    for item in message["result"]?["items"]?.list ?? [] {
      let path = item["uri"]?.text.flatMap(FileAddress.path) ?? ""
      outcome.shown[path] = words(item["items"])
    }
  }

  private func words(_ findings: JSONValue?) -> Set<String> {
    Set(
      (findings?.list ?? []).map { finding in
        let line = (finding["range"]?["start"]?["line"]?.int ?? -2) + 1
        return "\(line) \(finding["severity"]?.int == 1 ? "error" : "warning") \(finding["code"]?.text ?? "")"
      })
  }

  /// What the editor shows in the end otherwise than `mfaflow check` tells of the same texts.
  func disagreements(_ outcome: Outcome) async throws -> [String] {
    for (path, bytes) in texts {
      try Data(bytes).write(to: URL(fileURLWithPath: checked + path.dropFirst(edited.count)))
    }
    let output = MemoryOutput()
    let streams = Streams(
      output: output, errors: MemoryOutput(), readInput: { [] }, variable: { _ in nil }, pieces: { { [] } })
    // By their names: of what is found in a folder, only what calls itself a flow or a part is one.
    let flows = paths.filter { path in
      let kind = FormattedKind(SourceFile(path: path, bytes: bytes(path)), named: path)?.kind
      return kind == .flow || kind == .part
    }
    let named = flows.map { checked + $0.dropFirst(edited.count) }
    _ = await Tool.run(["check", "--format", "json"] + named, in: streams)
    var told: [String: Set<String>] = [:]
    for line in output.text.split(separator: "\n") {
      let finding = JSONValue(try JSONReader.read(Array(line.utf8), numbers: .all))
      guard finding["kind"]?.text == "finding", let file = finding["file"]?.text, let number = finding["line"]?.int
      else { continue }
      told[file, default: []].insert(
        "\(number) \(finding["severity"]?.text ?? "") \(finding["code"]?.text ?? "")")
    }
    return flows.compactMap { path in
      let theirs = told[checked + path.dropFirst(edited.count)] ?? []
      let own = outcome.shown[path] ?? []
      // Of very many findings only some are told.
      guard own != theirs, theirs.count < 150 else { return nil }
      return "\(path.dropFirst(edited.count)): the editor has \(own.sorted()), a check has \(theirs.sorted())"
    }
  }
}

/// Sends bytes in pieces of any size, with pauses in which the server may check; the last ones once it has nothing to say.
private final class StormSender: Sendable {
  private struct State {
    var stretches: [[UInt8]]
    var sent = 0
    var dice: SplitMix64
  }

  private let state: Mutex<State>

  init(_ stretches: [[UInt8]], seed: UInt64) {
    state = Mutex(State(stretches: stretches, dice: SplitMix64(seed: seed)))
  }

  /// - Parameters:
  ///   - said: what the server has said.
  ///   - answer: what it says once all is checked.
  func next(behind said: () -> String, _ answer: String) -> [UInt8] {
    let (piece, pause, isLast) = state.withLock { state -> ([UInt8], UInt32, Bool) in
      var isLast = false
      if let first = state.stretches.first, state.sent >= first.count {
        state.stretches.removeFirst()
        state.sent = 0
        isLast = state.stretches.count == 1
      }
      guard let stretch = state.stretches.first else { return ([], 0, false) }
      let count = Int.random(in: 1...4096, using: &state.dice)
      let piece = Array(stretch[state.sent..<min(stretch.count, state.sent + count)])
      state.sent += piece.count
      return (piece, Int.random(in: 0..<20, using: &state.dice) == 0 ? 5000 : 0, isLast)
    }
    if pause > 0 { usleep(pause) }
    guard isLast else { return piece }
    while !said().contains(answer) { usleep(50_000) }
    // What is told besides comes right behind it.
    var (last, quiet) = (-1, 0)
    while quiet < 10 {
      usleep(100_000)
      let now = said().utf8.count
      quiet = now == last ? quiet + 1 : 0
      last = now
    }
    return piece
  }
}
