// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import FlowSyntax
import LocalFiles
import SystemCalls

/// A file that an option has the tool write: it must be none that the tool reads.
struct WrittenFile {
  let path: String
  /// Such as `--save`.
  let option: Option
  /// The kind of file that is written, and may stand there already; nil for none of those that people write.
  var replaced: FileKind?

  /// Refuses to write over what is read, or what somebody has written; two paths of one file are the same file.
  ///
  /// - Parameters:
  ///   - read: the paths of what is read; those that are no files do not count.
  ///   - command: the command whose help to point to.
  func check(against read: [String], of command: String) throws(UsageProblem) {
    try checkUnread(read, of: command)
    try checkHandiwork(of: command)
  }

  /// Refuses to write over what is read.
  func checkUnread(_ read: [String], of command: String) throws(UsageProblem) {
    let own = Self.identities(of: path)
    guard !own.isEmpty, let twin = read.first(where: { !own.isDisjoint(with: Self.identities(of: $0)) }) else { return }
    let written = Diagnostic.quoting(path: path)
    throw UsageProblem(
      message: "\(written) is also read",
      help: "`\(option.name)` would write over "
        + (twin == path ? "it" : "\(Diagnostic.quoting(twin, limit: 200))") + ": give it a file of its own",
      command: command)
  }

  /// Whether another one is the same file, be it there already or not; what takes all and keeps nothing is no file.
  func isSame(as other: WrittenFile) -> Bool {
    if let status = FileStatus(of: path), status.kind != .file { return false }
    return !Self.identities(of: path).isDisjoint(with: Self.identities(of: other.path))
      || RelativePath.identity(ofNew: path) == RelativePath.identity(ofNew: other.path)
  }

  /// Refuses to write over a flow and the like.
  ///
  /// Why: an option whose value was forgotten takes the file that stands behind it.
  private func checkHandiwork(of command: String) throws(UsageProblem) {
    guard let status = FileStatus(of: path), status.kind == .file, (1...FileReader.limit).contains(status.size),
      let file = try? FileReader.file(path), !file.bytes.starts(with: Self.beginningOfReports)
    else { return }
    guard let kind = Self.kindOfHandiwork(file), kind != replaced else { return }
    throw WritePlace(path: path, option: option.name, command: command).taken(by: kind.name)
  }

  /// What somebody has written in a file; nil if it does not look like that.
  private static func kindOfHandiwork(_ file: SourceFile) -> FileKind? {
    let kinds: [FileKind] = [.flow, .part, .contract, .catalogue]
    if let kind = kinds.first(where: { $0.isSurely(file) }) { return kind }
    // The keys of these may begin a line of any text.
    guard FilePath.isYAML(file.path) else { return nil }
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    if CheckConfiguration.usualNames.contains(name) { return .config }
    guard let kind = FileKind.sniff(file)?.value, [.scenarios, .world, .answers].contains(kind) else { return nil }
    return kind
  }

  /// With this begins what the tool writes for programs, which may have the keys of a flow.
  private static let beginningOfReports = Array(#"{"kind":""#.utf8)

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
