// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import SDKContract
import Values

/// A run that was left waiting, with all that its session knew besides the machine: what is saved, and taken up again.
///
/// It holds no secret. It can be written as JSON; `Documentation/SavedRuns.md` has the fields.
public struct SavedRun: Sendable, Hashable {
  /// Where the machine stands.
  public let machine: MachineSnapshot
  /// Events that the SDK has sent and that the machine has not been told.
  public let unread: [SDKEvent]
  /// Why security modules denied something.
  public let reasons: [String]
  /// What the gates have asked that the run has passed: they are asked again when it is taken up.
  public let allowed: [SecurityQuestion]
  /// Where the run's clock stood, in milliseconds since its start; a clock that starts there goes on with it.
  public let time: Int64

  /// Adds the run to an object, as the fields `time`, `run`, `unread`, `reasons` and `allowed`.
  public func write(to json: inout JSONWriter) {
    json.field("time", Int(time))
    json.object("run") { machine.write(to: &$0) }
    json.array("unread") { json in for event in unread { json.write(event) } }
    json.field("reasons", reasons)
    json.field("allowed", allowed.map(\.rawValue))
  }

  /// Takes the run out of an object.
  public init(from fields: inout JSONFields) throws(JSONProblem) {
    time = Int64(try fields.take("time").int(in: 0...Int(MachineSnapshot.latestTime)))
    machine = try MachineSnapshot(fields.take("run"))
    unread = try fields.take("unread").list { node throws(JSONProblem) in try SDKEvent(node) }
    reasons = try fields.take("reasons").list { node throws(JSONProblem) in try node.text() }
    allowed = try fields.take("allowed").list { node throws(JSONProblem) in
      guard let question = SecurityQuestion(rawValue: try node.text()) else {
        throw JSONProblem("no security module is asked this", at: node.place)
      }
      return question
    }
    guard machine.time <= time else { throw JSONProblem("`time` is before that of the run", at: fields.place) }
  }

  /// The same with a machine in another version of its flow.
  package func moved(to machine: MachineSnapshot) -> SavedRun {
    SavedRun(machine: machine, unread: unread, reasons: reasons, allowed: allowed, time: time)
  }

  init(
    machine: MachineSnapshot, unread: [SDKEvent], reasons: [String], allowed: [SecurityQuestion] = [], time: Int64
  ) {
    self.machine = machine
    self.unread = unread
    self.reasons = reasons
    self.allowed = allowed
    self.time = time
  }
}

extension FlowSession {
  /// The run, to be saved; ask when ``run()`` has returned.
  ///
  /// Nil if it is over, or if its SDK went away in the middle of a call.
  public var saved: SavedRun? {
    guard let snapshot = state.snapshot else { return nil }
    let events = unread.map { event in
      // What is secret in it is known by its type only.
      let program = state.program
      return program.withoutSecrets((try? program.occurrence(of: event))?.event ?? SDKEvent(event.name))
    }
    return SavedRun(
      machine: snapshot, unread: events, reasons: reasons, allowed: allowed,
      time: max(time.milliseconds, snapshot.time))
  }

  /// A run that was saved, to go on where it was left.
  ///
  /// The gates that it has passed are asked again first; where one denies now, ``run()`` returns at once, as one that
  /// waits, and ``FlowSession/denialOfResuming`` tells why.
  ///
  /// - Parameters:
  ///   - backend: an SDK that stands where the run's SDK stood.
  ///   - clock: a clock that starts at the time of the saved run, or later if time is to have passed.
  /// - Throws: ``SnapshotMismatch`` when it is a run of another flow, or contradicts itself.
  public init(
    resuming saved: SavedRun, of program: Program, backend: any Backend, responder: any Responder,
    clock: any RunClock, modules: SecurityModules = SecurityModules(), trace: (@Sendable (TraceEntry) -> Void)? = nil
  ) throws(SnapshotMismatch) {
    self.init(
      machine: try FlowMachine(restoring: saved.machine, of: program), backend: backend, responder: responder,
      clock: clock, modules: modules, inbox: SessionInbox(heard: saved.unread), reasons: saved.reasons,
      allowed: saved.allowed, trace: trace)
  }
}
