// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A code that comes for users who exist, and a code that comes for those who do not, with different words or ways:
/// anybody who types names learns who has an account.
///
/// Of a flow that claims anything, `else` is looked at, too.
enum TellsWhoExists: Rule {
  static let code = DiagnosticCode("MFA430", "tells-who-exists", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let codes = RevealingCodes(context) else { return }
    var told: Set<SourceRange> = []
    for facts in context.steps {
      for replies in Replies.all(at: facts, codes, context) {
        diagnose(replies, codes, context, &told, &findings)
      }
    }
  }

  /// The replies that tell that a user exists, whatever line takes them: in how many ways by each.
  static func counts(in context: CheckContext) -> [String: Int] {
    let flow = context.flow
    guard let codes = RevealingCodes(context) else { return [:] }
    var counts: [String: Int] = [:]
    for facts in context.steps {
      for replies in Replies.all(at: facts, codes, context) {
        let shown = flow.shown(replies.ofNobody)
        for (arrival, taken) in replies.ofUsers
        where !taken.line.trigger.isOtherwise || !codes.answered.contains(arrival.outcome) {
          if flow.shown(taken) != shown, !codes.mustBeTold(arrival, by: taken.line, context) {
            counts[arrival.words(flow.contract), default: 0] += 1
          }
        }
      }
    }
    return counts
  }

  private static func diagnose(
    _ replies: Replies, _ codes: RevealingCodes, _ context: CheckContext, _ told: inout Set<SourceRange>,
    _ findings: inout [Diagnostic]
  ) {
    let flow = context.flow
    var seen = [flow.shown(replies.ofNobody)]
    for (arrival, taken) in replies.ofUsers {
      let line = taken.line
      // Where nothing is claimed, what goes to `else` is taken for whatever else goes wrong.
      guard !line.trigger.isOtherwise || flow.claimsSomething && !codes.answered.contains(arrival.outcome) else {
        continue
      }
      let shown = flow.shown(taken)
      guard !seen.contains(shown), !codes.mustBeTold(arrival, by: line, context) else { continue }
      seen.append(shown)
      guard told.insert(line.range).inserted else { continue }
      findings.append(
        finding(
          "`\(arrival.words(flow.contract))` reveals here that the user exists", at: line.range,
          help: cure(taken, replies, flow.contract),
          notes: [Note("an unknown user gets this", at: replies.ofNobody.line.range)]))
    }
  }
}

extension TellsWhoExists {
  private static func cure(_ taken: Replies.Taken, _ replies: Replies, _ contract: Contract) -> String {
    guard taken.isDrawn == replies.ofNobody.isDrawn else {
      return "leave out `of: successes`: how much is left of the limit tells whether the user exists"
    }
    return (taken.line.trigger.isOtherwise ? "give it a line that leads" : "lead it")
      + " where `\(replies.nobody.words(contract))` leads, with the same words"
  }
}

/// What comes back to a call that is open at a step, for an unknown user and for users who exist, with what takes it.
private struct Replies {
  /// A line, and the step that has it.
  struct Taken {
    let line: Transition
    let step: Step
    /// Whether it draws on a limit that counts successes only: the choice is gone then, or says so.
    let isDrawn: Bool
  }

  let nobody: Arrival
  let ofNobody: Taken
  let ofUsers: [(arrival: Arrival, taken: Taken)]

  /// Of each call that may be open at a step, be it one of its own or one that another step has made.
  static func all(at facts: StepFacts, _ codes: RevealingCodes, _ context: CheckContext) -> [Replies] {
    let contract = context.flow.contract
    guard context.graph != nil else {
      // Where something is not understood, nobody knows where the replies to the calls of others come.
      return facts.calls.filter { $0.departure == nil }.flatMap {
        each(to: $0, of: facts.step, by: [(facts.step, $0.lines)], codes, contract)
      }
    }
    let relation = context.relation
    let own = context.heardCalls(at: facts.step).flatMap { heard in
      each(to: heard.call, of: heard.maker, by: [(facts.step, relation.lines(at: heard.place))], codes, contract)
    }
    let late = facts.step.isWait ? late(at: facts, codes, context) : []
    // An interrupt above the open call takes what its lines name.
    let named = facts.step.transitions.filter { line in
      if case .event(_, _, let outcome) = line.trigger { codes.has(outcome) } else { false }
    }
    guard facts.step.isInterrupt, !named.isEmpty else { return own + late }
    return own
      + context.steps.filter { !$0.step.isInterrupt }.flatMap { below in
        context.heardCalls(at: below.step).flatMap { heard in
          let lines = [(facts.step, named), (below.step, relation.lines(at: heard.place))]
          return each(to: heard.call, of: heard.maker, by: lines, codes, contract)
        }
      }
  }

  /// Of each call that was open at a wait step until a choice made another one: the lines of the choice take what comes late.
  private static func late(at facts: StepFacts, _ codes: RevealingCodes, _ context: CheckContext) -> [Replies] {
    let contract = context.flow.contract
    let own = facts.calls.filter { call in
      call.over.contains { line in
        if case .event(_, _, let outcome) = line.trigger { codes.has(outcome) } else { false }
      }
    }
    if own.isEmpty { return [] }
    return context.heardCalls(at: facts.step).filter { $0.maker.id != facts.step.id }.flatMap { heard in
      own.flatMap { each(to: heard.call, of: heard.maker, by: [(facts.step, $0.lines)], codes, contract) }
    }
  }

  /// Those for each code that comes for nobody; none where not both may come.
  ///
  /// - Parameters:
  ///   - maker: the step that makes the call.
  ///   - lines: those of the topmost step first.
  private static func each(
    to call: CallFacts, of maker: Step, by lines: [(step: Step, lines: [Transition])], _ codes: RevealingCodes,
    _ contract: Contract
  ) -> [Replies] {
    let arrivals = call.arrivals + (codes.inform ? call.arrivals.flatMap { $0.informing(contract) } : [])
    let ofNobody = arrivals.filter { codes.nobody.contains($0.outcome) }
    let ofUsers = arrivals.filter { codes.user.contains($0.outcome) }
    guard !ofNobody.isEmpty, !ofUsers.isEmpty else { return [] }
    let countsSuccesses = maker.countsSuccesses(of: call.origin)
    func taken(_ arrival: Arrival) -> Taken? {
      for (step, lines) in lines {
        var first: Transition?
        contract.forEachLine(for: arrival, among: lines, own: step.awaited) { line in if first == nil { first = line } }
        if let first {
          let isDrawn = countsSuccesses && !contract.isFailure(arrival.outcome, of: arrival.event)
          return Taken(line: first, step: step, isDrawn: isDrawn)
        }
      }
      return nil
    }
    let takenOfUsers = ofUsers.compactMap { arrival in taken(arrival).map { (arrival, $0) } }
    return ofNobody.compactMap { nobody in
      taken(nobody).map { Replies(nobody: nobody, ofNobody: $0, ofUsers: takenOfUsers) }
    }
  }
}

/// The codes of a contract that tell who exists.
private struct RevealingCodes {
  private(set) var user: [ReplyOutcome] = []
  private(set) var nobody: [ReplyOutcome] = []
  /// Whether one of them comes with a success.
  private(set) var inform = false
  /// Those of `user` for which the contract has a call: where `else` takes one, it is taken for whatever else goes wrong.
  private(set) var answered: [ReplyOutcome] = []

  /// Whether an outcome tells anything of the sort.
  func has(_ outcome: ReplyOutcome) -> Bool { user.contains(outcome) || nobody.contains(outcome) }

  /// Nil if the contract has none of the one sort or of the other.
  init?(_ context: CheckContext) {
    let contract = context.flow.contract
    for code in contract.codes where code.reveals != nil {
      if code.isInformational { inform = true }
      if code.reveals == .nobody {
        nobody.append(.code(code.number))
      } else {
        user.append(.code(code.number))
        if contract.calls.contains(where: { $0.answersCode == code.number }) { answered.append(.code(code.number)) }
      }
    }
    if user.isEmpty || nobody.isEmpty { return nil }
  }

  /// Whether a line leads to a call for just the code with which a reply comes, and more than a failure may come of that: a user who gets
  /// the code has to be led on to it.
  func mustBeTold(_ arrival: Arrival, by line: Transition, _ context: CheckContext) -> Bool {
    guard answered.contains(arrival.outcome), case .code(let number) = arrival.outcome else { return false }
    let contract = context.flow.contract
    return context.first(behind: line.target, \.waysByButtons) { target -> Bool? in
      guard let facts = context.step(at: target) else { return nil }
      let helps = facts.calls.contains {
        contract[$0.use.call].answersCode == number && context.mayDoMoreThanFail($0, at: facts.step)
      }
      return helps ? true : nil
    } != nil
  }
}

extension StepFacts {
  /// Where it leads without a call of its own: by buttons, by itself, or once the modules allow it.
  fileprivate var waysByButtons: [Target] {
    let buttons = step.choices.compactMap { if case .go(let target) = $0.action { target } else { nil } }
    let allowed = step.isGate ? step.transitions.line(taking: .allow)?.target : nil
    return buttons + [step.to, allowed].compactMap(\.self)
  }
}

extension CheckContext {
  /// Whether a call leads anywhere but to a failure end, as far as its step says.
  fileprivate func mayDoMoreThanFail(_ call: CallFacts, at step: Step) -> Bool {
    func fails(_ target: Target) -> Bool {
      if case .end(let end) = target.move { flow[end].outcome == .failure } else { false }
    }
    if let departure = call.departure { return !fails(departure.target) }
    let contract = flow.contract
    let replies = call.arrivals.filter { !contract.isFailure($0.outcome, of: $0.event) }
    return call.arrivals.isEmpty
      || replies.contains { !call.lines(for: $0, at: step, contract).allSatisfy { fails($0.target) } }
  }
}

/// What a person can see of where a line leads.
private struct SeenTarget: Equatable {
  enum Onward: Equatable {
    case here
    case step(StepID)
    /// The app sees by which end a run is over, and how it came out.
    case over(EndID)
    case interrupted
  }

  let place: Onward
  /// Whether a limit of successes is drawn on, as in `Replies.Taken`.
  var isDrawn = false
  /// The message in the flow's own words, then as each of its catalogues has it.
  let words: [[Message.Piece]]
}

extension Step {
  /// Whether the limit of the choice that makes a call counts successes only.
  fileprivate func countsSuccesses(of origin: Origin) -> Bool {
    if case .choice(let index) = origin { choices[index].scopedMax?.isOfSuccesses ?? false } else { false }
  }
}

extension Flow {
  /// Whether it says of any success, or of any step, what it takes.
  fileprivate var claimsSomething: Bool {
    goal != nil || !requirements.isEmpty || steps.contains { $0.requirement != nil }
  }

  fileprivate func shown(_ taken: Replies.Taken) -> SeenTarget {
    let (target, step) = (taken.line.target, taken.step)
    var seen =
      switch target.move {
      case .stay, .retry: shown(.here, target.say ?? step.say)
      // Who comes to a step anew may be taken on by `auto` at once.
      case .step(let id):
        shown(id == step.id && step.autos.isEmpty ? .here : .step(id), target.say ?? self[id].say)
      case .end(let id): shown(.over(id), target.say ?? self[id].say)
      case .resume: shown(.interrupted, target.say)
      }
    seen.isDrawn = taken.isDrawn
    return seen
  }

  private func shown(_ place: SeenTarget.Onward, _ say: MessageID?) -> SeenTarget {
    guard let say else { return SeenTarget(place: place, words: []) }
    let own = self[say].pieces
    let others = languages.offered.map { languages.texts[$0]?[Int(say.index)] ?? own }
    return SeenTarget(place: place, words: [own] + others)
  }
}
