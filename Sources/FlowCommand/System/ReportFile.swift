// SPDX-License-Identifier: Apache-2.0

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that others read: a report, a scenario.
enum ReportFile {
  /// Writes the file; if it cannot be written, standard error says why.
  ///
  /// - Returns: whether it was written.
  static func write(_ text: String, to path: String, telling streams: Streams) -> Bool {
    guard let reason = write(text, to: path) else { return true }
    streams.errors.write("mfaflow: \(Diagnostic.quoting(path)) cannot be written: \(reason)\n")
    return false
  }

  /// Writes the file anew; a link is followed, and a file keeps who may read it.
  ///
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  static func write(_ text: String, to path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return WholeFile(path: path, mode: 0o644, waitsForDisk: false).write(text) }
    guard status.st_mode & S_IFMT == S_IFREG else { return pour(text, into: path) }
    // Why: a file that its owner has locked is not to be replaced by another one.
    guard access(path, W_OK) == 0 else { return SystemError.last.description }
    return WholeFile(path: RelativePath.identity(of: path), mode: status.st_mode & 0o777, waitsForDisk: false).write(
      text)
  }

  /// What is no file, such as `/dev/null`, cannot be replaced.
  private static func pour(_ text: String, into path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return SystemError.last.description }
    let output = DescriptorOutput(descriptor)
    output.write(text)
    return close(descriptor) == 0 ? output.failure : output.failure ?? SystemError.last.description
  }
}
