// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Whether both are written with the same bytes.
  ///
  /// Why not `==`: to Swift, a letter with its accent in one character and the same letter with the accent behind it are
  /// equal. To an SDK and its server they are two texts, and as the names of users two people.
  package func isSpelled(like other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { mine.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A text as a key: two are equal only if they are written with the same bytes.
package struct Spelling: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Spelling, right: Spelling) -> Bool { left.text.isSpelled(like: right.text) }

  /// Texts that are spelled alike are equal to Swift, too, and have one hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
