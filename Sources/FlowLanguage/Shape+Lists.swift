// SPDX-License-Identifier: Apache-2.0

package import YAMLTree

/// What readers of files ask a shape.
extension Shape {
  /// The keys that need another one beside them.
  package func words(needing name: String) -> [StaticString] {
    keys.filter { $0.needs.contains(name) }.map(\.word)
  }

  /// The keys one of which another one needs.
  package func words(neededBy name: String) -> [StaticString] {
    let names = key(named: name)?.needs ?? []
    return keys.filter { names.contains($0.name) }.map(\.word)
  }

  /// The keys that cannot stand beside another one.
  package func words(excludedBy name: String) -> [StaticString] {
    let names = key(named: name)?.excludes ?? []
    return keys.filter { names.contains($0.name) }.map(\.word)
  }

  /// The entries of a map that cannot stand beside one of its keys, in the order of the table.
  package func entries(of map: YAMLMapping, excludedBy name: String) -> [YAMLEntry] {
    (key(named: name)?.excludes ?? []).compactMap { map.entry($0) }
  }

  /// The words that the language itself has for what stands behind a key.
  package func words(behind name: String) -> [String] { key(named: name)?.value.fixedWords ?? [] }

  /// The moves of a target that name no place.
  package static let plainMoves = Shape.target.needsOneOf.filter { $0.description != "to" }

  /// Whether a key can have a meaning where another one is the only one there of those that the shape needs one of.
  package func mayHave(_ name: String, besideOnly kind: String) -> Bool {
    guard let key = key(named: name), !key.excludes.contains(kind) else { return false }
    if self.key(named: kind)?.excludes.contains(name) ?? false { return false }
    return key.needs.isEmpty
      || key.needs.contains { need in
        need == kind || !needsOneOf.contains { $0.description == need } && mayHave(need, besideOnly: kind)
      }
  }

  /// Whether a key can be added to a map that has some: none of them excludes it, none says what bars it, and what it needs is there or can
  /// be added, too.
  ///
  /// - Parameter saying: the word behind a key of the map; nil for what is no word, and for a key that is not there.
  package func mayAdd(
    _ name: String, to present: [String], saying: (String) -> String? = { _ in nil }
  ) -> Bool {
    guard let key = key(named: name), key.mayStand(where: saying) else { return false }
    let isExcluded = present.contains { other in
      key.excludes.contains(other) || self.key(named: other)?.excludes.contains(name) ?? false
    }
    guard !isExcluded else { return false }
    return key.needs.isEmpty
      || key.needs.contains { present.contains($0) || mayAdd($0, to: present + [name], saying: saying) }
  }

  /// By words of other languages, the keys of some shapes that say the same, the first choice first.
  package static func otherNames(of shapes: [Shape]) -> [String: [String]] {
    var ranks: [String: [(rank: Int, name: String)]] = [:]
    for key in shapes.flatMap(\.keys) {
      for (rank, other) in key.otherNames.enumerated() {
        if !ranks[other, default: []].contains(where: { $0.name == key.name }) {
          ranks[other, default: []].append((rank, key.name))
        }
      }
    }
    return ranks.mapValues { ranked in
      ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.name)
    }
  }
}
