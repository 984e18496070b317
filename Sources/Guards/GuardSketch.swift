// SPDX-License-Identifier: Apache-2.0

package import Values

/// A guard that somebody is still writing: cut into words and signs, with what its names stand for as far as it can be told.
package struct GuardSketch {
  private let scope: GuardScope
  private let bytes: [UInt8]
  private let tokens: [GuardToken]
  /// Where a text begins that nothing closes yet, or something that is no word of a guard; nil for none.
  private let broken: Int?

  package init(_ text: String, in scope: GuardScope) {
    self.scope = scope
    bytes = Array(text.utf8.prefix(Guard.longestText))
    var lexer = GuardLexer(bytes: bytes)
    var tokens: [GuardToken] = []
    var broken: Int?
    do throws(GuardProblem) {
      while true {
        let token = try lexer.next()
        guard token.kind != .end else { break }
        tokens.append(token)
      }
    } catch {
      var start = tokens.last?.end ?? 0
      while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
      broken = start < bytes.count ? start : nil
    }
    self.tokens = tokens
    self.broken = broken
  }

  private func text(_ token: GuardToken) -> String { String(decoding: bytes[token.start..<token.end], as: UTF8.self) }
}

/// What stands at a place.
extension GuardSketch {
  /// What a word of a guard stands for.
  package enum Meaning: Sendable, Hashable {
    /// A word or sign of the language.
    case word(GuardWord)
    /// A name and the members below it, up to the word, with the type of what stands there; nil if that is not known.
    case path([String], ValueType?)
    /// A text that is compared with a value of this type.
    case text(String, ValueType)
  }

  /// What the word at a byte stands for, and where it is; nil where nothing can be said.
  package func meaning(at offset: Int) -> (meaning: Meaning, range: Range<Int>)? {
    let index =
      tokens.firstIndex { $0.start <= offset && offset < $0.end }
      ?? tokens.firstIndex { $0.start <= offset && offset <= $0.end }
    guard let index, let meaning = meaning(of: index) else { return nil }
    return (meaning, tokens[index].start..<tokens[index].end)
  }

  private func meaning(of index: Int) -> Meaning? {
    let token = tokens[index]
    let word = text(token)
    switch token.kind {
    case .name, .inWord:
      let isMember = index > 0 && tokens[index - 1].kind == .dot
      let isCalled = index + 1 < tokens.count && tokens[index + 1].kind == .openParenthesis
      if isCalled || !isMember, let known = GuardWord.named(word) { return .word(known) }
      guard let path = path(endingAt: index) else { return nil }
      return .path(path.names, path.type)
    case .text:
      guard let type = comparedType(before: index), !words(of: type).isEmpty else { return nil }
      return .text(String(word.dropFirst().dropLast()), type)
    default: return GuardWord.named(word).map { .word($0) }
    }
  }

  /// The names with dots between them that end with a token, and the type of what stands there; nil for none.
  private func path(endingAt index: Int) -> (names: [String], type: ValueType?)? {
    var first = index
    while first > 1, tokens[first - 1].kind == .dot, isName(first - 2) { first -= 2 }
    guard isName(first), first == 0 || tokens[first - 1].kind != .dot else { return nil }
    let names = stride(from: first, through: index, by: 2).map { text(tokens[$0]) }
    var type = variables(at: first).last { $0.name == names[0] }?.type ?? scope.type(of: names[0])
    for name in names.dropFirst() {
      guard case .record(let record)? = type else { return (names, nil) }
      type = record.type(of: name)
    }
    return (names, type)
  }

  private func isName(_ index: Int) -> Bool { tokens[index].kind == .name || tokens[index].kind == .inWord }

  /// The names that `all` and `exists` around a token give to the items of their lists, the innermost last.
  private func variables(at index: Int) -> [(name: String, type: ValueType?)] {
    var open: [(name: String, type: ValueType?)?] = []
    for place in 0..<index {
      switch tokens[place].kind {
      case .openParenthesis:
        let isQuantifier =
          place > 2 && place + 2 < tokens.count && tokens[place - 2].kind == .dot
          && GuardQuantified.Quantifier(rawValue: text(tokens[place - 1])) != nil && isName(place + 1)
          && tokens[place + 2].kind == .comma && place + 2 < index
        guard isQuantifier else {
          open.append(nil)
          continue
        }
        var item: ValueType?
        if case .list(let element)? = path(endingAt: place - 3)?.type { item = element }
        open.append((text(tokens[place + 1]), item))
      case .closeParenthesis: _ = open.popLast()
      default: break
      }
    }
    return open.compactMap(\.self)
  }

  /// The type of what the value at a token is compared with, by `==`, by `in` or in the list behind `in`; nil for none.
  private func comparedType(before index: Int) -> ValueType? {
    var place = index - 1
    // Out of the list in which it stands.
    while place > 0, [.text, .number, .comma, .openBracket].contains(tokens[place].kind) { place -= 1 }
    guard place > 0, tokens[place].kind == .comparison || tokens[place].kind == .inWord else { return nil }
    return path(endingAt: place - 1)?.type
  }

  /// The words that a value of a closed type may be.
  private func words(of type: ValueType) -> [String] {
    switch type {
    case .oneOf(_, let words): words
    case .numbered(_, let names): names.map(\.name)
    default: []
    }
  }
}

/// What may stand at the end.
extension GuardSketch {
  /// Something that may be written next.
  package enum Offer: Sendable, Hashable {
    /// A function or a sign of the language.
    case word(GuardWord)
    /// A name outside the guard, or that of the items of a list.
    case name(String, ValueType?)
    /// A field of what stands before the dot.
    case field(RecordType.Field)
    /// A text that what stands before the comparison may be.
    case text(String, ValueType)
  }

  /// What may be written at the end of the guard, and how many bytes of it are written already.
  package var offers: (offers: [Offer], typed: Int) {
    if let broken {
      // A text that is begun; whatever else cannot be read offers nothing.
      guard [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[broken]),
        let type = comparedType(before: tokens.count)
      else { return ([], 0) }
      return (words(of: type).map { .text($0, type) }, bytes.count - broken)
    }
    var end = tokens.count
    var typed = 0
    if end > 0, isName(end - 1), tokens[end - 1].end == bytes.count {
      end -= 1
      typed = tokens[end].end - tokens[end].start
    }
    return (offers(behind: end), typed)
  }

  /// - Parameter end: the number of the tokens before the word.
  private func offers(behind end: Int) -> [Offer] {
    guard end > 0 else { return values(at: end, mayBeText: false) }
    switch tokens[end - 1].kind {
    case .dot: return end > 1 ? members(of: end - 2) : []
    case .and, .or, .not, .openParenthesis, .comma, .openBracket, .comparison, .inWord:
      return isNamingVariable(end) ? [] : values(at: end, mayBeText: true)
    case .name, .closeParenthesis, .closeBracket, .text, .number: return signs(behind: end - 1)
    case .end: return []
    }
  }

  private func members(of index: Int) -> [Offer] {
    let type: ValueType? = isName(index) ? path(endingAt: index)?.type : nil
    switch type {
    case .record(let record): return record.fields.map { .field($0) }
    case .list: return GuardWord.quantifiers.map { .word($0) }
    default: return []
    }
  }

  /// Whether the next word is the name that an `all` or `exists` gives to its items, or the pattern of `matches`.
  private func isNamingVariable(_ end: Int) -> Bool {
    guard tokens[end - 1].kind == .openParenthesis, end > 2 else { return false }
    return tokens[end - 3].kind == .dot && GuardQuantified.Quantifier(rawValue: text(tokens[end - 2])) != nil
  }

  private func values(at end: Int, mayBeText: Bool) -> [Offer] {
    var offers: [Offer] = []
    if mayBeText, let type = comparedType(before: end) { offers += words(of: type).map { .text($0, type) } }
    offers += variables(at: end).reversed().map { .name($0.name, $0.type) }
    offers += scope.names.map { .name($0, scope.type(of: $0)) }
    // Only a member can be asked for.
    let isAsked = end > 1 && tokens[end - 1].kind == .openParenthesis && text(tokens[end - 2]) == "has"
    return isAsked ? offers : offers + GuardWord.functions.map { .word($0) }
  }

  /// What may stand behind a value that is complete.
  private func signs(behind index: Int) -> [Offer] {
    let before = index > 0 ? tokens[index - 1].kind : .end
    let type = isName(index) ? path(endingAt: index)?.type : nil
    var start = index
    while isName(index), start > 1, tokens[start - 1].kind == .dot { start -= 2 }
    let isCompared = start > 0 && [.comparison, .inWord].contains(tokens[start - 1].kind)
    if isCompared || type == .flag || before == .comparison || !isName(index) {
      return GuardWord.joints.map { .word($0) } + (isName(index) || isCompared ? [] : comparisons(of: nil))
    }
    return comparisons(of: type)
  }

  private func comparisons(of type: ValueType?) -> [Offer] {
    let fitting: [GuardWord] =
      switch type {
      case .list, .record: []
      case .text, .secret, .oneOf, .flag, .numbered:
        GuardWord.comparisons.filter { ["==", "!=", "in"].contains($0.name) }
      case .int, .count, .seconds, nil: GuardWord.comparisons
      }
    return fitting.map { .word($0) }
  }
}
