// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How the steps of a flow are connected.
///
/// Steps are numbers here: their indices in the flow.
struct StepGraph {
  /// A way from a step to a step.
  struct Edge {
    let from: Int
    let to: Int
    let origin: Origin
    /// Whether the flow or the contract bounds how often it is taken in a run.
    var isBudgeted: Bool
    /// Whether the part of the step that it starts from was used by it: a call that the SDK refuses is not.
    let isUse: Bool
    /// The deadline that leads this way, in milliseconds; nil where anything else does.
    var deadline: Int?
    /// Whether anything can come that leads this way; else only its author believes so.
    var isTaken = true
    /// Whether it may be taken at a `wait:` step or an interrupt by the reply to a call of some other step, be that open or given up.
    var isOfLate = false
    /// Whether nothing leads this way but what nobody can wait for: an event that no line names, while no call is open.
    var isOfStrays = false
    /// Whether an interrupt without an entry leads this way, since `else` takes it.
    var isOfUnlisted = false
    /// Whether a budget bounds what the step does by itself here, and this way draws on none: the SDK rejects the call.
    var isUnspent = false
    /// Where the author wrote it.
    let range: SourceRange

    /// Whether a deadline leads this way, while no call is open.
    var isOfTime: Bool { deadline != nil && origin == .itself }

    /// The part of its step that it starts from.
    var part: UseNetwork.Part { UseNetwork.Part(step: from, origin: origin) }

    /// Whether a run may take it, be it by a late reply.
    var mayHappen: Bool { isTaken || isOfLate }
  }

  let count: Int
  /// In the order of `from`.
  private(set) var edges: [Edge] = []
  /// Where the edges of each step begin in `edges`, and one more for the end.
  private(set) var offsets: [Int] = [0]
  /// Whether a step leads to an end, or back to what it interrupted, at once.
  private(set) var leaves: [Bool]
  /// Parts whose limit counts for each session, where no way round that nothing else limits has sessions begin and end.
  private(set) var boundInSession: Set<UseNetwork.Part> = []

  /// - Parameter relation: that of a flow of which every name is resolved.
  init(_ relation: Relation, _ moves: MoveTable) {
    let (flow, steps) = (relation.flow, relation.steps)
    count = steps.count
    let inherited = InheritedDeadlines(relation, moves)
    var replies: KnownReplies?
    leaves = Array(repeating: false, count: count)
    offsets.reserveCapacity(count + 1)
    edges.reserveCapacity(count * 4)
    for facts in steps {
      var isTaken = RangeSet()
      moves.forEachMove(at: facts.step.index) { move in
        if let line = move.line { isTaken.insert(line.range) }
        add(move, of: facts, flow.contract, inherited)
      }
      addUnlisted(facts, &isTaken, relation)
      addUntaken(facts, isTaken, flow.contract, among: steps, &replies)
      offsets.append(edges.count)
    }
    boundInSessions(relation, moves)
  }

  /// What counts for each session bounds a way round on which nobody signs in again.
  private mutating func boundInSessions(_ relation: Relation, _ moves: MoveTable) {
    boundInSession = partsBoundInSession(relation, moves)
    guard !boundInSession.isEmpty else { return }
    for index in edges.indices where boundInSession.contains(edges[index].part) {
      // What the step does by itself costs nothing where the SDK rejects it.
      edges[index].isBudgeted = edges[index].isBudgeted || edges[index].isUse || relation.flow.isByPerson(edges[index])
    }
  }

  /// The ways out of a step.
  func edges(from step: Int) -> ArraySlice<Edge> { edges[offsets[step]..<offsets[step + 1]] }

  private mutating func add(
    _ move: Move, of facts: StepFacts, _ contract: Contract, _ inherited: InheritedDeadlines
  ) {
    let step = facts.step
    // That nothing is legal in some phases says nothing of how often it happens: the proofs look at the phases.
    let isOfPhases = move.origin == .exhausted && move.phases != .max
    let to: Int
    switch move.target {
    case .end, .resume:
      leaves[step.index] = leaves[step.index] || !isOfPhases
      return
    case .unhandled: return
    case .place(let place):
      guard place.step != step.index || move.entered != nil || isRepeated(move, at: step, contract) else { return }
      to = place.step
    }
    let isBudgeted = isOfPhases || step.isBudgeted(move) || move.line?.trigger.isBounded(by: contract) ?? false
    append(
      Edge(
        from: step.index, to: to, origin: move.origin, isBudgeted: isBudgeted, isUse: move.draws,
        deadline: move.cause == .time ? facts.deadline(of: move, inheriting: inherited[step], contract) : nil,
        isUnspent: isBudgeted && step.isUnspent(move),
        range: move.place(at: step)))
  }

  /// The ways that interrupts without an entry take from a step of the flow, by its `else`.
  private mutating func addUnlisted(_ facts: StepFacts, _ isTaken: inout RangeSet, _ relation: Relation) {
    let step = facts.step
    guard !step.isInterrupt else { return }
    add(at: Place(step: step.index), .itself)
    for site in relation.sites(of: step.index) {
      let call = relation.sites[site].call
      guard call.departure == nil, !relation.flow.contract.leadsToNothing(call.use) else { continue }
      add(at: relation.place(afterTaking: site), call.origin)
    }
    /// - Parameter origin: the part whose call is open at the place, and has drawn on its budget; `.itself` for none.
    func add(at place: Place, _ origin: Origin) {
      let otherwise = relation.lines(at: place).first(where: \.trigger.isOtherwise)
      // That a step which only waits begins anew is nothing more than that it waits.
      guard let otherwise, case .step(let id) = otherwise.target.move, id != step.id || origin != .itself,
        !relation.unlistedMoves(at: place).isEmpty
      else { return }
      isTaken.insert(otherwise.range)
      append(
        Edge(
          from: step.index, to: Int(id.index), origin: origin, isBudgeted: step.budget(of: origin) != nil, isUse: true,
          isOfStrays: true, isOfUnlisted: true, range: otherwise.range))
    }
  }

  /// Whether a line leads back to the step by `stay` after an event that a person has brought about, or after a mere call.
  ///
  /// `retry` has a rule of its own; the language bounds what is rejected, and after a timeout the call is still open.
  private func isRepeated(_ move: Move, at step: Step, _ contract: Contract) -> Bool {
    if move.isTaking { return move.cause == .person && step.asksAgain(afterTaking: move.origin, contract) }
    guard let line = move.line, line.target.move == .stay else { return false }
    if line.trigger.isAccepted, move.cause == .person { return true }
    guard case .event = move.cause else { return false }
    return move.origin != .itself && move.origin != .call
  }

  /// What cannot come at all is no way around; it still leads somewhere, as its author believes.
  private mutating func addUntaken(
    _ facts: StepFacts, _ isTaken: RangeSet, _ contract: Contract, among steps: [StepFacts],
    _ replies: inout KnownReplies?
  ) {
    facts.forEachLine { line in
      guard !isTaken.contains(line.range), line.trigger != .exhausted else { return }
      switch line.target.move {
      case .step(let id):
        append(
          Edge(
            from: facts.step.index, to: Int(id.index), origin: .itself, isBudgeted: true, isUse: true, isTaken: false,
            isOfLate: facts.takesLate(line) && mayComeLate(line.trigger, steps, &replies),
            isOfStrays: line.trigger.isOtherwise, range: line.range))
      case .end, .resume:
        // What the SDK sends unasked is no way out for who waits.
        let isLost = line.trigger.isOtherwise && !isClosedByEvents(facts.step, contract)
        leaves[facts.step.index] = leaves[facts.step.index] || !isLost
      case .stay, .retry: break
      }
    }
  }

  private func mayComeLate(_ trigger: Trigger, _ steps: [StepFacts], _ replies: inout KnownReplies?) -> Bool {
    guard case .event = trigger else { return false }
    let known = replies ?? KnownReplies(steps)
    replies = known
    return known.mayBe(trigger)
  }

  /// Whether an interrupt is closed by another event, whatever the user does.
  private func isClosedByEvents(_ step: Step, _ contract: Contract) -> Bool {
    guard step.isInterrupt, let event = step.awaited?.event else { return false }
    return contract.events.contains { $0.cancels.contains(event) }
  }

  /// One edge is enough for what leads the same way.
  private mutating func append(_ edge: Edge) {
    var index = edges.count - 1
    while index >= offsets[offsets.count - 1] {
      let known = edges[index]
      if known.to == edge.to, known.origin == edge.origin, known.range == edge.range,
        known.isBudgeted == edge.isBudgeted, known.isUse == edge.isUse, known.deadline == edge.deadline,
        known.isTaken == edge.isTaken, known.isUnspent == edge.isUnspent
      {
        return
      }
      index -= 1
    }
    edges.append(edge)
  }
}

extension Step {
  /// Its index in the flow.
  var index: Int { Int(id.index) }

  /// Whether it asks again as soon as the SDK takes a call, since nothing comes of that and no line says where it leads.
  fileprivate func asksAgain(afterTaking origin: Origin, _ contract: Contract) -> Bool {
    // What comes of an answer to the step's own event is told by another rule.
    guard case .choice(let index) = origin, case .call(let use, _) = choices[index].action else { return false }
    let call = contract[use.call]
    return call.replies.isEmpty && !(awaited.map { call.answers.contains($0.event) } ?? false)
  }

  /// The budget that would bound a part of the step; nil for a part that can have none.
  func cure(bounding origin: Origin) -> String? {
    switch origin {
    case .answer where triesScope == .session && tries != nil:
      "\(sharedTries.map { "the budget `\($0.value)` starts" } ?? "the `tries` of \(quoted) start") again at each session: "
        + "write `per: user` or `per: run`"
    case .answer: "add `tries: 5` to \(quoted)"
    case .choice(let index) where choices[index].isLimited && choices[index].max == nil:
      choices[index].sharedMax.map { "write `per: run` for the budget `\($0.value)`: as it is, it ends no cycle" }
        ?? "add `total: 20` to the `max` of the choice `\(choices[index].name.value)` of \(quoted): `count` may start again, "
        + "and `total` counts in the whole run"
    case .choice(let index): "add `max: 5` to the choice `\(choices[index].name.value)` of \(quoted)"
    case .call: "add `max: 5` to \(quoted)"
    case .itself, .exhausted: nil
    }
  }

  /// Whether a call that the step makes by itself costs nothing of its budget, since the SDK does not take it.
  fileprivate func isUnspent(_ move: Move) -> Bool {
    guard !move.draws, move.makesCall, budget(of: move.origin) != nil else { return false }
    switch move.origin {
    case .call: return true
    case .choice(let index): return takenAutos.contains(index)
    case .answer, .itself, .exhausted: return false
    }
  }

  /// Whether the flow itself bounds how often something happens; the word of the modules is bounded by nothing.
  fileprivate func isBudgeted(_ move: Move) -> Bool { move.cause != .modules && budget(of: move.origin) != nil }
}

extension Move {
  /// Where the author wrote it, as a reader looks for it.
  fileprivate func place(at step: Step) -> SourceRange {
    if let line { return line.range }
    if case .choice(let index) = origin, case .go = step.choices[index].action { return step.choices[index].name.range }
    return range
  }
}

extension Trigger {
  /// Whether the contract says that the SDK itself bounds how often it comes, such as by the attempts that are left.
  func isBounded(by contract: Contract) -> Bool {
    guard case .event(let event, _, outcome: .code(let number)) = self else { return false }
    return contract.codes.indices.contains { index in
      contract.codes[index].number == number && contract.codes[index].isCounted
        && contract.codes[index].arrivals.contains { $0.event == event }
    }
  }
}

extension StatusCode {
  /// Whether the SDK itself bounds how often it comes.
  var isCounted: Bool { boundedBy != nil || attempts != nil }
}

extension StepFacts {
  /// Whether a line that no move has may take the reply to a call of some other step: at a wait step, or while an interrupt's own call is
  /// open.
  fileprivate func takesLate(_ line: Transition) -> Bool {
    step.isWait || step.isInterrupt && calls.contains { $0.over.contains { $0.range == line.range } }
  }

  /// How long the step, or the call that is open at it, waits until a deadline takes a way on.
  ///
  /// - Parameter inherited: what is left to a `wait:` step by those before it; nil for nothing.
  fileprivate func deadline(of move: Move, inheriting inherited: Int?, _ contract: Contract) -> Int {
    let own = deadline(of: calls.first { $0.origin == move.origin }, contract)
    return min(own ?? .max, inherited ?? .max)
  }
}
