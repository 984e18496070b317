// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is said while several work at once, kept until it is said in order.
final class KeptOutput: Output {
  private let kept = Mutex("")
  let isTerminal: Bool
  let columns: Int?

  /// - Parameter output: where it is said in the end.
  init(like output: any Output) {
    isTerminal = output.isTerminal
    columns = output.columns
  }

  var failure: String? { nil }
  var text: String { kept.withLock { $0 } }

  func write(_ text: String) { kept.withLock { $0 += text } }

  func show(passing line: String?) {}
}
