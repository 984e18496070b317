// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The checkout that these tests look at.
struct Repository {
  /// The folder that holds Package.swift.
  let root: URL

  /// The checkout that this very file belongs to.
  static let here = Repository(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

  /// Folders that hold no work of ours: what was built, fetched or generated.
  private static let skipped: Set<String> = [
    ".build", ".git", ".venv", ".swiftpm", "out", "__pycache__", "node_modules",
  ]

  /// The files under a folder whose names end in one of `suffixes`, in the order of their paths.
  ///
  /// A folder that is not there holds no files.
  func files(under folder: String, suffixes: [String]) -> [TextFile] {
    var found: [TextFile] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: next).path)) ?? []
      for name in names where !Self.skipped.contains(name) {
        let path = next.isEmpty ? name : "\(next)/\(name)"
        if isFolder(path) {
          waiting.append(path)
        } else if suffixes.contains(where: name.hasSuffix), !isLink(path), let file = file(path) {
          found.append(file)
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// One file by its path from the root; nil if it is not there or is not UTF-8.
  func file(_ path: String) -> TextFile? {
    guard let data = FileManager.default.contents(atPath: root.appending(path: path).path),
      let text = String(data: data, encoding: .utf8)
    else { return nil }
    return TextFile(path: path, text: text)
  }

  /// The names of the folders that stand directly in `folder`.
  func folders(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { isFolder("\(folder)/\($0)") }.sorted()
  }

  /// A file that is linked to stands somewhere else, and counts there.
  private func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: root.appending(path: path).path)) != nil
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// A file of the checkout, read.
struct TextFile: Sendable, CustomTestStringConvertible {
  /// Its path from the root of the checkout.
  let path: String
  let text: String

  var testDescription: String { path }

  /// Its name without folders and without what follows the first dot.
  var stem: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// How many lines an editor shows.
  var lineCount: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }
}
