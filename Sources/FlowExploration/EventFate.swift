// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import SDKContract

/// What became of an event.
package enum EventFate: Sendable, Hashable {
  /// The run has not done with it.
  case pending(PendingEvent.Stage)
  /// An interrupt that opened, and was left so.
  case left(Destination)
  /// It was a reply, and led there.
  case reply(Destination)
  /// No line names it: it went to `else`, which led there.
  case unnamed(Destination)
  /// An interrupt that was closed since one above it led to a step.
  case closed
  /// An interrupt that was closed since the contract, or its rank, says so of one that came.
  case superseded
  /// A notice.
  case noticed
  /// Nobody waited for it, and the trace says so.
  case dropped
  /// An interrupt that was open when the run ended.
  case cutOff
  /// Nothing is known of it any more.
  case lost
}

/// Finds out what became of each event that a run had not done with, from the trace alone.
struct FateFinder {
  private let program: Program
  private let reaction: Reaction

  init(_ reaction: Reaction, in program: Program) {
    self.reaction = reaction
    self.program = program
  }

  /// The events from before, then the one that came, with what became of each.
  var fates: [(event: Occurrence, fate: EventFate)] {
    var events = reaction.before
    if case .event(let occurrence) = reaction.happening { events.append(PendingEvent(occurrence, .arriving)) }
    return events.map { event in
      if let still = reaction.after.first(where: { $0.occurrence === event.occurrence }) {
        return (event.occurrence, .pending(still.place))
      }
      return (event.occurrence, departure(of: event))
    }
  }

  /// Whether something came that the contract lets take the place of an interrupt.
  func isSuperseded(_ occurrence: Occurrence) -> Bool {
    reaction.marks.contains { mark in
      if case .arrived(let other) = mark.what, other !== occurrence { supersedes(other, occurrence) } else { false }
    }
  }

  private func departure(of event: PendingEvent) -> EventFate {
    let occurrence = event.occurrence
    var place = event.place
    // Whether the marks are about its own arrival, or about that of one that may take its place.
    var (isAtHand, isChallenged) = (false, false)
    // Whether nobody knew what to do with it, and whether its step stayed.
    var (isStranger, hasStayed) = (false, false)
    // Whether what has come ranks above it, and may close it.
    var isOutranked = false
    for mark in reaction.marks {
      switch mark.what {
      case .noticed(let other) where other === occurrence: return .noticed
      case .dropped(let other) where other === occurrence: return .dropped
      case .undeclared(let other) where other === occurrence: isStranger = true
      case .unlisted: isOutranked = false
      case .kept(let other, let step) where other === occurrence: place = .kept(StepID(Int(step)))
      case .queued(let other):
        if other === occurrence { place = .waiting } else if isChallenged { return .superseded }
      case .arrived(let other):
        isAtHand = other === occurrence
        isChallenged = !isAtHand && place.isInterrupt && supersedes(other, occurrence)
        isOutranked = !isAtHand && place.isOpen && outranks(other, occurrence)
      case .interrupted(let step):
        if isChallenged { return .superseded }
        isOutranked = false
        guard isAtHand || place == .waiting, isFor(occurrence, step) else { break }
        place = .open(StepID(Int(step)))
        isAtHand = false
      case .took(let hop, let step):
        let destination = program.destination(ofHop: hop)
        if case .open(let own) = place, own.index == step {
          if destination.isElsewhere { return .left(destination) }
          hasStayed = true
        } else if isChallenged || isOutranked {
          return .superseded
        } else if isAtHand || place.isKept(at: step) {
          return program.isUnnamed(hop: hop) ? .unnamed(destination) : .reply(destination)
        } else if place.isOpen, destination.isStep {
          return .closed
        }
      case .ended(.unhandled) where isAtHand: return .unnamed(.unhandled)
      case .ended where place.isOpen: return .cutOff
      default: break
      }
    }
    if isStranger { return .unnamed(.stay) }
    return isChallenged || hasStayed ? .superseded : .lost
  }

  private func isFor(_ occurrence: Occurrence, _ step: UInt16) -> Bool {
    let contract = program.flow.contract
    return program.flow.steps[Int(step)].awaited?.event == contract.event(named: occurrence.event.name)
  }

  /// Whether the contract says that one interrupt closes another.
  private func supersedes(_ later: Occurrence, _ earlier: Occurrence) -> Bool {
    let contract = program.flow.contract
    guard let newer = contract.event(named: later.event.name), let older = contract.event(named: earlier.event.name)
    else { return false }
    let spec = contract[newer]
    return spec.isTerminal || contract.cancelled(by: spec).contains(older)
      || (newer == older && spec.repetition == .replace)
  }
}

extension FateFinder {
  /// Whether an interrupt ranks above another, so that it closes it on its way to a step below.
  private func outranks(_ later: Occurrence, _ earlier: Occurrence) -> Bool {
    let contract = program.flow.contract
    guard let newer = contract.event(named: later.event.name), let older = contract.event(named: earlier.event.name)
    else { return false }
    return contract[newer].rank > contract[older].rank
  }
}

extension PendingEvent.Stage {
  fileprivate var isOpen: Bool { if case .open = self { true } else { false } }
  fileprivate func isKept(at step: UInt16) -> Bool {
    if case .kept(let own) = self { own.index == step } else { false }
  }
  fileprivate var isInterrupt: Bool { isOpen || self == .waiting }
}

extension Destination {
  fileprivate var isStep: Bool { if case .step = self { true } else { false } }
  /// Whether it leaves the step.
  fileprivate var isElsewhere: Bool { self != .stay && self != .retry }
}
