// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Which characters a file may hold: those that every editor shows, in one way.
///
/// Why: what a reviewer does not see must not change what a flow does.
struct CharacterRules {
  private let file: FileID
  static let mostFindings = 20

  init(_ file: FileID) { self.file = file }

  /// All that is wrong with the characters of a file; after the first twenty the rest is not looked at.
  ///
  /// - Parameter bytes: the file without a byte order mark in front.
  func findings(in bytes: UnsafeBufferPointer<UInt8>) -> [Diagnostic] {
    if let other = otherEncoding(bytes) { return [.notUTF8(at: .beginning(of: file), why: other)] }
    var findings: [Diagnostic] = []
    var place = LineCounter(bytes)
    if let zero = Self.firstOfManyZeros(bytes) { return [.noText(at: place.range(of: zero, in: file))] }
    var comments: YAMLComments?
    var isLost = false
    var index = Self.nextUnusual(bytes, from: 0)
    while index < bytes.count, findings.count < Self.mostFindings {
      let scalar = UTF8Scalar(bytes, at: index)
      if scalar.value == 0x09 {
        let known = comments ?? YAMLComments(bytes)
        comments = known
        let isInComment = known.hold(index)
        // Why: where the file is no YAML any more, the first tab may be why, and the others may stand in comments.
        if isInComment ?? isLost {
          index = Self.nextUnusual(bytes, from: index + 1)
          continue
        }
        isLost = isInComment == nil
      }
      if let finding = finding(about: scalar, at: index, in: bytes, &place) {
        findings.append(finding)
        if finding.code == YAMLRules.notUTF8 { break }
      }
      index = Self.nextUnusual(bytes, from: index + scalar.length)
    }
    return findings
  }

  private func finding(
    about scalar: UTF8Scalar, at index: Int, in bytes: UnsafeBufferPointer<UInt8>, _ place: inout LineCounter
  ) -> Diagnostic? {
    guard let value = scalar.value else {
      return .notUTF8(at: place.range(of: index, in: file), why: "here is a byte that UTF-8 does not have")
    }
    switch value {
    case 0x09:
      return .tabUsed(at: place.range(of: index, in: file))
    case 0x0A, 0x0D, 0x20...0x24, 0x26...0x7E:
      return nil
    case 0x25:
      let isFirst = index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D
      return isFirst ? .directive(at: place.range(of: index, in: file)) : nil
    default:
      if let name = Self.forbiddenName(value) { return .forbidden(value, name, at: place.range(of: index, in: file)) }
      guard value > 0x7F, let name = Self.hiddenName(value, scalar.length, at: index, in: bytes) else { return nil }
      return .hidden(value, name, at: place.range(of: index, in: file))
    }
  }

  private static func hiddenName(
    _ value: UInt32, _ length: Int, at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let next = index + length
    return HiddenCharacters.name(
      value, after: start >= 0 ? UTF8Scalar(bytes, at: start).value : nil,
      before: next < bytes.count ? UTF8Scalar(bytes, at: next).value : nil)
  }

  /// What a forbidden character is called; nil for all that are allowed.
  static func forbiddenName(_ value: UInt32) -> String? {
    switch value {
    case 0x85, 0x2028, 0x2029, 0x0B, 0x0C: "a line break that most editors do not count"
    case 0..<0x20, 0x7F..<0xA0: "a control character"
    case 0xFEFF: "a byte order mark inside the file"
    case 0x202A...0x202E, 0x2066...0x2069: "a mark that turns the order of the text around"
    case 0xFFFE, 0xFFFF: "not a character"
    default: nil
    }
  }

  /// What another encoding the file seems to be in; nil if it looks like UTF-8.
  private func otherEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0, 1...), (1..., 0): return "it seems to be UTF-16 or UTF-32"
    case (0, 0): return "it begins with zero bytes, as UTF-32 and binary files do"
    default: return nil
    }
  }

  /// Where the first zero byte stands, if so many stand near the beginning that the file is no text.
  ///
  /// One alone may be a slip of an editor.
  private static func firstOfManyZeros(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let beginning = bytes.prefix(1024)
    guard let first = beginning.firstIndex(of: 0), beginning.count(where: { $0 == 0 }) >= 8 else { return nil }
    return first
  }

  /// The next byte that is not printable ASCII or a line feed, or is a `%`; the count if there is none.
  ///
  /// Why: nearly all of a file is none of these, and eight bytes at a time cost next to nothing.
  private static func nextUnusual(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let ascii = word & low
      let isPrintable = (ascii &+ ones &* 0x60) & ~(ascii &+ ones)
      let isLineFeed = ~((((word ^ ones &* 0x0A) & low) &+ low) | (word ^ ones &* 0x0A))
      let isPercent = ~((((word ^ ones &* 0x25) & low) &+ low) | (word ^ ones &* 0x25))
      let unusual = (word | ~(isPrintable | isLineFeed) | isPercent) & ~low
      if unusual != 0 { return index + UInt64(littleEndian: unusual).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index] == 0x0A || (0x20..<0x7F).contains(bytes[index]), bytes[index] != 0x25 {
      index += 1
    }
    return index
  }
}

extension CharacterRules {
  /// A file with other characters, of as many bytes, in the place of those at which libyaml stops; nil for another encoding.
  ///
  /// - Returns: the bytes, and where they are others.
  static func readable(_ bytes: UnsafeBufferPointer<UInt8>) -> ([UInt8]?, [Range<Int>]) {
    guard CharacterRules(.first).otherEncoding(bytes) == nil else { return (nil, []) }
    var readable = Array(bytes)
    var replaced: [Range<Int>] = []
    var lastTab: (index: Int, isFirst: Bool)?
    var index = nextUnusual(bytes, from: 0)
    while index < bytes.count {
      let scalar = UTF8Scalar(bytes, at: index)
      if scalar.value == 0x09 { lastTab = (index, isFirst(index, in: bytes, knowing: lastTab)) }
      if let other = other(than: scalar, isFirst: lastTab?.isFirst ?? false) {
        readable.replaceSubrange(index..<index + scalar.length, with: other)
        replaced.append(index..<index + scalar.length)
      }
      index = nextUnusual(bytes, from: index + scalar.length)
    }
    return (readable, replaced)
  }

  /// Whether a tab is part of an indentation; it is when the tab in front of it is, and nothing stands between them.
  private static func isFirst(
    _ index: Int, in bytes: UnsafeBufferPointer<UInt8>, knowing last: (index: Int, isFirst: Bool)?
  ) -> Bool {
    for before in stride(from: index - 1, through: 0, by: -1) {
      switch bytes[before] {
      case 0x0A, 0x0D: return true
      case 0x09: return last?.isFirst ?? false
      case 0x20, UInt8(ascii: "-"): continue
      default: return false
      }
    }
    return true
  }

  /// - Parameter isFirst: whether a tab is part of an indentation; elsewhere it is white space, or part of a text.
  private static func other(than scalar: UTF8Scalar, isFirst: Bool) -> [UInt8]? {
    guard let value = scalar.value else { return [UInt8(ascii: "?")] }
    switch value {
    case 0x09: return isFirst ? [0x20] : nil
    case 0x0A, 0x0D: return nil
    case 0..<0x20, 0x7F: return [UInt8(ascii: "?")]
    case 0x80..<0xA0: return Array("·".utf8)
    case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: return Array("\u{FFFD}".utf8)
    default: return nil
    }
  }
}

/// The scalar that begins at a byte, as the rules of UTF-8 have it.
private struct UTF8Scalar {
  /// Nil if no scalar begins here.
  let value: UInt32?
  let length: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let first = bytes[index]
    let (length, start, least): (Int, UInt32, UInt32) =
      switch first {
      case 0..<0x80: (1, UInt32(first), 0)
      case 0xC2..<0xE0: (2, UInt32(first & 0x1F), 0x80)
      case 0xE0..<0xF0: (3, UInt32(first & 0x0F), 0x800)
      case 0xF0..<0xF5: (4, UInt32(first & 0x07), 0x10000)
      default: (1, 0x110000, 0)
      }
    var value = start
    var isWhole = index + length <= bytes.count
    if isWhole {
      for next in bytes[(index + 1)..<(index + length)] {
        isWhole = isWhole && next & 0xC0 == 0x80
        value = value << 6 | UInt32(next & 0x3F)
      }
    }
    isWhole = isWhole && value >= least && Unicode.Scalar(value) != nil
    self.value = isWhole ? value : nil
    self.length = isWhole ? length : 1
  }
}

/// Counts lines and columns up to a byte; bytes are asked for in rising order.
private struct LineCounter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func range(of index: Int, in file: FileID) -> SourceRange {
    while offset < index {
      let byte = bytes[offset]
      if byte == 0x0A || (byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return SourceRange(
      SourcePosition(line: line, column: column), SourcePosition(line: line, column: column + 1), in: file)
  }
}

extension Diagnostic {
  fileprivate static func notUTF8(at range: SourceRange, why: String) -> Diagnostic {
    Diagnostic(
      YAMLRules.notUTF8, "a file must be encoded in UTF-8", at: range,
      help: "\(why): save the file as UTF-8")
  }

  fileprivate static func noText(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.forbiddenCharacter, "this file is no text: it holds zero bytes, as programs and pictures do", at: range,
      help: "give a text file that is encoded in UTF-8")
  }

  fileprivate static func tabUsed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.tabUsed, "a tab is not allowed outside of comments", at: range,
      help: "indent with spaces; in a text, write `\"\\t\"`")
  }

  fileprivate static func directive(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.directiveNotAllowed, "a line must not begin with `%`", at: range,
      help: "remove the YAML directive; a text that begins with `%` needs quotes and an indentation")
  }

  fileprivate static func forbidden(_ value: UInt32, _ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.forbiddenCharacter, "the character U+\(number(value)) is not allowed: it is \(name)", at: range,
      help: Cure("remove it: no text needs it, and an escape for it is refused, too", .whole(by: "")))
  }

  /// - Parameter isEscaped: whether an escape in double quotes wrote it.
  static func hidden(_ value: UInt32, _ name: String, isEscaped: Bool = false, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.hiddenCharacter, "U+\(number(value)) is \(name)", at: range,
      help: isEscaped ? "remove the escape: a reader of the text would not see it" : Cure("remove it", .whole(by: "")))
  }

  private static func number(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
