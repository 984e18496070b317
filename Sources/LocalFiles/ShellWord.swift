// SPDX-License-Identifier: Apache-2.0

extension String {
  /// A path as somebody types it in a command line: in quotes where a shell would read it as something else.
  package var asShellWord: String {
    let path = hasPrefix("-") ? "./" + self : self
    let isPlain =
      !path.isEmpty
      && path.utf8.allSatisfy { byte in
        byte >= 0x80 || (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "/._-".utf8.contains(byte)
      }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
