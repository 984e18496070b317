// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// The folder of `--write-scenario`: made when the first file is written, and never written over but by files of its own.
struct ScenarioFolder {
  let path: String
  /// Names that this run has given away.
  private var taken: Set<String> = []

  init(_ path: String) { self.path = path }

  /// - Throws: ``UsageProblem`` if something is there that is no folder.
  func check() throws(UsageProblem) {
    guard let status = FileStatus(of: path), status.kind != .folder else { return }
    throw UsageProblem(
      message:
        "`\(Option.scenarioFolder.name)` writes into a folder, and \(Diagnostic.quoting(path, limit: 60)) is none",
      help: "name a folder, or a path where there is nothing yet", command: "check")
  }

  /// Makes the folder, and those above it, if they are not there.
  ///
  /// - Returns: why it cannot be had, in the words of the system; nil if it is there.
  func make() -> String? {
    var folder = path.hasPrefix("/") ? "/" : ""
    var failure: String?
    for part in path.split(separator: "/") {
      folder += part
      failure = SystemPath.makeFolder(folder, permissions: 0o755)?.description
      folder += "/"
    }
    return failure
  }

  /// Writes a file under the first name that is free, or has a file that was written for the same.
  ///
  /// - Parameters:
  ///   - name: without what every scenario file ends in.
  ///   - text: whose first line tells what the file was written for.
  /// - Returns: the path; and why it could not be written, in the words of the system, or nil if it was.
  mutating func write(_ text: String, named name: String) -> (path: String, failure: String?) {
    let line = text.prefix { $0 != "\n" }
    var number = 1
    while true {
      let file = name + (number == 1 ? "" : "-\(number)") + ".scenarios.yaml"
      let path = (self.path.hasSuffix("/") ? self.path : self.path + "/") + file
      number += 1
      guard !taken.contains(file), Self.isFree(path, for: line) else { continue }
      taken.insert(file)
      return (path, ReportFile.write(text, to: path))
    }
  }

  private static func isFree(_ path: String, for line: Substring) -> Bool {
    guard FileStatus(of: path, followingLinks: false) != nil else { return true }
    guard let file = try? FileReader.file(path) else { return false }
    return file.bytes.starts(with: "\(line)\n".utf8)
  }
}
