// SPDX-License-Identifier: Apache-2.0

/// A number that differs for texts that differ by chance (FNV-1a, 64 bits).
///
/// It tells an old text from a new one; it proves nothing about who wrote them.
package struct Fingerprint: Sendable {
  /// What was added so far, as one number.
  package private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds a text; where it ends counts, too.
  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { mix(UInt64(byte)) }
    mix(UInt64(bytes.count))
  }

  /// Adds a number.
  package mutating func mix(_ value: UInt64) { number = (number ^ value) &* 0x100_0000_01B3 }

  /// Sixteen hexadecimal digits.
  package var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SourceMap {
  /// A number for the texts of all files but some, in their order; what the files are called does not count.
  package func fingerprint(without left: Set<FileID>) -> String {
    var fingerprint = Fingerprint()
    for (index, file) in files.enumerated() where !left.contains(where: { Int($0.index) == index }) {
      fingerprint.add(file.bytes)
    }
    return fingerprint.text
  }
}
