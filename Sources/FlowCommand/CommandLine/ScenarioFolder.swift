// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// A folder that scenarios are written into: made when the first file is written, and never written over but by files of its
/// own.
struct ScenarioFolder {
  let path: String
  /// Names that this run has given away.
  private var taken: Set<String> = []
  /// The folders that this run has made, the outermost first.
  private var made: [String] = []

  /// The option that names it.
  private let option: Option
  /// Whether a file that was written for the same may be written again.
  private let isRenewed: Bool

  /// - Parameter isRenewed: false if an author goes on writing in the files.
  init(_ path: String, for option: Option, isRenewed: Bool = true) {
    self.path = path
    self.option = option
    self.isRenewed = isRenewed
  }

  /// - Throws: ``UsageProblem`` if something is there that is no folder.
  func check(command: String) throws(UsageProblem) {
    guard let status = FileStatus(of: path), status.kind != .folder else { return }
    throw UsageProblem(
      message:
        "`\(option.name)` writes into a folder, and \(Diagnostic.quoting(path, limit: 60)) is none",
      help: "name a folder, or a path where there is nothing yet", command: command)
  }

  /// Makes the folder, and those above it, if they are not there.
  ///
  /// - Returns: why it cannot be had, in the words of the system; nil if it is there.
  mutating func make() -> String? {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      folder += part
      if !SystemPath.exists(folder) { made.append(folder) }
      folder += "/"
    }
    return SystemPath.makeFolders(path, permissions: 0o755)?.description
  }

  /// Takes away what this run has made, if there was nothing to write.
  func removeIfUnused() {
    guard taken.isEmpty else { return }
    for folder in made.reversed() { SystemPath.removeEmptyFolder(folder) }
  }

  /// Writes a file, laid out, under the first name that is free, or has a file that was written for the same.
  ///
  /// - Parameters:
  ///   - name: without what every scenario file ends in.
  ///   - text: whose first line tells what the file was written for.
  /// - Returns: the path; and why it could not be written, in the words of the system, or nil if it was.
  mutating func write(_ text: String, named name: String) -> (path: String, failure: String?) {
    let text = text.laidOut
    let line = text.prefix { $0 != "\n" }
    var number = 1
    while true {
      let file = name + (number == 1 ? "" : "-\(number)") + FilePath.scenariosEnding
      let path = (self.path.hasSuffix("/") ? self.path : self.path + "/") + file
      number += 1
      guard !taken.contains(file), isFree(path, for: line) else { continue }
      taken.insert(file)
      return (path, ReportFile.write(text, to: path))
    }
  }

  private func isFree(_ path: String, for line: Substring) -> Bool {
    guard FileStatus(of: path, followingLinks: false) != nil else { return true }
    guard isRenewed, let file = try? FileReader.file(path) else { return false }
    return file.bytes.starts(with: "\(line)\n".utf8)
  }
}
