// SPDX-License-Identifier: Apache-2.0

/// What names stand for, as numbers.
///
/// Most names are told apart by their length and two of their letters, and are found without a hash.
package struct NameIndex: Sendable {
  /// By slot: which of the names has it; ``free`` where none has.
  private var slots = [UInt16](repeating: NameIndex.free, count: 256)
  private var names: [(name: String, number: Int)] = []
  /// Those whose slot another name has taken.
  private var others: [String: Int] = [:]

  private static let free = UInt16.max

  package init() {}

  /// Nil for a name that was not entered.
  package subscript(name: String) -> Int? {
    let holder = slots[Self.slot(of: name)]
    guard holder != Self.free else { return nil }
    let entry = names[Int(holder)]
    return entry.name == name ? entry.number : others[name]
  }

  /// Lets a name stand for a number, whatever it has stood for.
  package mutating func enter(_ name: String, _ number: Int) {
    let slot = Self.slot(of: name)
    if slots[slot] == Self.free {
      slots[slot] = UInt16(names.count)
      names.append((name, number))
    } else if names[Int(slots[slot])].name == name {
      names[Int(slots[slot])].number = number
    } else {
      others[name] = number
    }
  }

  private static func slot(of name: String) -> Int {
    let slot: Int? = name.utf8.withContiguousStorageIfAvailable { letters in
      guard let last = letters.last else { return 0 }
      return (letters.count &* 5 &+ Int(last) &* 31 &+ Int(letters[letters.count / 2]) &* 7) & 255
    }
    return slot ?? 0
  }
}
