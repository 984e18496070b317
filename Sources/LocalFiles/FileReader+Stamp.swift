// SPDX-License-Identifier: Apache-2.0

import SystemCalls

extension FileReader {
  /// Which file is at a path and when it was changed last, in words to compare; empty for none.
  package static func stamp(of path: String) -> String { FileStatus(of: path)?.stamp ?? "" }
}
