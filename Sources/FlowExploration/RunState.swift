// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract

/// A generated run as far as it has come.
struct RunState {
  /// What tells two states of the ways from one moment apart.
  struct Key: Hashable {
    let standing: Standing
    let owesReply: Bool
  }

  private(set) var machine: FlowMachine
  private(set) var audit: RunAudit
  private let runUp: [Moment]
  private var taken: [Moment] = []
  /// What the SDK has yet to send.
  var reply: Occurrence?
  /// The call of which that is the reply, and how many steps are open while its own is at work: an interrupt may make the same call.
  var call: (id: CallID, depth: Int)?
  /// Whether the reply has come.
  var hasReplied = false
  /// Whether the last moment led back to what was interrupted.
  private(set) var wasResumed = false
  /// Whether what the SDK had yet to send was taken by an interrupt that was open.
  var wasTakenAbove = false
  /// How the run ended; nil while it goes on.
  private(set) var end: RunEnd?
  /// What the last moment broke.
  private(set) var broken: [Violation] = []
  /// The events of which an outcome was told.
  var told: [Occurrence] = []
  /// What became of events at the last moment.
  private(set) var fates: [(event: Occurrence, fate: EventFate)] = []

  init(_ machine: FlowMachine, _ audit: RunAudit, runUp: [Moment]) {
    self.machine = machine
    self.audit = audit
    self.runUp = runUp
  }

  /// All that has happened, from the start on.
  var run: [Moment] { runUp + taken }

  var key: Key { Key(standing: machine.standing(tellingUses: 0), owesReply: reply != nil) }

  /// Whether the SDK's word on that call is awaited.
  var isAboutCall: Bool { machine.awaitsAnswer && isAtCall }

  /// Whether the step that made that call is at work, and the call is open.
  var isAtCall: Bool { call.map { machine.callAtWork?.call == $0.id && machine.depth == $0.depth } ?? false }

  mutating func take(_ moment: Moment) -> Reaction {
    let reaction = machine.pass(moment)
    (broken, fates) = audit.note(reaction)
    taken.append(moment)
    for mark in reaction.marks { if case .ended(let end) = mark.what { self.end = end } }
    wasResumed = reaction.marks.contains { if case .resumed = $0.what { true } else { false } }
    return reaction
  }

  /// Whether nothing more can come of some events.
  func isDone(with events: [Occurrence]) -> Bool {
    machine.isOver || !machine.hasPending { pending, _ in events.contains { $0 === pending } }
  }
}
