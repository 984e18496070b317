// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A place as the protocol counts it: lines from 0, and in them the units of an encoding.
package struct ProtocolPosition: Sendable, Hashable, Comparable {
  package let line: Int
  package let character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Nil for what is none.
  package init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.int, let character = value?["character"]?.int, line >= 0, character >= 0 else {
      return nil
    }
    self.init(line: line, character: character)
  }

  package var json: JSONValue { ["line": .int(line), "character": .int(character)] }

  package static func < (left: ProtocolPosition, right: ProtocolPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// The units in which columns are counted.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The offset of a place's byte; one behind the end of its line is at the end of the line, one in a character at its start.
  package func offset(of position: ProtocolPosition, in bytes: [UInt8], _ lines: LineTable) -> Int {
    guard position.line < lines.count else { return bytes.count }
    let line = Self.bytes(ofLine: position.line + 1, in: bytes, lines)
    var offset = line.lowerBound
    var units = 0
    while offset < line.upperBound {
      let width = Self.width(bytes[offset])
      units += self == .utf8 ? width : width == 4 ? 2 : 1
      guard units <= position.character else { break }
      offset = min(line.upperBound, offset + width)
    }
    return offset
  }

  /// The place of a byte; one in a line break is at the end of its line.
  package func position(at offset: Int, in bytes: [UInt8], _ lines: LineTable) -> ProtocolPosition {
    let line = Int(lines.position(at: offset).line)
    let range = Self.bytes(ofLine: line, in: bytes, lines)
    let end = min(max(offset, range.lowerBound), range.upperBound)
    guard self == .utf16 else { return ProtocolPosition(line: line - 1, character: end - range.lowerBound) }
    var units = 0
    for byte in bytes[range.lowerBound..<end] where byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    return ProtocolPosition(line: line - 1, character: units)
  }

  /// To an editor a byte order mark that it sends is the first character of the text.
  private static func bytes(ofLine line: Int, in bytes: [UInt8], _ lines: LineTable) -> Range<Int> {
    let range = lines.bytes(ofLine: line)
    return line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0..<max(0, range.upperBound) : range
  }

  private static func width(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }
}
