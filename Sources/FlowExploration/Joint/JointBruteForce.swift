// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowDifference
package import FlowGraph
package import FlowRuntime
import SDKContract
import Values

/// Plays every run of two small flows side by side, and says whether anybody can tell them apart: the definition by which a
/// comparison is judged.
///
/// It knows nothing of steps that stand for each other: it compares what the SDK is told and what users are asked.
package struct JointBruteForce {
  /// What came of it.
  package enum Outcome: Sendable {
    case same
    /// The run in which they part.
    case different(JointRun)
    /// There are more configurations than are looked at.
    case unknown
  }

  private struct Node: SearchNode {
    let old: RunPoint
    let new: RunPoint
    let parent: Int
    let moment: JointMoment?
  }

  private struct Key: Hashable {
    let old: RunPoint.Key
    let new: RunPoint.Key
  }

  /// What somebody notices.
  private struct Look: Hashable {
    var acts: [String] = []
    var asks: [String]?
    var phase: PhaseID?
  }

  /// What choices of the old flow are called in the new one, at the steps at work; those that are not among them have one name.
  package typealias Names = @Sendable (_ old: StepID, _ new: StepID) -> [String: String]

  private let old: Program
  private let new: Program
  private let names: Names
  private let mostConfigurations: Int
  /// The steps of the old flow, as indices, that the runs have come to which were played.
  package private(set) var visited: Set<Int> = []
  /// The steps of both at which they were at once.
  package private(set) var visitedPairs: Set<Correspondence.Pair> = []
  private var oldEvents: EventTwins
  private var newEvents: EventTwins

  package init(_ old: Program, _ new: Program, mostConfigurations: Int = 3_000, renamed: @escaping Names) {
    self.old = old
    self.new = new
    names = renamed
    self.mostConfigurations = mostConfigurations
    oldEvents = EventTwins(old)
    newEvents = EventTwins(new)
  }

  package mutating func outcome() -> Outcome {
    let (mine, theirs) = (BruteForce(old), BruteForce(new))
    let first = Node(
      old: RunPoint(machine: FlowMachine(old)), new: RunPoint(machine: FlowMachine(new)), parent: -1, moment: nil)
    var nodes = [first]
    var known: Set<Key> = [Key(old: first.old.key, new: first.new.key)]
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let place = JointState.pair(node.old.machine, node.new.machine)
      visited.insert(place.old)
      visitedPairs.insert(place)
      let names = names(node)
      let back = Dictionary(names.map { ($1, $0) }) { first, _ in first }
      var moments: [(Moment, Moment, OpenCall?)] = []
      for (move, _) in mine.moves(at: node.old) {
        guard let pair = pair(move.moment, names) else { continue }
        moments.append((pair.old, pair.new, move.debt.map { node.old.debts[$0].call }))
      }
      for (move, _) in theirs.moves(at: node.new) {
        guard let pair = pair(move.moment, back, isNew: true) else { continue }
        moments.append((pair.old, pair.new, move.debt.map { node.new.debts[$0].call }))
      }
      for (before, after, debt) in moments {
        guard let next = next(node, index, before, after, debt) else { continue }
        guard let point = next.point else {
          return .different(JointRun(nodes.moments(to: index) + [JointMoment(old: before, new: after)], parts: true))
        }
        guard point.old.machine.backlog <= 8, point.new.machine.backlog <= 8 else { return .unknown }
        guard known.insert(Key(old: point.old.key, new: point.new.key)).inserted else { continue }
        guard nodes.count < mostConfigurations else { return .unknown }
        nodes.append(point)
      }
      index += 1
    }
    return .same
  }

  private func names(_ node: Node) -> [String: String] {
    names(node.old.machine.stepAtWork, node.new.machine.stepAtWork)
  }

  /// The same happening in the words of both.
  private mutating func pair(
    _ moment: Moment, _ names: [String: String], isNew: Bool = false
  ) -> (old: Moment, new: Moment)? {
    switch moment.happening {
    case .event(let occurrence):
      guard let mine = oldEvents.twin(of: occurrence), let theirs = newEvents.twin(of: occurrence) else { return nil }
      return (Moment(.event(mine), at: moment.time), Moment(.event(theirs), at: moment.time))
    case .answer(let choice?, let values):
      let other = Moment(.answer(choice: names[choice] ?? choice, values), at: moment.time)
      return isNew ? (other, moment) : (moment, other)
    default: return (moment, moment)
    }
  }

  /// Nil for what cannot happen to both; without a point where the flows part.
  private func next(
    _ node: Node, _ index: Int, _ before: Moment, _ after: Moment, _ debt: OpenCall?
  ) -> (point: Node?, Void)? {
    var moves = (RunPoint.Stimulus(before), RunPoint.Stimulus(after))
    if let debt {
      guard let mine = node.old.debts.firstIndex(where: { $0.call.call == debt.call }),
        let theirs = node.new.debts.firstIndex(where: { $0.call.call == debt.call })
      else { return nil }
      moves = (RunPoint.Stimulus(before, paying: mine), RunPoint.Stimulus(after, paying: theirs))
    }
    var (seen, told) = (Effects(tracing: true), Effects(tracing: true))
    let mine = node.old.after(moves.0, in: old, keepingLateReplies: false, &seen)
    let theirs = node.new.after(moves.1, in: new, keepingLateReplies: false, &told)
    let point = Node(old: mine, new: theirs, parent: index, moment: JointMoment(old: before, new: after))
    let isAlike = look(mine.machine, seen.marks, old, names(point)) == look(theirs.machine, told.marks, new, [:])
    return (isAlike ? point : nil, ())
  }

  private func look(_ machine: FlowMachine, _ marks: [TraceMark], _ program: Program, _ names: [String: String]) -> Look
  {
    var look = Look()
    for mark in marks {
      switch mark.what {
      case .called(let row): look.acts.append("call \(program.call(ofRow: row)?.index ?? 0)")
      case .abandoned(let call): look.acts.append("abandon \(call)")
      case .gated(_, let questions), .gatedCall(_, let questions): look.acts.append("gate \(questions.sorted())")
      case .refused: look.acts.append("refuse")
      case .timedOut: look.acts.append("time is over")
      case .ended(.end(let end, _)): look.acts.append("end \(program.flow[end].name.value)")
      case .ended(.unhandled): look.acts.append("end unhandled")
      case .ended(.goalNotReached): look.acts.append("end short")
      default: break
      }
    }
    guard !machine.isOver else { return look }
    look.phase = machine.currentPhase
    guard let question = machine.question(at: machine.time) else { return look }
    look.asks = [
      "\(question.canSubmit) \(question.inputs.map(\.name)) \(machine.dataAtWork?.event.name ?? "")",
      "\(machine.dataAtWork?.event.status ?? 0) \(machine.depth)",
      "\(question.choices.map { names[$0.name] ?? $0.name }.sorted())",
      "\(question.later.map { "\(names[$0.name] ?? $0.name) \($0.at)" }.sorted())",
    ]
    return look
  }
}
