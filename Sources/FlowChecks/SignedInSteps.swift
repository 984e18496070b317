// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// The steps and interrupts at which somebody may be signed in: the phase of the SDK is followed along every way of the relation.
///
/// Budgets are left out, and of late replies all but those that sign the user in. A step for an event that signs the user in counts
/// though no way leads there.
struct SignedInSteps {
  private let relation: Relation
  private let table: MoveTable
  private let phases: FollowedPhases?
  /// For each step, the phases in which a run may be there with no call open; after these, the phases at all other places.
  private var known: [UInt64]
  /// The numbers of places that are neither mere steps nor those of a step's own open call.
  private var numbers: [Place: Int] = [:]
  private var waiting: [(place: Place, phase: UInt8)] = []
  private var isSignedIn: [Bool]
  /// Whether somebody may be signed in at a step that is no interrupt.
  private(set) var isSomebody = false
  private var interrupts: InterruptPhases?
  /// By the number of an opening: whether what it leads to is known.
  private var hasOpened: [Bool] = []

  init(_ context: CheckContext) {
    let flow = context.flow
    (relation, table) = (context.relation, context.moves)
    isSignedIn = Array(repeating: false, count: flow.steps.count)
    known = []
    phases = FollowedPhases(flow.contract)
    guard flow.isWhole, let phases else { return }
    known = Array(repeating: 0, count: flow.steps.count + relation.sites.count)
    let interrupts = InterruptPhases(relation, table, phases)
    (self.interrupts, hasOpened) = (interrupts, Array(repeating: false, count: interrupts.count))
    visit(Place(step: Int(flow.start.index)), relation.first.phase)
    for step in flow.steps[..<flow.plainCount] {
      guard let event = step.awaited?.event, flow.contract[event].phase?.index == phases.signedIn else { continue }
      visit(Place(step: step.index), phases.signedIn)
    }
    while let (place, phase) = waiting.popLast() { follow(place, phase, phases) }
    // Not needed after this: frees the memory.
    (self.interrupts, hasOpened) = (nil, [])
  }

  /// Whether somebody may be signed in at a step, or while an interrupt is open.
  subscript(step: Step) -> Bool { isSignedIn[step.index] }

  /// Whether a target may be taken by a user who is signed in before and after it, or whom a late reply may sign in after it.
  ///
  /// Where no move takes it, whoever is signed in at the step may.
  func mayTake(_ target: Target, at step: Step) -> Bool {
    guard let followed = phases else { return true }
    var isTaken = false
    for place in table.places(of: step.index, relation) {
      let isOpen = step.isInterrupt && isSignedIn[step.index]
      let before = isOpen ? followed.bits(followed.signedIn) : phases(at: place)
      for move in table.moves(at: place, relation) where move.range == target.range {
        isTaken = true
        var staysIn = false
        before.forEachBit { phase in
          guard let after = followed.after(move, phase) else { return }
          staysIn = staysIn || after == followed.signedIn && phase == after || followed.isLate(after)
        }
        if staysIn { return true }
      }
    }
    return !isTaken && isSignedIn[step.index]
  }

  /// The phases in which a run may be at a place, as a set of bits.
  private func phases(at place: Place) -> UInt64 {
    let number = place.site == nil ? place.step : numberOfOwn(place) ?? numbers[place]
    return number.map { known[$0] } ?? 0
  }

  /// The number of the place of a step's own open call; nil for any other.
  private func numberOfOwn(_ place: Place) -> Int? {
    guard let site = place.site, relation.place(afterTaking: site) == place else { return nil }
    return relation.steps.count + site
  }

  private mutating func number(of place: Place) -> Int {
    guard place.site != nil else { return place.step }
    if let number = numberOfOwn(place) ?? numbers[place] { return number }
    numbers[place] = known.count
    known.append(0)
    return known.count - 1
  }

  private mutating func visit(_ place: Place, _ phase: UInt8) {
    let number = number(of: place)
    guard known[number] & 1 << UInt64(phase) == 0 else { return }
    known[number] |= 1 << UInt64(phase)
    if phase == phases?.signedIn {
      isSignedIn[place.step] = true
      if place.step < relation.flow.plainCount { isSomebody = true }
    }
    waiting.append((place, phase))
  }

  private mutating func follow(_ place: Place, _ phase: UInt8, _ phases: FollowedPhases) {
    let moves = table.moves(at: place, relation)
    for move in moves { take(move, in: phase, phases) }
    if phases.isLate(phase) {
      let late = phases.lateSignIn(at: place, relation)
      if late.mayStay { visit(place, phases.signedIn) }
      for move in late.moves { take(move, in: phase, phases) }
    }
    if relation.leadsOnUnnamed(at: place) {
      for move in relation.unlistedMoves(at: place) { take(move, in: phase, phases) }
    }
    guard let interrupts, !interrupts.all.isEmpty, !relation.isPassing(place) else { return }
    // The reply to the open call may come beneath an interrupt: its effect on the phase holds at once, and the step goes on afterwards.
    let beneath = place.site == nil ? [] : moves.filter { changesBySDK($0, phase, phases) }
    for entry in interrupts.all {
      let opening = interrupts.opening(entry, in: phase)
      // Asked first, as it is known of most.
      guard !beneath.isEmpty || leadsOn(opening, to: place), interrupts.mayOpen(entry, at: place, in: phase) else {
        continue
      }
      open(opening, above: place)
      // Where the interrupt leads on, the reply to the open call comes late.
      if let site = place.site, relation.sites[site].call.maySignIn, case let late = phases.late(phase), late != phase {
        open(interrupts.opening(entry, in: late), above: nil)
      }
      guard interrupts.mayOpen(entry, duringCallAt: place) else { continue }
      for move in beneath {
        guard let after = phases.after(move, phase) else { continue }
        let next: Place? = if case .place(let next) = move.target { next } else { nil }
        open(interrupts.opening(entry, in: after), above: next)
      }
    }
  }

  /// Whether it is an event that leads to another phase.
  private func changesBySDK(_ move: Move, _ phase: UInt8, _ phases: FollowedPhases) -> Bool {
    guard case .event = move.cause, let after = phases.after(move, phase) else { return false }
    return after != phase
  }

  private mutating func take(_ move: Move, in phase: UInt8, _ phases: FollowedPhases) {
    guard case .place(let next) = move.target, let after = phases.after(move, phase) else { return }
    visit(next, move.entered == nil ? after : phases.asking(relation.flow.steps[next.step], after))
  }

  /// Whether an interrupt above a place leads to something that is not known yet.
  private func leadsOn(_ opening: InterruptPhases.Opening, to place: Place) -> Bool {
    guard hasOpened[opening.number], let resumed = interrupts?.summary(of: opening).resumed else { return true }
    return resumed & ~phases(at: place) != 0
  }

  /// An interrupt opens, and may lead back to a place, or elsewhere.
  private mutating func open(_ opening: InterruptPhases.Opening, above place: Place?) {
    guard let summary = interrupts?.summary(of: opening) else { return }
    if let place {
      summary.resumed.forEachBit { visit(place, $0) }
    }
    guard !hasOpened[opening.number] else { return }
    hasOpened[opening.number] = true
    for step in summary.signedIn { isSignedIn[step] = true }
    for exit in summary.exits { visit(exit.place, exit.phase) }
  }
}
