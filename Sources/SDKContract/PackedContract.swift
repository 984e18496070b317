// SPDX-License-Identifier: Apache-2.0

import Values

/// A contract in bytes that are read in a tenth of the time that its YAML takes: `check` of one flow would spend most
/// of its time on it.
///
/// The YAML is what counts. The bytes say of which text they were made, and are of no use for any other.
package enum PackedContract {
  /// Another number for every change in what is packed, or in its order.
  static let format = 7

  /// What the reader of a text found in it, as bytes.
  package static func pack(_ contract: Contract, of text: [UInt8]) -> [UInt8] {
    var packer = ContractPacker()
    packer.number(format)
    packer.number(fingerprint(of: text))
    packer.contract(contract)
    return packer.bytes
  }

  /// The contract; nil if the bytes were made of another text, or by a program that packed in another way.
  package static func unpack(_ bytes: [UInt8], of text: [UInt8]) -> Contract? {
    var unpacker = ContractUnpacker(bytes)
    do throws(ContractUnpacker.Damage) {
      guard try unpacker.number() == format, try unpacker.number() == fingerprint(of: text) else { return nil }
      let contract = try unpacker.contract()
      return unpacker.isAtEnd ? contract : nil
    } catch {
      return nil
    }
  }

  /// A number that differs for texts that differ by chance; eight bytes at a time, since it is made at every start.
  private static func fingerprint(of text: [UInt8]) -> Int {
    text.withUnsafeBytes { text in
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(text.count)
      var index = 0
      while index + 8 <= text.count {
        sum = mixed(sum, UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        index += 8
      }
      while index < text.count {
        sum = mixed(sum, UInt64(text[index]))
        index += 1
      }
      return Int(bitPattern: UInt(sum))
    }
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
