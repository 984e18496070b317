// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages

extension String {
  /// A line of a message for a terminal, as ``onOneLine``; but what keeps directions of writing apart stays.
  ///
  /// A line that runs from right to left turns nothing that stands beside it. One whose marks are not closed loses them all.
  package var asSaid: String {
    guard WritingDirection.isClosed(self) else { return onOneLine }
    let parts = split(separator: WritingDirection.open, omittingEmptySubsequences: false).map { part in
      part.split(separator: WritingDirection.close, omittingEmptySubsequences: false)
        .map { String($0).onOneLine }.joined(separator: String(WritingDirection.close))
    }
    return WritingDirection.line(parts.joined(separator: String(WritingDirection.open)))
  }
}
