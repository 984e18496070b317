// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// A file that an option has the tool write: it must be none that the tool reads.
struct WrittenFile {
  let path: String
  /// Such as `--save`.
  let option: Option

  /// Refuses to write over what is read; two paths of one file are the same file.
  ///
  /// - Parameters:
  ///   - read: the paths of what is read; those that are no files do not count.
  ///   - command: the command whose help to point to.
  func check(against read: [String], of command: String) throws(UsageProblem) {
    let own = Self.identities(of: path)
    guard !own.isEmpty, let twin = read.first(where: { !own.isDisjoint(with: Self.identities(of: $0)) }) else { return }
    let written = Diagnostic.quoting(path: path)
    throw UsageProblem(
      message: "\(written) is also read",
      help: "`\(option.name)` would write over "
        + (twin == path ? "it" : "\(Diagnostic.quoting(twin, limit: 200))") + ": give it a file of its own",
      command: command)
  }

  /// Writes a text there, unless the file was read by now, by whatever name.
  ///
  /// - Returns: whether it is written; if not, the reason is told.
  func write(_ text: String, of command: String, _ streams: Streams) throws(UsageProblem) -> Bool {
    try check(against: streams.readPaths, of: command)
    return ReportFile.write(text, to: path, telling: streams)
  }

  /// Those of the file and, where the path is a link, of the link; none if nothing is there.
  private static func identities(of path: String) -> Set<FileIdentity> {
    var identities: Set<FileIdentity> = []
    if let file = FileStatus(of: path), file.kind == .file { identities.insert(file.identity) }
    if let own = FileStatus(of: path, followingLinks: false), own.kind != .folder { identities.insert(own.identity) }
    return identities
  }
}
