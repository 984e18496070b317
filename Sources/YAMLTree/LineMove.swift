// SPDX-License-Identifier: Apache-2.0

/// How it is said that a line is to stand elsewhere.
package enum LineMove {
  /// Such as "indent it as line 7: with 4 spaces".
  ///
  /// - Parameters:
  ///   - what: what is moved, such as `it`.
  ///   - indentation: how many spaces it is to begin with.
  ///   - model: what stands so, such as `line 7`; nil for nothing.
  package static func cure(_ what: String, to indentation: Int, as model: String?) -> String {
    if indentation == 0 { return "begin \(what) in the first column" }
    let spaces = indentation == 1 ? "with 1 space" : "with \(indentation) spaces"
    return "indent \(what) " + (model.map { "as \($0): \(spaces)" } ?? spaces)
  }

  /// What else is to be moved as far.
  ///
  /// - Parameter last: the last line of it; nil for all that stands below.
  package static func others(below line: Int, downTo last: Int?) -> String {
    guard let last else { return ", and move what stands below it as well" }
    return last == line + 1 ? ", and move line \(last) as well" : ", and move lines \(line + 1) to \(last) as well"
  }
}
