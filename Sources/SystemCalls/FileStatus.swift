// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// What tells one file or folder from another, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64
}

/// What the system knows of a file without its text.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    case pipe
    case socket
    /// A device that gives one character after another, such as a terminal.
    case characters
    case blocks
    /// A link that was not followed.
    case link
  }

  private let status: system_status

  /// Nil if nothing is there, or nobody may know.
  package init?(of path: String, followingLinks follows: Bool = true) {
    var status = system_status()
    guard system_look_at(path, follows, &status) == 0 else { return nil }
    self.status = status
  }

  package init(of descriptor: Int32) throws(SystemError) {
    var status = system_status()
    _ = try SystemError.checked(system_look_at_open(descriptor, &status))
    self.status = status
  }

  package var kind: Kind {
    switch status.kind {
    case SYSTEM_FILE: .file
    case SYSTEM_FOLDER: .folder
    case SYSTEM_PIPE: .pipe
    case SYSTEM_SOCKET: .socket
    case SYSTEM_CHARACTERS: .characters
    case SYSTEM_LINK: .link
    default: .blocks
    }
  }

  /// In bytes.
  package var size: Int { Int(status.size) }
  /// Who may read, write and execute it, as the system has it.
  package var permissions: UInt32 { status.permissions & 0o777 }
  package var identity: FileIdentity { FileIdentity(device: status.device, number: status.number) }
  /// Which device a file stands for, if it stands for one.
  package var representedDevice: UInt64 { status.represented_device }

  /// Whether it belongs to the user of this process, has one name, and nobody else can write it.
  package var isOwn: Bool {
    status.owner == system_user() && status.links == 1 && status.permissions & 0o022 == 0
  }

  /// Which file it is, and when its text and all that is known of it were changed last.
  package var stamp: String {
    "\(status.device) \(status.number) \(status.size) \(status.text_seconds).\(status.text_nanoseconds)"
      + " \(status.change_seconds).\(status.change_nanoseconds)"
  }

  /// Whether a folder is at a path; links are followed.
  package static func isFolder(_ path: String) -> Bool { FileStatus(of: path)?.kind == .folder }
}
