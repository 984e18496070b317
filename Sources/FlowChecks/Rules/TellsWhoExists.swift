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
        diagnose(replies, codes, context.flow, &told, &findings)
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
        where !taken.line.trigger.isOtherwise || !codes.unlocked.contains(arrival.outcome) {
          if flow.shown(taken) != shown { counts[arrival.words(flow.contract), default: 0] += 1 }
        }
      }
    }
    return counts
  }

  private static func diagnose(
    _ replies: Replies, _ codes: RevealingCodes, _ flow: Flow, _ told: inout Set<SourceRange>,
    _ findings: inout [Diagnostic]
  ) {
    var seen = [flow.shown(replies.ofNobody)]
    for (arrival, taken) in replies.ofUsers {
      let line = taken.line
      // Where nothing is claimed, what goes to `else` is taken for whatever else goes wrong.
      guard !line.trigger.isOtherwise || flow.claimsSomething && !codes.unlocked.contains(arrival.outcome) else {
        continue
      }
      let shown = flow.shown(taken)
      guard !seen.contains(shown) else { continue }
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
  /// Those of `user` for which the contract has a call, and the flow has not: the flow tells them by a line of their own only.
  private(set) var unlocked: [ReplyOutcome] = []

  /// Whether an outcome tells anything of the sort.
  func has(_ outcome: ReplyOutcome) -> Bool { user.contains(outcome) || nobody.contains(outcome) }

  /// Nil if the contract has none of the one sort or of the other.
  init?(_ context: CheckContext) {
    let contract = context.flow.contract
    let answering = contract.calls.indices.filter { contract.calls[$0].answersCode != nil }
    // Most contracts have none, and few steps make such a call.
    var made: Set<Int> = []
    if !answering.isEmpty {
      for facts in context.everyStep {
        for call in facts.calls { made.insert(Int(call.use.call.index)) }
      }
    }
    let answered = answering.filter(made.contains).compactMap { contract.calls[$0].answersCode }
    for index in contract.codes.indices {
      if contract.codes[index].reveals != nil, contract.codes[index].isInformational { inform = true }
      switch contract.codes[index].reveals {
      case .user?:
        let number = contract.codes[index].number
        // The flow has a call for just this code: a user who gets it has to be led on to that.
        if !answered.contains(number) { user.append(.code(number)) }
        if answering.contains(where: { contract.calls[$0].answersCode == number }) { unlocked.append(.code(number)) }
      case .nobody?: nobody.append(.code(contract.codes[index].number))
      case nil: continue
      }
    }
    if user.isEmpty || nobody.isEmpty { return nil }
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
