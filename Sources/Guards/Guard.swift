// SPDX-License-Identifier: Apache-2.0

public import Values

/// A condition that a flow states with `when:`, `check:` or `where:`, such as `event.attemptsLeft > 0`.
///
/// The language is a small part of CEL, and total: comparisons, `&&`, `||`, `!`, `in`, member access, `size`, `has`, `matches`,
/// `all` and `exists`. A guard passes three stages: ``parse(_:)`` reads its text, ``check(in:)`` holds it against the
/// types of its names, and ``bound(in:)`` writes those types into it; only a bound guard can be evaluated.
public struct Guard: Sendable {
  /// The guard as its author wrote it.
  public let text: String
  let expression: GuardExpression

  /// At most so many bytes of text.
  static let longestText = 1_000
  /// At most so many parentheses, brackets, calls and `!` inside one another.
  static let deepestNesting = 32

  init(text: String, expression: GuardExpression) {
    self.text = text
    self.expression = expression
  }

  /// The guard `true`.
  public static let alwaysTrue = Guard(text: "true", expression: .flag(true, GuardSpan(0, 4)))

  /// Reads a guard; the problem is the first one from the left.
  public static func parse(_ text: String) -> Result<Guard, GuardProblem> {
    do throws(GuardProblem) {
      var parser = try GuardParser(text)
      return .success(Guard(text: text, expression: try parser.guardExpression()))
    } catch {
      return .failure(error)
    }
  }
}

extension Guard {
  /// The names outside the guard that it reads, such as `event`; without members and without its own variables.
  public var names: Set<String> {
    var names = Set<String>()
    expression.forEachPath { path in
      if path.slot == nil { names.insert(path.root) }
    }
    return names
  }

  /// The member paths that it reads below a root name, each once, in the order of the text: `[["threats"]]` for
  /// `event.threats.all(t, t.known)`.
  ///
  /// A root read as a whole gives an empty path. What is read of a list's elements is not among them.
  public func reads(_ root: String) -> [[String]] { typedReads(root).map(\.path) }

  /// The same, with what each is by its type; nil where that is not known.
  package func typedReads(_ root: String) -> [(path: [String], type: ValueType?)] {
    var reads: [(path: [String], type: ValueType?)] = []
    expression.forEachPath { path in
      guard path.slot == nil, path.root == root else { return }
      let members = path.members.map(\.name)
      if !reads.contains(where: { $0.path == members }) { reads.append((members, path.type)) }
    }
    return reads
  }
}

extension Guard: Hashable {
  /// Whether both have the same text and are bound to the same types.
  public static func == (left: Guard, right: Guard) -> Bool {
    left.text == right.text && left.expression == right.expression
  }

  /// Equal guards have equal texts.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Guard: CustomStringConvertible {
  /// The guard in its plainest form: one space around operators, double quotes, no needless parentheses.
  public var description: String {
    var printer = GuardPrinter()
    printer.write(expression)
    return printer.text
  }
}

extension Guard {
  /// The numbers and texts that it compares with, each once, in the order of the text.
  public var literals: [Value] {
    var literals: [Value] = []
    expression.collectLiterals(&literals)
    return literals
  }
}

extension GuardExpression {
  fileprivate func collectLiterals(_ literals: inout [Value]) {
    func add(_ value: Value) { if !literals.contains(value) { literals.append(value) } }
    switch self {
    case .flag, .path, .has: break
    case .number(let number, _): add(.int(number))
    case .text(let text, _): add(.text(text))
    case .named(let named, _): add(.int(named.number))
    case .list(let parts, _), .and(let parts), .or(let parts):
      for part in parts { part.collectLiterals(&literals) }
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.collectLiterals(&literals)
    case .compare(_, let left, let right), .within(let left, let right):
      left.collectLiterals(&literals)
      right.collectLiterals(&literals)
    case .quantified(let quantified):
      quantified.list.collectLiterals(&literals)
      quantified.body.collectLiterals(&literals)
    }
  }
}
