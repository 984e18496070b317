// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// Files that are to be made: all of them or none, and none of them over one that is there.
struct NewFiles {
  /// A path, and what is to stand there.
  struct File {
    let path: String
    let text: String
    var isProgram = false
  }

  private(set) var files: [File] = []
  /// What to do where a file with another text is there already; nil for what helps with most.
  var cureWhereKept: String?
  /// The command that makes them, for its help.
  private let command: String
  /// With a slash at its end; empty for the folder that the program runs in.
  private let folder: String

  /// - Parameter folder: the folder that they are written into; it need not be there.
  init(into folder: String, by command: String = "new") {
    self.command = command
    self.folder = folder == "." || folder.isEmpty ? "" : folder.hasSuffix("/") ? folder : folder + "/"
  }

  mutating func add(_ path: String, _ text: String, isProgram: Bool = false) {
    files.append(File(path: folder + path, text: text, isProgram: isProgram))
  }

  /// Writes them, and says what was written.
  ///
  /// - Returns: false, and said why, if nothing was written.
  func write(_ streams: Streams) throws(UsageProblem) -> Bool {
    let missing = try toWrite()
    var made = Made()
    for file in missing {
      if let reason = made.write(file) {
        made.undo()
        streams.errors.write(
          "mfaflow: \(Diagnostic.quoting(path: file.path)) cannot be written: \(reason); nothing was made\n")
        return false
      }
    }
    for file in files {
      let isNew = missing.contains { $0.path == file.path }
      streams.output.write("\(isNew ? "made" : "kept") \(file.path.onOneLine)\n")
    }
    return true
  }

  /// Those that are not there yet; what is there and says the same is kept.
  private func toWrite() throws(UsageProblem) -> [File] {
    var missing: [File] = []
    for file in files {
      guard FileStatus(of: file.path, followingLinks: false) != nil else {
        missing.append(file)
        continue
      }
      guard let there = try? FileReader.file(file.path), there.bytes == Array(file.text.utf8) else {
        throw UsageProblem(
          message: "\(Diagnostic.quoting(path: file.path)) is there already, and is not written over",
          help: cureWhereKept ?? "give another name, or another folder with `--into`; nothing was made",
          command: command)
      }
    }
    return missing
  }

  /// What was made so far, so that it can be taken away again.
  private struct Made {
    private var files: [String] = []
    private var folders: [String] = []

    /// - Returns: why it could not be written, in the words of the system; nil if it was.
    mutating func write(_ file: File) -> String? {
      if let reason = makeFolders(above: file.path) { return reason }
      let place = WholeFile(path: file.path, permissions: file.isProgram ? 0o755 : 0o644, waitsForDisk: false)
      if let error = place.write(file.text) { return error.description }
      files.append(file.path)
      return nil
    }

    private mutating func makeFolders(above path: String) -> String? {
      var folder = path.hasPrefix("/") ? "/" : ""
      for part in path.split(separator: "/").dropLast() {
        folder += part
        if FileStatus(of: folder) == nil {
          if let error = SystemPath.makeFolder(folder, permissions: 0o755) { return error.description }
          folders.append(folder)
        } else if !FileStatus.isFolder(folder) {
          return "\(Diagnostic.quoting(path: folder)) is no folder"
        }
        folder += "/"
      }
      return nil
    }

    func undo() {
      for path in files { SystemPath.removeFile(path) }
      for path in folders.reversed() { SystemPath.removeEmptyFolder(path) }
    }
  }
}
