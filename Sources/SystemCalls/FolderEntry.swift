// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// One line of a folder.
package struct FolderEntry {
  package let name: String
  /// Below zero where the folder does not say what the entry is, or says that it is a link.
  private let kind: Int32

  /// Asks the system only where the folder does not say it.
  package func isFolder(at path: String) -> Bool {
    kind < 0 ? FileStatus.isFolder(path) : kind == Int32(clamping: SYSTEM_FOLDER.rawValue)
  }

  /// The entries of a folder, in the order of the bytes of their names.
  ///
  /// - Parameter isWanted: asked before anything is read, with what tells the folder from others.
  /// - Returns: nil for a folder that is not wanted.
  package static func all(
    in path: String, where isWanted: (FileIdentity) -> Bool = { _ in true }
  ) throws(SystemError) -> [FolderEntry]? {
    var error: Int32 = 0
    guard let folder = system_open_folder(path, &error) else { throw SystemError(-error) ?? .interrupted }
    defer { system_close_folder(folder) }
    guard let status = try? FileStatus(of: system_folder_descriptor(folder)), isWanted(status.identity) else {
      return nil
    }
    var entries: [FolderEntry] = []
    var kind: Int32 = -1
    while let name = system_next_entry(folder, &kind) {
      entries.append(FolderEntry(name: String(cString: name), kind: kind))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
