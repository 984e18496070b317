// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// A place that the command line names for a file: a regular file, or nothing yet.
///
/// It is looked at before anything is run. A device would be replaced or filled, a pipe would wait for a reader, and a file
/// that is this program's own output would be cut off under it.
struct WritePlace {
  let path: String
  /// The option that names it, such as `--output`.
  let option: String
  /// Of that option.
  let command: String
  /// What is to be done to have it on standard output; nil if it belongs into a file only.
  var instead: String?
  /// Whether it may be thrown away, into `/dev/null`.
  var mayBeDropped = false

  /// - Throws: ``UsageProblem`` if the place is none for a file.
  func check() throws(UsageProblem) {
    if let reason = Self.misplacement(path) { throw refusal(reason, "name a file in a folder that is there") }
    guard let status = FileStatus(of: path), let what = obstacle(status) else { return }
    throw taken(by: what)
  }

  /// Looks at the place of a report, and also whether the system lets a report be written there.
  ///
  /// - Throws: ``UsageProblem`` if it is none, so that nothing is done whose report would be lost.
  func checkForReport() throws(UsageProblem) {
    try check()
    guard let reason = ReportFile.obstacle(to: path) else { return }
    throw refusal(reason, "name a file that you may write, in a folder that you may write into")
  }

  private func refusal(_ reason: String, _ help: String) -> UsageProblem {
    UsageProblem(
      message: "`\(option)` cannot write to \(Diagnostic.quoting(path: path)): \(reason)",
      help: help + (instead.map { "; \($0)" } ?? ""), command: command, code: .broken)
  }

  /// What is wrong where something is at the place that must stay there.
  ///
  /// - Parameter what: what it is, such as `a pipe`.
  func taken(by what: String) -> UsageProblem {
    UsageProblem(
      message: "`\(option)` cannot write to \(Diagnostic.quoting(path, limit: 60)): it is \(what)",
      help: "name a file, or a path where there is nothing yet" + (instead.map { "; \($0)" } ?? ""), command: command)
  }

  /// Why no file can be at a path: a folder is there, or its own folder is not; nil if one can.
  ///
  /// The folder of a file is never made: who mistypes it would not find the file again.
  static func misplacement(_ path: String) -> String? {
    if path.hasSuffix("/") || FileStatus.isFolder(path) { return "it is a folder" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.joined(separator: "/")
    guard !folder.isEmpty, !FileStatus.isFolder(folder) else { return nil }
    return "there is no folder \(Diagnostic.quoting(path: folder))"
  }

  private func obstacle(_ status: FileStatus) -> String? {
    if mayBeDropped, status.kind == .characters, Self.isSame(status, as: "/dev/null") { return nil }
    return switch status.kind {
    case .file: Self.isOwnOutput(status) ? "an output of this program" : nil
    case .folder: nil
    case .pipe: "a pipe"
    case .socket: "a socket"
    default: "a device"
    }
  }

  private static func isSame(_ status: FileStatus, as path: String) -> Bool {
    FileStatus(of: path)?.representedDevice == status.representedDevice
  }

  private static func isOwnOutput(_ status: FileStatus) -> Bool {
    [Descriptor.output, Descriptor.errors].contains { (try? FileStatus(of: $0))?.identity == status.identity }
  }
}
