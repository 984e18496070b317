// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowGraph
import SDKContract

/// A valid flow, compiled to tables of numbers: what a machine runs on.
///
/// One program serves any number of runs.
///
/// The heart is `cells`: for each place where a run can wait (a *row*: a step, and which of its calls is open) and for
/// each thing that can arrive (a *signal*: an event, its mode and how it came out) the transition that is taken. So an
/// event costs one index, however large the flow is.
public final class Program: Sendable {
  /// What the tables were made from: names, places and messages are looked up here.
  public let flow: Flow

  /// The events of the contract, then one for all that the contract does not know.
  let events: [EventRow]
  /// Modes, codes and error numbers that are distinguished, as ranges of the event rows.
  let numbers: [Int32]
  let signalCount: Int
  let steps: [StepRow]
  let rows: [Row]
  let hops: [Hop]
  /// By hop: where it comes from.
  let origins: [HopOrigin]
  /// By row and signal: 0 where the signal is no reply at that place, else the hop's index plus 1.
  let cells: [UInt16]
  let replies: [ReplyRow]
  let refusals: [(number: Int32, hop: UInt16)]
  let arguments: [CallUse.Argument]
  /// By `wait:` step (upper half) and row of an open call (lower half): the row in which the call is still open there.
  let carriedRows: [UInt32: UInt16]
  /// The proofs that the contract knows, by bit.
  let proofs: [Proof]
  /// Paths to ids that an event must echo.
  let echoes: [[String]]
  /// By row: the name of the choice that it is for; empty for the others.
  let choiceNames: [String]
  /// By event: the field with the attempts that are left.
  let attemptsFields: [String?]
  /// By step: what its questions ask for; nil where the event suggests something.
  let asked: [[Question.Input]?]
  /// By end of the flow: all that a success there takes.
  let demands: [Demand]
  /// What security modules are asked, and what must have been allowed, by bit.
  let questions: [String]
  /// The steps that an `after` names.
  let stepsOfAfter: [StepID]
  let counterCount: Int
  /// What is limited: a counter may have several limits.
  let budgets: [Budget]
  /// Counters that each sign-in begins again, and the end of it.
  let sessionCounters: [Int]
  /// Counters that are kept for each user.
  let userCounters: [Int]
  let cooldownCount: Int
  /// Which hops some run may take.
  let hopsInReach = HopsInReach()
  /// A number that changes with everything that a running flow depends on, for snapshots.
  public let fingerprint: UInt64

  /// The signal of every event that the contract does not know.
  static let unknownSignal: UInt32 = 0

  /// Compiles a flow that the checker let pass.
  public convenience init(_ valid: ValidFlow) {
    var builder = ProgramBuilder(valid.flow)
    builder.build()
    self.init(builder)
  }

  /// Compiles a flow that the checker may have refused, so that a run can show what is wrong with it.
  ///
  /// - Parameter flow: one of which every name is resolved.
  package convenience init(unsound flow: Flow) {
    var builder = ProgramBuilder(flow)
    builder.build()
    self.init(builder)
  }

  private init(_ builder: ProgramBuilder) {
    flow = builder.flow
    events = builder.events
    numbers = builder.numbers
    signalCount = builder.signalCount
    steps = builder.steps
    rows = builder.rows
    hops = builder.hops
    origins = builder.origins
    cells = builder.cells
    replies = builder.replies
    refusals = builder.refusals
    arguments = builder.arguments
    carriedRows = builder.carriedRows
    proofs = builder.proofs
    echoes = builder.echoes
    choiceNames = builder.choiceNames
    attemptsFields = builder.flow.contract.events.map(\.attemptsField) + [nil]
    asked = builder.flow.steps.map { step in
      guard step.inputs.allSatisfy({ $0.suggestion == nil }) else { return nil }
      return step.inputs.map { Question.Input($0, suggestion: nil) }
    }
    demands = builder.flow.ends.indices.map { [flow = builder.flow] in flow.demand(at: EndID($0)) }
    questions = builder.questions
    stepsOfAfter = builder.stepsOfAfter
    counterCount = builder.counterCount
    budgets = Self.budgets(of: builder.steps, builder.rows)
    sessionCounters = builder.sessionCounters
    userCounters = builder.userCounters
    cooldownCount = builder.cooldownCount
    fingerprint = builder.fingerprint
  }

  /// Whether somebody is signed in in a phase; never where the contract has no such phase.
  @inline(__always)
  func isSignedIn(in phase: UInt8) -> Bool { flow.contract.signedInPhase?.index == phase }

  /// Whether an event fails by which somebody would be signed in.
  func signsNobodyIn(_ occurrence: Occurrence) -> Bool {
    guard let spec = spec(of: occurrence) else { return true }
    let event = occurrence.event
    let outcome = flow.contract.outcome(of: spec, status: event.status, error: event.error, data: event.data)
    return !flow.contract.signsIn(EventID(index: occurrence.id), outcome)
  }

  func name(ofStep index: UInt16) -> String { flow.steps[Int(index)].name.value }

  /// The proofs of a set of bits.
  func proofs(in bits: UInt32) -> [Proof] {
    proofs.indices.filter { bits & (1 << UInt32($0)) != 0 }.map { proofs[$0] }
  }
}
