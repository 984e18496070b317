// SPDX-License-Identifier: Apache-2.0

import Values

/// What a message quotes of a file, each piece in backticks.
package enum QuotedWords {
  /// Puts dots into each pair of backticks whose content is to be covered.
  package static func covering(_ words: String, where isCovered: (String) -> Bool) -> String {
    var parts = words.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // If a quoted word has a backtick of its own, nobody can tell where it ends: all the rest is covered.
    guard parts.count % 2 == 1 else { return parts[0] + "`\(Secret.mark)`" }
    for index in stride(from: 1, to: parts.count, by: 2) where isCovered(parts[index]) { parts[index] = Secret.mark }
    return parts.joined(separator: "`")
  }
}
