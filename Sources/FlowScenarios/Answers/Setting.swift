// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// An answer in one word, as a command line gives it: `userName=alice`, `identify.userName=alice`, `consent=approve`.
package struct Setting: Sendable {
  /// The step that it is for; nil if none is named.
  package let step: Spanned<String>?
  /// An input; or, where no step is named, a step whose choice is made.
  package let name: Spanned<String>
  /// What is behind the `=`: the value of the input, or the choice.
  package let value: Spanned<String>

  /// Reads a setting; all behind the first `=` is the value.
  ///
  /// - Parameter id: what the places call the text, which is a file of its own.
  package static func read(_ text: String, as id: FileID) -> Outcome<Setting> {
    let scalars = Array(text.unicodeScalars)
    guard let equals = scalars.firstIndex(of: "=") else { return Outcome(nil, [.notASetting(scalars.count, id)]) }
    func part(_ range: Range<Int>) -> Spanned<String> {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[range])
      return Spanned(String(part), place(range, id))
    }
    let value = part(equals + 1..<scalars.count)
    guard !value.value.isNotUTF8 else { return Outcome(nil, [.notUTF8(at: value.range)]) }
    guard let dot = scalars[..<equals].firstIndex(of: ".") else {
      guard equals > 0 else { return Outcome(nil, [.notASetting(scalars.count, id)]) }
      return Outcome(Setting(step: nil, name: part(0..<equals), value: value), [])
    }
    guard dot > 0, dot + 1 < equals else { return Outcome(nil, [.notASetting(scalars.count, id)]) }
    return Outcome(Setting(step: part(0..<dot), name: part(dot + 1..<equals), value: value), [])
  }
}

private func place(_ columns: Range<Int>, _ file: FileID) -> SourceRange {
  SourceRange(
    SourcePosition(line: 1, column: columns.lowerBound + 1), SourcePosition(line: 1, column: columns.upperBound + 1),
    in: file)
}

extension String {
  /// Whether bytes stand in it that are no UTF-8, each of which became U+FFFD.
  package var isNotUTF8: Bool { unicodeScalars.contains("\u{FFFD}") }
}

extension Diagnostic {
  /// - Parameter range: of the answer, which is not shown.
  package static func notUTF8(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      AnswerRules.notASetting, "an answer is not written in UTF-8", at: range,
      help: "set the terminal to UTF-8, or give the answer in an answers file")
  }

  fileprivate static func notASetting(_ length: Int, _ file: FileID) -> Diagnostic {
    Diagnostic(
      AnswerRules.notASetting, "a setting is a name, `=` and a value", at: place(0..<length, file),
      help: "write `userName=alice`, `identify.userName=alice`, or `consent=approve` for a choice")
  }
}
