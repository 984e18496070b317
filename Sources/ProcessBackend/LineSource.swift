// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    self.init {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var count: Int
      repeat {
        count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      } while count < 0 && errno == EINTR
      return Array(buffer.prefix(max(0, count)))
    }
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
