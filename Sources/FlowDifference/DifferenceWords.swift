// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowMeaning
import Guards
import SDKContract

extension Difference.Spot {
  /// The steps; nil for none.
  package var pair: Correspondence.Pair? {
    switch self {
    case .outcome(let pair, _), .choice(let pair, _, _), .step(let pair): pair
    case .start, .interrupt, .none: nil
    }
  }
}

extension FlowImage {
  func quoted(_ step: Int) -> String { Diagnostic.quoting(name(of: step)) }

  func words(_ way: ComparedTarget) -> String {
    switch way {
    case .step, .end: "to \(place(way))"
    case .stay, .resume: "back to \(place(way))"
    }
  }

  /// The name of where something leads.
  func place(_ way: ComparedTarget) -> String {
    switch way {
    case .step(let step): quoted(step)
    case .end(let end): "the end `\(flow.ends[end].name.value)`"
    case .stay: "the step itself"
    case .resume: "what was interrupted"
    }
  }

  /// Where the line is written that takes something at a step; the step's name where nothing is.
  func range(of trigger: Trigger, at step: Int) -> SourceRange {
    let lines = flow.steps[step].transitions + flow.steps[step].calls.flatMap(\.over)
    let line = lines.first { $0.trigger == trigger } ?? lines.first { $0.trigger == .otherwise }
    return line?.range ?? flow.steps[step].name.range
  }

  /// Where a facet of a step is written; the step's name where it is not, or has no place of its own.
  func range(of facet: Facet, at index: Int) -> SourceRange {
    let step = flow.steps[index]
    let range: SourceRange? =
      switch facet {
      case .tries: step.tries?.range
      case .max: step.max?.range
      case .within: step.within?.range
      case .requires: step.requirement?.range
      case .checks: step.checks.first?.range
      case .earns: step.earns?.range
      case .inputs, .offered: step.inputs.first?.range
      case .kind, .awaits: step.kindRange
      case .call: step.ownCall?.range
      case .gate: step.ownCall?.gateRange ?? step.ownCall?.range
      case .arguments: step.ownCall?.place
      case .total, .every, .countdown, .when, .confirm, .auto, .claims, .waiting: nil
      }
    return range ?? step.name.range
  }

  /// Where a facet of a choice is written; the choice's name where it is not, or has no place of its own.
  func range(of facet: Facet, at index: Int, choice: Int) -> SourceRange {
    let (step, index) = (flow.steps[index], choice)
    let choice = step.choices[index]
    let range: SourceRange? =
      switch facet {
      case .auto: step.autos.firstIndex(of: index).map { step.autoRanges[$0] }
      case .max: choice.max?.range ?? choice.scopedMax?.count.range
      case .total: choice.max?.range
      case .every: choice.every?.range
      case .within: choice.within?.range
      case .when: choice.whenRange
      case .call: choice.call?.range
      case .gate: choice.call?.gateRange ?? choice.call?.range
      case .arguments: choice.call?.place
      default: nil
      }
    return range ?? choice.name.range
  }
}

extension Step {
  /// The call that it makes by itself, or with what is answered; nil for none.
  fileprivate var ownCall: CallUse? { if case .call(let use) = kind { use } else { answer } }
}

extension Choice {
  /// Nil for a choice that makes none.
  fileprivate var call: CallUse? { if case .call(let use, _) = action { use } else { nil } }
}

extension CallUse {
  /// Where what it hands over is written; the call's name where nothing is.
  fileprivate var place: SourceRange { argumentsRange ?? range }
}

extension Trigger {
  /// The key as an author writes it, or what stands for all that neither flow names.
  func wordsOfMany(_ contract: Contract) -> String {
    guard case .event(let event, let mode, let outcome) = self else { return words(contract) }
    if mode == Signal.otherNumber || outcome == .code(Signal.otherNumber) {
      return "\(contract[event].name), of no known kind"
    }
    return words(contract)
  }
}

extension Facet {
  /// What becomes of the facet, such as "`tries` is 5 instead of 3".
  func words(_ before: FacetValue?, _ after: FacetValue?) -> String {
    switch (before, after) {
    case _ where self == .claims:
      "the success of the flow inside claims \(after?.text ?? "nothing") instead of \(before?.text ?? "nothing")"
    case (_, let after?) where self == .waiting: "where it has nothing to offer, it \(after.text)"
    case (let before?, let after?) where self == .auto:
      "it is number \((after.amount ?? 0) + 1) of `auto` instead of number \((before.amount ?? 0) + 1)"
    case (let before?, let after?) where self == .checks || self == .offered: Self.words(rawValue, before, after)
    case (let before?, let after?) where !before.parts.isEmpty && !after.parts.isEmpty:
      "`\(key(before.parts, after.parts))`: \(Self.words(before.parts, after.parts))"
    case (let before?, nil) where !before.parts.isEmpty: "`\(key(before.parts, []))` is gone; it was \(before.text)"
    case (nil, let after?) where !after.parts.isEmpty: "`\(key([], after.parts))` is new: \(after.text)"
    case (let before?, let after?): "`\(rawValue)` is \(after.text) instead of \(before.text)"
    case (let before?, nil): "`\(rawValue)` is gone; it was \(before.text)"
    case (nil, let after?): "`\(rawValue)` is new: \(after.text)"
    case (nil, nil): "`\(rawValue)`"
    }
  }

  /// Of a list of checks, only what differs.
  private static func words(_ key: String, _ before: FacetValue, _ after: FacetValue) -> String {
    if before.items == after.items { return "`\(key)` looks at the same in another order" }
    let (gone, new) = (before.text(beside: after), after.text(beside: before))
    guard let new else { return "`\(key)` has no `\(gone ?? "")` any more" }
    return "`\(key)` has `\(new)` " + (gone.map { "instead of `\($0)`" } ?? "now")
  }

  /// Under which key authors write what differs.
  private func key(_ before: [FacetValue.Part], _ after: [FacetValue.Part]) -> String {
    let differing = Set(before).symmetricDifference(after)
    return !differing.isEmpty && differing.allSatisfy(\.isOfPick) ? "pick" : rawValue
  }

  /// Of what is said of several things, only what differs.
  private static func words(_ before: [FacetValue.Part], _ after: [FacetValue.Part]) -> String {
    func words(_ part: FacetValue.Part, in parts: [FacetValue.Part]) -> String? {
      parts.first { $0.name == part.name }?.words
    }
    let gone = before.filter { words($0, in: after) == nil }.map { "`\($0.name)` is gone; it was \($0.words)" }
    let others = after.compactMap { part -> String? in
      guard let words = words(part, in: before) else { return "`\(part.name)` is new: \(part.words)" }
      return words == part.words ? nil : "`\(part.name)` is \(part.words) instead of \(words)"
    }
    return gone.isEmpty && others.isEmpty ? "the same in another order" : (gone + others).joined(separator: "; ")
  }

  /// What a change of it means.
  ///
  /// - Parameters:
  ///   - strictness: how strict the guards are that it tells of; nil where that is not sure, or it tells of none.
  ///   - isInterrupt: whether an interrupt is open there.
  ///   - isNo: whether it belongs to a choice that says no to it.
  ///   - isNoNow: whether it belongs to one that accepted, and says no now.
  func verdict(
    _ before: FacetValue?, _ after: FacetValue?, _ strictness: Guard.Strictness?, isInterrupt: Bool, isNo: Bool,
    isNoNow: Bool
  ) -> SafetyVerdict {
    switch self {
    case .tries, .max, .total, .within, .every:
      // Without one there is no limit.
      guard let before, let mine = before.amount else { return .stronger }
      guard let after, let theirs = after.amount else { return .weaker }
      if let counted = before.counting, let counts = after.counting, counted != counts {
        if counts.isAsStrict(as: counted) { return theirs <= mine ? .stronger : .notDecided }
        return theirs < mine ? .notDecided : .weaker
      }
      return theirs > mine ? .weaker : theirs < mine ? .stronger : .changed
    case .requires, .gate, .claims:
      let (mine, theirs) = (before?.items ?? [], after?.items ?? [])
      return mine == theirs ? .changed : theirs.isSuperset(of: mine) ? .stronger : .weaker
    case .auto:
      // What is sent is to be asked for.
      guard isInterrupt || before?.items != nil || after?.items != nil else { return .changed }
      let (mine, theirs) = (before?.amount ?? .max, after?.amount ?? .max)
      guard theirs != mine else { return .changed }
      // Who is refused without being asked must not come to be asked, or accepted, before.
      return (theirs < mine) == (isInterrupt && isNo) ? .stronger : .weaker
    // What is told the SDK of a threat, or of the session, may be its acceptance.
    case .call, .arguments:
      if isInterrupt, !isNo { return isNoNow ? .stronger : .weaker }
      // The contract does not say which value asks for less.
      return before?.terms ?? [] == after?.terms ?? [] ? .changed : .notDecided
    case .when:
      guard isInterrupt else { return .changed }
      return switch strictness {
      // What says no must not be offered less, and what lets go on not more.
      case .stricter: isNo ? .weaker : .stronger
      case .looser: isNo ? .stronger : .weaker
      case .equal: .changed
      case nil: before == nil ? (isNo ? .weaker : .stronger) : after == nil ? (isNo ? .stronger : .weaker) : .notDecided
      }
    case .confirm:
      // A call cannot be taken back: better asked twice.
      guard !isNo, before?.items != nil || after?.items != nil else { return .changed }
      return after == nil ? .weaker : before == nil ? .stronger : .changed
    case .checks, .offered:
      return switch strictness {
      case .stricter: .stronger
      case .looser: .weaker
      case .equal: .changed
      case nil: .notDecided
      }
    case .kind, .awaits, .inputs, .countdown, .earns, .waiting: return .changed
    }
  }

  /// Whether it says how often something can be done.
  var limitsUses: Bool { self == .max || self == .total || self == .every }

  /// What a run shows in which it makes a difference.
  var sign: Difference.Sign {
    switch self {
    case .tries, .max, .total, .every: .limit
    case .within, .countdown: .time
    case .gate: .gate
    case .requires, .claims, .earns: .claim
    case .checks: .check
    case .when, .auto, .confirm, .inputs, .offered, .waiting: .offer
    case .kind, .awaits, .call, .arguments: .deed
    }
  }

  /// Whether other words may mean the same, so that only a run tells.
  var isSeenInRunsOnly: Bool {
    switch self {
    case .when, .checks, .offered, .tries, .max, .total, .every, .within, .auto, .earns, .requires, .gate,
      .call, .waiting:
      true
    case .claims, .kind, .awaits, .inputs, .arguments, .countdown, .confirm: false
    }
  }
}

extension String {
  /// What stands in the place of something, in words; two steps may have one name, and yet not stand for each other.
  func instead(of other: String) -> String {
    self == other ? "\(self), which does something else now" : "\(self) instead of \(other)"
  }
}

extension [String] {
  /// The first three, and how many more there are.
  var firstThree: String {
    let more = count > 3 ? " and \(count - 3) more" : ""
    return prefix(3).joined(separator: ", ") + more
  }
}
