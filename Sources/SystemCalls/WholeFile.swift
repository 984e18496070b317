// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// A file that is there whole or not at all: it is written beside its place, and then put there.
///
/// What stood there before stays until then. Where the system can, the draft has no name while it is written, so that
/// nothing is left of it, however the program ends.
package struct WholeFile {
  package let path: String
  /// Who may read and write it.
  package let permissions: UInt32
  /// Whether it must be there after a crash of the machine, too.
  package let waitsForDisk: Bool

  package init(path: String, permissions: UInt32, waitsForDisk: Bool) {
    self.path = path
    self.permissions = permissions
    self.waitsForDisk = waitsForDisk
  }

  /// Whether it could be written: looked at before a run, not behind it.
  ///
  /// - Returns: why not; nil if it could.
  package func obstacle() -> SystemError? {
    if FileStatus.isFolder(path) { return .isFolder }
    let draft = draftPath
    let descriptor = system_create(draft, permissions)
    if let error = SystemError(descriptor) { return error }
    try? Descriptor.close(descriptor)
    system_remove(draft)
    return nil
  }

  /// A link at the place is replaced, not followed.
  ///
  /// - Returns: why it could not be written; nil if it was.
  package func write(_ text: String) -> SystemError? {
    do throws(SystemError) {
      try put(text)
      return nil
    } catch {
      return error
    }
  }

  private func put(_ text: String) throws(SystemError) {
    let draft = draftPath
    let nameless = system_create_nameless(folder, permissions)
    let descriptor = nameless >= 0 ? nameless : try SystemError.checked(system_create(draft, permissions))
    do throws(SystemError) {
      do throws(SystemError) {
        try Descriptor.write(text, to: descriptor)
        if waitsForDisk { _ = try SystemError.checked(system_sync(descriptor)) }
        if nameless >= 0 { _ = try SystemError.checked(system_give_name(descriptor, draft)) }
      } catch {
        try? Descriptor.close(descriptor)
        throw error
      }
      // Why: some file systems tell only here that the disk is full.
      try Descriptor.close(descriptor)
      _ = try SystemError.checked(system_rename(draft, path))
    } catch {
      system_remove(draft)
      throw error
    }
  }

  private var folder: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
  }

  private var draftPath: String { path + ".\(String(UInt32.random(in: .min ... .max), radix: 16)).draft" }
}
