// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that only its owner may read, and that is there whole or not at all.
enum PrivateFile {
  /// Whether a file could be written there: looked at before a run, not behind it.
  ///
  /// - Returns: why not, in the words of the system; nil if it could.
  static func obstacle(to path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return SystemError(number: EISDIR).description }
    let draft = draft(of: path)
    let descriptor = create(draft)
    guard descriptor >= 0 else { return SystemError.last.description }
    close(descriptor)
    unlink(draft)
    return nil
  }

  /// Writes the file beside its place, and then puts it there; what stood there before stays until then.
  ///
  /// A link at that place is replaced, not followed.
  ///
  /// - Parameter waitingForDisk: whether it must be there after a crash of the machine, too.
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  static func write(_ text: String, to path: String, waitingForDisk: Bool = true) -> String? {
    let draft = draft(of: path)
    let descriptor = create(draft)
    guard descriptor >= 0 else { return SystemError.last.description }
    let output = DescriptorOutput(descriptor)
    output.write(text)
    var failure = output.failure
    if failure == nil, waitingForDisk, fsync(descriptor) != 0 { failure = SystemError.last.description }
    // Why: some file systems tell only here that the disk is full.
    if close(descriptor) != 0, failure == nil { failure = SystemError.last.description }
    if failure == nil, rename(draft, path) != 0 { failure = SystemError.last.description }
    if failure != nil { unlink(draft) }
    return failure
  }

  private static func create(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0o600)
  }

  private static func draft(of path: String) -> String {
    var generator = SystemRandomNumberGenerator()
    return path + ".\(String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)).draft"
  }
}
