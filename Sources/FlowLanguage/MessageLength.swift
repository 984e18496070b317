// SPDX-License-Identifier: Apache-2.0

/// How long a message may be, where its author sets a limit.
package enum MessageLength {
  /// The largest limit, in characters; a text of a file has no more than 64 KiB.
  package static let most = 10_000
}
