// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// A run that stands still: everything that a machine needs to go on later, or elsewhere.
///
/// It names the flow that it belongs to and holds no secret: what of an event's data is secret is left out.
public struct MachineSnapshot: Sendable, Hashable {
  /// The form of this value; it rises when the form changes.
  public static let currentFormat = 1

  /// The form in which this snapshot was taken.
  public let format: Int
  /// The name of the flow.
  public let flow: String
  /// The version of the flow, such as `1.0.0`.
  public let version: String
  /// The program's ``Program/fingerprint``.
  public let fingerprint: UInt64
  /// The layers of the run, the flow itself first.
  public let frames: [Layer]
  /// Interrupts that wait for the open one.
  public let waiting: [SDKEvent]
  /// How often each budget was drawn on, in the program's order.
  public let counters: [Int]
  /// When each choice with a cooldown was last used, in milliseconds since the start; nil for never.
  public let cooldowns: [Int64?]
  /// Whom the SDK last named; nil for nobody.
  public let user: String?
  /// What the user has shown, as bits in the program's order.
  public let proofs: UInt32
  /// What was set up in the run, as bits in the same order.
  public let enrolled: UInt32
  /// The contract's phase, by name.
  public let phase: String
  /// The number of the last question that was asked; the next has the one behind it.
  public let lastRequest: Int
  /// Milliseconds since the start of the run.
  public let time: Int64

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
    /// The number of the open question; 0 for none.
    public let request: Int
    /// In milliseconds since the start of the run; nil for none.
    public let deadline: Int64?
    /// The event that the step was entered with; nil if it was entered without one.
    public let event: SDKEvent?
    /// Events that are for this layer, and came while another was above it.
    public let kept: [SDKEvent]
  }
}

/// Why a snapshot cannot be taken up.
public enum SnapshotMismatch: Error, Sendable, Hashable {
  /// It has a form that this program does not read.
  case format(Int)
  /// It belongs to another flow, or to another state of it.
  case flow(String)
  /// It contradicts itself or its flow.
  case damaged(String)
}

extension FlowMachine {
  /// The run as it stands; nil while the SDK still has to say whether it takes a call, and when the run is over or has
  /// not begun.
  public var snapshot: MachineSnapshot? {
    guard hasStarted, !hasEnded, !awaitsAnswer, held.isEmpty else { return nil }
    return MachineSnapshot(
      format: MachineSnapshot.currentFormat, flow: program.flow.name, version: program.flow.version,
      fingerprint: program.fingerprint, frames: (below + [top]).map { layer($0) },
      waiting: waiting.map(\.event.withoutSecrets), counters: counters.map(Int.init),
      cooldowns: cooldowns.map { $0 == .min ? nil : $0 }, user: user, proofs: proofBits, enrolled: enrolledBits,
      phase: program.flow.contract.phases[Int(phase)].name, lastRequest: Int(lastRequest), time: now)
  }

  private func layer(_ frame: Frame) -> MachineSnapshot.Layer {
    MachineSnapshot.Layer(
      step: program.name(ofStep: frame.step), row: Int(frame.row), refusals: Int(frame.refusals),
      refusal: Int(frame.refusal), say: Int(frame.say), request: Int(frame.request),
      deadline: frame.deadline == .max ? nil : frame.deadline, event: frame.data?.event.withoutSecrets,
      kept: frame.kept.map(\.event.withoutSecrets))
  }

  /// Takes a run up where its snapshot left it.
  ///
  /// - Throws: ``SnapshotMismatch`` when the snapshot is of another form or flow, or contradicts itself.
  public init(restoring snapshot: MachineSnapshot, of program: Program) throws(SnapshotMismatch) {
    guard snapshot.format == MachineSnapshot.currentFormat else { throw .format(snapshot.format) }
    guard snapshot.flow == program.flow.name, snapshot.fingerprint == program.fingerprint else {
      throw .flow(snapshot.flow + " " + snapshot.version)
    }
    self.init(program)
    guard snapshot.counters.count == program.counterCount, snapshot.counters.allSatisfy({ (0...65_535).contains($0) })
    else { throw .damaged("counters") }
    guard snapshot.cooldowns.isEmpty || snapshot.cooldowns.count == program.cooldownCount else {
      throw .damaged("cooldowns")
    }
    guard let phase = program.flow.contract.phase(named: snapshot.phase) else { throw .damaged("phase") }
    var frames: [Frame] = []
    for layer in snapshot.frames { frames.append(try program.frame(layer, isFirst: frames.isEmpty)) }
    guard let last = frames.popLast() else { throw .damaged("frames") }
    top = last
    below = frames
    for event in snapshot.waiting { waiting.append(try program.restored(event)) }
    counters = snapshot.counters.map { UInt16($0) }
    cooldowns = snapshot.cooldowns.map { $0 ?? .min }
    user = snapshot.user
    proofBits = snapshot.proofs
    enrolledBits = snapshot.enrolled
    self.phase = phase.index
    lastRequest = UInt32(clamping: snapshot.lastRequest)
    now = snapshot.time
    hasStarted = true
  }
}

extension Program {
  fileprivate func frame(_ layer: MachineSnapshot.Layer, isFirst: Bool) throws(SnapshotMismatch) -> Frame {
    guard let step = flow.step(named: layer.step), step.isInterrupt != isFirst, rows.indices.contains(layer.row),
      rows[layer.row].step == step.id.index, (-1..<flow.messages.count).contains(layer.say)
    else { throw .damaged("step \(layer.step)") }
    var frame = Frame(step: step.id.index, row: UInt16(layer.row))
    frame.refusals = UInt8(clamping: layer.refusals)
    frame.refusal = Int32(clamping: layer.refusal)
    frame.say = Int16(layer.say)
    frame.request = UInt32(clamping: layer.request)
    frame.deadline = layer.deadline ?? .max
    if let event = layer.event { frame.data = try restored(event) }
    for event in layer.kept { frame.kept.append(try restored(event)) }
    return frame
  }

  fileprivate func restored(_ event: SDKEvent) throws(SnapshotMismatch) -> Occurrence {
    do { return try occurrence(of: event) } catch { throw .damaged(error.description) }
  }
}

extension SDKEvent {
  /// The event without what is secret in it.
  var withoutSecrets: SDKEvent {
    var event = self
    event.data = data.withoutSecrets
    return event
  }
}

extension Record {
  fileprivate var withoutSecrets: Record {
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
