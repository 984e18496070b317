// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
package import FlowRuntime
import SDKContract

/// What must hold of every run.
package enum RunRule: String, Sendable, Hashable, CaseIterable {
  /// Each event is taken, kept, or dropped with a word in the trace; what wants an answer is not closed without one.
  case noLostEvent = "lost-event"
  /// A question is answered once, one call is made at a time, a run ends once, and a stale answer does nothing.
  case noSecondAnswer = "second-answer"
  /// After a terminating threat nothing is resumed, asked, proven or won.
  case nothingPastTerminal = "past-terminal"
  /// What was interrupted and is resumed goes on as it was: the same step, event, question and open call.
  case resumedAsItWas = "resumed-otherwise"
}

/// A rule that a run broke.
package struct Violation: Sendable, Hashable {
  package let rule: RunRule
  /// One sentence without a full stop.
  package let words: String
}

/// Looks at a run as it happens, and tells what it broke.
///
/// It sees what a reader of the trace sees, and the events that are not done with: nothing else of the machine.
package struct RunAudit: Sendable {
  private let program: Program
  private var answered: Set<UInt32> = []
  /// Whether the SDK's word on a call, or the modules' verdict, is awaited.
  private var isCalling = false
  private var hasBegun = false
  private var hasEnded = false
  /// The phase that a terminating threat has brought about; nil without one.
  private var deadPhase: UInt8??
  /// Whether a call was made since that begins another life of the SDK.
  private var isReborn = false
  /// Interrupts that were open when the SDK took the call that answers them.
  private var decided: Set<ObjectIdentifier> = []

  package init(_ program: Program) { self.program = program }

  /// Looks at what one thing that happened led to.
  ///
  /// - Returns: what it broke, and what became of each event.
  package mutating func note(_ reaction: Reaction) -> (
    broken: [Violation], fates: [(event: Occurrence, fate: EventFate)]
  ) {
    let finder = FateFinder(reaction, in: program)
    let fates = finder.fates
    for mark in reaction.marks { if case .accepted(let row) = mark.what { decide(byCallOf: row, reaction.before) } }
    var broken = fates.compactMap { event, fate in
      loss(of: event, fate, reaction) ?? passing(of: event, fate, finder.isSuperseded(event))
    }
    for mark in reaction.marks { note(mark.what, &broken) }
    if !hasEnded, !isCalling { broken += stuck(reaction) }
    if case .staleAnswer = reaction.happening, !reaction.marks.allSatisfy(\.isStale) {
      broken.append(
        Violation(rule: .noSecondAnswer, words: "an answer to a question that was closed was not refused as such"))
    }
    return (broken, fates)
  }

  private func loss(of event: Occurrence, _ fate: EventFate, _ reaction: Reaction) -> Violation? {
    let name = event.event.name
    let contract = program.flow.contract
    let spec = contract.event(named: name).map { contract[$0] }
    switch fate {
    case .lost: return Violation(rule: .noLostEvent, words: "nothing tells what became of `\(name)`")
    case .closed where spec?.needsAnswer ?? false:
      return Violation(rule: .noLostEvent, words: "`\(name)` wants an answer, and was closed without one")
    case .dropped where !reaction.wasOver && spec?.kind != .result && isNew(event, reaction):
      return Violation(rule: .noLostEvent, words: "`\(name)` came and was dropped")
    case .pending:
      let copies = reaction.after.count { $0.occurrence === event }
      return copies > max(1, reaction.copies(of: event))
        ? Violation(rule: .noLostEvent, words: "`\(name)` is there \(copies) times") : nil
    default: return nil
    }
  }

  /// An interrupt is left, and the run goes on, though what it wants an answer to was never answered.
  private func passing(of event: Occurrence, _ fate: EventFate, _ isSuperseded: Bool) -> Violation? {
    guard case .left(let destination) = fate, destination.goesOn, !isSuperseded,
      !decided.contains(ObjectIdentifier(event)),
      let id = program.flow.contract.event(named: event.event.name), program.flow.contract[id].needsAnswer
    else { return nil }
    return Violation(rule: .noLostEvent, words: "`\(event.event.name)` wants an answer, and was left without one")
  }

  /// The SDK has taken a call: the interrupt that it answers is decided.
  private mutating func decide(byCallOf row: UInt16, _ pending: [PendingEvent]) {
    guard let call = program.call(ofRow: row) else { return }
    let answers = program.flow.contract[call].answers
    for event in pending {
      guard case .open = event.place, let id = program.flow.contract.event(named: event.occurrence.event.name),
        answers.contains(id)
      else { continue }
      decided.insert(ObjectIdentifier(event.occurrence))
    }
  }

  /// What waits though nothing keeps it any more.
  private func stuck(_ reaction: Reaction) -> [Violation] {
    let open = reaction.after.compactMap { event in if case .open = event.place { rank(of: event) } else { nil } }.max()
    return reaction.after.compactMap { event in
      let isStuck =
        switch event.place {
        case .held: hasBegun
        case .kept: open == nil
        case .waiting: rank(of: event) > open ?? 0
        case .open, .arriving: false
        }
      guard isStuck else { return nil }
      let words = "`\(event.occurrence.event.name)` waits, and nothing keeps it from being taken"
      return Violation(rule: .noLostEvent, words: words)
    }
  }

  private func rank(of event: PendingEvent) -> Int {
    let contract = program.flow.contract
    return contract.event(named: event.occurrence.event.name).map { contract[$0].rank } ?? 0
  }

  private func isNew(_ event: Occurrence, _ reaction: Reaction) -> Bool {
    !reaction.before.contains { $0.occurrence === event }
  }

  private mutating func note(_ mark: TraceMark.What, _ broken: inout [Violation]) {
    func breaks(_ rule: RunRule, _ words: String) { broken.append(Violation(rule: rule, words: words)) }
    if hasEnded, !mark.mayFollowEnd { breaks(.noSecondAnswer, "the run went on after its end") }
    switch mark {
    case .answered(let request, let step, _) where request != 0:
      guard !answered.insert(request).inserted else { break }
      breaks(.noSecondAnswer, "the question of `\(name(step))` was answered twice")
    case .started: hasBegun = true
    case .gated, .gatedCall: isCalling = true
    case .allowed, .denied: isCalling = false
    case .called:
      if isCalling { breaks(.noSecondAnswer, "a call was made before the SDK had taken or refused another") }
      isCalling = true
    case .accepted, .rejected: isCalling = false
    case .ended: (hasEnded, isCalling) = (true, false)
    default: break
    }
    if let words = pastTerminal(mark) { breaks(.nothingPastTerminal, words) }
    follow(mark)
  }

  /// Whether the SDK has shut itself down, from the trace.
  private mutating func follow(_ mark: TraceMark.What) {
    switch mark {
    case .arrived(let event):
      let contract = program.flow.contract
      guard let id = contract.event(named: event.event.name), contract[id].isTerminal else { break }
      deadPhase = .some(contract[id].phase?.index)
      isReborn = false
    case .called(let row):
      guard case .some(let dead) = deadPhase, let call = program.call(ofRow: row) else { break }
      isReborn = dead.map { dead in program.flow.contract[call].phases.contains { $0.index == dead } } ?? true
    case .phase(let phase):
      // Another phase is another life only behind a call that may be made in the dead one, such as a new start.
      if case .some(let dead) = deadPhase, dead != phase, isReborn { deadPhase = nil }
    default: break
    }
  }

  private func pastTerminal(_ mark: TraceMark.What) -> String? {
    guard case .some(let dead) = deadPhase else { return nil }
    switch mark {
    case .resumed(let step): return "`\(name(step))` was resumed after a terminating event"
    case .asked(_, let step, _) where !isTerminal(step): return "`\(name(step))` asked after a terminating event"
    case .earned: return "something was proven after a terminating event"
    case .ended(.end(let end, _)) where program.flow[end].outcome == .success:
      return "a success end was reached after a terminating event"
    case .called(let row):
      guard let call = program.call(ofRow: row), let dead else { return nil }
      let spec = program.flow.contract[call]
      guard spec.phases.isEmpty || !spec.phases.contains(where: { $0.index == dead }) else { return nil }
      return "`\(spec.name)` was called after a terminating event"
    default: return nil
    }
  }

  private func isTerminal(_ step: UInt16) -> Bool {
    program.flow.steps[Int(step)].awaited.map { program.flow.contract[$0.event].isTerminal } ?? false
  }

  private func name(_ step: UInt16) -> String { program.flow.steps[Int(step)].name.value }
}

extension Destination {
  /// Whether the run goes on from it elsewhere than at the interrupt that it leaves.
  fileprivate var goesOn: Bool {
    switch self {
    case .step, .resume: true
    default: false
    }
  }
}

extension TraceMark {
  fileprivate var isStale: Bool { if case .refused(_, .stale) = what { true } else { false } }
}

extension TraceMark.What {
  fileprivate var mayFollowEnd: Bool {
    switch self {
    case .refused, .dropped, .refusedOut: true
    default: false
    }
  }
}

extension Reaction {
  /// How many of an event there are, with the one that comes: the SDK may send the same again.
  fileprivate func copies(of event: Occurrence) -> Int {
    let comes = if case .event(let occurrence) = happening { occurrence === event } else { false }
    return before.count { $0.occurrence === event } + (comes ? 1 : 0)
  }
}
