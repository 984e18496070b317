// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// A property of a step, of one of its choices or of one of its calls that decides what happens there.
enum Facet: String, Sendable, Hashable, CaseIterable {
  case kind = "kind"
  case awaits = "for"
  case requires = "require"
  case inputs = "ask"
  case offered = "where"
  case checks = "check"
  case call = "call"
  case arguments = "with"
  case gate = "gate"
  case tries = "tries"
  case max = "max"
  case total = "total"
  case every = "every"
  case within = "within"
  case countdown = "countdown"
  case earns = "earns"
  case when = "when"
  case confirm = "confirm"
  case auto = "auto"
  case claims = "claims"
  /// Whether it waits on where nothing is offered; else it goes to `exhausted` then.
  case waiting = "waiting"
}

/// What a facet says.
struct FacetValue: Sendable, Hashable {
  /// As people read it.
  let text: String
  /// Where more is less safe: how much it is; nil for what cannot be measured.
  let amount: Int?
  /// Where more is safer: what it holds; nil for what is no list.
  let items: Set<String>?
  /// The same in the order of the flow; empty for what has none.
  let order: [String]
  /// What uses are counted, and for what; nil for what is no limit of uses.
  let counting: Counting?
  /// What it says of each thing that it names, in their order; empty for what names none.
  let parts: [Part]

  /// What is said of one thing, such as an argument.
  struct Part: Hashable {
    let name: String
    let text: String
    /// Whether it is said of something that is picked from a list.
    var isOfPick = false
    /// That list, as authors write it; nil for none.
    var list: String?
    /// Whether it may decide how much the SDK asks for.
    var isTerm = false
    /// Whether it says by a flag, a name or a written text what is to be done, and not with what.
    var isWord = false

    /// As people read it.
    var words: String { text + (list.map { " from \($0)" } ?? "") }
  }

  /// Those that may decide how much the SDK asks for.
  var terms: Set<Part> { Set(parts.filter(\.isTerm)) }

  /// What uses a limit counts.
  struct Counting: Hashable {
    let scope: BudgetScope
    let isOfSuccesses: Bool

    /// Whether no use escapes it that the other one counts.
    func isAsStrict(as other: Counting) -> Bool {
      (scope == other.scope || scope == .run) && (!isOfSuccesses || other.isOfSuccesses)
    }
  }

  init(_ text: String, amount: Int? = nil, items: Set<String>? = nil, counting: Counting? = nil) {
    self.text = text
    self.amount = amount
    self.items = items
    self.counting = counting
    (order, parts) = ([], [])
  }

  init(parts: [Part]) {
    text = parts.map { "\($0.name): \($0.words)" }.joined(separator: ", ")
    (amount, items, counting, order) = (nil, nil, nil, [])
    self.parts = parts
  }

  /// A list of which it makes no difference what comes first.
  init(items: [String]) { self.init(items.sorted().joined(separator: ", "), items: Set(items)) }

  init(inOrder items: [String]) {
    text = items.joined(separator: ", ")
    self.items = Set(items)
    (amount, counting, parts) = (nil, nil, [])
    order = items
  }

  /// As people read it beside another one: of checks those that the other one has not; nil for nothing.
  func text(beside other: FacetValue?) -> String? {
    guard let items = other?.items, items != self.items, !order.isEmpty else { return text }
    let own = order.filter { !items.contains($0) }
    return own.isEmpty ? nil : own.joined(separator: ", ")
  }
}

extension [Facet: FacetValue] {
  /// Whether `max` is reached no sooner than the limit of all uses of a run, or is that limit.
  var limitsAllUses: Bool {
    guard let limit = self[.max], let counting = limit.counting, counting.scope == .run else {
      return self[.max] == nil
    }
    guard counting.isOfSuccesses else { return true }
    return self[.total]?.amount.map { $0 <= limit.amount ?? .max } ?? false
  }
}
