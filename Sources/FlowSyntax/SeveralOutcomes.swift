// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Several outcomes in one key, where a line is for one.
extension String {
  /// What to write in place of `101, 138`, `getUser 101 | 138` and `getPassword(verify, set)`; nil for anything else.
  var cureOfSeveralOutcomes: Cure? {
    guard let outcomes = inParentheses ?? sideBySide, outcomes.count > 1, outcomes.count <= 8 else { return nil }
    return Cure("a line is for one outcome: write a line for each, \(outcomes.map { $0 + ": …" }.quotedList("and"))")
  }

  /// `getPassword(verify)` and `getPassword(set)` for `getPassword(verify, set)`.
  private var inParentheses: [String]? {
    guard let open = firstIndex(of: "("), last == ")" else { return nil }
    let name = String(self[..<open])
    let modes = String(self[index(after: open)...].dropLast()).separated
    guard name.isName, modes.allSatisfy({ $0.isName || $0.isDigits }) else { return nil }
    return modes.map { "\(name)(\($0))" }
  }

  /// `getUser 101` and `getUser 138` for `getUser 101 or 138`.
  private var sideBySide: [String]? {
    let parts = separated
    let words = (parts.first ?? "").split(separator: " ").map(String.init)
    let event = words.count == 2 && words[1].isDigits ? words[0] + " " : ""
    let outcomes = parts.map { $0.isDigits && $0 != parts[0] ? event + $0 : $0 }
    let areOutcomes = outcomes.allSatisfy { outcome in
      let words = outcome.split(separator: " ").map(String.init)
      return words.count == 1 && words[0].isDigits
        || words.count <= 2 && (words.first?.isNameWithMode ?? false)
          && words.dropFirst().allSatisfy { $0.isDigits || $0 == "error" }
    }
    return areOutcomes ? outcomes : nil
  }

  /// What stands between commas, strokes, `or` and `and`.
  private var separated: [String] {
    var parts: [[String]] = [[]]
    let spaced = String(flatMap { ",|/".contains($0) ? " , " : String($0) })
    for word in spaced.split(separator: " ").map(String.init) {
      if [",", "or", "and"].contains(word) { parts.append([]) } else { parts[parts.count - 1].append(word) }
    }
    return parts.map { $0.joined(separator: " ") }
  }

  private var isDigits: Bool { !isEmpty && utf8.allSatisfy(isDigit) }

  private var isNameWithMode: Bool {
    guard let open = firstIndex(of: "("), last == ")" else { return isName }
    let mode = String(self[index(after: open)...].dropLast())
    return String(self[..<open]).isName && (mode.isName || mode.isDigits)
  }
}
