// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Where the tool writes: standard output, standard error, or the memory of a test.
protocol Output: Sendable {
  /// Whether a person looks at it.
  var isTerminal: Bool { get }

  /// How many columns the person has; nil where nobody looks, or nobody knows.
  var columns: Int? { get }

  /// Why something could not be written, in the words of the system; nil if all was. A reader that went away is no failure.
  var failure: String? { get }

  /// Writes at once and whole; never throws, since nobody could be told.
  func write(_ text: String)

  /// Writes the last word of the process: no line is shown in passing any more.
  func write(last text: String)

  /// Shows a line that stands until something else is written, in place of the one before; nil takes it away.
  ///
  /// Only for terminals that can take a line back.
  func show(passing line: String?)

  /// Takes notice of findings whose words are written: for whoever wants more of them than words.
  func note(_ findings: [Diagnostic], in sources: SourceMap)
}

extension Output {
  var columns: Int? { nil }

  func write(last text: String) { write(text) }

  func show(passing line: String?) { write("\r\(line ?? "")\(PassingLine.cutting)") }

  func note(_ findings: [Diagnostic], in sources: SourceMap) {}
}

/// Where nobody listens.
struct Silence: Output {
  var isTerminal: Bool { false }
  var failure: String? { nil }
  func write(_ text: String) {}
}
