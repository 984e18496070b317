// SPDX-License-Identifier: Apache-2.0

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  /// - Throws: ``UsageProblem`` if the place is none for a file. A folder is none either; that the system says.
  func check() throws(UsageProblem) {
    var status = stat()
    guard stat(path, &status) == 0, let what = obstacle(status) else { return }
    throw UsageProblem(
      message: "`\(option)` cannot write to \(Diagnostic.quoting(path, limit: 60)): it is \(what)",
      help: "name a file, or a path where there is nothing yet" + (instead.map { "; \($0)" } ?? ""), command: command)
  }

  private func obstacle(_ status: stat) -> String? {
    if mayBeDropped, status.st_mode & S_IFMT == S_IFCHR, Self.isSame(status, as: "/dev/null") { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: Self.isOwnOutput(status) ? "an output of this program" : nil
    case S_IFDIR: nil
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  private static func isSame(_ status: stat, as path: String) -> Bool {
    var other = stat()
    return stat(path, &other) == 0 && other.st_rdev == status.st_rdev
  }

  private static func isOwnOutput(_ status: stat) -> Bool {
    [STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
      var own = stat()
      return fstat(descriptor, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
    }
  }
}
