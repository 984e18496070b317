// SPDX-License-Identifier: Apache-2.0

extension WorkspaceTexts {
  /// Whether somebody edits a file, for those that look for one: it need not be on the disk.
  var isEdited: @Sendable (String) -> Bool {
    { [self] path in edited(path) != nil }
  }
}
