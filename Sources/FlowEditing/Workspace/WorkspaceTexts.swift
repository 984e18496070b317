// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import LocalFiles
import Synchronization

/// The texts of a workspace: those that somebody edits lie over those of the disk.
package final class WorkspaceTexts: Sendable {
  private struct State {
    /// By path from the root on.
    var edited: [String: EditedText] = [:]
    /// What was read of the disk lately, as long as its bytes are the same.
    var read: [String: EditedText] = [:]
    var stamps = DiskStamps()
  }

  private let state = Mutex(State())

  package init() {}

  /// Takes over a text that somebody edits from now on.
  package func edit(_ file: SourceFile) { state.withLock { $0.edited[file.path] = EditedText(file) } }

  /// The text of the disk counts again.
  package func close(_ path: String) { state.withLock { _ = $0.edited.removeValue(forKey: path) } }

  /// The text that somebody edits; nil where nobody does.
  package func edited(_ path: String) -> EditedText? { state.withLock { $0.edited[path] } }

  var editedPaths: [String] { state.withLock { $0.edited.keys.sorted() } }

  /// The text at a path; nil where there is none, or it cannot be read.
  package func text(_ path: String) -> EditedText? {
    if let edited = edited(path) { return edited }
    note(path)
    guard let file = try? FileReader.file(path) else { return nil }
    return state.withLock { state in
      if let known = state.read[path], known.bytes == file.bytes { return known }
      if state.read.count >= Self.mostRead { state.read = [:] }
      let text = EditedText(file)
      state.read[path] = text
      return text
    }
  }

  private static let mostRead = 256

  /// How the text of a file is had, for those that check files.
  package var reading: FileReader.Reading {
    { [self] path throws(FileProblem) in
      let absolute = RelativePath.absolute(path)
      if let edited = edited(absolute) { return SourceFile(path: path, bytes: edited.bytes) }
      note(absolute)
      return try FileReader.file(path)
    }
  }

  private func note(_ path: String) { state.withLock { $0.stamps.note(path) } }

  /// Whether a file of the disk was read, or looked for.
  func wasRead(_ path: String) -> Bool { state.withLock { $0.stamps.knows(path) } }

  /// The files that were read and have changed on the disk since; each is told once.
  func takeChangedOnDisk() -> [String] { state.withLock { $0.stamps.takeChanged() } }
}
