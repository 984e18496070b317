// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// Where the SDK may be about another user than the one whom it named last: what is used there draws on a count that is not that user's.
struct UnnamedUsers {
  typealias Part = UseNetwork.Part

  /// How often parts can be used for a user whom the SDK has not named.
  enum Uses {
    case none
    /// Once, and with that the run is over.
    case last
    /// As often as others are named.
    case any
  }

  /// What is known of the user whom the SDK is about.
  private enum User {
    case named
    /// Another one than was named, if one was at work already when the interrupt opened.
    case asBelow
    case unnamed
  }

  private struct Spot: Hashable {
    let place: Place
    let user: User
  }

  private let relation: Relation
  private let table: MoveTable
  /// The parts that can be used for a user whom the SDK has not named.
  private var parts: Set<Part> = []
  /// Whether an interrupt goes back to any step with another user.
  private var isAnywhere = false
  /// Whether an interrupt that may bring another user can come before the SDK's word on a call.
  private let mayComeBetween: Bool
  /// Whether a run goes on after such an interrupt.
  private var goesOn = false
  private var known: Set<Spot> = []
  private var open: [Spot] = []

  /// - Parameter context: that of a flow of which every name is resolved.
  init(_ context: CheckContext) {
    relation = context.relation
    table = context.moves
    let (flow, relation) = (context.flow, context.relation)
    mayComeBetween = flow.contract.events.indices.contains { index in
      let event = EventID(index: UInt16(truncatingIfNeeded: index))
      return flow.contract[event].kind == .interrupt && relation.mayBringAnother(event)
    }
    visit(Place(step: Int(flow.start.index)), .named)
    openInterrupts(above: .named)
    while let spot = open.popLast() { follow(spot) }
  }

  /// How often some parts can be used for a user whom the SDK has not named.
  func uses(of asked: [Part]) -> Uses {
    if isAnywhere || asked.contains(where: { parts.contains($0) || relation.mayBringAnother(by: $0) }) { return .any }
    guard mayComeBetween else { return .none }
    // While one waits behind an interrupt, that one goes on asking.
    return goesOn || asked.contains { relation.steps[$0.step].step.isInterrupt } ? .any : .last
  }

  private mutating func follow(_ spot: Spot) {
    let isInterrupt = relation.steps[spot.place.step].step.isInterrupt
    let unlisted = isInterrupt ? [] : relation.unlistedMoves(at: spot.place)
    for move in table.moves(at: spot.place, relation) + unlisted {
      if move.draws, spot.user != .named { parts.insert(Part(step: spot.place.step, origin: move.origin)) }
      let user = user(after: move.effect, spot.user)
      let isBrought = isInterrupt ? user == .unnamed : bringsAnother(move.cause)
      switch move.target {
      case .place(let place):
        let leads = isInterrupt && !relation.steps[place.step].step.isInterrupt
        if isBrought, leads || !isInterrupt { goesOn = true }
        visit(place, leads && user == .asBelow ? .unnamed : user)
      case .resume where user == .unnamed: (isAnywhere, goesOn) = (true, true)
      case .resume, .end, .unhandled: break
      }
    }
  }

  private mutating func visit(_ place: Place, _ user: User) {
    let spot = Spot(place: place, user: user)
    guard known.insert(spot).inserted else { return }
    open.append(spot)
    if user == .unnamed, !relation.steps[place.step].step.isInterrupt { openInterrupts(above: .asBelow) }
  }

  private mutating func openInterrupts(above user: User) {
    for interrupt in relation.flow.interrupts {
      guard let event = interrupt.awaited?.event else { continue }
      visit(Place(step: interrupt.index), self.user(after: relation.facts(of: event), user))
    }
  }

  private func user(after effect: Effect, _ before: User) -> User {
    var assurance = Assurance(phase: 0)
    assurance.isNamed = true
    if !effect.applied(to: assurance).mayBeRenamed {
      assurance.mayBeRenamed = before != .named
      return effect.applied(to: assurance).mayBeRenamed ? before : .named
    }
    return .unnamed
  }

  private func bringsAnother(_ cause: Move.Cause) -> Bool {
    guard case .event(let signal) = cause else { return false }
    return relation.flow.contract[signal.event].kind == .interrupt && relation.mayBringAnother(signal.event)
  }
}
