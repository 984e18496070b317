// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Which values of a file with secrets may be shown, by the key in front of them.
package struct HarmlessValues: Sendable {
  /// How much may be shown behind a key.
  package enum Extent: Sendable, Hashable {
    /// Every value.
    case all
    /// These words only.
    case words(Set<String>)
    /// Words that are known, and what is nearly one of them.
    case near
    /// These words, and what is nearly one of them.
    case nearWords(Set<String>)
    /// What is a name of letters, and surely nothing else.
    case names
  }

  package var extents: [String: Extent] = [:]
  /// Words that are no secret wherever they stand.
  package var words: Set<String> = ["true", "false", "null", "~"]

  /// Keys of maps whose own keys are names that people give, such as those of users.
  package var namingKeys: Set<String> = []

  /// Keys of maps and lists whose own keys are names of a flow, as somebody has typed them: shown if they have letters only.
  ///
  /// A secret that stands there by mistake has more than letters, or it is no secret that anybody should have.
  package var typedKeys: Set<String> = []

  /// Keys of maps of which each value is a map, or a list of maps, whose own keys are such names.
  package var typedMaps: Set<String> = []

  /// Whether any key may be shown that is a name: in a file that has no secret where a key is due.
  package var showsNames = false

  /// Keys of maps of which everything may be shown, their own keys and what stands behind those.
  package var openMaps: Set<String> = []

  /// Keys with nothing but secrets behind them: there, not even what looks like a key is shown.
  package var secretKeys: Set<String> = []

  /// Nothing but keys.
  package init() {}

  /// What a file may show whose words are known: these keys, and behind them these words; and what is nearly one.
  package init(keys: [String], words: [String] = []) {
    for key in keys { extents[key] = .near }
    self.words.formUnion(keys + words)
  }

  /// Whether a key may be shown: a word that is known, or one that is nearly so and has letters only.
  ///
  /// A secret can be typed where a key is due, so what merely looks like a name is none.
  ///
  /// - Parameter holder: the key of the map or list in which the parent stands.
  package func showsKey(_ key: String, below parent: String?, in holder: String? = nil) -> Bool {
    surelyShowsKey(key, below: parent, in: holder) || isNearWord(key)
  }

  /// Whether a key may be shown that is not merely near a known one.
  func surelyShowsKey(_ key: String, below parent: String?, in holder: String? = nil) -> Bool {
    if words.contains(key) || extents[key] != nil || secretKeys.contains(key) { return true }
    if showsNames, Self.isTypedName(key) { return true }
    guard let parent else { return false }
    let isTyped = typedKeys.contains(parent) || holder.map(typedMaps.contains) ?? false
    if isTyped, Self.isTypedName(key) { return true }
    return openMaps.contains(parent) || namingKeys.contains(parent) && Self.isName(key)
  }

  private func isNearWord(_ key: String) -> Bool { Self.isNear(key, words) }

  /// Letters that are nearly a known word; digits only where that word has some, too.
  package static func isNear(_ key: String, _ words: some Sequence<String>) -> Bool {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "-")
    }
    guard key.utf8.allSatisfy({ isLetter($0) || isDigit($0) }) else { return false }
    guard let near = Suggestion.nearest(to: key, among: words) else { return false }
    return !key.utf8.contains(where: isDigit) || near.utf8.contains(where: isDigit)
  }

  /// Whether a word is a name and surely nothing else: letters, with hyphens or the like in between, and not longer than names are.
  static func isTypedName(_ text: String) -> Bool {
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    return text.utf8.count <= 32 && text.utf8.first.map(isLetter) ?? false
      && text.utf8.allSatisfy { isLetter($0) || "-_/".utf8.contains($0) }
  }

  /// A letter, then letters, digits and what stands in addresses.
  private static func isName(_ text: String) -> Bool {
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    let isInner = { (byte: UInt8) in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_.@+/".utf8.contains(byte)
    }
    return text.utf8.first.map(isLetter) ?? false && text.utf8.allSatisfy(isInner)
  }

  /// Whether a value may be shown behind a key.
  func shows(_ value: String, behind key: String) -> Bool {
    if surelyShows(value, behind: key) { return true }
    return switch extents[key] {
    case .near: isNearWord(value)
    case .nearWords(let words): Self.isNear(value, words)
    case .all, .words, .names, nil: false
    }
  }

  /// Whether what is near a known word may be shown behind a key.
  func mayShowNear(_ key: String) -> Bool {
    switch extents[key] {
    case .near, .nearWords: true
    case .all, .words, .names, nil: false
    }
  }

  /// Whether a value may be shown behind a key that is not merely near a known one.
  func surelyShows(_ value: String, behind key: String) -> Bool {
    switch extents[key] {
    case .all: true
    case .words(let words), .nearWords(let words): words.contains(value)
    case .near: words.contains(value)
    case .names: Self.isTypedName(value)
    case nil: false
    }
  }
}
