// SPDX-License-Identifier: Apache-2.0

/// Tells of most rows of bytes that they are none of some rows of one length, for a few operations a byte.
///
/// It keeps bits, from which nobody can make the rows again: the numbers are of this process alone.
struct RollingFilter: Sendable {
  private let length: Int
  /// The weight of the first byte of a row.
  private let first: UInt64
  private var bits = [UInt64](repeating: 0, count: 1 << (Self.width - 6))

  /// How many bits a number of a row has.
  private static let width: UInt64 = 16
  private static let base = UInt64.random(in: .min ... .max) | 1
  private static let spread = UInt64.random(in: .min ... .max) | 1

  init(length: Int) {
    self.length = length
    first = (1..<max(1, length)).reduce(1) { weight, _ in weight &* Self.base }
  }

  mutating func add(_ row: ArraySlice<UInt8>) {
    let number = Self.number(row.reduce(0) { $0 &* Self.base &+ UInt64($1) })
    bits[Int(number >> 6)] |= 1 << (number & 63)
  }

  /// Visits each place at which one of the rows may begin; where none does, hardly ever.
  func forEachCandidate(in bytes: [UInt8], _ visit: (Int) -> Void) {
    guard bytes.count >= length else { return }
    bytes.withUnsafeBufferPointer { bytes in
      var sum = bytes[..<length].reduce(UInt64(0)) { $0 &* Self.base &+ UInt64($1) }
      var index = 0
      while true {
        let number = Self.number(sum)
        if bits[Int(number >> 6)] & 1 << (number & 63) != 0 { visit(index) }
        guard index + length < bytes.count else { return }
        sum = (sum &- UInt64(bytes[index]) &* first) &* Self.base &+ UInt64(bytes[index + length])
        index += 1
      }
    }
  }

  private static func number(_ sum: UInt64) -> UInt64 { (sum &* spread) >> (64 - width) }
}
