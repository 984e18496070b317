// SPDX-License-Identifier: Apache-2.0

/// A number that somebody wrote out, where digits are due.
package enum WrittenNumber {
  private static let words = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "twenty": 20,
  ]

  /// The advice to write it in digits; nil for any other word.
  package static func cure(for word: String) -> Cure? {
    words[word.lowercased()].map { Cure("write it in digits: `\($0)`") }
  }
}
