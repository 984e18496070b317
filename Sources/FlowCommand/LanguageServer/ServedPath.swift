// SPDX-License-Identifier: Apache-2.0

import LocalFiles

/// Paths as the server keeps them: from the root on, without `.` and `..`.
enum ServedPath {
  static func absolute(_ path: String) -> String { RelativePath.absolute(path) }
}
