// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles

extension [Diagnostic] {
  /// The first findings of a file, and one that tells that there are more: nobody mends so many at a time, and a file
  /// that is meant to do harm must not fill a disk.
  func shown() -> [Diagnostic] {
    guard count > Self.mostShown + 1 else { return self }
    var more = Diagnostic(
      FileRules.moreFindings, "there are more findings than are shown", at: self[Self.mostShown].range,
      help: "mend those above first")
    if !hasErrors { more.severity = .warning }
    return prefix(Self.mostShown) + [more]
  }

  private static var mostShown: Int { 200 }
}
