// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// Where something leads, as far as two flows can be compared.
enum ComparedTarget: Sendable, Hashable {
  /// A step or interrupt, as an index of the flow's steps.
  case step(Int)
  /// An end, as an index of the flow's ends.
  case end(Int)
  /// The step asks again, or waits on.
  case stay
  /// Back to what the interrupt interrupted.
  case resume
}

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
  /// What uses are counted, and for what; nil for what is no limit of uses.
  let counting: Counting?
  /// What it says of each thing that it names, in their order; empty for what names none.
  let parts: [Part]

  /// What is said of one thing, such as an argument.
  struct Part: Hashable {
    let name: String
    let text: String
    /// Whether it may decide how much the SDK asks for.
    var isTerm = false
    /// Whether it says by a flag, a name or a written text what is to be done, and not with what.
    var isWord = false
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
    parts = []
  }

  init(parts: [Part]) {
    text = parts.map { "\($0.name): \($0.text)" }.joined(separator: ", ")
    (amount, items, counting) = (nil, nil, nil)
    self.parts = parts
  }

  /// - Parameter areInOrder: whether it makes a difference which comes first.
  init(items: [String], areInOrder: Bool = false) {
    self.init((areInOrder ? items : items.sorted()).joined(separator: ", "), items: Set(items))
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

/// What a call of a step does, and where its outcome leads.
struct CallPattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// Where each outcome leads that the contract lets come.
  var lines = OutcomeWays()
  /// By parameter: how freely users say what is handed over, from what the flow or the SDK says to a text that nothing checks.
  var freedom: [String: Int] = [:]
  /// Whether it accepts what it answers, such as a threat; nil if the contract says of it that it never does.
  var accepts: Bool?
  /// Whether the user is sent something by it, such as a code.
  var sends = false

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> CallPattern {
    CallPattern(facets: facets, lines: lines.mapped(place), freedom: freedom, accepts: accepts, sends: sends)
  }

  /// The modules that are asked before it is made.
  var gate: Set<String> { facets[.gate]?.items ?? [] }

  /// Whether users say more freely than by another pattern what is handed over.
  func isFreer(than other: CallPattern?) -> Bool {
    freedom.contains { name, amount in other?.freedom[name].map { $0 < amount } ?? false }
  }
}

/// What a choice does.
struct ChoicePattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// The steps that its guard names, in the order in which they stand there.
  var named: [ComparedTarget] = []
  /// Where it leads; nil for one that makes a call.
  var to: ComparedTarget?
  /// The call that it makes; nil for none.
  var call: CallPattern?

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> ChoicePattern {
    ChoicePattern(facets: facets, named: named.map(place), to: to.map(place), call: call?.mapped(place))
  }
}

/// All that a step does, without its name and its texts: two flows whose steps have equal patterns do the same.
struct StepPattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// Where what comes leads while no call is open.
  var lines = OutcomeWays()
  /// Where it goes at once; nil for a step that does not.
  var to: ComparedTarget?
  /// The step since whose entry something must have been shown; nil for none.
  var after: ComparedTarget?
  /// Its own call; nil for none.
  var call: CallPattern?
  /// What handing in its inputs does; nil for none.
  var answer: CallPattern?
  var choices: [ChoicePattern] = []

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> StepPattern {
    StepPattern(
      facets: facets, lines: lines.mapped(place), to: to.map(place), after: after.map(place),
      call: call?.mapped(place), answer: answer?.mapped(place), choices: choices.map { $0.mapped(place) })
  }

  /// Every place that it leads to or names.
  var ways: [ComparedTarget] { goals + [after].compactMap(\.self) }

  /// Every place that it leads to.
  var goals: [ComparedTarget] {
    var ways = lines.ways + [to].compactMap(\.self)
    for call in [call, answer].compactMap(\.self) + choices.compactMap(\.call) { ways += call.lines.ways }
    return ways + choices.compactMap(\.to)
  }
}
