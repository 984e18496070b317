// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

extension Duration {
  /// Seconds with three places, such as `0.012`, as JUnit's XML has times.
  package var inSeconds: String {
    let milliseconds = self.milliseconds
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
