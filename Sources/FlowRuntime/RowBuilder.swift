// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

extension ProgramBuilder {
  /// The row of a step at which no call is open.
  mutating func waiting(at step: Step, _ table: [Trigger: UInt16]) -> Row {
    var row = outcomes(of: table)
    row.step = step.id.index
    row.cells = addCells(at: step, table, calling: nil)
    return row
  }

  /// The row of a step at which one of its calls is open.
  mutating func calling(_ use: CallUse, at step: Step, _ table: [Trigger: UInt16], within: Int?) -> Row {
    let spec = flow.contract[use.call]
    var row = outcomes(of: table)
    row.step = step.id.index
    row.call = Int32(use.call.index)
    row.cells = addCells(at: step, table, calling: use)
    row.leadsToNothing = spec.replies.isEmpty
    row.losesProofs = spec.losesProofs
    row.requiresField = spec.requiresField != nil
    row.entersPhase = spec.entersPhase.map { Int8($0.index) } ?? -1
    row.phases = legalPhases(of: use.call, at: step)
    row.patience = Int64(within ?? spec.patience ?? 0)
    row.gate = bits(ofQuestions: use.gate)
    let first = Int32(arguments.count)
    arguments += use.arguments
    row.arguments = first..<Int32(arguments.count)
    row.readsEvent =
      spec.requiresField != nil || spec.each != nil || !spec.echoes.isEmpty
      || use.arguments.contains { $0.source.mayBeMissing }
    addReplies(use, at: step, to: &row)
    row.lateBit = lateCalls.bit(ofSite: siteCount)
    row.mayName = naming.contains(siteCount)
    row.supersedes = lateCalls.superseded(by: spec)
    row.isSuperseding = !spec.supersedes.isEmpty
    siteCount += 1
    return row
  }

  /// The phases in which a step may make a call, as a set of bits.
  ///
  /// A step that is for an event that bars calls makes none but those that answer it.
  private func legalPhases(of call: CallID, at step: Step) -> UInt8 {
    let contract = flow.contract
    if let awaited = step.awaited, contract[awaited.event].barsCalls, !contract[call].answers.contains(awaited.event) {
      return 0
    }
    return contract.phases.indices.reduce(0) { bits, index in
      contract.isLegal(call, in: PhaseID(index: UInt8(index))) ? bits | 1 << UInt8(index) : bits
    }
  }

  private mutating func outcomes(of table: [Trigger: UInt16]) -> Row {
    var row = Row()
    row.otherwise = table[.otherwise] ?? ProgramBuilder.unhandled
    row.accepted = table[.accepted] ?? Hop.none
    row.timeout = table[.timeout] ?? Hop.none
    row.exhausted = table[.exhausted] ?? Hop.none
    row.allow = table[.allow] ?? Hop.none
    row.deny = table[.deny] ?? Hop.none
    let first = Int32(refusals.count)
    for (trigger, hop) in table.sorted(by: { $0.value < $1.value }) {
      if case .rejected(let number) = trigger { refusals.append((Int32(truncatingIfNeeded: number ?? -1), hop)) }
    }
    row.refusals = first..<Int32(refusals.count)
    return row
  }

  /// The replies of a call that its literal arguments and the mode of the step's event leave open.
  func possibleReplies(_ use: CallUse, at step: Step) -> [(reply: Reply, isCertain: Bool)] {
    var replies: [(reply: Reply, isCertain: Bool)] = []
    use.forEachPossibleReply(at: step, flow.contract) { index, isCertain in
      replies.append((flow.contract[use.call].replies[index], isCertain))
    }
    return replies
  }

  private mutating func addReplies(_ use: CallUse, at step: Step, to row: inout Row) {
    let first = Int32(replies.count)
    let possible = possibleReplies(use, at: step)
    for (index, (reply, isCertain)) in possible.enumerated() {
      for (signal, number) in signals.signals(of: reply.event) where reply.fits(signal) {
        addReply(reply, isCertain, index, (signal, number), at: step, to: &row)
      }
    }
    // What the contract says of the code itself comes first.
    for (index, (reply, isCertain)) in possible.enumerated() where reply.outcome == .success {
      for (signal, number) in signals.signals(of: reply.event)
      where flow.contract.isInformational(signal)
        && reply.fits(Signal(signal.event, mode: signal.mode, .success))
      {
        addReply(reply, isCertain, index, (signal, number), at: step, to: &row)
      }
    }
    row.replies = first..<Int32(replies.count)
    if possible.contains(where: { !$0.isCertain && !$0.reply.enrols.isEmpty }) { shareSetUp(from: Int(first)) }
  }

  /// Of replies that look alike nobody knows which one has come: each may have set up what any of them does.
  private mutating func shareSetUp(from first: Int) {
    var setsUp: [UInt32: UInt32] = [:]
    for index in first..<replies.count { setsUp[replies[index].signal, default: 0] |= replies[index].setsUp }
    for index in first..<replies.count { replies[index].setsUp = setsUp[replies[index].signal] ?? 0 }
  }

  private mutating func addReply(
    _ reply: Reply, _ isCertain: Bool, _ arrival: Int, _ came: (signal: Signal, number: UInt32), at step: Step,
    to row: inout Row
  ) {
    let under = step.awaited?.mode == nil ? reply.underMode : nil
    // A reply that hangs on an argument only the run knows earns nothing: it may be the other one.
    let earns = step.earns.map { limit in reply.earns.filter { limit.keeps($0) } } ?? reply.earns
    replies.append(
      ReplyRow(
        signal: came.number, isSuccess: reply.outcome == .success, earns: isCertain ? bits(earns) : 0,
        enrols: isCertain ? bits(reply.enrols) : 0,
        setsUp: bits(reply.enrols), underMode: Int32(truncatingIfNeeded: under ?? -1),
        echo: reply.echo.map { echo($0) } ?? -1,
        doubt: lateCalls.doubt(ofArrival: arrival, toSite: siteCount, as: came.signal)))
    if reply.echo != nil { row.hasEcho = true }
  }

  private mutating func echo(_ path: [String]) -> Int16 {
    if let index = echoes.firstIndex(of: path) { return Int16(index) }
    echoes.append(path)
    return Int16(echoes.count - 1)
  }

  private func bits(_ proofs: [Proof]) -> UInt32 {
    proofs.reduce(0) { bits, proof in bits | (self.proofs.firstIndex(of: proof).map { 1 << UInt32($0) } ?? 0) }
  }

  /// The cells of a row: which signals are a reply there, and which transition each takes.
  private mutating func addCells(at step: Step, _ table: [Trigger: UInt16], calling use: CallUse?) -> Int32 {
    let base = cells.count
    cells += repeatElement(0, count: signals.count)
    let named = Set(
      table.keys.compactMap { key -> EventID? in if case .event(let event, _, _) = key { event } else { nil } })
    let replying = use.map { possibleReplies($0, at: step).map(\.reply.event) } ?? []
    let own = step.awaited
    for event in named.union(replying).union(own.map { [$0.event] } ?? []) {
      for (signal, number) in signals.signals(of: event) {
        let route = flow.contract.route(
          signal, own: own, isCalling: use != nil, isExpected: replying.contains(event), isNamed: named.contains(event)
        ) { table[$0] }
        let hop: UInt16
        switch route {
        case .takes(let line): hop = line
        case .asksAgain: hop = ProgramBuilder.quietStay
        case .otherwise: hop = table[.otherwise] ?? ProgramBuilder.unhandled
        case .nobody: continue
        }
        cells[base + Int(number)] = hop + 1
      }
    }
    return Int32(base)
  }

  /// Finds every `wait:` step that a call can be carried into, and makes a row for each pair.
  mutating func carryCalls() {
    let ways = steps.map { waitSteps(after: $0) }
    var pending: [(step: UInt16, origin: UInt16)] = []
    for (index, row) in rows.enumerated() where row.call >= 0 && !row.leadsToNothing {
      pending += ways[Int(row.step)].map { ($0, UInt16(index)) }
    }
    while let (target, origin) = pending.popLast() {
      let key = UInt32(target) << 16 | UInt32(origin)
      guard carriedRows[key] == nil else { continue }
      carriedRows[key] = addCarried(to: flow.steps[Int(target)], from: origin)
      pending += ways[Int(target)].map { ($0, origin) }
    }
  }

  /// The `wait:` steps that a step leads to by what is no event: those leave its call open.
  private func waitSteps(after step: StepRow) -> [UInt16] {
    var targets: [UInt16] = []
    var sources = [step.firstRow] + step.choices
    if step.callRow != Hop.none { sources.append(step.callRow) }
    for row in sources.map({ rows[Int($0)] }) {
      let named = row.refusals.map { refusals[Int($0)].hop }
      for hop in [row.accepted, row.timeout, row.exhausted, row.otherwise, step.to] + named where hop != Hop.none {
        let target = hops[Int(hop)]
        guard target.kind == .step, steps[Int(target.target)].kind == .wait else { continue }
        if !targets.contains(target.target) { targets.append(target.target) }
      }
    }
    return targets
  }

  private mutating func addCarried(to step: Step, from origin: UInt16) -> UInt16 {
    let source = rows[Int(origin)]
    let table = ownHops[Int(step.id.index)]
    var row = outcomes(of: table)
    row.step = step.id.index
    row.call = source.call
    row.replies = source.replies
    row.lateBit = source.lateBit
    row.hasEcho = source.hasEcho
    row.patience = source.patience
    row.cells = addCells(at: step, table, calling: use(ofRow: origin))
    let index = add(row)
    rows[Int(index)].origin = origin
    return index
  }

  private func use(ofRow row: UInt16) -> CallUse? {
    let step = flow.steps[Int(rows[Int(row)].step)]
    let table = steps[Int(step.id.index)]
    if table.callRow == row {
      if case .call(let use) = step.kind { return use }
      return step.answer
    }
    guard table.choices.contains(row) else { return nil }
    guard case .call(let use, _) = step.choices[Int(row - table.choices.lowerBound)].action else { return nil }
    return use
  }
}

extension CallUse.Argument.Source {
  /// Whether it is taken from data that may lack it.
  fileprivate var mayBeMissing: Bool {
    switch self {
    case .event, .picked, .user: true
    case .literal, .input: false
    }
  }
}
