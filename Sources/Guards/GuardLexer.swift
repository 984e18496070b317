// SPDX-License-Identifier: Apache-2.0

/// A word or sign of a guard, and its place in bytes.
struct GuardToken {
  enum Kind: UInt8 {
    case name, number, text, comparison, inWord
    case and, or, not, dot, comma
    case openParenthesis, closeParenthesis, openBracket, closeBracket
    case end
  }

  let kind: Kind
  let start: Int
  let end: Int

  var span: GuardSpan { GuardSpan(start, end) }

  /// Whether a value ends here, so that a `-` behind it can only mean arithmetic.
  var endsValue: Bool {
    switch kind {
    case .name, .number, .text, .closeParenthesis, .closeBracket: true
    default: false
    }
  }
}

/// Cuts the bytes of a guard into words and signs.
struct GuardLexer {
  let bytes: [UInt8]
  private var position = 0
  private var endsValue = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() throws(GuardProblem) -> GuardToken {
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    let token =
      position < bytes.count ? try read(bytes[position]) : GuardToken(kind: .end, start: position, end: position)
    position = token.end
    endsValue = token.endsValue
    return token
  }

  func problem(_ trap: GuardTrap, at span: GuardSpan) -> GuardProblem {
    GuardProblem(trap, at: span, in: bytes)
  }

  private func read(_ byte: UInt8) throws(GuardProblem) -> GuardToken {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): word()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try text(closedBy: byte)
    case UInt8(ascii: "."): token(.dot, 1)
    case UInt8(ascii: ","): token(.comma, 1)
    case UInt8(ascii: "("): token(.openParenthesis, 1)
    case UInt8(ascii: ")"): token(.closeParenthesis, 1)
    case UInt8(ascii: "["): token(.openBracket, 1)
    case UInt8(ascii: "]"): token(.closeBracket, 1)
    case UInt8(ascii: "-") where !endsValue && isDigit(byte: peek(1)): try number()
    default: try sign(byte)
    }
  }

  private func sign(_ byte: UInt8) throws(GuardProblem) -> GuardToken {
    let following = peek(1)
    switch (byte, following) {
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): return token(.and, 2)
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): return token(.or, 2)
    case (UInt8(ascii: "="), UInt8(ascii: "=")) where peek(2) != UInt8(ascii: "="): return token(.comparison, 2)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")) where peek(2) != UInt8(ascii: "="): return token(.comparison, 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: "=")): return token(.comparison, 2)
    case (UInt8(ascii: "<"), let next) where next != UInt8(ascii: ">"): return token(.comparison, 1)
    case (UInt8(ascii: ">"), _): return token(.comparison, 1)
    case (UInt8(ascii: "!"), let next) where next != UInt8(ascii: "="): return token(.not, 1)
    default: throw foreignSign()
    }
  }

  /// The problem of a sign that the language does not have, at its whole length.
  private func foreignSign() -> GuardProblem {
    let rest = bytes[position...]
    if let text = textWithoutQuotes() {
      return problem(.bareText(text), at: GuardSpan(position, position + 1))
    }
    if let (trap, length) = GuardTrap.foreignSign(rest) {
      return problem(trap, at: GuardSpan(position, position + length))
    }
    let length = 1 + rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    let sign = String(decoding: rest.prefix(length), as: UTF8.self)
    return problem(.unknownSign(sign), at: GuardSpan(position, position + length))
  }

  /// The text, such as `emp-7`, that has a minus sign in it here and no quotes around it; nil where something may be calculated.
  private func textWithoutQuotes() -> String? {
    guard bytes[position] == UInt8(ascii: "-"), isWordByte(peek(1)) else { return nil }
    let isInside = { (byte: UInt8) in byte == UInt8(ascii: "-") || isWordByte(byte) }
    let start = position - bytes[..<position].reversed().prefix(while: isInside).count
    guard start < position, !isDigit(byte: bytes[start]), start == 0 || bytes[start - 1] != UInt8(ascii: ".") else {
      return nil
    }
    return string(start, position + bytes[position...].prefix(while: isInside).count)
  }

  private func word() -> GuardToken {
    var end = position + 1
    while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
    let isIn = end - position == 2 && bytes[position] == UInt8(ascii: "i") && bytes[position + 1] == UInt8(ascii: "n")
    return GuardToken(kind: isIn ? .inWord : .name, start: position, end: end)
  }

  private func number() throws(GuardProblem) -> GuardToken {
    let digits = bytes[position] == UInt8(ascii: "-") ? position + 1 : position
    var end = digits
    while end < bytes.count, isDigit(byte: bytes[end]) { end += 1 }
    if end < bytes.count, isWordByte(bytes[end]) {
      while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
      throw problem(.numberWithLetters(string(position, end)), at: GuardSpan(position, end))
    }
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(byte: bytes[end + 1]) {
      end += 1
      while end < bytes.count, isDigit(byte: bytes[end]) { end += 1 }
      throw problem(.fraction(string(position, end)), at: GuardSpan(position, end))
    }
    if end - digits > 1, bytes[digits] == UInt8(ascii: "0") {
      throw problem(.leadingZero(string(position, end)), at: GuardSpan(position, end))
    }
    return GuardToken(kind: .number, start: position, end: end)
  }

  private func text(closedBy quote: UInt8) throws(GuardProblem) -> GuardToken {
    var end = position + 1
    while end < bytes.count, bytes[end] != quote {
      if bytes[end] == UInt8(ascii: "\\"), end + 1 < bytes.count {
        guard [UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[end + 1]) else {
          throw problem(.escape, at: GuardSpan(end, end + 1))
        }
        end += 1
      } else if bytes[end] < 0x20 {
        throw problem(.controlInText, at: GuardSpan(end, end + 1))
      }
      end += 1
    }
    guard end < bytes.count else { throw problem(.openText, at: GuardSpan(position, bytes.count)) }
    return GuardToken(kind: .text, start: position, end: end + 1)
  }

  private func token(_ kind: GuardToken.Kind, _ length: Int) -> GuardToken {
    GuardToken(kind: kind, start: position, end: position + length)
  }

  private func string(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// The byte so far ahead, or 0 behind the end.
  private func peek(_ distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }

  private func isDigit(byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func isWordByte(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || isDigit(byte: byte)
      || byte == UInt8(ascii: "_")
  }
}
