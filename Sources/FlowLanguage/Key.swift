// SPDX-License-Identifier: Apache-2.0

/// A key of a ``Shape``.
///
/// Why a class: it stands once in the table, and is handed on for each key of a file.
package final class Key: Sendable {
  package let name: String
  /// The name, as readers of trees compare it.
  package let word: StaticString
  package let value: ValueShape
  /// What it says, in one sentence.
  package let meaning: String
  package let isRequired: Bool
  /// The key of the same map without which this one must be there; nil where that does not matter.
  package let isRequiredWithout: String?
  /// The keys of the same map beside which it has no meaning.
  package let excludes: [String]
  /// The keys of the same map one of which it needs beside it; empty if it needs none.
  package let needs: [String]
  /// What other keys of the same map may say: it needs one of these beside it; empty if it needs none.
  package let beside: [Neighbour]
  /// The keys of the same map that may say less beside it, as they are then.
  package let narrows: [Key]
  /// The names that its map of names may have, as a pattern; nil for any.
  package let members: String?
  /// Whether an empty list or map has no meaning here.
  let isNeverEmpty: Bool
  /// What other languages of the field call it, and authors write by mistake; what it is most likely to mean comes first.
  package let otherNames: [String]
  /// What becomes of it in a variant; nil for what is no outermost key of a flow.
  package let merge: Merge?
  /// Whether what stands behind it may be shown; nil where it is as with most keys of its map.
  let secrecy: Secrecy?
  /// Which names that authors give may be shown in what stands behind it.
  let shows: ShownNames

  package init(
    _ word: StaticString, _ value: ValueShape, _ meaning: String, isRequired: Bool = false,
    isRequiredWithout: String? = nil, excludes: [String] = [], needs: [String] = [], beside: [Neighbour] = [],
    narrows: [Key] = [], members: String? = nil, isNeverEmpty: Bool = false, otherNames: [String] = [],
    merge: Merge? = nil, secrecy: Secrecy? = nil, shows: ShownNames = []
  ) {
    self.word = word
    name = word.description
    self.value = value
    self.meaning = meaning
    self.isRequired = isRequired
    self.isRequiredWithout = isRequiredWithout
    self.excludes = excludes
    self.needs = needs
    self.beside = beside
    self.narrows = narrows
    self.members = members
    self.isNeverEmpty = isNeverEmpty
    self.otherNames = otherNames
    self.merge = merge
    self.secrecy = secrecy
    self.shows = shows
  }
}

extension Key {
  /// Whether what other keys of the map say lets it stand there: what one says that is not there yet may be added.
  ///
  /// - Parameter saying: the word behind a key; nil for what is no word, and for a key that is not there.
  package func mayStand(where saying: (String) -> String?) -> Bool {
    beside.isEmpty || beside.contains { neighbour in saying(neighbour.name).map { neighbour.takes($0) } ?? true }
  }
}

/// What a key of the same map says.
package struct Neighbour: Sendable {
  package let name: String
  /// What it may say; nil if it must only be there.
  package let value: ValueShape?

  package init(_ name: String, _ value: ValueShape? = nil) {
    self.name = name
    self.value = value
  }

  /// Whether it may say a word.
  fileprivate func takes(_ word: String) -> Bool {
    switch value {
    case .word(let words): words.contains(word)
    case .always(let flag): word == "\(flag)"
    default: true
    }
  }
}
