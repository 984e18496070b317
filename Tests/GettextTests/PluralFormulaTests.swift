// SPDX-License-Identifier: Apache-2.0

import Gettext
import MessageLanguages
import Testing

struct PluralFormulaTests {
  @Test("The header of each language gives each number the form of its category", arguments: PluralRules.languages)
  func languages(language: String) throws {
    let rules = try #require(LanguageTag(language).flatMap { PluralRules.of($0) })
    let numbers: [UInt] = Array(0...1_000) + [1_000_000, 2_000_000, 1_000_001]
    for used in [[], rules.rare] {
      let forms = rules.gettextForms(for: Set(used))
      let formula = try #require(PluralFormula(forms.header), "\(forms.header)")
      #expect(formula.count == forms.categories.count)
      for number in numbers {
        let category = rules.category(of: Int(number))
        let index = forms.categories.firstIndex(of: category) ?? forms.categories.firstIndex(of: .other)
        #expect(formula.index(of: number) == index, "\(number) in \(language)")
      }
    }
  }

  @Test(
    "Formulas of other tools are computed",
    arguments: [
      ("nplurals=2; plural=n>1;", [0, 0, 1, 1]), ("nplurals=2;plural= ( n != 1 ) ", [1, 0, 1, 1]),
      ("nplurals=3; plural=(n==1) ? 0 : ((n==2) ? 1 : 2);", [2, 0, 1, 2]),
      ("nplurals=2; plural=!(n==1 || n==2);", [1, 0, 0, 1]), ("nplurals=2; plural=!!n;", [0, 1, 1, 1]),
      ("nplurals=4; plural=n%4;", [0, 1, 2, 3]), ("nplurals=2; plural=(n*2-n+1-1)/2>0&&1;", [0, 0, 1, 1]),
      ("nplurals=1; plural=0;", [0, 0, 0, 0]),
    ])
  func computed(line: String, indices: [Int]) throws {
    let formula = try #require(PluralFormula(line))
    #expect((0...3).map { formula.index(of: $0) } == indices)
  }

  @Test(
    "What is no formula is none",
    arguments: [
      "", "nplurals=2", "plural=0;", "nplurals=0; plural=0;", "nplurals=7; plural=0;", "nplurals=x; plural=0;",
      "nplurals=2; plural=;", "nplurals=2; plural=n n;", "nplurals=2; plural=(n;", "nplurals=2; plural=n ?;",
      "nplurals=2; plural=n ? 1;", "nplurals=2; plural=system(1);", "nplurals=2; plural=m;", "nplurals=2; plural=1+;",
      "nplurals=2; plural=99999999999999999999;", "nplurals=2; plural=0; more;",
      "nplurals=2; plural=" + String(repeating: "(", count: 400) + "n" + String(repeating: ")", count: 400) + ";",
      "nplurals=2; plural=" + String(repeating: "n+", count: 1_000) + "n;",
    ])
  func noFormula(line: String) {
    #expect(PluralFormula(line) == nil)
  }

  @Test("A number that gets no form that there is gets none", arguments: ["n", "n / 0", "n % 0", "0 - 1", "2"])
  func noForm(formula: String) throws {
    let formula = try #require(PluralFormula("nplurals=2; plural=\(formula);"))
    #expect(formula.index(of: 5) == nil)
  }
}
