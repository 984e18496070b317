// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemCalls

/// Lines of a descriptor, or of bytes that are there already.
package final class LineSource: Sendable {
  private let lines: Mutex<LineBuffer>
  /// What comes next; empty at the end.
  private let more: @Sendable () -> [UInt8]

  /// A line that is longer than this ends the lines.
  private static let longestLine = 1 << 24

  /// The lines of what comes in pieces; an empty piece is the end.
  package init(_ more: @escaping @Sendable () -> [UInt8]) {
    self.more = more
    lines = Mutex(LineBuffer(longest: Self.longestLine))
  }

  /// The lines of a descriptor; waiting for one blocks the thread.
  package convenience init(descriptor: Int32) {
    self.init { (try? Descriptor.read(descriptor, atMost: 1 << 16)) ?? [] }
  }

  /// The next line without its end, which the last line need not have; nil when there are no more.
  package func next() -> [UInt8]? {
    lines.withLock { lines in
      while true {
        if let line = lines.next() { return line }
        let bytes = lines.isTooLong ? [] : more()
        guard !bytes.isEmpty else { return lines.isTooLong ? nil : lines.takePart() }
        lines.add(bytes[...])
      }
    }
  }
}
