// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Looks for runs of the new flow that show what differs without a place of its own, and plays each on both flows until they part.
struct EvidenceSearch {
  /// So much of what may happen is looked at for all differences together.
  private static let mostReactions = 40_000
  /// So many runs that show a difference are played on both flows, until they part in one.
  private static let mostRuns = 200
  /// So many configurations are looked at where calls are counted.
  private static let mostConfigurations = 2_000

  private let flows: JointFlows

  init(_ flows: JointFlows) { self.flows = flows }

  /// A run for each of some differences in which the flows part; none where none was found.
  func runs(showing differences: [Int: Evidence]) -> [Int: JointRun] {
    var runs: [Int: JointRun] = [:]
    var moves = JointMoves(flows)
    let search = WitnessSearch(flows.new)
    var open: [(index: Int, evidence: Evidence, left: Int)] = []
    for (index, evidence) in differences.sorted(by: { $0.key < $1.key }) {
      switch evidence {
      case .way(let way, let proofs):
        let run = search.run(succeedingAlong: way) { $0.shown.words.isSubset(of: proofs) }
        runs[index] = run.flatMap { parted($0, &moves) }
      case .calls(let calls, let times, let isOverAccounts):
        // Further accounts are tried only where something is counted for each.
        let isAnyAccount = flows.new.flow.countsByUser ? [false, true] : [false]
        for isOverAccounts in isOverAccounts.map({ [$0] }) ?? isAnyAccount where runs[index] == nil {
          let worst = WorstRunSearch(
            flows.new, counting: calls.map { CountedCall($0.key, counters: $0.value) }, isOverAccounts: isOverAccounts,
            mostConfigurations: Self.mostConfigurations
          ).run(upTo: times)
          if worst.count >= times { runs[index] = parted(worst.run, &moves) }
        }
      case .transition, .question, .success, .again, .call, .revelation: open.append((index, evidence, Self.mostRuns))
      }
    }
    if open.isEmpty { return runs }
    var left = Self.mostReactions
    search.look { reaction, _, after, run in
      left -= 1
      for place in open.indices.reversed() {
        let evidence = open[place].evidence
        guard evidence.isShown(by: reaction, after, in: flows.new, after: run) else { continue }
        let played = evidence.isAtOnce ? partedAtLast(run(), &moves) : parted(run(), &moves)
        if let played { runs[open[place].index] = played }
        open[place].left -= 1
        if played != nil || open[place].left == 0 { open.remove(at: place) }
      }
      return open.isEmpty || left <= 0
    }
    return runs
  }

  /// A run of the new flow, played on both until they part; nil where they do not.
  private func parted(_ run: [Moment], _ moves: inout JointMoves) -> JointRun? {
    var state = JointState(flows)
    var moments: [JointMoment] = []
    var isAlike = true
    for (place, moment) in run.enumerated() {
      func parting(_ moments: [JointMoment]) -> JointRun? {
        moments.isEmpty ? nil : JointRun(moments, parts: true, rest: Array(run.dropFirst(moments.count)))
      }
      let isOnlyNew = !isAlike && moment.isAnswer(offeredOnlyBy: state, flows)
      guard !isOnlyNew, let both = moves.both(moment, for: state) else { return isAlike ? nil : parting(moments) }
      moments.append(both)
      let sight = state.take(both, flows).sight
      if sight == .parted { return parting(moments) }
      isAlike = sight == .alike
      // Where the run is over, nothing can part them any more.
      if !isAlike, place == run.count - 1 { return parting(moments) }
    }
    return nil
  }

  /// The same where they part, or say something else, at the last moment and not before.
  private func partedAtLast(_ run: [Moment], _ moves: inout JointMoves) -> JointRun? {
    if let played = parted(run, &moves) { return played.new.count == run.count ? played : nil }
    var state = JointState(flows)
    var moments: [JointMoment] = []
    for moment in run {
      guard let both = moves.both(moment, for: state) else { return nil }
      moments.append(both)
      _ = state.take(both, flows)
    }
    guard !state.new.isOver else { return nil }
    let (mine, theirs) = (state.old.question(at: state.old.time), state.new.question(at: state.new.time))
    return mine?.message == theirs?.message ? nil : JointRun(moments, parts: true)
  }
}

extension Evidence {
  /// Whether it is what comes last that has to part the flows.
  fileprivate var isAtOnce: Bool { if case .revelation = self { true } else { false } }

  /// Whether a run of the new flow has just come to it.
  ///
  /// - Parameters:
  ///   - machine: as the last moment left it.
  ///   - run: all that has happened.
  fileprivate func isShown(
    by reaction: Reaction, _ machine: FlowMachine, in program: Program, after run: () -> [Moment]
  ) -> Bool {
    let contract = program.flow.contract
    switch self {
    case .transition(let range, let isSignedIn):
      guard reaction.marks.contains(where: { $0.what.isTransition(at: range, in: program) }) else { return false }
      return !isSignedIn || machine.isOver && machine.currentPhase == contract.signedInPhase
    case .question(let step, let isLacking):
      guard !machine.isOver, machine.stepAtWork == StepID(step), let question = machine.question(at: machine.time)
      else { return false }
      return !isLacking || question.choices.count < program.flow.steps[step].choices.count
    case .success(let demands):
      guard let end = reaction.success(in: program), let asked = demands[Int(end.index)] else { return false }
      return asked.allSatisfy { !$0.isMet(by: machine.shown, in: contract) }
    case .again(let call, let pause):
      let isCalling = reaction.calls(call, in: program)
      guard isCalling || !machine.isOver && machine.offers(call, in: program) else { return false }
      let times = program.times(of: call, in: run())
      guard let last = isCalling ? times.dropLast().last : times.last else { return false }
      return machine.time - last < Int64(pause)
    case .call(let call, let step): return machine.stepAtWork == StepID(step) && reaction.calls(call, in: program)
    case .revelation:
      return reaction.marks.contains { mark in
        guard case .arrived(let occurrence) = mark.what else { return false }
        let status = occurrence.event.status
        return contract.codes.contains { $0.number == status && $0.reveals != nil }
      }
    case .way, .calls: return false
    }
  }
}

extension Moment {
  /// Whether it is an answer that only the new flow takes.
  fileprivate func isAnswer(offeredOnlyBy state: JointState, _ flows: JointFlows) -> Bool {
    guard case .answer(let choice, _) = happening else { return false }
    let offers = JointOffers(state.old, state.new, flows)
    return choice.map(offers.onlyNew.contains) ?? offers.asksOther
  }
}

extension Reaction {
  /// Whether a call of that name was made.
  fileprivate func calls(_ name: String, in program: Program) -> Bool {
    marks.contains { if case .called(let row) = $0.what { program.name(ofCallAt: row) == name } else { false } }
  }
}

extension Program {
  fileprivate func name(ofCallAt row: UInt16) -> String? { call(ofRow: row).map { flow.contract[$0].name } }

  /// When calls of that name were made in a run, in milliseconds since its start.
  fileprivate func times(of name: String, in run: [Moment]) -> [Int64] {
    var machine = FlowMachine(self)
    return run.flatMap { machine.pass($0).marks }.compactMap { mark in
      if case .called(let row) = mark.what, self.name(ofCallAt: row) == name { mark.time } else { nil }
    }
  }
}

extension FlowMachine {
  /// Whether a choice can be made now that makes a call of that name.
  fileprivate func offers(_ name: String, in program: Program) -> Bool {
    let step = program.flow[stepAtWork]
    guard let offered = question(at: time)?.choices.map(\.name) else { return false }
    return step.choices.contains { choice in
      guard case .call(let use, _) = choice.action, offered.contains(choice.name.value) else { return false }
      return program.flow.contract[use.call].name == name
    }
  }
}
