// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// Answers the messages of an editor: it knows the protocol, and ``FlowWorkspace`` knows all else.
///
/// One thread has it to itself.
final class LanguageServer {
  enum State { case new, initialized, shutDown }

  let workspace = FlowWorkspace()
  private(set) var state = State.new
  /// The exit code once the editor has said that it is over.
  private(set) var exit: ExitCode?
  var client = ClientAbilities()
  /// By path, as the editor writes its address.
  var addresses: [String: String] = [:]
  /// By path of what somebody edits, the version of the text.
  var versions: [String: Int] = [:]
  /// By the paths for which findings were told, the address under which, so that they can be taken back.
  var told: [String: String] = [:]
  /// Whether the editor tells which files change, as it has done so.
  var isToldOfFiles = false
  /// What is to be done beside all else, and nobody has begun.
  private var tasks: [ServedTask] = []
  private var lastRequest = 0

  init() {}

  /// Whether there is something to do while no message comes.
  var isBusy: Bool { state == .initialized && (workspace.hasWork || isUntold) }

  /// Whether some of it waits for nothing: a file in which somebody types, or findings that nobody was told.
  var hasTypedWork: Bool { isBusy && (workspace.isTypedDue || isUntold) }

  /// Whether findings have changed by a check that a request asked for, and the editor waits to be told.
  private var isUntold: Bool { workspace.isToTell && !client.asksForFindings }

  /// Does a piece of work, and says what the editor is to be told.
  ///
  /// Only files in which somebody types are looked at here; for the others, and for runs, see ``takeCheck()``.
  func rest() -> [JSONValue] {
    guard isBusy, workspace.isTypedDue else { return isUntold ? tellFindings() : [] }
    workspace.checkTyped()
    return workspace.isTypedDue ? [] : tellFindings()
  }

  /// A check that another thread is to run; nil while there is none.
  func takeCheck() -> CheckBeside? { isBusy ? workspace.takeCheckBeside() : nil }

  /// Takes what another thread has found, and says what the editor is to be told.
  func take(_ checked: CheckedBeside) -> [JSONValue] {
    workspace.take(checked)
    guard client.asksForFindings, client.refreshesFindings else { return tellFindings() }
    guard !workspace.hasWork, !workspace.takeChanged().isEmpty else { return [] }
    return [request("workspace/diagnostic/refresh", .null)]
  }

  func takeTasks() -> [ServedTask] {
    defer { tasks = [] }
    return tasks
  }

  /// Answers a message.
  func receive(_ message: ProtocolMessage) -> [JSONValue] {
    switch message {
    case .broken(let id, let error): return [ProtocolMessage.response(id, .failure(error))]
    case .response: return []
    case .request(let id, "workspace/executeCommand", let params) where state == .initialized:
      do throws(ResponseError) {
        tasks.append(try task(id, params))
        return []
      } catch {
        return [ProtocolMessage.response(id, .failure(error))]
      }
    case .request(let id, let method, let params):
      do throws(ResponseError) {
        let result = try answer(method, params)
        return [ProtocolMessage.response(id, .success(result))]
      } catch {
        return [ProtocolMessage.response(id, .failure(error))]
      }
    case .notification(let method, let params): return notice(method, params)
    }
  }

  private func answer(_ method: String, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    switch (state, method) {
    case (.new, "initialize"):
      state = .initialized
      return initialize(params)
    case (.new, _): throw ResponseError(.notInitialized, "`initialize` comes first")
    case (.initialized, "initialize"): throw ResponseError(.invalidRequest, "`initialize` comes once")
    case (_, "shutdown"):
      state = .shutDown
      return .null
    case (.shutDown, _): throw ResponseError(.invalidRequest, "the server is shut down: only `exit` may follow")
    case (.initialized, _): return try serve(method, params)
    }
  }

  private func notice(_ method: String, _ params: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exit = state == .shutDown ? .success : .failure
      return []
    }
    guard state == .initialized else { return [] }
    switch method {
    case "initialized": return registrations()
    case "textDocument/didOpen":
      opened(params)
      return lookAtDisk()
    case "textDocument/didChange": changed(params)
    case "textDocument/didSave": return lookAtDisk(forNew: true)
    case "textDocument/didClose":
      closed(params)
      return lookAtDisk()
    case "workspace/didChangeWatchedFiles": return filesChanged(params)
    case "workspace/didChangeWorkspaceFolders": return foldersChanged(params)
    // Unknown notifications are passed over, as the protocol wants it.
    default: break
    }
    return []
  }

  private func initialize(_ params: JSONValue) -> JSONValue {
    client = ClientAbilities(params)
    for folder in client.folders { workspace.add(folder: folder) }
    return [
      "capabilities": ServerAbilities.json(for: client),
      "serverInfo": ["name": "mfaflow", "version": .text(ServerAbilities.version)],
    ]
  }

  /// Asks the editor to tell which files change, where it is able to.
  private func registrations() -> [JSONValue] {
    guard client.watchesFiles else { return [] }
    // A folder that is made or removed may be told by its own path alone.
    let watchers: JSONValue = .list([
      ["globPattern": "**/*.{yaml,yml,baseline}"], ["globPattern": "**/*", "kind": 5],
    ])
    let options: JSONValue = ["watchers": watchers]
    return [
      request(
        "client/registerCapability",
        [
          "registrations": [
            ["id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": options]
          ]
        ])
    ]
  }

  func request(_ method: String, _ params: JSONValue) -> JSONValue {
    lastRequest += 1
    return ProtocolMessage.request(.text("mfaflow-\(lastRequest)"), method, params)
  }

  /// The path of a document, from the root on; throws for what is no file of this machine.
  func path(_ params: JSONValue) throws(ResponseError) -> String {
    guard let address = params["textDocument"]?["uri"]?.text else {
      throw ResponseError(.invalidParams, "a document has a `uri`")
    }
    return path(of: address)
  }

  /// The path of an address; of what is no file, a name under which nothing is found on the disk.
  func path(of address: String) -> String {
    guard let path = FileAddress.path(of: address) else {
      let name = Self.nowhere + address.map { $0 == "/" ? ":" : String($0) }.joined()
      addresses[name] = address
      return name
    }
    let absolute = ServedPath.absolute(path)
    // While a text is edited, its editor's spelling counts.
    if versions[absolute] == nil { addresses[absolute] = address }
    return absolute
  }

  /// The folder of what is no file on the disk.
  static let nowhere = "/dev/null/"

  func address(of path: String) -> String { addresses[path] ?? FileAddress.address(of: path) }

  /// The text of a document.
  func text(_ params: JSONValue) throws(ResponseError) -> EditedText {
    let path = try path(params)
    guard let text = workspace.texts.text(path) else { throw ResponseError(.requestFailed, "there is no such file") }
    return text
  }

  /// A document and the byte of a place in it.
  func place(_ params: JSONValue) throws(ResponseError) -> (text: EditedText, offset: Int) {
    let text = try text(params)
    guard let position = ProtocolPosition(params["position"]) else {
      throw ResponseError(.invalidParams, "a place has `line` and `character`")
    }
    return (text, client.encoding.offset(of: position, in: text.bytes, text.lines))
  }

  func range(_ value: JSONValue?, in text: EditedText) throws(ResponseError) -> Range<Int> {
    guard let start = ProtocolPosition(value?["start"]), let end = ProtocolPosition(value?["end"]) else {
      throw ResponseError(.invalidParams, "a range has `start` and `end`")
    }
    let first = client.encoding.offset(of: start, in: text.bytes, text.lines)
    return first..<max(first, client.encoding.offset(of: end, in: text.bytes, text.lines))
  }

  func json(_ range: Range<Int>, in text: EditedText) -> JSONValue {
    [
      "start": client.encoding.position(at: range.lowerBound, in: text.bytes, text.lines).json,
      "end": client.encoding.position(at: range.upperBound, in: text.bytes, text.lines).json,
    ]
  }

  /// A place as a location; nil where its file has gone.
  func location(_ place: FoundPlace) -> JSONValue? {
    guard let text = workspace.texts.text(place.path) else { return nil }
    return ["uri": .text(address(of: place.path)), "range": json(place.range, in: text)]
  }

  func json(_ edits: FileEdits) -> JSONValue {
    let changes = edits.changes.sorted { $0.key < $1.key }.compactMap { path, changes -> JSONValue? in
      guard let text = workspace.texts.text(path) else { return nil }
      let version: JSONValue = versions[path].map { .int($0) } ?? .null
      return [
        "textDocument": ["uri": .text(address(of: path)), "version": version],
        "edits": .list(changes.map { json($0, in: text) }),
      ]
    }
    guard client.hasVersionedEdits else {
      return [
        "changes": .object(
          changes.compactMap { change in
            change["textDocument"]?["uri"]?.text.map { JSONValue.Field($0, change["edits"] ?? []) }
          })
      ]
    }
    return ["documentChanges": .list(changes)]
  }

  func json(_ change: FileEdits.Change, in text: EditedText) -> JSONValue {
    ["range": json(change.range, in: text), "newText": .text(change.text)]
  }
}
