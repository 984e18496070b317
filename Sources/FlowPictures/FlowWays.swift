// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowMeaning
import SDKContract

/// Every way on that runs of a flow take, by the relation that the machine and the checker have.
package struct FlowWays: Sendable {
  package let flow: Flow
  /// By step, each in the order in which it is written.
  package let ways: [Way]
  /// By way: what comes by it though no line names it, such as `onReply 5`; empty but for `else`.
  package let fallen: [[String]]
  /// By step: its lines that nothing takes but a reply that comes late (Semantics.md, *Events* 6), which no relation follows.
  package let late: [[Way]]
  /// By step: the interrupts that end a run there as `unhandled`, since the flow has no entry for them and the step no `else`.
  package let unhandled: [[String]]

  /// Nil if a name of the flow could not be resolved.
  package init?(_ flow: Flow) {
    guard flow.isWhole else { return nil }
    self.flow = flow
    let relation = Relation(flow, flow.steps.map { StepFacts($0, flow.contract) })
    let table = MoveTable(relation)
    let strays = StrayReplies(relation, table)
    var found: [Way: Set<String>] = [:]
    for step in flow.steps.indices {
      for place in table.places(of: step, relation) {
        for move in table.moves(at: place, relation) + relation.unlistedMoves(at: place) + strays.moves(at: place)
        where !move.isTaking {
          guard let way = Way(move, at: step, flow) else { continue }
          found[way, default: []].formUnion(Self.fallen(by: move, at: flow.steps[step], flow))
        }
      }
    }
    var (ways, fallen): ([Way], [[String]]) = ([], [])
    for way in found.keys.sorted(by: { ($0.order, $0.trigger(flow)) < ($1.order, $1.trigger(flow)) }) {
      ways.append(way)
      fallen.append((found[way] ?? []).sorted())
    }
    self.ways = ways
    self.fallen = fallen
    unhandled = flow.steps.indices.map { Self.unhandled(at: $0, table, relation) }
    let byStep = Dictionary(grouping: ways, by: \.step)
    late = flow.steps.indices.map { Self.late(at: $0, beside: byStep[$0] ?? [], table, relation) }
  }

  /// The lines of a step that are none of its ways, and that a reply to a call may take which nobody waits for any more.
  private static func late(at step: Int, beside ways: [Way], _ table: MoveTable, _ relation: Relation) -> [Way] {
    let places = table.places(of: step, relation)
    var late: [Way] = []
    relation.steps[step].forEachLine { line in
      guard !ways.contains(where: { $0.isOf(line) }), !late.contains(where: { $0.isOf(line) }),
        relation.mayComeLate(to: line, at: places)
      else { return }
      late.append(Way(line, at: relation.flow.steps[step]))
    }
    return late
  }

  private static func unhandled(at step: Int, _ table: MoveTable, _ relation: Relation) -> [String] {
    guard !relation.steps[step].step.isInterrupt else { return [] }
    let places = table.places(of: step, relation).filter { place in
      !relation.lines(at: place).contains(where: \.trigger.isOtherwise)
    }
    return Set(places.flatMap(relation.unlisted)).sorted { $0.index < $1.index }.map { relation.flow.contract[$0].name }
  }

  /// What goes by `else`: the event that no line names, or what else no line is for.
  private static func fallen(by move: Move, at step: Step, _ flow: Flow) -> [String] {
    guard let line = move.line, line.trigger == .otherwise else { return [] }
    switch move.cause {
    case .event(let signal):
      let mode = signal.mode == Signal.otherNumber ? nil : signal.mode
      var outcome = signal.outcome
      if case .code(Signal.otherNumber) = outcome { outcome = .success }
      let name = flow.contract.key(of: .event(signal.event, mode: mode, outcome: outcome))
      return [outcome == signal.outcome && mode == signal.mode ? name : name + " (another number)"]
    case .time: return [flow.contract.key(of: .timeout)]
    case .modules: return [flow.contract.key(of: .deny)]
    case .person, .flow: return move.origin == .exhausted ? ["exhausted"] : [Self.leftOver(at: step)]
    }
  }

  /// What no reply is and goes by `else`: without a line of its own, a rejection asks again twice (Semantics.md).
  private static func leftOver(at step: Step) -> String {
    let hasLine = step.transitions.contains { if case .rejected = $0.trigger { true } else { false } }
    let asksNobody = if case .call = step.kind { true } else { false }
    let words =
      ["what cannot be called"] + (step.checks.isEmpty ? [] : ["a check that errs"])
      + (hasLine ? [] : [asksNobody ? "a rejection" : "the third rejection in a row"])
    return words.joined(separator: ", ")
  }
}

extension Way {
  /// Nil for what leads nowhere that is written.
  fileprivate init?(_ move: Move, at step: Int, _ flow: Flow) {
    let facts = flow.steps[step]
    if let line = move.line {
      self.init(line, at: facts, by: move.origin)
    } else if case .choice(let index) = move.origin, case .go(let target) = facts.choices[index].action {
      self.init(step, .choice(index), target, key: nil)
    } else if let to = facts.to {
      self.init(step, .to, to, key: nil)
    } else {
      return nil
    }
  }

  /// A line of a step.
  ///
  /// - Parameter origin: whose call it is for, where several choices have the same line; nil where that is not known.
  fileprivate init(_ line: Transition, at step: Step, by origin: Origin? = nil) {
    func isMeant(_ other: Transition) -> Bool { other.range == line.range && other.trigger == line.trigger }
    var choice: Int?
    if !step.transitions.contains(where: isMeant) {
      let candidates = step.choices.indices.filter { index in
        if case .call(_, let over) = step.choices[index].action { over.contains(where: isMeant) } else { false }
      }
      choice = candidates.first { origin == .choice($0) } ?? candidates.first
    }
    self.init(Int(step.id.index), .line(line.trigger, ofChoice: choice), line.target, key: line.range)
  }

  /// Whether it is written as a line.
  fileprivate func isOf(_ line: Transition) -> Bool { key == line.range && range == line.target.range }

  /// By which ways are put in order: by step, then as the file has them.
  fileprivate var order: WayOrder {
    let place = key ?? range
    let choice =
      switch cause {
      case .line(_, let choice): choice.map { $0 + 1 } ?? 0
      case .choice(let index): index + 1
      case .to: 0
      }
    return WayOrder(
      numbers: [step, Int(place.file.index), Int(place.start.line), Int(place.start.column), choice])
  }

  /// One key may stand for several triggers.
  fileprivate func trigger(_ flow: Flow) -> String {
    if case .line(let trigger, _) = cause { flow.contract.key(of: trigger) } else { "" }
  }
}

private struct WayOrder: Comparable {
  let numbers: [Int]

  static func < (one: WayOrder, other: WayOrder) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }
}

extension Target.Kind {
  /// The step or end that it leads to by name; nil for a way that stays, or goes back.
  package var isNamed: Bool {
    switch self {
    case .step, .end: true
    case .stay, .retry, .resume: false
    }
  }
}
