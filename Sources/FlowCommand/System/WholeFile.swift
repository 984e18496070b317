// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is there whole or not at all: it is written beside its place, and then put there.
///
/// What stood there before stays until then. Where the system can, the draft has no name while it is written, so that
/// nothing is left of it, however the program ends.
struct WholeFile {
  let path: String
  /// Who may read and write it.
  let mode: mode_t
  /// Whether it must be there after a crash of the machine, too.
  let waitsForDisk: Bool

  /// Whether it could be written: looked at before a run, not behind it.
  ///
  /// - Returns: why not, in the words of the system; nil if it could.
  func obstacle() -> String? {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return SystemError(number: EISDIR).description }
    let draft = draftPath
    let descriptor = create(draft)
    guard descriptor >= 0 else { return SystemError.last.description }
    close(descriptor)
    unlink(draft)
    return nil
  }

  /// A link at the place is replaced, not followed.
  ///
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  func write(_ text: String) -> String? {
    let draft = draftPath
    let nameless = createNameless()
    let descriptor = nameless >= 0 ? nameless : create(draft)
    guard descriptor >= 0 else { return SystemError.last.description }
    let output = DescriptorOutput(descriptor)
    output.write(text)
    var failure = output.failure
    if failure == nil, waitsForDisk, fsync(descriptor) != 0 { failure = SystemError.last.description }
    if failure == nil, nameless >= 0, !Self.name(nameless, draft) { failure = SystemError.last.description }
    // Why: some file systems tell only here that the disk is full.
    if close(descriptor) != 0, failure == nil { failure = SystemError.last.description }
    if failure == nil, rename(draft, path) != 0 { failure = SystemError.last.description }
    if failure != nil { unlink(draft) }
    return failure
  }

  private func create(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode)
  }

  private var draftPath: String {
    var generator = SystemRandomNumberGenerator()
    return path + ".\(String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)).draft"
  }

  #if os(Linux)
    /// The header writes it as a sum, which Swift does not import.
    ///
    /// Source: open(2), `O_TMPFILE`.
    private static let nameless: Int32 = 0o20000000 | O_DIRECTORY

    /// A file in the same folder that has no name; negative where there is no such thing, or none could be given to it.
    private func createNameless() -> Int32 {
      guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
      return open(folder, O_WRONLY | O_CLOEXEC | Self.nameless, mode)
    }

    private static func name(_ descriptor: Int32, _ path: String) -> Bool {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }
  #else
    private func createNameless() -> Int32 { -1 }

    private static func name(_ descriptor: Int32, _ path: String) -> Bool { false }
  #endif
}
