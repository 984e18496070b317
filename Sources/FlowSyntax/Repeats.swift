// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Array {
  /// Each word of a list that stands in it before, with the first that says the same.
  func repeats<Word: Hashable>() -> [(word: Element, first: Element)] where Element == Spanned<Word> {
    var firsts: [Word: Element] = [:]
    return compactMap { word in
      if let first = firsts[word.value] { return (word, first) }
      firsts[word.value] = word
      return nil
    }
  }
}
