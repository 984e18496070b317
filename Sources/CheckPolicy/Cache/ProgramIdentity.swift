// SPDX-License-Identifier: Apache-2.0

import RuleBook
import SystemCalls
import YAMLTree

/// What tells this program from every other, a newer one of the same version, size and time included.
///
/// The digest of the whole binary does. To read all of it takes longer than to check a flow, so a cache remembers beside
/// the digest which file it was of: as long as that very file has not changed, nobody reads it again. No program can set
/// back the time of a file's last change (`ctime`), as it can that of its text.
enum ProgramIdentity {
  /// The version of this program and of the library that reads YAML, and the digest of the binary; nil if it cannot be
  /// read.
  static let digest: String? = read().map { "\(Release.version) \(YAML.parserVersion) \($0)" }

  /// Which file the running binary is, and when it was changed last; nil if the system does not tell.
  static var stamp: String? {
    ThisProcess.program.flatMap { FileStatus(of: $0) }.map { "\($0.stamp) \(YAML.parserVersion)" }
  }

  private static func read() -> String? {
    ThisProcess.program.flatMap { MappedFile.read($0) { BinaryDigest($0).text } }
  }
}

/// A digest of many megabytes: eight lanes that take eight bytes in turn, and the digest of what they come to.
///
/// Each step is a bijection, so a change of one word always shows. Why not ``ContentDigest`` alone: it takes five times as
/// long, and somebody who can make a binary for a digest can write the cache as well.
struct BinaryDigest {
  let text: String

  init(_ bytes: UnsafeRawBufferPointer) {
    var lanes = SIMD8<UInt64>(repeating: 0x9E37_79B9_7F4A_7C15)
    lanes ^= SIMD8(1, 2, 3, 4, 5, 6, 7, 8)
    var start = 0
    while start + 64 <= bytes.count {
      let words = bytes.loadUnaligned(fromByteOffset: start, as: SIMD8<UInt64>.self)
      lanes = (lanes ^ words) &* 0xD6E8_FEB8_6659_FD93
      lanes = lanes &<< 29 | lanes &>> 35
      start += 64
    }
    var rest = Array(bytes[start...])
    for lane in lanes.indices {
      for shift in stride(from: 0, to: 64, by: 8) {
        rest.append(UInt8(truncatingIfNeeded: lanes[lane] >> UInt64(shift)))
      }
    }
    rest += Array("\(bytes.count)".utf8)
    text = ContentDigest(rest).text
  }
}
