// SPDX-License-Identifier: Apache-2.0

/// Writes JSON, compact or one value a line, in the order of the calls, so that the same findings give the same bytes.
///
/// ```swift
/// var json = JSONWriter()
/// json.object {
///   $0.field("name", "login")
///   $0.array("tries") { for tries in [1, 2] { $0.int(tries) } }
/// }
/// json.text  // {"name":"login","tries":[1,2]}
/// ```
public struct JSONWriter: Sendable {
  /// What is written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false
  /// How deep the value stands that comes next; nil in a text that is compact.
  private var depth: Int?
  private var isBehindKey = false

  /// A writer that has written nothing.
  public init() {}

  /// A writer that has written nothing.
  ///
  /// - Parameter isIndented: whether each value gets a line of its own, for people to read.
  public init(isIndented: Bool) { depth = isIndented ? 0 : nil }

  /// What is written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// An object whose fields `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    nest("{", "}", body)
  }

  /// An array whose values `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    nest("[", "]", body)
  }

  /// A text.
  public mutating func string(_ value: String) {
    begin()
    quote(value)
  }

  /// A whole number.
  public mutating func int(_ value: Int) {
    begin()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// A yes or no.
  public mutating func bool(_ value: Bool) {
    begin()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Nothing.
  public mutating func null() {
    begin()
    bytes.append(contentsOf: "null".utf8)
  }

  /// The name of a field; its value must be written next.
  public mutating func key(_ name: String) {
    begin()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if depth != nil { bytes.append(UInt8(ascii: " ")) }
    needsComma = false
    isBehindKey = true
  }

  /// A field with a text, or null for nil.
  public mutating func field(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// A field with a number, or null for nil.
  public mutating func field(_ name: String, _ value: Int?) {
    key(name)
    if let value { int(value) } else { null() }
  }

  /// A field with a yes or no, or null for nil.
  public mutating func field(_ name: String, _ value: Bool?) {
    key(name)
    if let value { bool(value) } else { null() }
  }

  /// A field with an array of texts.
  public mutating func field(_ name: String, _ values: [String]) {
    array(name) { json in for value in values { json.string(value) } }
  }

  /// A field with an object whose fields `body` writes.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// A field with an array whose values `body` writes.
  public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// A line feed between two values, for one value a line.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    if !isBehindKey { beginLine() }
    isBehindKey = false
  }

  private mutating func beginLine() {
    guard let depth, depth > 0 || !bytes.isEmpty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    depth = depth.map { $0 + 1 }
    body(&self)
    depth = depth.map { $0 - 1 }
    if needsComma { beginLine() }
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func quote(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: value.utf8)
    } else {
      for scalar in value.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _ where TerminalText.isHidden(scalar):
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: "\\u".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count)))
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}
