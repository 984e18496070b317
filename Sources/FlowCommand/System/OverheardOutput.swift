// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import Synchronization

/// An output that remembers the beginning of what goes through it, and the findings that were told.
final class OverheardOutput: Output {
  private struct Heard {
    var text = ""
    var findings = ""
    var firstError: Diagnostic?
  }

  private let output: any Output
  private let heard = Mutex(Heard())

  init(_ output: any Output) { self.output = output }

  var isTerminal: Bool { output.isTerminal }
  var columns: Int? { output.columns }
  var failure: String? { output.failure }
  var isUnused: Bool { heard.withLock { $0.text.isEmpty } }
  var text: String { heard.withLock { $0.text } }
  /// The findings, as a program reads them.
  var findings: String { heard.withLock { $0.findings } }
  /// The first finding that is an error.
  var firstError: Diagnostic? { heard.withLock { $0.firstError } }

  func write(last text: String) { output.write(last: text) }

  func show(passing line: String?) { output.show(passing: line) }

  func write(_ text: String) {
    heard.withLock { if $0.text.utf8.count < Self.most { $0.text += text } }
    output.write(text)
  }

  func note(_ findings: [Diagnostic], in sources: SourceMap) {
    let lines = FindingFormat.json.render(findings, in: sources)
    heard.withLock {
      $0.findings += lines
      $0.firstError = $0.firstError ?? findings.first { $0.severity == .error }
    }
    output.note(findings, in: sources)
  }

  private static let most = 1 << 14
}
