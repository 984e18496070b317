// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Where two flows can be told apart, and by what: a run shows a difference only if the difference is why they part.
struct JointParting {
  /// What one of them does and the other does not, first of all.
  let cause: Cause
  /// What only one of them offers then.
  let offers: JointOffers
  /// The steps at which something is spent in one of them, as indices of the new flow; below 0 for those of the old one alone.
  private let spent: Set<Int>
  /// The calls that were under way before.
  let calls: Set<CallID>
  /// What was chosen in each of them, be it without asking.
  private let chosen: (old: [Chosen], new: [Chosen])
  /// What both chose right before they part, be it without asking; nil if something else came in between.
  private let last: (old: Chosen, new: Chosen)?
  /// The steps at work in the end.
  private let places: (old: Int, new: Int)

  fileprivate struct Chosen: Equatable {
    let step: Int
    let choice: Int
  }

  enum Cause {
    /// Something is spent.
    case limit
    case time
    case gate
    case claim
    case check
    /// They ask, and offer other things.
    case offer
    /// They go other ways, or make other calls.
    case deed
    /// They only leave the SDK in another way, since one end is a failure and the other is none.
    case leaving
  }

  /// What somebody may notice, in the order in which it happens.
  fileprivate enum Sign: Hashable {
    case spent
    case timedOut
    case gated([String])
    case fellShort
    case refused
    /// What was picked is not offered.
    case foundNothing
    case called(UInt16?)
    case chosen
    case went(Int)
    case ended(String)
  }

  /// - Parameter calls: those that were under way before.
  init(
    _ old: FlowMachine, _ new: FlowMachine, _ marks: (old: [TraceMark], new: [TraceMark]), under calls: Set<CallID>,
    _ flows: JointFlows
  ) {
    self.calls = calls
    let mine = flows.signs(marks.old, flows.old, isOld: true)
    let theirs = flows.signs(marks.new, flows.new, isOld: false)
    spent = flows.spent(marks.old, isOld: true).union(flows.spent(marks.new, isOld: false))
    offers = JointOffers(old, new, flows)
    chosen = (JointFlows.chosen(marks.old), JointFlows.chosen(marks.new))
    places = (old.stepAtWork.place, new.stepAtWork.place)
    cause = Self.cause(Self.firstUnlike(mine, theirs), isLeaving: mine == theirs && old.isOver)
    let choices = chosen
    last = Self.lastChoice(mine, theirs).map { (choices.old[$0], choices.new[$0]) }
  }

  /// Whether something is spent at two steps that stand for each other, in one of the flows.
  func isSpent(at pair: Correspondence.Pair, _ flows: JointFlows) -> Bool {
    spent.contains(flows.place(pair.new, isOld: false))
  }

  /// Whether both came to two steps that stand for each other, and only one of them chose what a choice there does.
  ///
  /// - Parameters:
  ///   - mine: the choice of the old step; nil where it has none.
  ///   - theirs: that of the new step.
  func chooseOtherwise(at pair: Correspondence.Pair, _ mine: Int?, _ theirs: Int?) -> Bool {
    let (before, after) = (
      chosen.old.filter { $0.step == pair.old }, chosen.new.filter { $0.step == pair.new }
    )
    guard !before.isEmpty || places.old == pair.old, !after.isEmpty || places.new == pair.new else { return false }
    return before.contains { $0.choice == mine } != after.contains { $0.choice == theirs }
  }

  /// Whether both came to two steps that stand for each other, took there what a choice of each does, and did not do the same by it.
  func doOtherwise(at pair: Correspondence.Pair, _ mine: Int?, _ theirs: Int?) -> Bool {
    guard let last, let mine, let theirs else { return false }
    return last.old == Chosen(step: pair.old, choice: mine) && last.new == Chosen(step: pair.new, choice: theirs)
  }

  /// The number of the choice that is the last thing before two runs of signs part, among all that were chosen; nil where something else is.
  private static func lastChoice(_ mine: [Sign], _ theirs: [Sign]) -> Int? {
    var alike = zip(mine, theirs).prefix { $0 == $1 }.map(\.0)
    // What the modules are asked belongs to the choice.
    while case .gated? = alike.last { alike.removeLast() }
    return alike.last == .chosen ? alike.count { $0 == .chosen } - 1 : nil
  }

  /// The first sign that is not that of the other flow, with the other's.
  private static func firstUnlike(_ mine: [Sign], _ theirs: [Sign]) -> [Sign] {
    if let pair = zip(mine, theirs).first(where: { $0 != $1 }) { return [pair.0, pair.1] }
    let (shorter, longer) = mine.count < theirs.count ? (mine, theirs) : (theirs, mine)
    return Array(longer.dropFirst(shorter.count).prefix(1))
  }

  private static func cause(_ signs: [Sign], isLeaving: Bool) -> Cause {
    func has(_ isSo: (Sign) -> Bool) -> Bool { signs.contains(where: isSo) }
    if signs.isEmpty { return isLeaving ? .leaving : .offer }
    if signs.contains(.spent) { return .limit }
    // Whoever refuses an answer asks nobody else about it.
    if signs.contains(.refused) { return .check }
    if signs.contains(.foundNothing) { return .offer }
    if has({ if case .gated = $0 { true } else { false } }) { return .gate }
    if signs.contains(.fellShort) { return .claim }
    if signs.contains(.timedOut) { return .time }
    return signs.contains(.chosen) ? .offer : .deed
  }
}

extension JointFlows {
  fileprivate func signs(_ marks: [TraceMark], _ program: Program, isOld: Bool) -> [JointParting.Sign] {
    marks.compactMap { mark in
      switch mark.what {
      case .exhausted, .spent: .spent
      case .timedOut: .timedOut
      case .gated(_, let questions), .gatedCall(_, let questions): .gated(questions.sorted())
      case .fellShort: .fellShort
      case .refused(_, .noSuchItem): .foundNothing
      case .refused: .refused
      case .called(let row): .called(program.call(ofRow: row).map(\.index))
      case .answered(_, _, let choice): choice >= 0 ? .chosen : nil
      case .entered(let step): .went(place(Int(step), isOld: isOld))
      case .ended(.end(let end, _)): .ended(program.flow[end].name.value)
      case .ended(.unhandled): .ended("")
      default: nil
      }
    }
  }

  fileprivate static func chosen(_ marks: [TraceMark]) -> [JointParting.Chosen] {
    marks.compactMap { mark in
      guard case .answered(_, let step, let choice) = mark.what, choice >= 0 else { return nil }
      return JointParting.Chosen(step: Int(step), choice: Int(choice))
    }
  }

  /// The steps at which something is spent, by ``place(_:isOld:)``.
  fileprivate func spent(_ marks: [TraceMark], isOld: Bool) -> Set<Int> {
    Set(
      marks.compactMap { mark in
        switch mark.what {
        case .exhausted(let step), .spent(let step): place(Int(step), isOld: isOld)
        default: nil
        }
      })
  }

  /// One number for steps that stand for each other, copies among them.
  fileprivate func place(_ step: Int, isOld: Bool) -> Int {
    let match = comparison.correspondence
    return isOld ? match.new(for: step) ?? -1 - step : match.original(of: step).step
  }
}

extension Difference {
  /// Whether it is why two flows part.
  ///
  /// - Parameters:
  ///   - before: the steps at work before the moment; nil where they are the same as after it.
  ///   - next: where they are after it.
  func isShown(
    by moment: JointMoment, from before: Correspondence.Pair?, to next: JointState, _ parting: JointParting,
    _ flows: JointFlows
  ) -> Bool {
    if verdict == .wording { return false }
    // A limit is no reason before it is used up; what follows when it is needs no other reason.
    if let uses, sign == .limit, next.draws(on: self, flows) < uses { return false }
    let places = (before.map { [$0] } ?? []) + [next.pair]
    switch spot {
    case .outcome(let pair, let triggers):
      return triggers.contains { trigger in
        if trigger == .exhausted { return parting.isSpent(at: pair, flows) && parting.cause != .leaving }
        // The time of a step and that of its call lead to one line.
        if trigger == .timeout, isOfCalls == parting.calls.isEmpty { return false }
        return pair == places[0] && trigger.isBrought(by: moment.new.happening, flows.comparison.new.contract)
      }
    case .choice(let pair, let mine, let theirs):
      let name = mine.map { flows.comparison.old.steps[pair.old].choices[$0].name.value }
      let newName = theirs.map { flows.comparison.new.steps[pair.new].choices[$0].name.value }
      let isOffered = parting.cause == .offer && (sign == .offer || sign == .limit)
      if places.contains(pair), isOffered || sign == .limit && parting.cause == .limit,
        name.map(parting.offers.onlyOld.contains) ?? false || newName.map(parting.offers.onlyNew.contains) ?? false
      {
        return true
      }
      // What is taken without asking has no answer.
      let isAuto =
        mine.map(flows.comparison.old.steps[pair.old].autos.contains) ?? false
        || theirs.map(flows.comparison.new.steps[pair.new].autos.contains) ?? false
      if isAuto, sign == .gate, parting.cause == .gate, places.contains(pair) { return true }
      if isAuto, sign == .offer, parting.chooseOtherwise(at: pair, mine, theirs) { return true }
      if isAuto, sign == .deed, parting.doOtherwise(at: pair, mine, theirs), hasReason(in: parting, moment) {
        return true
      }
      guard pair == places[0] else { return sign == .limit && parting.cause == .limit && places.contains(pair) }
      // The time of its call is over, in one of the flows.
      if sign == .time, parting.cause == .time {
        guard let mine, case .call(let use, _) = flows.comparison.old.steps[pair.old].choices[mine].action else {
          return false
        }
        return parting.calls.contains(use.call)
      }
      return moment.isAnswer(by: name, newName) && hasReason(in: parting, moment)
    case .step(let pair):
      // What is spent at the step behind it says nothing of its own limit.
      if sign == .limit, parting.cause == .limit { return parting.isSpent(at: pair, flows) }
      return places.contains(pair) && hasReason(in: parting, moment)
    case .start: if case .start = moment.new.happening { return true } else { return false }
    case .interrupt(let mine, let theirs):
      guard case .event(let occurrence) = moment.new.happening else { return false }
      let step = mine.map { flows.comparison.old.steps[$0] } ?? theirs.map { flows.comparison.new.steps[$0] }
      return step?.awaited?.event == flows.comparison.new.contract.event(named: occurrence.event.name)
    case .none: return false
    }
  }

  private func hasReason(in parting: JointParting, _ moment: JointMoment) -> Bool {
    switch (sign, parting.cause) {
    case (.limit, .limit), (.gate, .gate), (.claim, .claim), (.check, .check), (.time, .time),
      (.deed, .deed), (.deed, .gate):
      return true
    case (.offer, .offer): return !parting.offers.areOnlyOtherChoices || moment.isAnswer
    case (.deed, .offer): return !parting.offers.haveOtherChoices
    case (.limit, .offer):
      // Tries count answers; what else hides a choice is a limit of the choice, or one that several share.
      return parting.offers.asksOther || uses == nil && parting.offers.hidesKnown
    case (.time, _): return moment.isDeadline && parting.cause != .limit && parting.cause != .leaving
    case (.offer, .deed), (.check, .deed): return moment.isAnswer
    default: return false
    }
  }
}

extension JointMoment {
  fileprivate var isDeadline: Bool { if case .deadline = new.happening { true } else { new.time != nil } }
  fileprivate var isAnswer: Bool { if case .answer = new.happening { true } else { false } }

  /// Whether somebody picks a choice, by its name in either flow.
  fileprivate func isAnswer(by name: String?, _ newName: String?) -> Bool {
    if case .answer(let choice?, _) = old.happening, choice == name { return true }
    if case .answer(let choice?, _) = new.happening, choice == newName { return true }
    return false
  }
}

extension Trigger {
  /// Whether it may be what a happening is to a step.
  fileprivate func isBrought(by happening: Happening, _ contract: Contract) -> Bool {
    switch (self, happening) {
    case (.event(let event, let mode, let outcome), .event(let occurrence)):
      guard let id = contract.event(named: occurrence.event.name), id == event else { return false }
      let (event, spec) = (occurrence.event, contract[id])
      let own = contract.outcome(of: spec, status: event.status, error: event.error, data: event.data)
      return isOf(mode, spec, event) && isLike(outcome, own)
    case (.error(let number), .event(let occurrence)):
      return occurrence.event.error != 0 && number ?? occurrence.event.error == occurrence.event.error
    case (.rejected(let number), .rejected(let code)): return number ?? code == code
    case (.timeout, .deadline), (.accepted, .accepted), (.allow, .verdict), (.deny, .verdict), (.otherwise, _):
      return true
    default: return false
    }
  }

  private func isOf(_ mode: Int?, _ spec: EventSpec, _ event: SDKEvent) -> Bool {
    guard let mode, spec.modes.contains(mode), let field = spec.modeField else { return true }
    if case .int(let number)? = event.data[field] { return mode == number }
    return true
  }

  private func isLike(_ outcome: ReplyOutcome, _ own: ReplyOutcome) -> Bool {
    switch (outcome, own) {
    case (.success, .success), (.error, .error): true
    // One that neither flow names stands for all such.
    case (.code(let number), .code(let other)): number == other || number < 0
    default: false
    }
  }
}
