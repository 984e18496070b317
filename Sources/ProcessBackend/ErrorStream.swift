// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// What a program writes to its standard error, line by line.
struct ErrorStream {
  /// Negative once it is closed.
  private(set) var descriptor: Int32
  private var lines = LineBuffer(longest: 4096)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The lines that are whole by now; one that is too long is cut.
  mutating func read(into buffer: inout [UInt8]) -> [[UInt8]] {
    switch Transfer.read(from: descriptor, into: &buffer) {
    case .bytes(let count):
      lines.add(buffer[..<count])
      var whole: [[UInt8]] = []
      while let line = lines.next() { whole.append(line) }
      if lines.isTooLong, let part = lines.takePart() { whole.append(part) }
      return whole
    case .later: return []
    case .closed:
      descriptor = -1
      return lines.takePart().map { [$0] } ?? []
    }
  }

  /// What is there when the program has ended; somebody that it has left behind is not waited for.
  mutating func rest(into buffer: inout [UInt8]) -> [[UInt8]] {
    var rest: [[UInt8]] = []
    for _ in 0..<Self.mostReads where descriptor >= 0 {
      let more = read(into: &buffer)
      rest += more
      if more.isEmpty, !lines.hasPart { break }
    }
    return rest + (lines.takePart().map { [$0] } ?? [])
  }

  private static let mostReads = 64
}
