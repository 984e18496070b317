// SPDX-License-Identifier: Apache-2.0

import FlowGraph
public import SDKContract

/// A run of a flow: a value that takes inputs and says what is to be done.
///
/// It has no clock, makes no call and asks nobody; `Documentation/Semantics.md` says what each input does.
///
/// One input is processed wholly before the next. Time is given with each input and never runs back.
public struct FlowMachine: Sendable {
  /// The flow that it runs, as tables.
  public let program: Program

  /// The layer that is at work: the flow's own, or the highest open interrupt.
  var top: Frame
  /// The layers below it, the flow's own first; empty while no interrupt is open.
  var below: [Frame] = []
  /// Interrupts that wait for the open one, in the order of their arrival.
  var waiting: [Occurrence] = []
  /// Events that came between a call and the SDK's answer to it, or before the start.
  var held: [Occurrence] = []
  /// Calls of interrupts that are gone, whose replies have not come.
  var owed: [OwedCall] = []
  /// How often each budget of the run was drawn on.
  var counters: [UInt16]
  /// When each choice with a cooldown was last used, in milliseconds since the start; empty before the first.
  var cooldowns: [Int64] = []
  /// Whom the SDK last named.
  package internal(set) var user: String?
  var proofBits: UInt32 = 0
  var enrolledBits: UInt32 = 0
  /// What was set up since the run began, for any user: it is no proof any more.
  var setUpBits: UInt32 = 0
  var phase: UInt8 = 0
  /// The questions of security modules that are allowed since the last sign-in, or the last loss of proofs.
  var pendingGates: UInt8 = 0
  /// Those that were allowed for the sign-in that stands.
  var heldGates: UInt8 = 0
  /// Internal moves since the input that is being processed.
  var moves: UInt8 = 0
  var hasStarted = false
  var hasEnded = false
  /// Whether nobody sees the app, so that nothing can be answered.
  var isInBackground = false
  /// Whether it was restored from a snapshot, and has not been started since.
  var isRestored = false
  /// Whether the SDK has not said yet what it thinks of the call with which a failed run left.
  var isAbandoning = false
  /// Whether the run failed, and could not leave the SDK's phase as the contract says.
  var isStranded = false
  var lastRequest: UInt32 = 0
  /// What few runs have; nil for nothing of it.
  var rare: RareState?
  /// Milliseconds since the start of the run.
  var now: Int64 = 0

  /// How many moves one input may cause: a run that makes more ends as `unhandled`.
  static let moveLimit: UInt8 = 64
  /// How many refusals in a row the language puts up with, where the flow does not say.
  package static let refusalLimit: UInt8 = 3

  /// A run that has not begun: it waits for ``MachineInput/start``.
  public init(_ program: Program) {
    self.program = program
    let start = program.flow.start.index
    top = Frame(step: start, row: program.steps[Int(start)].firstRow)
    counters = program.counterCount == 0 ? [] : Array(repeating: 0, count: program.counterCount)
    if !program.stepsOfAfter.isEmpty { freshBits = Array(repeating: 0, count: program.stepsOfAfter.count) }
  }

  /// Takes an input and adds what is to be done to `effects`.
  ///
  /// - Parameters:
  ///   - input: what happened.
  ///   - time: milliseconds since the start of the run; an earlier time than before counts as "now".
  ///   - effects: what the caller has to do, in order; it is not emptied first.
  public mutating func receive(_ input: MachineInput, at time: Int64, into effects: inout Effects) {
    #if DEBUG
      defer { expectInvariants() }
    #endif
    if time > now { now = time }
    guard !hasEnded else { return refuseAfterEnd(input, &effects) }
    moves = 0
    if !owed.isEmpty {
      forgive(before: input, &effects)
      // The question that is asked again may be at a step that requires what was lost.
      guard !hasEnded else { return refuseAfterEnd(input, &effects) }
    }
    switch input {
    case .start: start(&effects)
    case .answer(let answer): take(answer, &effects)
    case .accepted: settle(&effects)
    case .rejected(let code): refuse(code, &effects)
    case .verdict(let verdict): pass(verdict, &effects)
    case .event(let occurrence):
      if top.state != .waiting || !hasStarted { held.append(occurrence) } else { arrive(occurrence, &effects) }
    case .tick: expire(&effects)
    case .background: goToBackground(&effects)
    case .foreground: comeToForeground(&effects)
    }
    // Why: nearly always nothing waits, and a test of three lists costs less than a call that finds them empty.
    guard !top.kept.isEmpty || !waiting.isEmpty || !held.isEmpty else { return }
    while hasStarted, !hasEnded, top.state == .waiting, takeNext(&effects) {}
  }

  /// Takes the next event that had to wait, for a call or below what was open; false if there is none.
  @inline(never)
  private mutating func takeNext(_ effects: inout Effects) -> Bool {
    if !top.kept.isEmpty {
      moves = 0
      deliverKept(&effects)
      return true
    }
    if !waiting.isEmpty, let next = nextWaiting {
      moves = 0
      openWaiting(next, &effects)
      return true
    }
    guard !held.isEmpty else { return false }
    moves = 0
    arrive(held.removeFirst(), &effects)
    return true
  }

  private mutating func start(_ effects: inout Effects) {
    guard !hasStarted else { return reopen(&effects) }
    hasStarted = true
    effects.mark(now, .started)
    enter(top.step, with: nil, &effects)
  }

  private mutating func refuseAfterEnd(_ input: MachineInput, _ effects: inout Effects) {
    switch input {
    case .answer:
      effects.refusal = .stale
      effects.mark(now, .refused(step: top.step, .stale))
    case .event(let occurrence): effects.mark(now, .dropped(occurrence))
    case .accepted: isAbandoning = false
    case .rejected(let code): strand(refusedWith: code, &effects)
    default: break
    }
  }

  /// When the run has to be told that time has passed, in milliseconds since the start; nil for never.
  public var deadline: Int64? {
    let deadline = owed.isEmpty ? top.deadline : min(top.deadline, nextDueTime)
    return hasEnded || deadline == .max ? nil : deadline
  }

  /// Whether an end was reached; nothing is taken any more.
  public var isOver: Bool { hasEnded }

  /// Whether the SDK still has to say if it takes the call that was made last.
  public var awaitsAnswer: Bool { top.state == .calling }

  /// The step or interrupt that is at work, as the flow names it.
  public var stepName: String { program.name(ofStep: top.step) }

  /// What the current user has shown, by the SDK's word.
  public var proofs: [Proof] { program.proofs(in: proofBits) }

  /// What the current user has set up: recorded, and counted for no goal.
  public var enrolled: [Proof] { program.proofs(in: enrolledBits) }

  /// Whom the SDK last named; nil before it named anybody.
  public var currentUser: String? { user }

  /// Events that came before the end and that nobody took up, for a host that goes on with another flow; empty before
  /// the end.
  public var leftover: [SDKEvent] {
    guard hasEnded else { return [] }
    return ((below + [top]).flatMap(\.kept) + waiting + held).map(\.event)
  }
}
