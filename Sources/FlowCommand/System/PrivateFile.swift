// SPDX-License-Identifier: Apache-2.0

/// A file that only its owner may read.
enum PrivateFile {
  /// Why nothing could be written there, in the words of the system; nil if something could.
  static func obstacle(to path: String) -> String? { file(path, waitingForDisk: true).obstacle() }

  /// - Parameter waitingForDisk: whether it must be there after a crash of the machine, too.
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  static func write(_ text: String, to path: String, waitingForDisk: Bool = true) -> String? {
    file(path, waitingForDisk: waitingForDisk).write(text)
  }

  private static func file(_ path: String, waitingForDisk: Bool) -> WholeFile {
    WholeFile(path: path, mode: 0o600, waitsForDisk: waitingForDisk)
  }
}
