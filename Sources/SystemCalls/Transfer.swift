// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// What came of reading or writing without waiting.
package enum Transfer {
  case bytes(Int)
  /// Nothing now.
  case later
  /// Nobody is at the other end any more.
  case closed

  private init(_ count: Int) {
    self =
      switch SystemError(count)?.meaning {
      case nil: .bytes(count)
      case .later, .interrupted: .later
      default: .closed
      }
  }

  /// Writes without waiting; the descriptor must not block.
  ///
  /// A reader that is gone is told by what is returned, whatever the host does with the signal.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Transfer {
    Transfer(bytes.withUnsafeBytes { system_write_without_signal(descriptor, $0.baseAddress, $0.count) })
  }

  /// Reads what is there without waiting; the descriptor must not block.
  package static func read(from descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    let count = buffer.withUnsafeMutableBytes { system_read(descriptor, $0.baseAddress, $0.count) }
    return count == 0 ? .closed : Transfer(count)
  }
}
