// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension String {
  /// The names that may be meant by a text that is none: with signs that are part of no name, or with blanks.
  var namesMeant: [String] {
    guard utf8.count <= 200, !isName else { return [] }
    if case .whole(let name)? = nameWithoutSigns?.change { return [name] }
    let words = split(separator: " ").map(String.init)
    guard words.count > 1, let first = words.first else { return [] }
    let capitals = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let names = [
      words.joined(separator: "-"), first + capitals.joined(), words.joined(separator: "_"), words.joined(),
    ]
    return names.filter(\.isName)
  }
}

extension DocumentDecoder {
  /// What to do about a key that is no name; the name is one that other lines use, if there is such a one.
  mutating func cure(ofName text: String) -> Cure {
    if let cure = text.cureBeforeBrace ?? text.nameWithoutSigns { return cure }
    let names = text.namesMeant
    if let used = names.first(where: { usedWords().contains($0) }) {
      return Cure("write `\(used)`, as other lines do", .whole(by: used))
    }
    return Cure(
      "begin with a letter A-Z or a-z, then use letters, digits, `-` and `_` only"
        + (names.first.map { ", such as `\($0)`" } ?? ""))
  }

  /// The texts of steps, interrupts and ends, among which are the names that they use.
  private mutating func usedWords() -> Set<String> {
    if let known = words { return known }
    var found: Set<String> = []
    // Why so many: an alias may stand for a map of aliases, and that many times.
    var left = 100_000
    func collect(_ node: YAMLNode) {
      left -= 1
      guard left > 0 else { return }
      if let text = node.text { found.insert(text) }
      node.items.forEach(collect)
      node.entries.forEach { collect($0.value) }
    }
    for key in ["start", "steps", "interrupts", "ends", "needs"] { outermost?.value(of: key).map(collect) }
    words = found
    return found
  }
}
