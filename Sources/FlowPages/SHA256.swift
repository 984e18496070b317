// SPDX-License-Identifier: Apache-2.0

/// The number by which a content security policy knows a script or a style.
///
/// Source: FIPS 180-4, sections 5 and 6.2; RFC 4648, section 4.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]

  package init(_ text: String) {
    var bytes = Array(text.utf8)
    let count = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(56 - 8 * $0)) }
    for start in stride(from: 0, to: bytes.count, by: 64) { take(bytes[start..<start + 64]) }
  }

  private mutating func take(_ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 64)
    for index in 0..<16 {
      let at = block.startIndex + 4 * index
      words[index] = block[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let low = Self.turned(a, 7) ^ Self.turned(a, 18) ^ (a >> 3)
      let high = Self.turned(b, 17) ^ Self.turned(b, 19) ^ (b >> 10)
      words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
    }
    var work = state
    for index in 0..<64 {
      let (a, e) = (work[0], work[4])
      let high = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
      let choice = (e & work[5]) ^ (~e & work[6])
      let first = work[7] &+ high &+ choice &+ Self.constants[index] &+ words[index]
      let low = Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)
      let majority = (a & work[1]) ^ (a & work[2]) ^ (work[1] & work[2])
      work = [first &+ low &+ majority, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ work[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// Thirty-two bytes.
  package var bytes: [UInt8] {
    state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  /// The bytes in base 64.
  package var base64: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        text.append(place <= group.count ? digits[number >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
