// SPDX-License-Identifier: Apache-2.0

/// Where most names are found without hashing all of them: in a slot by the length and two letters.
///
/// The first name that wants a slot has it. So what is found must be compared with what was looked for, and what is not
/// found may stand elsewhere.
struct NameShortcuts: Sendable {
  private var places = [UInt16](repeating: .max, count: 256)

  mutating func enter(_ name: String, at place: UInt16) {
    let slot = Self.slot(of: name)
    if places[slot] == .max { places[slot] = place }
  }

  /// The place of what may be that name; nil if nothing in the slot can be it.
  subscript(name: String) -> Int? {
    let place = places[Self.slot(of: name)]
    return place == .max ? nil : Int(place)
  }

  private static func slot(of name: String) -> Int {
    let slot: Int? = name.utf8.withContiguousStorageIfAvailable { letters in
      guard let last = letters.last else { return 0 }
      return (letters.count &* 5 &+ Int(last) &* 31 &+ Int(letters[letters.count / 2]) &* 7) & 255
    }
    return slot ?? 0
  }
}
