// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Gettext
import MessageLanguages

/// Which form of a PO file is for which plural category, by what the header of the file says.
///
/// Tools write the header each in their own way, and with more or fewer forms for very large numbers. So the categories are looked
/// up by numbers of theirs, and not by their order.
struct TranslatedForms {
  /// How many forms each entry has.
  let count: Int
  /// The index of the form of each category that has one of its own.
  let indices: [(category: PluralCategory, index: Int)]

  /// - Throws: what is wrong with the header, as a finding.
  init(_ file: POFile, as rules: PluralRules, in tag: LanguageTag) throws(Flaw) {
    func flaw(_ message: String) -> Flaw {
      Flaw(
        finding: Diagnostic(
          GettextRules.badPluralForms, message, at: file.headerRange,
          help: "write `Plural-Forms: \(rules.gettextForms(for: []).header)`"))
    }
    guard let line = file.field("Plural-Forms") else { throw flaw("the header has no `Plural-Forms`") }
    guard let formula = PluralFormula(line) else {
      throw flaw("\(Diagnostic.quoting(line, limit: 40)) tells no forms")
    }
    var found: [PluralCategory: Set<Int>] = [:]
    for number in Self.numbers {
      guard let index = formula.index(of: number) else {
        throw flaw("`Plural-Forms` tells no form for the number \(number)")
      }
      found[rules.category(of: Int(number)), default: []].insert(index)
    }
    var indices: [(category: PluralCategory, index: Int)] = []
    for category in rules.categories {
      guard let own = found[category], own.count == 1, let index = own.first else {
        throw flaw("`Plural-Forms` tells several forms for `\(category)` of `\(tag)`")
      }
      if let other = indices.first(where: { $0.index == index }) {
        throw flaw("`Plural-Forms` tells one form for `\(other.category)` and `\(category)` of `\(tag)`")
      }
      indices.append((category, index))
    }
    for category in rules.rare {
      guard let own = found[category], own.count == 1, let index = own.first else { continue }
      if !indices.contains(where: { $0.index == index }) { indices.append((category, index)) }
    }
    count = formula.count
    self.indices = indices
  }

  /// What is wrong.
  struct Flaw: Error {
    let finding: Diagnostic
  }

  /// Numbers of every category of every language that is known.
  private static let numbers: [UInt] = Array(0...1_000) + [1_000_000, 2_000_000]
}
