// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that the tool writes.
enum ReportFile {
  /// Rewrites the file.
  ///
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  static func write(_ text: String, to path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
    guard descriptor >= 0 else { return SystemError.last.description }
    let output = DescriptorOutput(descriptor)
    output.write(text)
    let failure = output.failure
    // Why: some file systems tell only here that the disk is full.
    guard close(descriptor) == 0 else { return failure ?? SystemError.last.description }
    return failure
  }
}
