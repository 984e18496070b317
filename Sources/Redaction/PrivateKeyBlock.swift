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
    if let begin = Self.begin(in: line) {
      linesLeft = Self.end(in: line[begin.upperBound...]) == nil ? Self.mostLines : 0
    } else if linesLeft > 0 {
      linesLeft = Self.end(in: line) == nil ? linesLeft - 1 : 0
      if line.count <= Self.longestLine, !line.isEmpty, line.allSatisfy(Self.isOfBase64) { return Secret.mark }
    }
    return nil
  }

  /// The bytes with one cover over what stands between the two lines of a key that is written on one line, with `\n` or blanks
  /// for its line ends; over the rest where it is cut off.
  static func covered(_ bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    var rest = bytes[...]
    while let begin = begin(in: rest) {
      shown += rest[..<begin.upperBound]
      rest = rest[begin.upperBound...]
      let end = end(in: rest)
      guard end != nil || isCutOff(rest) else { continue }
      let body = rest[..<(end?.lowerBound ?? rest.endIndex)]
      shown += body.contains(where: isOfBase64) ? Secret.mark.utf8.map(\.self) : Array(body)
      rest = rest[body.endIndex...]
    }
    return shown + rest
  }

  /// Whether what follows the first line of a key is more of it, and no words about it.
  private static func isCutOff(_ rest: ArraySlice<UInt8>) -> Bool {
    // Behind a backslash stands the letter of a line end.
    let isBetween = { (byte: UInt8) in byte == UInt8(ascii: "\\") || byte == 0x20 }
    var key = rest.drop(while: isBetween)
    while let first = key.first, key.startIndex > rest.startIndex, rest[key.startIndex - 1] == UInt8(ascii: "\\"),
      "nr".utf8.contains(first)
    { key = key.dropFirst().drop(while: isBetween) }
    return key.prefix(while: isOfBase64).count >= shortestOfBase64
  }

  private static let shortestOfBase64 = 12

  private static func begin(in line: ArraySlice<UInt8>) -> Range<Int>? {
    var line = line
    while let begin = line.firstRange(of: "-----BEGIN ".utf8) {
      line = line[begin.upperBound...]
      let name = line.prefix { $0 == 0x20 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 >= 0x30 && $0 <= 0x39 }
      if name.reversed().starts(with: "PRIVATE KEY".utf8.reversed()), line[name.endIndex...].starts(with: "-----".utf8)
      {
        return begin.lowerBound..<name.endIndex + 5
      }
    }
    return nil
  }

  private static func end(in line: ArraySlice<UInt8>) -> Range<Int>? { line.firstRange(of: "-----END ".utf8) }

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || "+/=".utf8.contains(byte)
  }
}
