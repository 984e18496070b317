// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import FlowCommand

/// What a command wrote, to either stream, in the order of writing.
final class CommandLog: Output {
  let isTerminal = false
  var failure: String? { nil }
  private let written = Mutex("")

  var text: String { written.withLock { $0 } }

  func write(_ text: String) { written.withLock { $0 += text } }
}

/// A folder in which the commands of one page run: the files that the page shows, and behind them those of the repository.
struct PageFolder {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "mfaflow-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let repository = Repository.here.root
    for name in ["flows", "Examples"] {
      try link(name, to: repository.appending(path: name))
    }
    for name in ["parts", "contracts", "messages"] {
      try link(name, to: repository.appending(path: "flows/\(name)"))
    }
  }

  private func link(_ name: String, to target: URL) throws {
    guard FileManager.default.fileExists(atPath: target.path) else { return }
    try FileManager.default.createSymbolicLink(at: root.appending(path: name), withDestinationURL: target)
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  func write(_ text: String, to name: String) throws {
    let file = root.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self)
  }

  /// Runs the tool in this process; paths that exist in this folder are meant in it.
  ///
  /// - Returns: what was written with the folder's own path taken out, and the exit code.
  func run(_ arguments: [String]) async -> (output: String, code: Int32) {
    let log = CommandLog()
    let streams = Streams(output: log, errors: log, readInput: { [] }, variable: { _ in nil })
    var placed: [String] = []
    for word in arguments {
      // What is to be written is not there yet.
      placed.append(self.placed(word, evenIfMissing: Self.writing.contains(placed.last ?? "")))
    }
    let code = await Tool.run(placed, in: streams)
    return (log.text.replacingOccurrences(of: root.path + "/", with: ""), code.rawValue)
  }

  /// The options whose value is a file to write.
  private static let writing: Set = ["--save", "--output", "--write-baseline", "--write-scenario", "--record"]

  private func placed(_ word: String, evenIfMissing isWritten: Bool) -> String {
    let separator: Character = word.hasPrefix("replay:") ? ":" : "="
    guard let path = word.split(separator: separator, omittingEmptySubsequences: false).last, !path.isEmpty else {
      return word
    }
    let full = root.appending(path: String(path)).path
    return isWritten || FileManager.default.fileExists(atPath: full) ? word.dropLast(path.count) + full : word
  }
}
