// SPDX-License-Identifier: Apache-2.0

/// A file that only its owner may read.
package enum PrivateFile {
  /// Why nothing could be written there; nil if something could.
  package static func obstacle(to path: String) -> SystemError? { file(path, waitingForDisk: true).obstacle() }

  /// - Parameter waitingForDisk: whether it must be there after a crash of the machine, too.
  /// - Returns: why it could not be written; nil if it was.
  package static func write(_ text: String, to path: String, waitingForDisk: Bool = true) -> SystemError? {
    file(path, waitingForDisk: waitingForDisk).write(text)
  }

  private static func file(_ path: String, waitingForDisk: Bool) -> WholeFile {
    WholeFile(path: path, permissions: 0o600, waitsForDisk: waitingForDisk)
  }
}
