// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation

@testable import FlowEditing

/// A folder of its own with files that are edited; `|` is where the cursor stands.
final class EditingDesk {
  let root: String
  let workspace = FlowWorkspace()

  init(_ files: [String: String] = [:]) throws {
    root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mfaflow-editing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for (name, text) in files { try put(name, text) }
    workspace.add(folder: root)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { root + "/" + name }

  func put(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Edits a file, and gives the byte of the cursor in it.
  @discardableResult
  func edit(_ name: String, _ marked: String) -> Int {
    let parts = marked.components(separatedBy: "|")
    workspace.edit(SourceFile(path: path(name), text: parts.joined()))
    return parts[0].utf8.count
  }

  /// The labels of what can stand at the cursor.
  func completions(_ name: String, _ marked: String) -> [String] {
    let offset = edit(name, marked)
    workspace.settle()
    return workspace.completions(at: offset, in: path(name)).map(\.label)
  }

  /// What can stand at a byte of an edited file, before anything was checked.
  func asked(_ name: String, _ text: String, at offset: Int) -> [CompletionItem] {
    workspace.edit(SourceFile(path: path(name), text: text))
    return workspace.completions(at: offset, in: path(name))
  }

  /// The text once what is offered has been taken.
  func completed(_ name: String, _ marked: String, _ label: String) -> String? {
    let offset = edit(name, marked)
    workspace.settle()
    guard let item = workspace.completions(at: offset, in: path(name)).first(where: { $0.label == label }),
      let text = workspace.texts.edited(path(name))
    else { return nil }
    return String(
      decoding: FileEdits.applied([FileEdits.Change(item.replaced, item.text)], to: text.bytes), as: UTF8.self)
  }

  func codes(_ name: String) -> [String] {
    workspace.settle()
    return workspace.findings(of: path(name)).map(\.finding.code.id)
  }

  /// A text with its changes.
  func applied(_ edits: FileEdits, to name: String) -> String? {
    guard let text = workspace.texts.text(path(name)) else { return nil }
    return String(decoding: FileEdits.applied(edits.changes[path(name)] ?? [], to: text.bytes), as: UTF8.self)
  }
}

enum Samples {
  static let flow = """
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
        choices:
          leave: { to: failed }
        then:
          onUserLoggedIn: signedIn
          101: { retry: check-your-name }
          138: { retry: check-your-name }
          getUser 166: { retry: check-your-name }
          exhausted: failed
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    messages:
      check-your-name: Check what you typed.

    """

  static let part = """
    part: session
    sdk: relid
    needs: [signedOut]
    interrupts:
      onUserLoggedOff: { to: signedOut }

    """

  static func flow(replacing old: String, by new: String) -> String {
    flow.replacingOccurrences(of: old, with: new)
  }
}
