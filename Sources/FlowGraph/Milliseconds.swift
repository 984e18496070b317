// SPDX-License-Identifier: Apache-2.0

/// Lengths of time as an author writes them.
package enum Milliseconds {
  /// Such as `30m`; whole days as days.
  package static func words(_ count: Int) -> String {
    if count >= 86_400_000, count % 86_400_000 == 0 { return "\(count / 86_400_000)d" }
    if count % 60_000 == 0 { return "\(count / 60_000)m" }
    return count % 1_000 == 0 ? "\(count / 1_000)s" : "\(count)ms"
  }
}
