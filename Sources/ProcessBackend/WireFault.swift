// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

/// What a message of a process has that it may not have: the rest of a sentence that begins with its name.
struct WireFault: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

extension Duration {
  /// Such as `10 s` or `200 ms`.
  var inWords: String {
    let milliseconds = self.milliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
