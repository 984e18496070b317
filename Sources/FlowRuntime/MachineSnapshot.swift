// SPDX-License-Identifier: Apache-2.0

import FlowGraph
public import SDKContract
package import Values

/// A run that stands still: everything that a machine needs to go on later, or elsewhere.
///
/// It names the flow and the contract that it belongs to and holds no secret: what of an event's data is secret is left
/// out. A person who can change a snapshot can forge a run: keep it where only the app can write.
public struct MachineSnapshot: Sendable, Hashable {
  /// The form of this value; it rises when the form changes.
  public static let currentFormat = 3

  /// The form in which this snapshot was taken.
  public let format: Int
  /// The name of the flow.
  public let flow: String
  /// The version of the flow, such as `1.0.0`.
  public let version: String
  /// The name of the contract and its version, such as `relid 1.0.0`.
  public let contract: String
  /// The program's ``Program/fingerprint``.
  public let fingerprint: UInt64
  /// The layers of the run, the flow itself first.
  public let frames: [Layer]
  /// Interrupts that wait for the open one.
  public let waiting: [ReceivedEvent]
  /// Calls of interrupts that are gone, whose replies have not come.
  public let owed: [Owed]
  /// Calls that the run has given up, and whose reply could be mistaken for another.
  public let late: [Late]
  /// How often each budget was drawn on, in the program's order.
  public let counters: [Int]
  /// What users before the present one have drawn on budgets that are counted for each user.
  public let drawnByUser: [Drawn]
  /// When each choice with a cooldown was last used, in milliseconds since the start; nil for never.
  ///
  /// Empty before the first.
  public let cooldowns: [Int64?]
  /// Whom the SDK last named; nil for nobody.
  public let user: String?
  /// What the user has shown.
  public let proofs: [Proof]
  /// What the user has set up.
  public let enrolled: [Proof]
  /// What was set up since the run began, for any user: it is no proof any more.
  public let setUp: [Proof]
  /// The questions that the security modules have allowed since the last sign-in, or the last loss of proofs.
  public let pendingGates: [String]
  /// Those that they have allowed for the sign-in that stands.
  public let heldGates: [String]
  /// For each step that an `after` names, in the program's order: what was shown since it was entered; nil where it never was.
  public let fresh: [[Proof]?]
  /// The contract's phase, by name.
  public let phase: String
  /// The number of the last question that was asked; the next has the one behind it.
  public let lastRequest: Int
  /// Milliseconds since the start of the run.
  public let time: Int64

  /// What a user has drawn on the budgets that are counted for each user.
  public struct Drawn: Sendable, Hashable {
    /// The user, as the SDK has named them.
    public let user: String
    /// In the program's order.
    public let counts: [Int]
  }

  /// An event that came.
  public struct ReceivedEvent: Sendable, Hashable {
    /// The event, without what is secret in it.
    public let event: SDKEvent
    /// When it came, in milliseconds since the start of the run; nil if unknown.
    public let time: Int64?
  }

  /// A call whose reply has not come, though the run no longer waits for it.
  public struct Owed: Sendable, Hashable {
    /// The call, by name.
    public let call: String
    /// When the SDK's time for it is over, in milliseconds since the start of the run; nil for never.
    public let until: Int64?
  }

  /// A call that the run has given up, and that the SDK may answer all the same.
  public struct Late: Sendable, Hashable {
    /// The call, as a row of the program.
    public let row: Int
    /// When the SDK's time for it is over, in milliseconds since the start of the run; nil for never.
    public let until: Int64?
    /// Whether the user has changed since it was made.
    public let isForAnother: Bool
    /// Whether a step that an `after` names was entered since it was made.
    public let isOld: Bool
  }

  /// One layer of a run.
  public struct Layer: Sendable, Hashable {
    /// The step or interrupt, as the flow names it.
    public let step: String
    /// Which call is open, as a row of the program.
    public let row: Int
    /// How many calls the SDK refused here in a row.
    public let refusals: Int
    /// The number with which the SDK last refused a call here; 0 for none.
    public let refusal: Int
    /// The message to show at the next question, by its place in the flow; -1 for the step's own.
    public let say: Int
    /// 1 if that message came with a `resume` and no question has shown it yet, 2 if one has; else 0.
    public let news: Int
    /// The number of the open question; 0 for none.
    public let request: Int
    /// In milliseconds since the start of the run; nil for none.
    public let deadline: Int64?
    /// When the SDK's time for the open call of an interrupt is over, in milliseconds since the start; nil for never.
    public let replyDue: Int64?
    /// The event that the step was entered with; nil if it was entered without one.
    public let event: ReceivedEvent?
    /// Events that are for this layer, and came while another was above it.
    public let kept: [ReceivedEvent]
    /// How many of `kept`, from the last backwards, may still earn proofs.
    public let fresh: Int
    /// Whether the user has changed since its call was made.
    public let isForAnother: Bool
    /// Whether a step that an `after` names was entered since its call was made.
    public let isOld: Bool
  }
}

extension FlowMachine {
  /// The run as it stands; nil while the SDK has to say whether it takes a call, or the security modules what they think
  /// of it, and when the run is over or has not begun.
  ///
  /// Whether the app is in the background is not told: a run that is taken up is in the foreground.
  public var snapshot: MachineSnapshot? {
    guard hasStarted, !hasEnded, top.state == .waiting, held.isEmpty else { return nil }
    let flow = program.flow
    return MachineSnapshot(
      format: MachineSnapshot.currentFormat, flow: flow.name, version: flow.version, contract: flow.contract.identity,
      fingerprint: program.fingerprint, frames: (below + [top]).map { layer($0) },
      waiting: waiting.map { program.saved($0) },
      owed: owed.map { owed in
        MachineSnapshot.Owed(
          call: flow.contract.calls[Int(owed.call)].name, until: moment(owed.until))
      },
      late: late.map { call in
        MachineSnapshot.Late(
          row: Int(call.row), until: moment(call.until), isForAnother: call.isForAnother, isOld: call.isOld)
      },
      counters: counters.map(Int.init),
      drawnByUser: drawnByUser.map { MachineSnapshot.Drawn(user: $0.name.text, counts: $0.counts.map(Int.init)) },
      cooldowns: cooldowns.map { $0 == .min ? nil : $0 }, user: user, proofs: proofs, enrolled: enrolled,
      setUp: program.proofs(in: setUpBits), pendingGates: program.questions(in: pendingGates),
      heldGates: program.questions(in: heldGates),
      fresh: freshBits.map { $0 == 0 ? nil : program.proofs(in: UInt32(truncatingIfNeeded: $0)) },
      phase: flow.contract.phases[Int(phase)].name, lastRequest: Int(lastRequest), time: now)
  }

  private func layer(_ frame: Frame) -> MachineSnapshot.Layer {
    MachineSnapshot.Layer(
      step: program.name(ofStep: frame.step), row: Int(frame.row), refusals: Int(frame.refusals),
      refusal: Int(frame.refusal), say: Int(frame.say), news: Int(frame.news.rawValue), request: Int(frame.request),
      deadline: moment(frame.deadline), replyDue: moment(frame.replyDue),
      event: frame.data.map { program.saved($0) },
      kept: frame.kept.map { program.saved($0) }, fresh: Int(frame.fresh), isForAnother: frame.isForAnother,
      isOld: frame.isOld)
  }
}

extension Program {
  fileprivate func saved(_ occurrence: Occurrence) -> MachineSnapshot.ReceivedEvent {
    MachineSnapshot.ReceivedEvent(event: withoutSecrets(occurrence.event), time: occurrence.time)
  }

  /// The event without what is secret in it, and without fields that the contract does not tell of: nobody knows whether
  /// they are secret.
  func withoutSecrets(_ event: SDKEvent) -> SDKEvent {
    var event = event
    guard let id = flow.contract.event(named: event.name) else {
      event.data = Record()
      return event
    }
    let declared = flow.contract[id].fields
    event.data = Record(event.data.fields.filter { declared.type(of: $0.name) != nil }).withoutSecrets
    return event
  }
}

extension Contract {
  /// The name and the version.
  var identity: String { name + " " + version }
}

extension Record {
  /// The record without its secrets, wherever they stand in it.
  package var withoutSecrets: Record {
    Record(fields.compactMap { field in field.value.withoutSecrets.map { Field(field.name, $0) } })
  }
}

extension Value {
  /// Nil for a secret.
  fileprivate var withoutSecrets: Value? {
    switch self {
    case .secret: nil
    case .list(let values): .list(values.compactMap(\.withoutSecrets))
    case .record(let record): .record(record.withoutSecrets)
    default: self
    }
  }
}
