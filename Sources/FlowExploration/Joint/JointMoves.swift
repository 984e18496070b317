// SPDX-License-Identifier: Apache-2.0

import FlowDifference
import FlowGraph
import FlowRuntime
import Guards
import SDKContract
import Values

/// What may happen next to two flows that nobody has told apart so far: all that may happen to either.
struct JointMoves {
  private struct Key: Hashable {
    var event: SDKEvent?
    var choice: String?
    var values: Record?
    var time: Int64?
    var kind = 0
  }

  private let flows: JointFlows
  private let old: Prospects
  private let new: Prospects
  private var oldEvents: EventTwins
  private var newEvents: EventTwins
  private let interrupts: [JointMoment]
  private var users: JointUsers

  init(_ flows: JointFlows) {
    self.flows = flows
    users = JointUsers(flows)
    let checks = flows.differentChecks
    old = Prospects(flows.old, beside: flows.new.flow, checking: checks.old)
    new = Prospects(flows.new, beside: flows.old.flow, checking: checks.new)
    var (oldEvents, newEvents) = (EventTwins(flows.old), EventTwins(flows.new))
    var interrupts: [JointMoment] = []
    var known: Set<SDKEvent> = []
    let contract = flows.comparison.new.contract
    for index in contract.events.indices where contract.events[index].kind == .interrupt {
      let id = EventID(index: UInt16(index))
      for sample in old.samples.events(id, mode: nil) + new.samples.events(id, mode: nil)
      where known.insert(sample.event).inserted {
        guard let mine = oldEvents.twin(of: sample), let theirs = newEvents.twin(of: sample) else { continue }
        interrupts.append(JointMoment(old: Moment(.event(mine)), new: Moment(.event(theirs))))
      }
    }
    self.interrupts = interrupts
    self.oldEvents = oldEvents
    self.newEvents = newEvents
  }

  /// - Parameters:
  ///   - interrupting: whether interrupts may come, too.
  ///   - naming: whether another user may come after the first.
  mutating func next(for state: JointState, interrupting: Bool, naming: Bool = false) -> [JointMoment] {
    var moments: [JointMoment] = []
    var known: Set<Key> = []
    let names = Names(choices: flows.names(at: state.pair), inputs: flows.inputs(at: state.pair))
    for moment in old.next(for: state.old) {
      guard let twin = inNew(moment, names), known.insert(key(twin)).inserted else { continue }
      moments.append(JointMoment(old: inOld(moment, Names()) ?? moment, new: twin))
    }
    let back = names.inverse
    for moment in new.next(for: state.new) {
      guard let twin = inOld(moment, back), let own = inNew(moment, Names(), isOwn: true),
        known.insert(key(own)).inserted
      else { continue }
      moments.append(JointMoment(old: twin, new: own))
    }
    if interrupting { moments += interrupts }
    return naming ? moments.flatMap { users.moments($0, for: state) } : moments
  }

  /// What happens to the new flow, for both of them; nil where the old one has no such choice.
  mutating func both(_ moment: Moment, for state: JointState) -> JointMoment? {
    let names = Names(choices: flows.names(at: state.pair), inputs: flows.inputs(at: state.pair)).inverse
    if case .answer(let choice?, _) = moment.happening, names.choices[choice] == nil { return nil }
    guard let mine = inOld(moment, names), let theirs = inNew(moment, Names(), isOwn: true) else { return nil }
    return JointMoment(old: mine, new: theirs)
  }

  private func key(_ moment: Moment) -> Key {
    var key = Key(time: moment.time)
    switch moment.happening {
    case .start: key.kind = 1
    case .answer(let choice, let values): (key.kind, key.choice, key.values) = (2, choice, values)
    case .staleAnswer: key.kind = 3
    case .accepted: key.kind = 4
    case .rejected(let code): key.kind = 100 &+ code
    case .verdict(.allow): key.kind = 5
    case .verdict: key.kind = 6
    case .event(let occurrence): key.event = occurrence.event
    case .deadline: key.kind = 7
    }
    return key
  }

  private mutating func inNew(_ moment: Moment, _ names: Names, isOwn: Bool = false) -> Moment? {
    switch moment.happening {
    case .event(let occurrence): newEvents.twin(of: occurrence).map { Moment(.event($0), at: moment.time) }
    case .answer where !isOwn: names.applied(to: moment)
    default: moment
    }
  }

  private mutating func inOld(_ moment: Moment, _ names: Names) -> Moment? {
    switch moment.happening {
    case .event(let occurrence): oldEvents.twin(of: occurrence).map { Moment(.event($0), at: moment.time) }
    case .answer where !names.isEmpty: names.applied(to: moment)
    default: moment
    }
  }
}

/// What the choices and inputs of a step are called in the other flow.
private struct Names {
  var choices: [String: String] = [:]
  /// Those with another name.
  var inputs: [String: String] = [:]

  var isEmpty: Bool { choices.isEmpty && inputs.isEmpty }

  var inverse: Names {
    Names(
      choices: Dictionary(choices.map { ($1, $0) }) { first, _ in first },
      inputs: Dictionary(inputs.map { ($1, $0) }) { first, _ in first })
  }

  /// The same answer to the other flow; nil for a choice that it does not have.
  func applied(to moment: Moment) -> Moment? {
    guard case .answer(let choice, let values) = moment.happening else { return moment }
    let twin = choice.flatMap { choices[$0] }
    guard choice == nil || twin != nil else { return nil }
    let fields = values.fields.map { Record.Field(inputs[$0.name] ?? $0.name, $0.value) }
    return Moment(.answer(choice: twin, Record(fields)), at: moment.time)
  }
}

extension JointFlows {
  /// By step of each flow, as an index: the checks of the step that stands for it, where they are others.
  fileprivate var differentChecks: (old: [Int: [Guard]], new: [Int: [Guard]]) {
    var checks: (old: [Int: [Guard]], new: [Int: [Guard]]) = ([:], [:])
    for pair in comparison.correspondence.pairs {
      let names = Names(inputs: inputs(at: pair))
      let mine = old.flow.steps[pair.old].checks.map { $0.expression.naming(names.inputs) }
      let theirs = new.flow.steps[pair.new].checks.map(\.expression)
      guard mine.map(\.description) != theirs.map(\.description) else { continue }
      checks.old[pair.old] = theirs.map { $0.naming(names.inverse.inputs) }
      checks.new[pair.new] = mine
    }
    return checks
  }
}
