// SPDX-License-Identifier: Apache-2.0

/// A number that somebody wrote out, where digits are due.
package enum WrittenNumber {
  private static let words = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "twenty": 20,
  ]

  /// The advice to write it in digits; nil for any other word.
  package static func cure(for word: String) -> Cure? {
    if let number = words[word.lowercased()] { return Cure("write it in digits: `\(number)`") }
    return digits(meantBy: word).map { Cure("write digits in place of letters: `\($0)`", .whole(by: $0)) }
  }

  /// The number that is meant by `5OO` or `1l`: letters among digits that look like digits; nil for anything else.
  package static func digits(meantBy word: String) -> String? {
    guard word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    var digits = ""
    for letter in word {
      switch letter {
      case "0"..."9": digits.append(letter)
      case "O", "o": digits.append("0")
      case "l", "I": digits.append("1")
      default: return nil
      }
    }
    return digits != word && (digits.count == 1 || digits.first != "0") && digits.count < 16 ? digits : nil
  }
}
