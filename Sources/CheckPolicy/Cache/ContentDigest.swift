// SPDX-License-Identifier: Apache-2.0

/// A number of 256 bits that nobody can give to a second text: BLAKE2b without a key.
///
/// Why no plain checksum: a flow that is known to be sound must not be exchangeable for one that was made to look like it.
/// Source: RFC 7693.
struct ContentDigest: Sendable, Hashable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { ContentDigest($0) } }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Eight words of state, sixteen to work on, sixteen of the message.
    self = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 40) { words in
      words.initialize(repeating: 0)
      var work = Compression(words)
      var start = 0
      while bytes.count - start > 128 {
        work.take(bytes, from: start, count: 128, isLast: false)
        start += 128
      }
      work.take(bytes, from: start, count: bytes.count - start, isLast: true)
      return ContentDigest(words)
    }
  }

  private init(_ words: UnsafeMutableBufferPointer<UInt64>) {
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// Sixty-four hexadecimal digits, in the order in which others write it.
  var text: String {
    [first, second, third, fourth].reduce(into: "") { text, word in
      let digits = String(word.byteSwapped, radix: 16)
      text += String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}

/// The work of the digest, on words that somebody else holds.
private struct Compression {
  /// 0…7: the state; 8…23: what is worked on; 24…39: the message.
  private let words: UnsafeMutableBufferPointer<UInt64>
  private var taken: UInt64 = 0

  private static let start: [UInt64] = [
    0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
  ]

  /// In which order the words of the message are taken, round by round.
  private static let orders: [UInt8] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
    11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
    7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
    9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
    2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
    12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
    13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
    6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
    10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
  ]

  init(_ words: UnsafeMutableBufferPointer<UInt64>) {
    self.words = words
    for index in 0..<8 { words[index] = Self.start[index] }
    // A digest of 32 bytes, no key, one text after the other.
    words[0] ^= 0x0101_0000 ^ 32
  }

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, count: Int, isLast: Bool) {
    for word in 0..<16 {
      var value: UInt64 = 0
      if word * 8 + 8 <= count {
        value = UInt64(
          littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start + word * 8, as: UInt64.self))
      } else {
        for byte in stride(from: word * 8, to: count, by: 1) {
          value |= UInt64(bytes[start + byte]) &<< UInt64((byte - word * 8) * 8)
        }
      }
      words[24 + word] = value
    }
    taken &+= UInt64(count)
    for index in 0..<8 {
      words[8 + index] = words[index]
      words[16 + index] = Self.start[index]
    }
    words[20] ^= taken
    if isLast { words[22] = ~words[22] }
    Self.orders.withUnsafeBufferPointer { orders in
      for round in 0..<12 { turn(orders, (round % 10) * 16) }
    }
    for index in 0..<8 { words[index] ^= words[8 + index] ^ words[16 + index] }
  }

  @inline(__always)
  private func turn(_ orders: UnsafeBufferPointer<UInt8>, _ first: Int) {
    mix(8, 12, 16, 20, orders, first)
    mix(9, 13, 17, 21, orders, first + 2)
    mix(10, 14, 18, 22, orders, first + 4)
    mix(11, 15, 19, 23, orders, first + 6)
    mix(8, 13, 18, 23, orders, first + 8)
    mix(9, 14, 19, 20, orders, first + 10)
    mix(10, 15, 16, 21, orders, first + 12)
    mix(11, 12, 17, 22, orders, first + 14)
  }

  @inline(__always)
  private func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ orders: UnsafeBufferPointer<UInt8>, _ place: Int) {
    words[a] = words[a] &+ words[b] &+ words[24 + Int(orders[place])]
    words[d] = Self.turned(words[d] ^ words[a], 32)
    words[c] = words[c] &+ words[d]
    words[b] = Self.turned(words[b] ^ words[c], 24)
    words[a] = words[a] &+ words[b] &+ words[24 + Int(orders[place + 1])]
    words[d] = Self.turned(words[d] ^ words[a], 16)
    words[c] = words[c] &+ words[d]
    words[b] = Self.turned(words[b] ^ words[c], 63)
  }

  @inline(__always)
  private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 { word &>> count | word &<< (64 - count) }
}
