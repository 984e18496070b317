// SPDX-License-Identifier: Apache-2.0

/// Reads the JSON that ``JSONWriter`` writes, and refuses all else: a text that was cut off, a name that is there twice,
/// numbers that are not whole, nesting without end.
public struct JSONReader {
  /// How deep arrays and objects may be nested.
  public static let mostLevels = 64

  /// Which numbers are read.
  public enum Numbers: Sendable {
    /// Those that are written with digits only.
    case digits
    /// Whole ones that every language reads the same, up to 2⁵³ - 1, however they are written: `100`, `100.0` and `1e2`
    /// are one number to a JSON schema, too.
    case wholeByValue
    /// All: what is no whole number stands there as the text that was written, since nobody here counts with it. Half a
    /// character, which other languages may write, is read as U+FFFD.
    case all
  }

  private let bytes: [UInt8]
  private let numbers: Numbers
  private var index = 0
  private var line = 1
  private var lineStart = 0

  /// The one value of a text.
  public static func read(_ bytes: [UInt8], numbers: Numbers = .digits) throws(JSONProblem) -> JSONNode {
    var reader = JSONReader(bytes: bytes, numbers: numbers)
    let node = try reader.node(level: 0)
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.problem("the text goes on behind its end") }
    return node
  }

  private init(bytes: [UInt8], numbers: Numbers) { (self.bytes, self.numbers) = (bytes, numbers) }

  private var place: JSONPlace { JSONPlace(line: line, column: index - lineStart + 1) }

  private func problem(_ message: String) -> JSONProblem { JSONProblem(message, at: place) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      }
    }
  }

  private mutating func node(level: Int) throws(JSONProblem) -> JSONNode {
    skipSpace()
    guard level <= Self.mostLevels else { throw problem("this is nested too deeply") }
    let start = place
    guard let byte = next else { throw problem(JSONProblem.cutOff) }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(value: .object(try fields(level)), place: start)
    case UInt8(ascii: "["): return JSONNode(value: .list(try elements(level)), place: start)
    case UInt8(ascii: "\""): return JSONNode(value: .text(try text()), place: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(value: try numbers == .all ? anyNumber() : .int(number()), place: start)
    case UInt8(ascii: "t"): return JSONNode(value: try word("true", .flag(true)), place: start)
    case UInt8(ascii: "f"): return JSONNode(value: try word("false", .flag(false)), place: start)
    case UInt8(ascii: "n"): return JSONNode(value: try word("null", .null), place: start)
    default: throw problem("a value is expected")
    }
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(JSONProblem) -> JSONNode.Value {
    guard bytes[index...].starts(with: word.utf8) else { throw problem("a value is expected") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONProblem) -> Int {
    if numbers == .wholeByValue {
      let start = index
      while let byte = next, WholeNumber.letters.contains(byte) { index += 1 }
      guard let number = WholeNumber.value(of: bytes[start..<index]) else {
        throw problem("this is no whole number from -(2^53 - 1) to 2^53 - 1")
      }
      return number
    }
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
    let digits = bytes[start..<index]
    let isPadded = digits.drop { $0 == UInt8(ascii: "-") }.first == UInt8(ascii: "0") && digits.count > 1
    guard !isPadded, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw problem("this is no whole number that can be read")
    }
    if let byte = next, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte) {
      throw problem("this is no whole number that can be read")
    }
    return number
  }

  private mutating func anyNumber() throws(JSONProblem) -> JSONNode.Value {
    let start = index
    while let byte = next, WholeNumber.letters.contains(byte) { index += 1 }
    if let number = WholeNumber.value(of: bytes[start..<index]) { return .int(number) }
    guard bytes[index - 1] >= UInt8(ascii: "0"), bytes[index - 1] <= UInt8(ascii: "9") else {
      throw problem("this is no number")
    }
    return .text(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func elements(_ level: Int) throws(JSONProblem) -> [JSONNode] {
    index += 1
    var nodes: [JSONNode] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      index += 1
      return nodes
    }
    while true {
      nodes.append(try node(level: level + 1))
      if try isLast(UInt8(ascii: "]")) { return nodes }
    }
  }

  private mutating func fields(_ level: Int) throws(JSONProblem) -> [JSONNode.Field] {
    index += 1
    var fields: [JSONNode.Field] = []
    var names: Set<String> = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      index += 1
      return fields
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else {
        throw problem(next == nil ? JSONProblem.cutOff : "a name is expected")
      }
      let name = try text()
      guard names.insert(name).inserted else {
        throw JSONProblem(
          "\(Diagnostic.quoting(name, limit: 30)) is there twice", bare: "a name is there twice", at: place)
      }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw problem(next == nil ? JSONProblem.cutOff : "`:` is expected") }
      index += 1
      fields.append(JSONNode.Field(name: name, node: try node(level: level + 1)))
      if try isLast(UInt8(ascii: "}")) { return fields }
    }
  }

  /// Whether the end mark stands here, rather than a comma.
  private mutating func isLast(_ end: UInt8) throws(JSONProblem) -> Bool {
    skipSpace()
    guard let byte = next else { throw problem(JSONProblem.cutOff) }
    guard byte == end || byte == UInt8(ascii: ",") else { throw problem("`,` or the end is expected") }
    index += 1
    return byte == end
  }

  private mutating func text() throws(JSONProblem) -> String {
    index += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw problem(JSONProblem.cutOff) }
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else { throw problem("this text is not UTF-8") }
        return text
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw problem("this text has a control character")
      default: text.append(byte)
      }
    }
  }

  private mutating func escaped() throws(JSONProblem) -> [UInt8] {
    guard let byte = next else { throw problem(JSONProblem.cutOff) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"): return try scalar()
    default: throw problem("there is no such escape")
    }
  }

  /// U+FFFD, which stands for what is no character.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// What stands behind `\u`; a pair of halves is one character.
  private mutating func scalar() throws(JSONProblem) -> [UInt8] {
    var number = try digits()
    if 0xD800..<0xDC00 ~= number, bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      let low = try digits()
      guard 0xDC00..<0xE000 ~= low else {
        guard numbers == .all else { throw problem("this is half a character") }
        return Self.replacement + (Unicode.Scalar(low).map { Array(String($0).utf8) } ?? Self.replacement)
      }
      number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(number) else {
      guard numbers == .all else { throw problem("this is half a character") }
      return Self.replacement
    }
    return Array(String(scalar).utf8)
  }

  private mutating func digits() throws(JSONProblem) -> UInt32 {
    guard index + 4 <= bytes.count,
      let number = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16),
      ![UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index])
    else { throw problem("four hexadecimal digits are expected") }
    index += 4
    return number
  }
}
