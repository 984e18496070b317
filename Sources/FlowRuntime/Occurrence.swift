// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// An event that happened, looked up in a program once and then shared by all that hold it.
public final class Occurrence: Sendable {
  /// The event by its name in the contract, its fields as the contract types them.
  public let event: SDKEvent
  /// The event's number in the program; the last number stands for every event that the contract does not know.
  let id: UInt16
  /// The event, its mode and how it came out, as one number.
  let signal: UInt32
  /// When it came, in milliseconds since the start of the run; nil if unknown.
  let time: Int64?
  /// Whom it names; nil if it names nobody.
  let user: String?

  init(_ event: consuming SDKEvent, id: UInt16, signal: UInt32, time: Int64?, user: String? = nil) {
    self.time = time
    self.user = user
    self.event = event
    self.id = id
    self.signal = signal
  }
}

extension Program {
  /// Looks an event up and reads its data as the contract types them.
  ///
  /// - Parameter time: when it came, in milliseconds since the start of the run: countdowns run from there. Nil if that is
  ///   not known: they stand still.
  /// - Throws: ``BackendFailure`` when a field is of another type than the contract says.
  public func occurrence(of event: consuming SDKEvent, at time: Int64? = nil) throws(BackendFailure) -> Occurrence {
    guard let id = flow.contract.event(named: event.name) else {
      return Occurrence(event, id: UInt16(events.count - 1), signal: Program.unknownSignal, time: time)
    }
    // Read field by field: the whole would be copied for each event.
    let specs = flow.contract.events
    let place = Int(id.index)
    if !event.data.isEmpty {
      guard let data = specs[place].fields.accept(event.data) else { throw brokenData(event, specs[place]) }
      event.data = data
    }
    event.name = specs[place].name
    let row = events[place]
    var mode: Int?
    if let field = specs[place].modeField, case .int(let number)? = event.data[field],
      specs[place].modes.contains(number)
    {
      mode = number
    }
    let outcome = flow.contract.outcome(of: specs[place], status: event.status, error: event.error, data: event.data)
    let signal = row.signal(mode: mode, outcome, numbers)
    var user: String?
    if row.namesUser, let field = specs[place].userField, case .text(let name)? = event.data[field], !name.isEmpty {
      user = name
    }
    return Occurrence(event, id: id.index, signal: signal, time: time, user: user)
  }

  private func brokenData(_ event: borrowing SDKEvent, _ spec: EventSpec) -> BackendFailure {
    let broken = event.data.fields.first { field in
      spec.fields.type(of: field.name).map { $0.accept(field.value) == nil } ?? false
    }
    let field = broken?.name ?? ""
    let type = spec.fields.type(of: field).map { "\($0)" } ?? "value"
    return BackendFailure(.brokeContract, "`\(event.name)` came with a `\(field)` that is not of the type \(type)")
  }
}
