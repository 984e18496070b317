// SPDX-License-Identifier: Apache-2.0

extension String {
  /// A sentence in which a quoted word that nobody would read to its end is cut; nearly all stay as they are.
  ///
  /// - Parameter most: the most characters of what stands between two backticks.
  func cuttingWords(to most: Int) -> String {
    guard utf8.count > most else { return self }
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    guard parts.contains(where: { $0.utf8.count > most }) else { return self }
    return parts.enumerated().map { index, part in
      index % 2 == 1 && part.unicodeScalars.count > most
        ? String(String.UnicodeScalarView(part.unicodeScalars.prefix(most / 4))) + "…" : String(part)
    }.joined(separator: "`")
  }
}
