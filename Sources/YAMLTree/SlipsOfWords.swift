// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension YAMLNode {
  /// The list that is meant by words with commas between them, such as `[one, two]`; nil for anything else.
  package var asList: String? { listedWords.isEmpty ? nil : "[\(listedWords.joined(separator: ", "))]" }

  /// The items of that list; empty for anything else.
  package var listedWords: [String] {
    guard kind == .scalar, let text, text.utf8.count <= Self.longestList else { return [] }
    // One of the brackets may be missing.
    var inner = text[...]
    if let first = inner.first, first == "(" || first == "[" { inner = inner.dropFirst() }
    if let last = inner.last, last == ")" || last == "]" { inner = inner.dropLast() }
    let words = inner.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }.map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return words.allSatisfy(\.isPlainItem) ? words : []
  }

  /// A longer list would not be copied from a message.
  private static let longestList = 120
}

extension String {
  /// Whether it may be an item in brackets as it is: a name, a path or a number.
  fileprivate var isPlainItem: Bool {
    guard let first = utf8.first, first.isOfNames || first == UInt8(ascii: ".") else { return false }
    return utf8.allSatisfy { $0.isOfNames || "./@-_".utf8.contains($0) }
  }

  /// The name in front of the first blank, where more follows: a key, if its colon is missing; nil for anything else.
  package var firstWord: String? {
    guard let blank = firstIndex(of: " ") else { return nil }
    let word = String(self[..<blank])
    return word.isName ? word : nil
  }

  /// The digits in front of the first blank: a code, if its colon is missing; nil for anything else.
  package var codeBeforeBlank: String? {
    guard let blank = firstIndex(of: " "), blank > startIndex else { return nil }
    let word = String(self[..<blank])
    return word.utf8.allSatisfy { (48...57).contains($0) } ? word : nil
  }

  /// The names that are meant by names with blanks or semicolons between them; nil for anything else.
  package var separateNames: [String]? {
    let words = split { $0 == " " || $0 == ";" }.map(String.init)
    return words.count > 1 && words.count <= 6 && words.allSatisfy(\.isName) ? words : nil
  }

  /// The name in front of a brace, where a colon and a space are missing between them: `done` of `done {` and `done:{`; nil for
  /// anything else.
  package var nameBeforeBrace: String? {
    guard let brace = firstIndex(of: "{") else { return nil }
    let name = String(self[..<brace].reversed().drop { $0 == " " || $0 == ":" }.reversed())
    return name.isName || !name.isEmpty && name.utf8.allSatisfy { (48...57).contains($0) } ? name : nil
  }

  /// What to do about such a key; nil for any other.
  package var cureBeforeBrace: Cure? {
    nameBeforeBrace.map { Cure("write a colon and a space behind `\($0)`, as in `\($0): { … }`") }
  }

  /// The cure for a name with signs around it or in it that no name has: curly quotes, a comma at its end, a long dash, a letter of another
  /// alphabet.
  ///
  /// Nil where it would be no name without them.
  package var nameWithoutSigns: Cure? {
    guard utf8.count <= 200, !isName else { return nil }
    var inner = Array(unicodeScalars)[...]
    while let last = inner.last, last.isAroundNames { inner.removeLast() }
    while let first = inner.first, first.isAroundNames { inner.removeFirst() }
    let dash = inner.first { LookAlikes.sign($0) == "a dash" }
    let letter = inner.first { LookAlikes.letter($0) != nil }
    let word = String(
      inner.map { LookAlikes.sign($0) == "a dash" ? "-" : Character(LookAlikes.letter($0) ?? $0) })
    guard word.isName else { return nil }
    if let letter, let plain = LookAlikes.letter(letter) {
      return Cure(
        "write the letter `\(Character(plain))` in place of \(LookAlikes.number(letter)), which looks like it: `\(word)`",
        .whole(by: word))
    }
    if let dash { return Cure("\(LookAlikes.cure(dash)): `\(word)`", .whole(by: word)) }
    let isQuoted = unicodeScalars.contains { LookAlikes.isQuote($0) || $0 == "\"" || $0 == "'" }
    return Cure("write `\(word)`, without \(isQuoted ? "quotes" : "what stands beside it")", .whole(by: word))
  }
}

extension Unicode.Scalar {
  /// Whether somebody may write it before or behind a name, of which it is no part.
  fileprivate var isAroundNames: Bool {
    LookAlikes.isQuote(self) || LookAlikes.isBlank(self) || "\"'`,; ".unicodeScalars.contains(self)
  }
}

extension UInt8 {
  /// A letter or a digit.
  fileprivate var isOfNames: Bool { (97...122).contains(self | 0x20) || (48...57).contains(self) }
}
