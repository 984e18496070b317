// SPDX-License-Identifier: Apache-2.0

import Values

/// Follows a private key in PEM through the lines of a log: some of its lines alone look like no token.
///
/// Source: RFC 7468, section 2.
package struct PrivateKeyBlock: Sendable {
  /// No key has more lines; nor does a key that is cut off hide more of the log.
  private static let mostLines = 200
  private static let longestLine = 80

  /// How many more lines may belong to the key; 0 outside of one.
  private var linesLeft = 0

  package init() {}

  /// What is shown in place of the next line of the log; nil if that is none of a key.
  package mutating func cover(of line: ArraySlice<UInt8>) -> String? {
    if line.contains("-----BEGIN ".utf8), line.contains("PRIVATE KEY-----".utf8) {
      linesLeft = Self.mostLines
    } else if linesLeft > 0 {
      linesLeft = line.contains("-----END ".utf8) ? 0 : linesLeft - 1
      if line.count <= Self.longestLine, !line.isEmpty, line.allSatisfy(Self.isOfBase64) { return Secret.mark }
    }
    return nil
  }

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || "+/=".utf8.contains(byte)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ words: String.UTF8View) -> Bool {
    guard let first = words.first, count >= words.count else { return false }
    return indices.dropLast(words.count - 1).contains { self[$0] == first && self[$0...].starts(with: words) }
  }
}
