// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Where outcomes lead at one place of a step: those that it tells apart, and by `else` all others.
///
/// Two are equal if they lead every outcome to the same place, whichever of them their lines name.
struct OutcomeWays: Hashable {
  /// Where outcomes lead that `else` would take if no line named them.
  private var named: [Trigger: ComparedTarget] = [:]
  /// Where all else leads: `else` itself, and what comes to no `else` where no line names it, such as interrupts.
  private var others: [Trigger: ComparedTarget] = [:]

  /// - Parameter isElse: whether `else` would take an event if no line named it, unless it is an interrupt.
  mutating func lead(_ trigger: Trigger, to way: ComparedTarget, _ contract: Contract, isElse: Bool = true) {
    if isElse, case .event(let event, _, _) = trigger, contract[event].kind != .interrupt {
      named[trigger] = way
    } else {
      others[trigger] = way
    }
  }

  /// Where an outcome leads; nil if nothing takes it here, or it cannot come.
  func way(of trigger: Trigger, isNamed: Bool) -> ComparedTarget? {
    isNamed ? named[trigger] ?? others[.otherwise] : others[trigger]
  }

  /// Every place that they lead to, in no order.
  var ways: [ComparedTarget] { Array(named.values) + others.values }

  /// The outcomes that lead to a place, in no order.
  func triggers(to way: ComparedTarget) -> [Trigger] {
    named.filter { $0.value == way }.map(\.key) + others.filter { $0.value == way }.map(\.key)
  }

  /// The same, with other names for the places.
  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> OutcomeWays {
    var mapped = OutcomeWays()
    mapped.others = others.mapValues(place)
    let otherwise = mapped.others[.otherwise]
    for (trigger, way) in named {
      let way = place(way)
      if way != otherwise { mapped.named[trigger] = way }
    }
    return mapped
  }

  /// What one outcome leads to in two flows.
  struct Pair {
    let trigger: Trigger
    let old: ComparedTarget?
    let new: ComparedTarget?
  }

  /// The outcomes that lead elsewhere, of all that either tells apart; always in the same order.
  func pairs(with other: OutcomeWays, where areUnlike: (ComparedTarget?, ComparedTarget?) -> Bool) -> [Pair] {
    func pairs(_ mine: [Trigger: ComparedTarget], _ theirs: [Trigger: ComparedTarget], isNamed: Bool) -> [Pair] {
      Set(mine.keys).union(theirs.keys).compactMap { trigger in
        let (old, new) = (way(of: trigger, isNamed: isNamed), other.way(of: trigger, isNamed: isNamed))
        return areUnlike(old, new) ? Pair(trigger: trigger, old: old, new: new) : nil
      }
    }
    let all = pairs(named, other.named, isNamed: true) + pairs(others, other.others, isNamed: false)
    return all.sorted { $0.trigger.order < $1.trigger.order }
  }

  /// The steps that both name one outcome for, always in the same order.
  func steps(with other: OutcomeWays) -> [(old: Int, new: Int)] {
    func pairs(_ mine: [Trigger: ComparedTarget], _ theirs: [Trigger: ComparedTarget]) -> [(
      trigger: Trigger, old: Int, new: Int
    )] {
      mine.compactMap { trigger, way in
        guard case .step(let mine) = way, case .step(let other)? = theirs[trigger] else { return nil }
        return (trigger, mine, other)
      }
    }
    let all = pairs(named, other.named) + pairs(others, other.others)
    return all.sorted { $0.trigger.order < $1.trigger.order }.map { ($0.old, $0.new) }
  }
}

extension Trigger {
  /// By which triggers are put in order, whatever they are called.
  var order: (Int, Int, Int, Int, Int) {
    switch self {
    case .event(let event, let mode, let outcome):
      let outcome = outcome.order
      return (0, Int(event.index), mode ?? .min, outcome.0, outcome.1)
    case .error(let number): return (1, number ?? .min, 0, 0, 0)
    case .rejected(let number): return (2, number ?? .min, 0, 0, 0)
    case .accepted: return (3, 0, 0, 0, 0)
    case .timeout: return (4, 0, 0, 0, 0)
    case .exhausted: return (5, 0, 0, 0, 0)
    case .allow: return (6, 0, 0, 0, 0)
    case .deny: return (7, 0, 0, 0, 0)
    case .otherwise: return (8, 0, 0, 0, 0)
    }
  }
}

extension ReplyOutcome {
  fileprivate var order: (Int, Int) {
    switch self {
    case .success: (0, 0)
    case .code(let number): (1, number)
    case .error(let number): (2, number ?? .min)
    }
  }
}
