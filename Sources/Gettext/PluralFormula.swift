// SPDX-License-Identifier: Apache-2.0

/// What stands behind `Plural-Forms:`: how many forms there are, and the index of the one that a number takes.
///
/// The index is an expression of the language C. Tools write it each in their own way, so it is computed and not compared.
package struct PluralFormula: Sendable {
  /// How many forms there are.
  package let count: Int
  private let index: Node

  /// More forms than a language of CLDR has.
  private static let mostForms = 6
  private static let mostBytes = 1_000
  /// How deep brackets and questions may stand in each other.
  fileprivate static let deepest = 64

  /// Nil for what is no such line, or is longer or deeper than any language needs.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostBytes else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: true)
      .map { String($0.filter { $0 != " " && $0 != "\t" }) }.filter { !$0.isEmpty }
    guard parts.count == 2, parts[0].hasPrefix("nplurals="), parts[1].hasPrefix("plural="),
      let count = Int(parts[0].dropFirst("nplurals=".count)), (1...Self.mostForms).contains(count)
    else { return nil }
    var parser = Parser(Array(parts[1].utf8.dropFirst("plural=".utf8.count)))
    guard let node = parser.whole() else { return nil }
    self.count = count
    index = node
  }

  /// The index of the form for a number; nil where the formula gives none that there is.
  package func index(of number: UInt) -> Int? {
    guard let index = index.value(number), index < UInt(count) else { return nil }
    return Int(index)
  }
}

/// An expression, as it was read.
private indirect enum Node: Sendable {
  case number
  case constant(UInt)
  case not(Node)
  case two(Sign, Node, Node)
  case choice(Node, Node, Node)

  enum Sign: String, Sendable, CaseIterable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case unequal = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case rest = "%"

    /// How tight it binds: the looser one is read first.
    var level: Int {
      switch self {
      case .or: 0
      case .and: 1
      case .equal, .unequal: 2
      case .atMost, .atLeast, .less, .more: 3
      case .plus, .minus: 4
      case .times, .over, .rest: 5
      }
    }
  }

  /// Nil for what no number comes of, such as a division by nothing.
  func value(_ number: UInt) -> UInt? {
    switch self {
    case .number: return number
    case .constant(let value): return value
    case .not(let node): return node.value(number).map { $0 == 0 ? 1 : 0 }
    case .choice(let condition, let yes, let no):
      guard let holds = condition.value(number) else { return nil }
      return holds != 0 ? yes.value(number) : no.value(number)
    case .two(let sign, let first, let second):
      guard let left = first.value(number) else { return nil }
      if sign == .or, left != 0 { return 1 }
      if sign == .and, left == 0 { return 0 }
      return second.value(number).flatMap { Self.value(sign, left, $0) }
    }
  }

  private static func value(_ sign: Sign, _ left: UInt, _ right: UInt) -> UInt? {
    switch sign {
    case .or, .and: right != 0 ? 1 : 0
    case .equal: left == right ? 1 : 0
    case .unequal: left != right ? 1 : 0
    case .atMost: left <= right ? 1 : 0
    case .atLeast: left >= right ? 1 : 0
    case .less: left < right ? 1 : 0
    case .more: left > right ? 1 : 0
    case .plus: left &+ right
    case .minus: left &- right
    case .times: left &* right
    case .over: right == 0 ? nil : left / right
    case .rest: right == 0 ? nil : left % right
    }
  }
}

/// Reads an expression without spaces.
private struct Parser {
  private var rest: ArraySlice<UInt8>
  private var depth = 0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func whole() -> Node? {
    guard let node = choice(), rest.isEmpty else { return nil }
    return node
  }

  private mutating func choice() -> Node? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PluralFormula.deepest, let condition = two(0) else { return nil }
    guard takes("?") else { return condition }
    guard let yes = choice(), takes(":"), let no = choice() else { return nil }
    return .choice(condition, yes, no)
  }

  private mutating func two(_ level: Int) -> Node? {
    guard level <= 5 else { return one() }
    guard var node = two(level + 1) else { return nil }
    while let sign = Node.Sign.allCases.first(where: { $0.level == level && rest.starts(with: $0.rawValue.utf8) }) {
      rest = rest.dropFirst(sign.rawValue.utf8.count)
      guard let second = two(level + 1) else { return nil }
      node = .two(sign, node, second)
    }
    return node
  }

  private mutating func one() -> Node? {
    var isNot: Bool?
    while takes("!") { isNot = !(isNot ?? false) }
    guard let node = plain() else { return nil }
    guard let isNot else { return node }
    return isNot ? .not(node) : .not(.not(node))
  }

  private mutating func plain() -> Node? {
    if takes("n") { return .number }
    if takes("(") {
      guard let node = choice(), takes(")") else { return nil }
      return node
    }
    let digits = rest.prefix { (48...57).contains($0) }
    rest = rest.dropFirst(digits.count)
    return UInt(String(decoding: digits, as: UTF8.self)).map { .constant($0) }
  }

  private mutating func takes(_ sign: Character) -> Bool {
    guard let byte = sign.asciiValue, rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }
}
