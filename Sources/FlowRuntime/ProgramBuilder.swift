// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// Compiles a flow to tables, step by step.
struct ProgramBuilder {
  let flow: Flow
  let signals: SignalTable
  /// The questions of gates and requirements, by bit.
  let questions: [String]
  /// The steps that an `after` names.
  let stepsOfAfter: [StepID]
  var events: [EventRow]
  var numbers: [Int32] { signals.numbers }
  var signalCount: Int { signals.count }
  var steps: [StepRow] = []
  var rows: [Row] = []
  var hops: [Hop] = []
  /// By hop: where it comes from.
  var origins: [HopOrigin] = []
  /// The step whose hops are being made.
  private var current: UInt16 = 0
  var cells: [UInt16] = []
  var replies: [ReplyRow] = []
  var refusals: [(number: Int32, hop: UInt16)] = []
  var arguments: [CallUse.Argument] = []
  var carriedRows: [UInt32: UInt16] = [:]
  var proofs: [Proof] = []
  var echoes: [[String]] = []
  /// By row: the name of the choice that it is for; empty for the others.
  var choiceNames: [String] = []
  var counterCount = 0
  /// Counters that each sign-in begins again, and the end of it.
  private(set) var sessionCounters: [Int] = []
  /// Counters that are kept for each user.
  private(set) var userCounters: [Int] = []
  /// By name, the counters of budgets that steps share.
  private var sharedCounters: [String: Int16] = [:]
  var cooldownCount = 0
  /// Whose replies could be mistaken for others.
  let lateCalls: LateCalls
  /// The calls that may say who the user is.
  let naming: NamingCalls
  /// The calls of all steps so far, as ``LateCalls`` and ``NamingCalls`` count them.
  var siteCount = 0
  /// By step: what its own `then:` says.
  var ownHops: [[Trigger: UInt16]] = []

  init(_ flow: Flow) {
    self.flow = flow
    signals = SignalTable(flow)
    questions = flow.questions
    stepsOfAfter = flow.stepsOfAfter
    let facts = flow.steps.map { StepFacts($0, flow.contract) }
    naming = NamingCalls(flow, facts)
    lateCalls = LateCalls(flow, facts, naming)
    events = signals.events
    for call in flow.contract.calls {
      for reply in call.replies {
        for proof in reply.earns + reply.enrols where !proofs.contains(proof) { proofs.append(proof) }
      }
    }
  }

  mutating func build() {
    for kind in [Hop.Kind.unhandled, .stay] {
      hops.append(Hop(kind: kind))
      origins.append(HopOrigin())
    }
    for step in flow.steps {
      current = step.id.index
      ownHops.append(table(step.transitions, over: [:]))
    }
    for step in flow.steps {
      current = step.id.index
      steps.append(stepRow(step))
    }
    carryCalls()
    for step in flow.interrupts {
      if let event = step.awaited?.event { events[Int(event.index)].interrupt = Int32(step.id.index) }
    }
  }

  static let unhandled: UInt16 = 0
  static let quietStay: UInt16 = 1

  /// The hops of transitions, over those that lie below.
  private mutating func table(_ transitions: [Transition], over: [Trigger: UInt16]) -> [Trigger: UInt16] {
    var table = over
    for transition in transitions {
      table[transition.trigger] = hop(transition.target, of: transition)
    }
    return table
  }

  /// - Parameter line: the line of a `then:` that leads there; nil for what is none.
  private mutating func hop(_ target: Target, of line: Transition? = nil) -> UInt16 {
    var hop: Hop
    switch target.move {
    case .step(let id): hop = Hop(kind: .step, target: id.index)
    case .end(let id): hop = Hop(kind: .end, target: id.index)
    case .stay: hop = Hop(kind: .stay)
    case .retry: hop = Hop(kind: .retry)
    case .resume: hop = Hop(kind: .resume)
    }
    hop.say = target.say.map { Int16($0.index) } ?? -1
    hop.claim = target.claim
    hops.append(hop)
    origins.append(
      HopOrigin(
        trigger: line?.trigger, place: line?.range, target: target.range,
        innerTarget: target.innerRange, owner: current, passage: target.passage))
    return UInt16(hops.count - 1)
  }

  private mutating func stepRow(_ step: Step) -> StepRow {
    var row = StepRow()
    row.kind =
      switch step.kind {
      case .challenge: .challenge
      case .event: .event
      case .call: .call
      case .wait: .wait
      case .gate: .gate
      case .interrupt: .interrupt
      }
    row.picks = UInt8(clamping: step.pickCount)
    row.say = step.say.map { Int16($0.index) } ?? -1
    // What has to be confirmed is never done without asking.
    row.hasAutos = step.autos.contains { step.choices[$0].confirm == nil }
    row.awaited = step.awaited?.event.index ?? .max
    row.awaitedMode = step.awaited?.mode.map { Int32(truncatingIfNeeded: $0) } ?? -1
    row.awaitedCode = step.awaited?.code.map { Int32(truncatingIfNeeded: $0) } ?? -1
    row.within = Int64(step.within?.value ?? 0)
    if case .gate(let asked) = step.kind { row.gate = bits(ofQuestions: asked) }
    row.requires = step.requirement != nil
    row.after = Int16(clamping: stepsOfAfter.firstIndex(of: step.id) ?? -1)
    if let tries = step.tries?.value {
      row.tries = UInt16(clamping: tries)
      row.triesCounter = counter(sharing: step.sharedTries, step.triesScope)
    }
    let own = ownHops[Int(step.id.index)]
    row.firstRow = add(waiting(at: step, own))
    if case .call(let use) = step.kind {
      var call = calling(use, at: step, own, within: step.within?.value)
      limit(&call, max: step.max?.value, sharing: step.sharedMax, every: nil)
      row.callRow = add(call)
    }
    if let answer = step.answer {
      var call = calling(answer, at: step, own, within: nil)
      call.isAnswer = true
      row.hasAnswer = true
      row.callRow = add(call)
    }
    let first = UInt16(rows.count)
    for choice in step.choices {
      _ = add(choiceRow(choice, at: step, own, idle: row.firstRow), named: choice.name.value)
    }
    row.choices = first..<UInt16(rows.count)
    row.to = step.to.map { hop($0) } ?? Hop.none
    row.onlyWaits = step.answer == nil && step.choices.isEmpty
    row.mayWait =
      row.kind == .wait || row.within > 0
      || row.picks == 0
        && step.transitions.contains {
          if case .event(let event, _, _) = $0.trigger { event != step.awaited?.event } else { false }
        }
    row.offersIn = offers(step, row)
    return row
  }

  /// The phases in which something is offered whatever guards, limits and cooldowns say.
  private func offers(_ step: Step, _ row: StepRow) -> UInt8 {
    var phases: UInt8 = step.mayLackAnswer(flow.contract) ? 0 : rows[Int(row.callRow)].phases
    for (index, choice) in step.choices.enumerated() {
      guard choice.when == nil, !choice.isLimited, choice.every == nil, flow.contract.requiredField(of: choice) == nil
      else { continue }
      phases |= rows[Int(row.choices.lowerBound) + index].phases
    }
    return phases
  }

  private mutating func choiceRow(_ choice: Choice, at step: Step, _ own: [Trigger: UInt16], idle: UInt16) -> Row {
    var row: Row
    switch choice.action {
    case .call(let use, let over):
      row = calling(use, at: step, table(over, over: own), within: choice.within?.value)
    case .go(let target):
      row = rows[Int(idle)]
      row.accepted = hop(target)
    }
    limit(&row, max: choice.max?.value, sharing: choice.sharedMax, every: choice.every?.value)
    if let scoped = choice.scopedMax {
      // A call that leads to nothing has succeeded once it is taken.
      row.isDrawnBySuccess = scoped.isOfSuccesses && !row.leadsToNothing
      row.scopedMax = UInt16(clamping: scoped.count.value)
      row.scopedCounter = counter(sharing: choice.sharedMax, scoped.scope)
    }
    row.hasGuard = choice.when != nil
    row.isConfirmed = choice.confirm != nil
    return row
  }

  private mutating func limit(_ row: inout Row, max: Int?, sharing name: Spanned<String>?, every: Int?) {
    if let max {
      row.max = UInt16(clamping: max)
      row.counter = counter(sharing: name, .run)
    }
    if let every {
      row.every = Int64(every)
      row.cooldown = Int16(cooldownCount)
      cooldownCount += 1
    }
  }

  func bits(ofQuestions asked: [String]) -> UInt8 {
    asked.reduce(0) { bits, question in bits | (questions.firstIndex(of: question).map { 1 << UInt8($0) } ?? 0) }
  }

  /// The counter of a budget that several share, or one of its own.
  private mutating func counter(sharing name: Spanned<String>?, _ scope: BudgetScope) -> Int16 {
    if let known = name.flatMap({ sharedCounters[$0.value] }) { return known }
    let counter = counter()
    if let name { sharedCounters[name.value] = counter }
    note(counter, as: scope)
    return counter
  }

  private mutating func note(_ counter: Int16, as scope: BudgetScope) {
    switch scope {
    case .run: break
    case .session: sessionCounters.append(Int(counter))
    case .user: userCounters.append(Int(counter))
    }
  }

  private mutating func counter() -> Int16 {
    counterCount += 1
    return Int16(counterCount - 1)
  }

  mutating func add(_ row: Row, named name: String = "") -> UInt16 {
    let index = UInt16(rows.count)
    var row = row
    row.origin = index
    rows.append(row)
    choiceNames.append(name)
    return index
  }

  /// A number over everything that a running flow depends on.
  var fingerprint: UInt64 {
    var hash = Fingerprint()
    func mix(_ value: UInt64) { hash.mix(value) }
    func mix(_ text: String) { for byte in text.utf8 { mix(UInt64(byte)) } }
    mix(flow.name + flow.version + flow.contract.name + flow.contract.version)
    for step in flow.steps { mix(step.name.value) }
    for end in flow.ends { mix(end.name.value + end.outcome.rawValue) }
    for hop in hops { mix(UInt64(hop.claim.number) << 24 | UInt64(hop.kind.rawValue) << 16 | UInt64(hop.target)) }
    for cell in cells { mix(UInt64(cell)) }
    for step in steps { mix(UInt64(step.tries) << 32 | UInt64(bitPattern: step.within)) }
    for row in rows {
      mix(UInt64(row.max) << 32 | UInt64(bitPattern: row.every ^ row.patience))
      mix(UInt64(truncatingIfNeeded: row.call) << 32 | UInt64(row.phases) << 8 | UInt64(row.step))
    }
    for reply in replies { mix(UInt64(reply.signal) << 32 | UInt64(reply.earns)) }
    for reply in replies { mix(UInt64(reply.setsUp) << 32 | UInt64(reply.enrols)) }
    for row in rows where row.lateBit | row.supersedes != 0 {
      mix(UInt64(row.lateBit) << 32 | UInt64(row.supersedes))
      mix(UInt64(row.origin))
    }
    for row in rows where row.isSuperseding {
      mix(UInt64(row.origin))
      for call in flow.contract.calls[Int(row.call)].supersedes { mix(UInt64(call.index)) }
    }
    for (index, reply) in replies.enumerated() where reply.doubt != .none {
      mix(UInt64(reply.doubt.sharedWith) << 32 | UInt64(reply.doubt.blurredBy))
      mix(UInt64(index))
    }
    for row in rows where row.mayName { mix(UInt64(row.origin) << 1 | 1) }
    for row in rows where row.gate != 0 { mix(UInt64(row.origin) << 8 | UInt64(row.gate)) }
    for step in flow.steps where step.triesScope != .run { mix(step.name.value + step.triesScope.rawValue) }
    for step in flow.steps {
      if let shared = step.sharedTries { mix(step.name.value + ":" + shared.value) }
      if let shared = step.sharedMax { mix(step.name.value + "::" + shared.value) }
      for choice in step.choices {
        if let shared = choice.sharedMax { mix(step.name.value + ":" + choice.name.value + ":" + shared.value) }
      }
    }
    for question in questions { mix(question) }
    for demand in flow.everyRequirement { mix(demand) }
    for proof in proofs { mix(proof.factor.rawValue + proof.authenticator) }
    return hash.number
  }
}
