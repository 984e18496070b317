// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Guards

extension DocumentDecoder {
  /// Tells of each word of a list that stands in it before.
  ///
  /// - Returns: each word once, in the order of the list.
  @discardableResult
  mutating func tellTwice<Word: Hashable>(
    _ words: [Spanned<Word>], as code: DiagnosticCode = SyntaxRules.askedTwice, _ message: (Word) -> String
  ) -> [Spanned<Word>] {
    var firsts: [Word: SourceRange] = [:]
    return words.filter { word in
      guard let first = firsts[word.value] else {
        firsts[word.value] = word.range
        return true
      }
      findings.append(
        Diagnostic(
          code, message(word.value), at: word.range, help: "take one of the two out",
          notes: [Note("the first is here", at: first)]))
      return false
    }
  }

  /// Tells of each name that is written already.
  ///
  /// - Returns: each name once.
  @discardableResult
  mutating func tellTwice(_ names: [Spanned<String>], _ list: String) -> [Spanned<String>] {
    tellTwice(names) { "\(list) names \(Diagnostic.quoting($0)) twice" }
  }

  /// Tells of each check that is written already.
  mutating func tellTwice(_ checks: [CheckSyntax], _ list: String) {
    tellTwice(checks.map { Spanned($0.check.expression.text, $0.check.range) }) { _ in "\(list) has this check twice" }
  }
}
