// SPDX-License-Identifier: Apache-2.0

/// A language that people read, by its tag of BCP 47, such as `de` or `de-AT`.
package struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
  /// The parts between the hyphens, each in its usual case.
  package let parts: [String]

  /// As it is usually written: `zh-Hant-TW`.
  package var description: String { parts.joined(separator: "-") }

  /// Nil for a text that is not formed as BCP 47 (RFC 5646, section 2.1) says, or begins with no language that there is; capitals mean
  /// nothing.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostBytes else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard Self.isFormed(parts) else { return nil }
    self.parts = Self.usual(parts)
  }

  private init(parts: [String]) { self.parts = parts }

  /// The tag, and then each that is wider, the widest last: `zh-Hant-TW`, `zh-Hant`, `zh`.
  package var chain: [LanguageTag] {
    var chain = [self]
    var rest = parts
    while rest.count > 1 {
      rest.removeLast()
      // A lone letter only says what stands behind it (RFC 4647, section 3.4).
      if rest.count > 1, rest[rest.count - 1].count == 1 { rest.removeLast() }
      chain.append(LanguageTag(parts: rest))
    }
    return chain
  }

  /// The language without script, country and the like.
  package var language: String { parts[0] }

  /// The script, such as `Hant`; nil where the tag does not say.
  var script: String? { parts.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isLetter) } }

  /// Whether it is written from right to left.
  package var isRightToLeft: Bool {
    if let script { return Self.rightToLeftScripts.contains(script) }
    return Self.rightToLeftLanguages.contains(language)
  }

  // Source: CLDR, the scripts of each language (likelySubtags.xml) and their direction (scriptMetadata).
  private static let rightToLeftScripts: Set<String> = [
    "Adlm", "Arab", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
  ]
  private static let rightToLeftLanguages: Set<String> = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "he", "iw", "ks", "mzn", "nqo", "pnb", "ps", "sd", "syr", "ug",
    "ur", "yi",
  ]

  /// Longer tags name nothing that a text could be for.
  private static let mostBytes = 64
}

extension LanguageTag {
  /// `langtag` of RFC 5646: language, script, region, variants, extensions, private use.
  private static func isFormed(_ parts: [String]) -> Bool {
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } })
    else { return false }
    var rest = parts[...]
    func takes(_ counts: ClosedRange<Int>, _ isFit: (UInt8) -> Bool) -> Bool {
      guard let first = rest.first, counts.contains(first.utf8.count), first.utf8.allSatisfy(isFit) else {
        return false
      }
      rest = rest.dropFirst()
      return true
    }
    guard let first = rest.first, LanguageRegistry.isLanguage(first), takes(2...3, \.isLetter) else { return false }
    for _ in 0..<3 where !takes(3...3, \.isLetter) { break }
    _ = takes(4...4, \.isLetter)
    _ = takes(2...2, \.isLetter) || takes(3...3, \.isDigit)
    var variants: Set<String> = []
    while let next = rest.first,
      next.utf8.count > 4 || next.utf8.count == 4 && next.utf8.first.map({ $0.isDigit }) ?? false
    {
      guard LanguageRegistry.isVariant(next), variants.insert(next.lowercased()).inserted else { return false }
      rest = rest.dropFirst()
    }
    var singletons: Set<String> = []
    while let next = rest.first {
      guard next.utf8.count == 1, singletons.insert(next.lowercased()).inserted else { return false }
      let isPrivate = next.lowercased() == "x"
      rest = rest.dropFirst()
      let count = rest.prefix { isPrivate || $0.utf8.count > 1 }.count
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// In the case in which tags are usually written (RFC 5646, section 2.1.1).
  private static func usual(_ parts: [String]) -> [String] {
    var isBehindSingleton = false
    return parts.enumerated().map { index, part in
      defer { if part.utf8.count == 1 { isBehindSingleton = true } }
      guard index > 0, !isBehindSingleton, part.utf8.allSatisfy(\.isLetter) else { return part.lowercased() }
      switch part.utf8.count {
      case 2: return part.uppercased()
      case 4: return part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: return part.lowercased()
      }
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
