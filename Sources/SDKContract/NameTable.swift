// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// The names of one kind of thing in a contract, and what each stands for.
struct NameTable<ID: Sendable>: Sendable {
  /// What the things are, with article, such as `an event`.
  let what: String
  private(set) var names: [String] = []
  private var known: [String: (id: ID, range: SourceRange)] = [:]

  init(_ what: String) { self.what = what }

  /// Makes room for that many names, and as many aliases as events and calls have.
  mutating func reserve(_ count: Int) {
    names.reserveCapacity(count + 8)
    known.reserveCapacity(count + 8)
  }

  /// Enters a name; a finding, with both places, if it is taken.
  mutating func enter(_ name: Spanned<String>, _ id: ID, _ findings: inout [Diagnostic]) {
    if let first = known[name.value] {
      findings.append(.takenName(name, what, first: first.range))
      return
    }
    known[name.value] = (id, name.range)
    names.append(name.value)
  }

  subscript(name: String) -> ID? { known[name]?.id }

  /// What a name stands for; nil, and a finding, if nothing has that name.
  func find(_ name: Spanned<String>, _ findings: inout [Diagnostic]) -> ID? {
    if let found = known[name.value] { return found.id }
    findings.append(.unknownName(name, what, among: findings.count < ContractLimits.suggestions ? names : []))
    return nil
  }
}

/// The names that a contract may not give.
enum ContractWords {
  /// Keys of `then:` and of scenarios.
  static let reserved = Set(ReservedWords.ofContracts.map(\.description))

  /// Words behind an introduction; nil for none, and for more than anybody reads.
  static func list(_ words: [String], _ introduction: String) -> String? {
    guard (1...8).contains(words.count) else { return nil }
    return introduction + " " + words.map { Diagnostic.quoting($0) }.joined(separator: ", ")
  }

  /// Whether a name would be a yes or no without quotes: a finding if so.
  static func isFlag(_ name: Spanned<String>, _ findings: inout [Diagnostic]) -> Bool {
    guard name.value.isOne(of: ReservedWords.flags) else { return false }
    findings.append(.reservedName(name))
    return true
  }

  /// Whether a new thing may have this name; findings if not.
  static func mayName(_ name: Spanned<String>, _ what: String, _ findings: inout [Diagnostic]) -> Bool {
    guard name.value.isName else {
      findings.append(.badName(name, what))
      return false
    }
    guard !reserved.contains(name.value) else {
      findings.append(.reservedName(name))
      return false
    }
    return true
  }
}

extension Diagnostic {
  static func unknownName(
    _ name: Spanned<String>, _ what: String, among names: some Sequence<String>
  ) -> Diagnostic {
    Diagnostic(
      ContractRules.unknownName, "\(quoting(name.value)) is not \(what) of this contract", at: name.range,
      help: Suggestion.cure(
        for: name.value, among: names,
        otherwise: ContractWords.list(Array(names), "this contract has") ?? "use \(what) that this contract has"))
  }

  static func badName(_ name: Spanned<String>, _ what: String) -> Diagnostic {
    Diagnostic(
      ContractRules.badName, "the name of \(what) cannot be \(quoting(name.value))", at: name.range,
      help: "begin with a letter A-Z or a-z, then use letters, digits, `-` and `_` only")
  }

  static func reservedName(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.reservedName, "\(quoting(name.value)) has a meaning of its own and can name nothing else",
      at: name.range, help: "choose another name")
  }

  static func takenName(_ name: Spanned<String>, _ what: String, first: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.duplicateName, "\(quoting(name.value)) is the name of \(what) already", at: name.range,
      help: "give each its own name", notes: [Note("the first is here", at: first)])
  }

  static func takenNumber(_ number: Spanned<Int>, _ what: String, first: String) -> Diagnostic {
    Diagnostic(
      ContractRules.duplicateNumber, "\(number.value) is the number of \(what) already", at: number.range,
      help: "`\(first)` has it; give each its own number")
  }
}
