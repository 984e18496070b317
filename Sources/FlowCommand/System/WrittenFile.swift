// SPDX-License-Identifier: Apache-2.0

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that an option has the tool write: it must be none that the tool reads.
struct WrittenFile {
  let path: String
  /// Such as `--save`.
  let option: Option

  /// What tells one file from another, whatever its path.
  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      file = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Refuses to write over what is read; two paths of one file are the same file.
  ///
  /// - Parameters:
  ///   - read: the paths of what is read; those that are no files do not count.
  ///   - command: the command whose help to point to.
  func check(against read: [String], of command: String) throws(UsageProblem) {
    let own = Self.identities(of: path)
    guard !own.isEmpty, let twin = read.first(where: { !own.isDisjoint(with: Self.identities(of: $0)) }) else { return }
    let written = Diagnostic.quoting(path, limit: 200)
    throw UsageProblem(
      message: "\(written) is also read",
      help: "`\(option.name)` would write over "
        + (twin == path ? "it" : "\(Diagnostic.quoting(twin, limit: 200))") + ": give it a file of its own",
      command: command)
  }

  /// Those of the file and, where the path is a link, of the link; none if nothing is there.
  private static func identities(of path: String) -> Set<Identity> {
    var identities: Set<Identity> = []
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { identities.insert(Identity(status)) }
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR { identities.insert(Identity(status)) }
    return identities
  }
}
