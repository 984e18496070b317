// SPDX-License-Identifier: Apache-2.0

public import Values

/// Where a guard finds the values of its names when it is evaluated.
public protocol GuardFacts {
  /// The value of a root name, such as `event`; nil if there is none now, which makes the guard err.
  func value(named name: String) -> Value?
}

/// What a guard says of its facts.
///
/// Only ``yes`` lets something happen; an error is never taken for a yes or a no.
public enum GuardVerdict: Sendable, Hashable {
  case yes
  case no
  /// It could not be told, and why: a sentence for a trace, which never holds a secret's value.
  case error(String)
}

extension Guard {
  /// What a bound guard says of these facts. It always ends, and fails closed:
  ///
  /// - `&&` and `||` go from left to right and stop as soon as the result is sure. An error on a side that is
  ///   evaluated is the error of the whole; unlike in CEL, the other side cannot mend it.
  /// - `all` over an empty list is true, `exists` over one is false. Both go from the first element on and stop as soon
  ///   as the result is sure; an error in an element that is evaluated is the error of the whole. `in` does the same.
  /// - A missing fact or field is an error, except in `has`, which is true if every member of the path is there; its
  ///   root must be there in any case.
  /// - A word or a number that a closed type does not know is an error wherever it is read.
  /// - A secret that is wiped, or empty, is an error. Secrets are compared in constant time.
  /// - Texts are equal if they are written with the same bytes; `size` counts the Unicode scalars of a text or a secret, or the elements of a
  ///   list.
  /// - More than 10,000 steps of work are an error; a guard that was never bound to its types is one too.
  public func evaluate(_ facts: some GuardFacts) -> GuardVerdict {
    do throws(GuardFailure) {
      return try verdict(facts) ? .yes : .no
    } catch {
      return .error(error.description)
    }
  }

  /// Binds a guard to its types and evaluates it: for a single use, such as a test or a command.
  public func evaluate(_ facts: some GuardFacts, in scope: GuardScope) -> GuardVerdict {
    bound(in: scope).evaluate(facts)
  }

  func verdict(_ facts: some GuardFacts) throws(GuardFailure) -> Bool {
    var evaluator = GuardEvaluator(facts: facts)
    return try evaluator.flag(expression)
  }
}

/// Evaluates one guard once.
struct GuardEvaluator<Facts: GuardFacts> {
  private let facts: Facts
  /// The elements that the open `all` and `exists` look at, the innermost last.
  private var elements: [Value] = []
  private var stepsLeft = 10_000

  init(facts: Facts) { self.facts = facts }

  mutating func flag(_ expression: GuardExpression) throws(GuardFailure) -> Bool {
    try step()
    switch expression {
    case .flag(let flag, _): return flag
    case .not(let inner, _): return try !flag(inner)
    case .and(let parts):
      for part in parts where try !flag(part) { return false }
      return true
    case .or(let parts):
      for part in parts where try flag(part) { return true }
      return false
    case .compare(let comparison, let left, let right): return try compare(comparison, left, right)
    case .within(let left, let right): return try within(left, right)
    case .has(let path, _): return try has(path)
    case .matches(let inner, let pattern, _): return try matches(inner, pattern)
    case .quantified(let quantified): return try holds(quantified)
    case .path(let path):
      guard case .flag(let flag) = try read(path) else { throw .mismatch(path.description) }
      return flag
    case .number, .text, .named, .list, .size: throw .mismatch("a part")
    }
  }

  mutating func value(_ expression: GuardExpression) throws(GuardFailure) -> Value {
    switch expression {
    case .text(let text, _): return .text(text)
    case .number(let number, _): return .int(number)
    case .named(let named, _): return .int(named.number)
    case .path(let path):
      try step()
      return try read(path)
    case .size(let inner, _):
      try step()
      return .int(try size(of: inner))
    case .list(let parts, _):
      var values: [Value] = []
      values.reserveCapacity(parts.count)
      for part in parts { values.append(try value(part)) }
      return .list(values)
    case .flag, .not, .and, .or, .compare, .within, .has, .matches, .quantified: return .flag(try flag(expression))
    }
  }

  private mutating func step() throws(GuardFailure) {
    stepsLeft -= 1
    if stepsLeft < 0 { throw .tooMuchWork }
  }
}

/// Reading facts.
extension GuardEvaluator {
  private func root(of path: GuardPath) throws(GuardFailure) -> Value {
    if path.type == nil { throw .unbound(path.description) }
    if let slot = path.slot {
      guard elements.indices.contains(slot) else { throw .unbound(path.description) }
      return elements[slot]
    }
    guard let value = facts.value(named: path.root) else { throw .absent(path.root) }
    return value
  }

  private func read(_ path: GuardPath) throws(GuardFailure) -> Value {
    var value = try root(of: path)
    for member in path.members {
      guard case .record(let record) = value else { throw .mismatch(path.description) }
      guard let next = record[member.name] else { throw .absent(path.description) }
      value = next
    }
    if let type = path.type { try know(value, type, path) }
    return value
  }

  /// Fails if the value is of a closed type that does not know it.
  private func know(_ value: Value, _ type: ValueType, _ path: GuardPath) throws(GuardFailure) {
    switch (type, value) {
    case (.oneOf(let name, let words), .text(let word)):
      if !words.contains(where: word.isSpelled) { throw .unknownWord(path.description, name) }
    case (.numbered(let name, let numbers), .int(let number)):
      if !numbers.contains(where: { $0.number == number }) { throw .unknownWord(path.description, name) }
    case (.oneOf, _), (.numbered, _): throw .mismatch(path.description)
    default: break
    }
  }

  private func has(_ path: GuardPath) throws(GuardFailure) -> Bool {
    var value = try root(of: path)
    for member in path.members {
      guard case .record(let record) = value else { throw .mismatch(path.description) }
      guard let next = record[member.name] else { return false }
      value = next
    }
    return true
  }

  private mutating func size(of expression: GuardExpression) throws(GuardFailure) -> Int {
    switch try value(expression) {
    case .text(let text): return text.unicodeScalars.count
    case .list(let values): return values.count
    case .secret(let secret):
      let count = secret.count
      if count == 0 { throw .wiped }
      return count
    case .int, .flag, .record: throw .mismatch("what `size` counts")
    }
  }
}

/// Holding texts against patterns.
extension GuardEvaluator {
  /// Each character is a step of work.
  private mutating func matches(_ expression: GuardExpression, _ pattern: TextPattern) throws(GuardFailure) -> Bool {
    switch try value(expression) {
    case .text(let text):
      stepsLeft -= text.utf8.count
      if stepsLeft < 0 { throw .tooMuchWork }
      return pattern.matches(text.unicodeScalars)
    case .secret(let secret):
      let count = secret.count
      if count == 0 { throw .wiped }
      stepsLeft -= count
      if stepsLeft < 0 { throw .tooMuchWork }
      // Read where it lies: no copy of it stays behind.
      return secret.withBytes { pattern.matches(DecodedScalars(bytes: $0)) }
    case .int, .flag, .list, .record: throw .mismatch("what `matches` reads")
    }
  }
}

/// The characters of a secret, one after the other.
private struct DecodedScalars: Sequence, IteratorProtocol {
  private var bytes: IndexingIterator<[UInt8]>
  private var decoder = Unicode.UTF8()

  init(bytes: [UInt8]) { self.bytes = bytes.makeIterator() }

  mutating func next() -> Unicode.Scalar? {
    switch decoder.decode(&bytes) {
    case .scalarValue(let scalar): scalar
    case .emptyInput: nil
    case .error: "\u{FFFD}"
    }
  }
}

/// Comparing and looking through lists.
extension GuardEvaluator {
  private mutating func compare(
    _ comparison: GuardComparison, _ left: GuardExpression, _ right: GuardExpression
  ) throws(GuardFailure) -> Bool {
    let first = try value(left)
    let second = try value(right)
    switch comparison {
    case .equal: return try equal(first, second)
    case .notEqual: return try !equal(first, second)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard case .int(let low) = first, case .int(let high) = second else { throw .mismatch("what is compared") }
      return switch comparison {
      case .less: low < high
      case .lessOrEqual: low <= high
      case .greater: low > high
      default: low >= high
      }
    }
  }

  private func equal(_ left: Value, _ right: Value) throws(GuardFailure) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): return left.isSpelled(like: right)
    case (.int(let left), .int(let right)): return left == right
    case (.flag(let left), .flag(let right)): return left == right
    case (.secret(let left), .secret(let right)):
      if left.count == 0 || right.count == 0 { throw .wiped }
      return left.matches(right)
    default: throw .mismatch("what is compared")
    }
  }

  private mutating func within(_ left: GuardExpression, _ right: GuardExpression) throws(GuardFailure) -> Bool {
    let sought = try value(left)
    if case .list(let parts, _) = right {
      for part in parts {
        try step()
        if try equal(sought, value(part)) { return true }
      }
      return false
    }
    guard case .list(let values) = try value(right) else { throw .mismatch("what follows `in`") }
    for value in values {
      try step()
      if case .path(let path) = right, case .list(let type)? = path.type { try know(value, type, path) }
      if try equal(sought, value) { return true }
    }
    return false
  }

  private mutating func holds(_ quantified: GuardQuantified) throws(GuardFailure) -> Bool {
    guard case .list(let values) = try value(quantified.list) else { throw .mismatch("the list") }
    let deciding = quantified.quantifier == .exists
    for value in values {
      elements.append(value)
      let holds = try flag(quantified.body)
      elements.removeLast()
      if holds == deciding { return deciding }
    }
    return !deciding
  }
}
