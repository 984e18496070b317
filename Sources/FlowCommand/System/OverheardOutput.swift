// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Synchronization

/// An output that remembers the beginning of what goes through it.
final class OverheardOutput: Output {
  private let output: any Output
  private let heard = Mutex("")

  init(_ output: any Output) { self.output = output }

  var isTerminal: Bool { output.isTerminal }
  var columns: Int? { output.columns }
  var failure: String? { output.failure }
  var isUnused: Bool { heard.withLock { $0.isEmpty } }
  var text: String { heard.withLock { $0 } }

  func show(passing line: String?) { output.show(passing: line) }

  func write(_ text: String) {
    heard.withLock { if $0.utf8.count < Self.most { $0 += text } }
    output.write(text)
  }

  private static let most = 1 << 14
}
