// SPDX-License-Identifier: Apache-2.0

/// Takes the bytes of a stream apart into messages: a head with `Content-Length`, an empty line, and so many bytes.
///
/// What cannot be a head is passed over up to the next one, so that one broken message loses at most the one behind it: where that
/// begins, only the head after it tells.
package struct MessageFrames {
  /// What comes next.
  package enum Frame: Sendable, Equatable {
    case message([UInt8])
    /// A head that says no length, or one that nobody can want.
    case broken
  }

  /// The most bytes of a message: a file of the largest size, with each character written as an escape.
  static let longestMessage = 64 << 20
  /// The most bytes of a head.
  private static let longestHead = 4096

  private var bytes: [UInt8] = []
  /// Where what nobody has taken begins.
  private var start = 0
  /// How many bytes of the message are due; nil while its head is read.
  private var due: Int?
  /// How many bytes of a message that is too long are still to be passed over.
  private var passedOver = 0

  package init() {}

  /// Takes what has come.
  package mutating func add(_ more: [UInt8]) {
    if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next frame; nil until more has come.
  package mutating func next() -> Frame? {
    while true {
      if passedOver > 0 {
        let count = min(passedOver, bytes.count - start)
        start += count
        passedOver -= count
        if passedOver > 0 { return nil }
      }
      if let due {
        guard bytes.count - start >= due else { return nil }
        let message = Array(bytes[start..<start + due])
        start += due
        self.due = nil
        return .message(message)
      }
      guard let head = head() else {
        guard bytes.count - start > Self.longestHead else { return nil }
        start = nextHead(behind: start) ?? max(start, bytes.count - Self.key.count)
        return .broken
      }
      guard let length = Self.length(in: bytes[head.content]) else {
        // What stands before a head in the same line is the rest of a message whose length was wrong.
        let next = nextHead(behind: head.content.lowerBound)
        start = next.map { $0 < head.next ? $0 : head.next } ?? head.next
        return .broken
      }
      start = head.next
      guard length <= Self.longestMessage else {
        passedOver = length
        return .broken
      }
      due = length
    }
  }

  /// The lines of the head, and the first byte behind the empty line; nil if its end has not come.
  private func head() -> (content: Range<Int>, next: Int)? {
    var index = start
    let end = min(bytes.count, start + Self.longestHead)
    while index < end {
      if bytes[index] == 0x0A {
        var before = index
        if before > start, bytes[before - 1] == 0x0D { before -= 1 }
        if before == start { return (start..<start, index + 1) }
        if bytes[before - 1] == 0x0A { return (start..<before, index + 1) }
      }
      index += 1
    }
    return nil
  }

  private static let key = Array("content-length:".utf8)

  /// Where the next head may begin, behind a byte; nil if none does so far.
  private func nextHead(behind first: Int) -> Int? {
    guard bytes.count - first > Self.key.count else { return nil }
    return (first + 1...bytes.count - Self.key.count).first { place in
      bytes[place] | 0x20 == Self.key[0]
        && zip(bytes[place..<place + Self.key.count], Self.key).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
  }

  private static func length(in head: ArraySlice<UInt8>) -> Int? {
    for line in head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == "content-length" else {
        continue
      }
      let digits = parts[1].filter { $0 != 0x20 && $0 != 0x09 }
      guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }

  /// A message with its head.
  package static func framed(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
