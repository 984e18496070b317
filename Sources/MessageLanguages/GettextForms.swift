// SPDX-License-Identifier: Apache-2.0

/// How the plural forms of a language stand in PO files: each has an index, and a formula tells which one a number takes.
///
/// The forms stand in the order of CLDR. A form that whole numbers take seldom, such as `many` of French, has an index only where a
/// text has words for it. A form that only decimals take, such as `other` of Polish, has none: no number of ours takes it.
package struct GettextForms: Sendable, Hashable {
  /// By index: `msgstr[0]` holds the words of the first one.
  package let categories: [PluralCategory]
  /// The index of a number `n`, as an expression of the language C.
  package let formula: String

  init(_ categories: [PluralCategory], _ formula: String) {
    self.categories = categories
    self.formula = formula
  }

  /// What stands behind `Plural-Forms:` in the header of a file.
  package var header: String { "nplurals=\(categories.count); plural=(\(formula));" }
}

extension PluralRules {
  /// How the forms stand in a PO file of the language.
  ///
  /// - Parameter used: the categories that its texts have words for.
  package func gettextForms(for used: Set<PluralCategory>) -> GettextForms {
    guard let gettextWithRare, gettextWithRare.categories.contains(where: { rare.contains($0) && used.contains($0) })
    else { return gettext }
    return gettextWithRare
  }
}
