// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// What an editor tells of its texts.
extension LanguageServer {
  func opened(_ params: JSONValue) {
    guard let document = params["textDocument"], let address = document["uri"]?.text, let text = document["text"]?.text
    else { return }
    let path = path(of: address)
    versions[path] = document["version"]?.int
    workspace.edit(SourceFile(path: path, text: text), isFlow: document["languageId"]?.text == "mfaflow")
    workspace.prepare(path)
  }

  func changed(_ params: JSONValue) {
    guard let address = params["textDocument"]?["uri"]?.text, let changes = params["contentChanges"]?.list else {
      return
    }
    let path = path(of: address)
    guard let known = workspace.texts.edited(path) else { return }
    var bytes = known.bytes
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      guard let range = change["range"] else {
        bytes = Array(text.utf8)
        continue
      }
      guard let start = ProtocolPosition(range["start"]), let end = ProtocolPosition(range["end"]) else { continue }
      let lines = LineTable(bytes)
      let first = client.encoding.offset(of: start, in: bytes, lines)
      bytes.replaceSubrange(first..<max(first, client.encoding.offset(of: end, in: bytes, lines)), with: text.utf8)
    }
    versions[path] = params["textDocument"]?["version"]?.int
    // One that grows without end is let go, with its text of before.
    guard bytes.count <= Self.largestText else { return }
    workspace.edit(SourceFile(path: path, bytes: bytes))
  }

  /// No file of ours has so many bytes.
  private static var largestText: Int { 32 << 20 }

  func closed(_ params: JSONValue) {
    guard let address = params["textDocument"]?["uri"]?.text else { return }
    let path = path(of: address)
    versions[path] = nil
    workspace.close(path)
  }

  func filesChanged(_ params: JSONValue) -> [JSONValue] {
    let paths = params["changes"]?.list?.compactMap { $0["uri"]?.text }.map { path(of: $0) } ?? []
    isToldOfFiles = true
    return workspace.filesChanged(paths) ? refresh() : []
  }

  /// What other programs have written meanwhile, where the editor does not tell it.
  func lookAtDisk(forNew new: Bool = false) -> [JSONValue] {
    guard !client.watchesFiles, !isToldOfFiles else { return [] }
    return workspace.lookAtDisk(forNew: new) ? refresh() : []
  }

  /// Has an editor that asks for findings ask again.
  private func refresh() -> [JSONValue] {
    guard client.asksForFindings, client.refreshesFindings else { return [] }
    return [request("workspace/diagnostic/refresh", .null)]
  }

  /// - Returns: what is to be told of files that do not count any more.
  func foldersChanged(_ params: JSONValue) -> [JSONValue] {
    for folder in params["event"]?["removed"]?.list ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileAddress.path) { workspace.remove(folder: path) }
    }
    for folder in params["event"]?["added"]?.list ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileAddress.path) { workspace.add(folder: path) }
    }
    return tellFindings()
  }
}
