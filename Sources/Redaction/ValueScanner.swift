// SPDX-License-Identifier: Apache-2.0

/// Finds the keys of a file and the values that may be shown, whether or not it is sound YAML.
///
/// Why not by the tree of what can be read: where a quote may be missing, that tree ends a text as early as it can, so that the rest of the
/// file can be read. Here a text must end as late as it can, since what looks like a key below it may be the rest of a password.
struct ValueScanner {
  /// Where something stands that may be shown.
  private(set) var shown: [Range<Int>] = []
  /// The keys and values that may be shown.
  private(set) var words: Set<String> = []

  private let bytes: [UInt8]
  private let harmless: HarmlessValues
  /// How many keys were looked at that are not known.
  private var looks = 0
  private var at = 0
  /// How many brackets are open.
  private var depth = 0
  /// Of each open bracket, whether it is that of a map.
  private var maps: [Bool] = []
  /// The key whose value comes, and how many brackets were open there; nil behind the value.
  private var key: (name: String, depth: Int, isOpen: Bool)?
  /// Whether a value has been read of which whatever follows is a part: it goes on in the next line.
  private var isBehindValue = false
  private var lineStart = 0
  /// The keys whose maps are open, with how many brackets were open there and the column of each.
  private var parents: [(depth: Int, column: Int, name: String)] = []
  /// Inside of what is all secret: the brackets that were open before it, and how deep its line stands.
  private var secret: (depth: Int, indent: Int)?

  init(_ bytes: [UInt8], showing harmless: HarmlessValues) {
    self.bytes = bytes
    self.harmless = harmless
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      shown.append(0..<3)
      at = 3
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isBreak(byte) }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  mutating func scan() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09: at += 1
      case 0x0A, 0x0D: endLine()
      case UInt8(ascii: "{"), UInt8(ascii: "["): show(deeper: 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): show(deeper: -1)
      case UInt8(ascii: ",") where depth > 0:
        if let key, key.depth >= depth { self.key = nil }
        if let secret, secret.depth >= depth { self.secret = nil }
        show(deeper: 0)
      case UInt8(ascii: "-") where isBlank(behind: at): show(deeper: 0)
      case UInt8(ascii: "#"): at = endOfLine(at)
      case UInt8(ascii: "|") where depth == 0, UInt8(ascii: ">") where depth == 0: skipBlock()
      default: scalar()
      }
    }
  }

  private mutating func endLine() {
    at += 1
    lineStart = at
    guard depth == 0 else { return }
    (key, isBehindValue) = (nil, false)
    let isEmpty = at >= bytes.count || Self.isBreak(bytes[at])
    if let secret, !isEmpty, column(ofLineAt: at) <= secret.indent { self.secret = nil }
  }

  private mutating func show(deeper: Int) {
    shown.append(at..<at + 1)
    isBehindValue = false
    depth = max(0, depth + deeper)
    if deeper > 0 { maps.append(bytes[at] == UInt8(ascii: "{")) } else if deeper < 0 { _ = maps.popLast() }
    if let secret, depth < secret.depth { self.secret = nil }
    if let key, depth < key.depth { self.key = nil }
    at += 1
  }

  /// A key, if a colon follows; otherwise a value.
  private mutating func scalar() {
    let start = at
    let isQuoted = bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'")
    let mayBeKey = key == nil || depth > (key?.depth ?? 0)
    if isQuoted { skipQuoted() } else { skipPlain(stopsAtColon: mayBeKey) }
    let inner = isQuoted ? start + 1..<max(start + 1, at - 1) : start..<at
    let text = String(decoding: bytes[inner], as: UTF8.self)
    if mayBeKey, at < bytes.count, bytes[at] == UInt8(ascii: ":") {
      let (parent, holder) = parents(ofKeyAt: start, text)
      if secret == nil, shows(key: text, below: parent, in: holder) { reveal(start..<at, text) }
      shown.append(at..<at + 1)
      at += 1
      isBehindValue = false
      key = (text, depth, parent.map(harmless.openMaps.contains) ?? false)
      if secret == nil, harmless.secretKeys.contains(text) { secret = (depth, column(ofLineAt: lineStart)) }
    } else if mayBeKey, key != nil, maps.last ?? false {
      // In braces, it is a key that lacks its colon, and no value of the key in front of them.
      let (parent, holder) = parents(ofKeyAt: start, text)
      if secret == nil, shows(key: text, below: parent, in: holder) { reveal(start..<at, text) }
      isBehindValue = true
    } else {
      let isWritten = isQuoted ? isReadAsWritten(inner, quote: bytes[start]) : !goesOn()
      if secret == nil, !isBehindValue, isWritten, let key, key.isOpen || shows(text, behind: key.name) {
        reveal(start..<at, isQuoted ? text.replacing("''", with: "'") : text)
      }
      isBehindValue = true
    }
  }

  /// Whether a quoted value stands on one line and has no escapes.
  private func isReadAsWritten(_ inner: Range<Int>, quote: UInt8) -> Bool {
    !bytes[inner].contains { Self.isBreak($0) || $0 == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") }
  }

  /// Whether a value without quotes that ends here goes on in the next line.
  private func goesOn() -> Bool {
    guard let next = bytes[at...].firstIndex(where: { !Self.isBlank($0) }) else { return false }
    guard depth == 0 else { return !",}]#".utf8.contains(bytes[next]) }
    guard let lineBreak = bytes[at..<next].lastIndex(where: Self.isBreak) else { return false }
    return next - lineBreak - 1 > parents.last?.column ?? 0
  }

  /// Of many unknown words nobody reads which ones are nearly known, and to look at each takes its time.
  private mutating func shows(key: String, below parent: String?, in holder: String?) -> Bool {
    if harmless.surelyShowsKey(key, below: parent, in: holder) { return true }
    looks += 1
    return looks <= Self.mostLooks && harmless.showsKey(key, below: parent, in: holder)
  }

  private mutating func shows(_ value: String, behind key: String) -> Bool {
    if harmless.surelyShows(value, behind: key) { return true }
    guard harmless.mayShowNear(key) else { return false }
    looks += 1
    return looks <= Self.mostLooks && harmless.shows(value, behind: key)
  }

  private static let mostLooks = 300

  /// The key of the map that a key stands in, and that around it; nil for an outermost one.
  private mutating func parents(ofKeyAt start: Int, _ name: String) -> (parent: String?, holder: String?) {
    let column = start - lineStart
    while let last = parents.last, last.depth > depth || last.depth == depth && (depth > 0 || last.column >= column) {
      parents.removeLast()
    }
    let (parent, holder) = (parents.last?.name, parents.dropLast().last?.name)
    parents.append((depth, column, name))
    return (parent, holder)
  }

  private mutating func reveal(_ range: Range<Int>, _ text: String) {
    shown.append(range)
    words.insert(text)
  }

  /// To behind the closing quote; to the end if there is none.
  private mutating func skipQuoted() {
    let quote = bytes[at]
    at += 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        at += 1
      } else if bytes[at] == quote {
        if quote == UInt8(ascii: "'"), at + 1 < bytes.count, bytes[at + 1] == quote { at += 1 } else { break }
      }
      at += 1
    }
    at = min(at + 1, bytes.count)
  }

  /// To the end of the line, or to what ends a value inside of brackets; blanks at its end are not part of it.
  private mutating func skipPlain(stopsAtColon: Bool) {
    let start = at
    var end = at
    while at < bytes.count, !Self.isBreak(bytes[at]) {
      let byte = bytes[at]
      if depth > 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { break }
      if byte == UInt8(ascii: "#"), at > end { break }
      if stopsAtColon, byte == UInt8(ascii: ":"), isBlank(behind: at), at > start { break }
      at += 1
      if byte != 0x20, byte != 0x09 { end = at }
    }
    at = max(end, start + 1)
  }

  /// The lines of a text behind `|` or `>`: all that are indented deeper than the line of the sign.
  private mutating func skipBlock() {
    let indent = indentation(at: lineStart)
    at = endOfLine(at)
    while at < bytes.count {
      let next = min(at + 1, bytes.count)
      let isEmpty = endOfLine(next) == next + indentation(at: next)
      guard isEmpty || indentation(at: next) > indent else { return }
      at = endOfLine(next)
      if at == next, at == bytes.count { return }
    }
  }

  // Why by hand: a slice and a closure for each line are most of the work.

  private func endOfLine(_ place: Int) -> Int {
    var end = place
    while end < bytes.count, !Self.isBreak(bytes[end]) { end += 1 }
    return end
  }

  private func indentation(at place: Int) -> Int {
    var end = place
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    return end - place
  }

  /// How deep a line stands: a list may stand right below its key, so an item counts as a little deeper.
  private func column(ofLineAt place: Int) -> Int {
    let indent = indentation(at: place)
    let isItem = place + indent < bytes.count && bytes[place + indent] == UInt8(ascii: "-")
    return 2 * indent + (isItem ? 1 : 0)
  }

  private func isBlank(behind place: Int) -> Bool { place + 1 >= bytes.count || Self.isBlank(bytes[place + 1]) }
}
