// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// What the system makes of a path.
package enum SystemPath {
  /// From the root on, links followed; nil if nothing is there.
  package static func real(_ path: String) -> String? { taken(system_real_path(path)) }

  /// What a link leads to, as it is written in the link; nil for what is no link.
  package static func linkTarget(_ path: String) -> String? { taken(system_link_target(path)) }

  /// The folder that the program runs in; nil if it is gone.
  package static var currentFolder: String? { taken(system_current_folder()) }

  package static func exists(_ path: String) -> Bool { system_exists(path) }

  /// Why what is there may not be written; nil if it may.
  package static func obstacleToWriting(_ path: String) -> SystemError? { SystemError(system_may_write(path)) }

  /// Makes a folder, if nothing is there.
  ///
  /// - Returns: why it could not be made; nil if something is there now.
  package static func makeFolder(_ path: String, permissions: UInt32) -> SystemError? {
    SystemError(system_make_folder(path, permissions)).flatMap { $0.meaning == .exists ? nil : $0 }
  }

  /// Makes a folder, and those above it, if they are not there.
  ///
  /// - Returns: why it cannot be had; nil if it is there.
  package static func makeFolders(_ path: String, permissions: UInt32) -> SystemError? {
    var folder = path.hasPrefix("/") ? "/" : ""
    var failure: SystemError?
    for part in path.split(separator: "/") {
      folder += part
      failure = makeFolder(folder, permissions: permissions)
      folder += "/"
    }
    return failure
  }

  /// Takes a file away that this program has made; what goes wrong is not told.
  package static func removeFile(_ path: String) { system_remove(path) }

  /// Takes a folder away, if it is empty; what goes wrong is not told.
  package static func removeEmptyFolder(_ path: String) { system_remove_folder(path) }

  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { system_free(text) }
    return String(cString: text)
  }
}
