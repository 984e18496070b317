// SPDX-License-Identifier: Apache-2.0

/// Reads the text of a guard into its tree, by recursive descent, one token ahead.
///
///     or       = and { "||" and }
///     and      = relation { "&&" relation }
///     relation = prefix [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) prefix ]
///     prefix   = "!" prefix | primary
///     primary  = number | text | "true" | "false" | path | call | "[" [ or { "," or } ] "]" | "(" or ")"
///     path     = name { "." name }
///     call     = "size" "(" or ")" | "has" "(" path ")" | "matches" "(" or "," text ")" |
///                list "." ( "all" | "exists" ) "(" name "," or ")"
struct GuardParser {
  private var lexer: GuardLexer
  private var token: GuardToken
  /// The token before `token`, so that a message can name what something follows.
  private var previous: GuardToken
  /// The innermost parenthesis or bracket that is open.
  private var opened: GuardToken?
  private var depth = 0
  private var variables: [String] = []

  init(_ text: String) throws(GuardProblem) {
    lexer = GuardLexer(bytes: Array(text.utf8))
    guard lexer.bytes.count <= Guard.longestText else {
      throw lexer.problem(.tooLong, at: GuardSpan(0, lexer.bytes.count))
    }
    token = try lexer.next()
    previous = token
  }

  /// The whole text as one expression.
  mutating func guardExpression() throws(GuardProblem) -> GuardExpression {
    if token.kind == .end { throw lexer.problem(.empty, at: GuardSpan(0, lexer.bytes.count)) }
    let expression = try or()
    guard token.kind == .end else { throw afterValue() }
    return expression
  }

  private mutating func or() throws(GuardProblem) -> GuardExpression {
    try descend()
    defer { depth -= 1 }
    let first = try and()
    guard token.kind == .or else { return first }
    try advance()
    var parts = [first, try and()]
    while token.kind == .or {
      try advance()
      parts.append(try and())
    }
    return .or(parts)
  }

  private mutating func and() throws(GuardProblem) -> GuardExpression {
    let first = try relation()
    guard token.kind == .and else { return first }
    try advance()
    var parts = [first, try relation()]
    while token.kind == .and {
      try advance()
      parts.append(try relation())
    }
    return .and(parts)
  }

  private mutating func relation() throws(GuardProblem) -> GuardExpression {
    let left = try prefix()
    let sign = token
    guard sign.kind == .comparison || sign.kind == .inWord else { return left }
    try advance()
    let right = try prefix()
    if token.kind == .comparison || token.kind == .inWord { throw lexer.problem(.chain, at: token.span) }
    return sign.kind == .inWord ? .within(left, right) : .compare(comparison(sign), left, right)
  }

  private mutating func prefix() throws(GuardProblem) -> GuardExpression {
    guard token.kind == .not else { return try primary() }
    let sign = token
    try descend()
    defer { depth -= 1 }
    try advance()
    let inner = try prefix()
    return .not(inner, sign.span.through(inner.span))
  }

  private mutating func primary() throws(GuardProblem) -> GuardExpression {
    let first = token
    switch first.kind {
    case .name: return try nameOrCall()
    case .number:
      guard let number = Int(string(first)) else {
        throw lexer.problem(.numberTooLarge(string(first)), at: first.span)
      }
      try advance()
      return try ended(.number(number, first.span))
    case .text:
      try advance()
      return try ended(.text(unescaped(first), first.span))
    case .openBracket: return try quantifiedIfDotted(listLiteral())
    case .openParenthesis:
      return try quantifiedIfDotted(enclosed { (parser) throws(GuardProblem) in try parser.or() })
    default: throw valueMissing()
    }
  }

  private mutating func listLiteral() throws(GuardProblem) -> GuardExpression {
    let open = token
    let elements = try enclosed { (parser) throws(GuardProblem) in
      guard parser.token.kind != .closeBracket else { return [GuardExpression]() }
      var elements: [GuardExpression] = []
      elements.reserveCapacity(4)
      elements.append(try parser.or())
      while parser.token.kind == .comma {
        try parser.advance()
        elements.append(try parser.or())
      }
      return elements
    }
    return .list(elements, open.span.through(previous.span))
  }

  private mutating func nameOrCall() throws(GuardProblem) -> GuardExpression {
    let first = token
    let word = string(first)
    try advance()
    if word == "true" || word == "false" { return try ended(.flag(word == "true", first.span)) }
    if let trap = GuardTrap.wordAsValue(word) { throw lexer.problem(trap, at: first.span) }
    if token.kind == .openParenthesis { return try ended(call(word, first)) }
    var path = GuardPath(root: word, rootSpan: first.span, slot: variables.lastIndex(of: word))
    while token.kind == .dot {
      let name = try memberName()
      if token.kind == .openParenthesis { return try quantified(name, over: .path(path)) }
      path.members.append(GuardPath.Member(name: string(name), span: name.span))
    }
    return try ended(.path(path))
  }

  /// The name behind the dot that is next.
  private mutating func memberName() throws(GuardProblem) -> GuardToken {
    try advance()
    guard token.kind == .name || token.kind == .inWord else {
      throw token.kind == .end ? stopsEarly() : lexer.problem(.memberName, at: token.span)
    }
    let name = token
    try advance()
    return name
  }

  private mutating func call(_ name: String, _ first: GuardToken) throws(GuardProblem) -> GuardExpression {
    switch name {
    case "size":
      let inner = try enclosed { (parser) throws(GuardProblem) in try parser.or() }
      return .size(inner, first.span.through(previous.span))
    case "has":
      let inner = try enclosed { (parser) throws(GuardProblem) in try parser.or() }
      let span = first.span.through(previous.span)
      guard case .path(let path) = inner, !path.members.isEmpty else {
        throw lexer.problem(.hasTakesMember, at: span)
      }
      return .has(path, span)
    case "matches":
      let (inner, pattern) = try enclosed { (parser) throws(GuardProblem) in try parser.valueAndPattern() }
      return .matches(inner, pattern, first.span.through(previous.span))
    default: throw lexer.problem(.call(name), at: first.span)
    }
  }

  /// A value and a pattern, as `matches` takes them.
  private mutating func valueAndPattern() throws(GuardProblem) -> (GuardExpression, TextPattern) {
    let inner = try or()
    guard token.kind == .comma else {
      throw token.kind == .end ? stopsEarly() : lexer.problem(.patternMissing, at: token.span)
    }
    try advance()
    let written = token
    guard written.kind == .text else {
      throw written.kind == .end ? stopsEarly() : lexer.problem(.patternMissing, at: written.span)
    }
    try advance()
    do throws(TextPattern.Flaw) {
      return (inner, try TextPattern(unescaped(written)))
    } catch {
      throw lexer.problem(.pattern(error), at: written.span)
    }
  }

  private mutating func quantifiedIfDotted(_ list: GuardExpression) throws(GuardProblem) -> GuardExpression {
    guard token.kind == .dot else { return try ended(list) }
    let name = try memberName()
    guard token.kind == .openParenthesis else { throw lexer.problem(.memberOfValue, at: name.span) }
    return try quantified(name, over: list)
  }

  /// `all(x, …)` or `exists(x, …)`, from its parenthesis on.
  private mutating func quantified(
    _ name: GuardToken, over list: GuardExpression
  ) throws(GuardProblem) -> GuardExpression {
    guard let quantifier = GuardQuantified.Quantifier(rawValue: string(name)) else {
      throw lexer.problem(.method(string(name)), at: name.span)
    }
    let (variable, body) = try enclosed { (parser) throws(GuardProblem) in try parser.variableAndBody(quantifier) }
    return try ended(
      .quantified(
        GuardQuantified(
          quantifier: quantifier, list: list, variable: string(variable), variableSpan: variable.span, body: body,
          span: list.span.through(previous.span))))
  }

  private mutating func variableAndBody(
    _ quantifier: GuardQuantified.Quantifier
  ) throws(GuardProblem) -> (GuardToken, GuardExpression) {
    let variable = token
    let name = string(variable)
    guard variable.kind == .name, name != "true", name != "false", GuardTrap.wordAsValue(name) == nil else {
      throw variable.kind == .end ? stopsEarly() : lexer.problem(.variable(of: quantifier.rawValue), at: variable.span)
    }
    try advance()
    guard token.kind == .comma else {
      throw token.kind == .end ? stopsEarly() : lexer.problem(.variable(of: quantifier.rawValue), at: variable.span)
    }
    try advance()
    variables.append(name)
    defer { variables.removeLast() }
    return (variable, try or())
  }
}

/// Tokens and texts.
extension GuardParser {
  private mutating func advance() throws(GuardProblem) {
    previous = token
    token = try lexer.next()
  }

  private mutating func descend() throws(GuardProblem) {
    depth += 1
    guard depth <= Guard.deepestNesting else { throw lexer.problem(.tooDeep, at: token.span) }
  }

  /// What stands between the parenthesis or bracket that is next and its partner.
  private mutating func enclosed<Result>(
    _ body: (inout GuardParser) throws(GuardProblem) -> Result
  ) throws(GuardProblem) -> Result {
    let outer = opened
    let open = token
    opened = open
    try advance()
    let result = try body(&self)
    guard token.kind == (open.kind == .openBracket ? .closeBracket : .closeParenthesis) else { throw afterValue() }
    opened = outer
    try advance()
    return result
  }

  /// The expression, once it is sure that nothing hangs on it that no value has.
  private mutating func ended(_ expression: GuardExpression) throws(GuardProblem) -> GuardExpression {
    switch token.kind {
    case .dot:
      let name = try memberName()
      let isMethod = token.kind == .openParenthesis && GuardQuantified.Quantifier(rawValue: string(name)) == nil
      throw lexer.problem(isMethod ? .method(string(name)) : .memberOfValue, at: name.span)
    case .openBracket: throw lexer.problem(.indexing, at: token.span)
    default: return expression
    }
  }

  private func string(_ token: GuardToken) -> String {
    lexer.bytes.withUnsafeBufferPointer { String(decoding: $0[token.start..<token.end], as: UTF8.self) }
  }

  /// What a text in quotes says; a backslash only keeps the byte after it.
  private func unescaped(_ token: GuardToken) -> String {
    let inner = lexer.bytes[token.start + 1..<token.end - 1]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var kept: [UInt8] = []
    var isEscaped = false
    for byte in inner {
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if !isEscaped { kept.append(byte) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private func comparison(_ token: GuardToken) -> GuardComparison {
    let hasEqual = token.end - token.start == 2
    return switch lexer.bytes[token.start] {
    case UInt8(ascii: "="): .equal
    case UInt8(ascii: "!"): .notEqual
    case UInt8(ascii: "<"): hasEqual ? .lessOrEqual : .less
    default: hasEqual ? .greaterOrEqual : .greater
    }
  }
}

/// What is wrong at the token that is next.
extension GuardParser {
  private func valueMissing() -> GuardProblem {
    switch token.kind {
    case .end: stopsEarly()
    case .closeParenthesis where opened?.kind != .openParenthesis, .closeBracket where opened?.kind != .openBracket:
      lexer.problem(.closesNothing(string(token)), at: token.span)
    default: lexer.problem(.valueExpected(before: string(token)), at: token.span)
    }
  }

  private func stopsEarly() -> GuardProblem {
    if let opened { return lexer.problem(.unclosed(string(opened)), at: GuardSpan(opened.start, lexer.bytes.count)) }
    return lexer.problem(.stopsEarly(after: string(previous)), at: previous.span)
  }

  private func afterValue() -> GuardProblem {
    switch token.kind {
    case .end: stopsEarly()
    case .closeParenthesis, .closeBracket: lexer.problem(.closesNothing(string(token)), at: token.span)
    case .comma: lexer.problem(.comma, at: token.span)
    case .openBracket: lexer.problem(.indexing, at: token.span)
    case .name: lexer.problem(.wordAsOperator(string(token)), at: token.span)
    default: lexer.problem(.operatorExpected(before: string(token)), at: token.span)
    }
  }
}
