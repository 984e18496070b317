// SPDX-License-Identifier: Apache-2.0

/// Tells flows and parts from the other YAML files of a folder, by their keys and without reading them as YAML.
///
/// A file is one if a line of its outermost level begins with `flow:` or `part:`, so that even a flow which is no
/// correct YAML is found and reported. A scenario file names its flow in the same way: it is none, unless it has a key
/// that only flows have.
enum FlowSniffer {
  static func isFlow(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var lines = Lines(bytes)
      guard let first = lines.firstWithContent() else { return false }
      var keys = OutermostKeys()
      guard first.byte != UInt8(ascii: "{") else {
        addKeys(inBraces: bytes[first.start...], to: &keys)
        return keys.areOfFlow
      }
      var line: Lines.Line? = first
      while let current = line, !keys.isSure {
        if current.indent == first.indent { keys.add(bytes[current.start...]) }
        line = lines.next()
      }
      return keys.areOfFlow
    }
  }

  /// The outermost keys of a file in the manner of JSON.
  private static func addKeys(inBraces text: Slice<UnsafeBufferPointer<UInt8>>, to keys: inout OutermostKeys) {
    var depth = 0
    var quote: UInt8?
    var isKeyPlace = false
    for index in text.indices {
      let byte = text[index]
      if depth == 1, isKeyPlace, byte > UInt8(ascii: " ") {
        keys.add(text[index...])
        if keys.isSure { return }
        isKeyPlace = false
      }
      switch (quote, byte) {
      case (let open?, byte) where open == byte: quote = nil
      case (_?, _): break
      case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = byte
      case (nil, UInt8(ascii: "{")), (nil, UInt8(ascii: "[")):
        depth += 1
        isKeyPlace = true
      case (nil, UInt8(ascii: "}")), (nil, UInt8(ascii: "]")): depth -= 1
      case (nil, UInt8(ascii: ",")): isKeyPlace = true
      default: break
      }
    }
  }
}

/// What the outermost keys of a file say about what it is.
private struct OutermostKeys {
  private var namesFlow = false
  private var hasScenarios = false
  /// Whether there is a key that only flows have.
  private var isOwn = false

  /// Nothing that comes can change what it is.
  var isSure: Bool { namesFlow && isOwn }

  var areOfFlow: Bool { namesFlow && (isOwn || !hasScenarios) }

  /// Takes in what begins a line, if it is a key that tells anything.
  mutating func add(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    switch text.first {
    case UInt8(ascii: "f"), UInt8(ascii: "p"), UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      break
    default: return
    }
    if Self.isKey("flow", text) || Self.isKey("part", text) { namesFlow = true }
    if Self.isKey("scenarios", text) { hasScenarios = true }
    if Self.isKey("language", text) || Self.isKey("steps", text) { isOwn = true }
  }

  private static func isKey(_ word: StaticString, _ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = text
    let quote = rest.first.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
    if quote != nil { rest = rest.dropFirst() }
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard rest.starts(with: wanted) else { return false }
    rest = rest.dropFirst(wanted.count)
    if let quote {
      guard rest.first == quote else { return false }
      rest = rest.dropFirst()
    }
    return rest.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
  }
}

/// The lines of a file that hold something, one after the other.
private struct Lines {
  struct Line {
    /// Where the content begins.
    let start: Int
    /// How many blanks stand before it.
    let indent: Int
    let byte: UInt8
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The first line that is no comment, no directive and no beginning of a document.
  mutating func firstWithContent() -> Line? {
    while let line = next() {
      let isMark = bytes[line.start...].starts(with: "---".utf8)
      if line.byte != UInt8(ascii: "#"), line.byte != UInt8(ascii: "%"), !isMark { return line }
    }
    return nil
  }

  /// The next line that is not blank.
  mutating func next() -> Line? {
    while position < bytes.count {
      let begin = position
      var start = begin
      while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 || bytes[start] == 0x0D { start += 1 }
      position = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      if start < bytes.count, bytes[start] != 0x0A {
        return Line(start: start, indent: start - begin, byte: bytes[start])
      }
    }
    return nil
  }
}
