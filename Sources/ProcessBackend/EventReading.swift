// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SDKContract
import Values

/// An event as a process tells it, in the right form, whatever stands in it.
struct ToldEvent {
  let event: SDKEvent
  /// The device that it comes on; nil where there is one only, which has no name.
  let device: String?

  /// - Parameter hasDevices: whether there are several, so that it must say on which.
  init(_ params: JSONNode?, hasDevices: Bool) throws(WireFault) {
    guard let params else { throw WireFault("sent an event without `params`") }
    do throws(JSONProblem) {
      var fields = try params.object()
      device = hasDevices ? try fields.take("device").text() : nil
      event = try SDKEvent(from: &fields)
      try fields.finish()
    } catch {
      throw WireFault("sent an event in another form: \(error.words)")
    }
  }

  /// The event, if the contract lets it come.
  func held(to contract: Contract) throws(WireFault) -> SDKEvent {
    do throws(EventBreach) {
      return try contract.held(event)
    } catch {
      throw WireFault(error.words)
    }
  }
}

extension SDKAnswer {
  /// What a process says to a call, and when its next event is due.
  init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    let answer = try fields.take("answer")
    switch try answer.text() {
    case "accepted": self = .accepted
    case "rejected":
      let code = try fields.take("code")
      let number = try code.codeOfSDK()
      guard number != 0 else { throw JSONProblem("a `code` of 0 rejects nothing", at: code.place) }
      let message = try fields.takeIfThere("message").map { node throws(JSONProblem) in try node.text() }
      self = .rejected(code: number, message: message)
    default: throw JSONProblem("`answer` is neither `accepted` nor `rejected`", at: answer.place)
    }
    for name in Pace.fields { _ = fields.takeIfThere(name) }
    try fields.finish()
  }
}

extension JSONWriter {
  /// Writes what a call was answered.
  mutating func write(_ answer: SDKAnswer) {
    switch answer {
    case .accepted: field("answer", "accepted")
    case .rejected(let code, let message):
      field("answer", "rejected")
      field("code", code)
      if let message { field("message", message) }
    }
  }

  /// Writes the fields of an event with all that is in it, secrets too.
  mutating func writeFields(of event: SDKEvent) {
    field("event", event.name)
    if !event.data.isEmpty {
      key("data")
      write(event.data) { _ in }
    }
    if let status = event.status { field("status", status) }
    if let message = event.statusMessage { field("statusMessage", message) }
    if event.error != 0 { field("error", event.error) }
    if let message = event.errorMessage { field("errorMessage", message) }
  }

  /// Writes values for a process that needs them all: secrets as texts.
  ///
  /// - Parameter note: told each secret.
  mutating func write(_ record: Record, telling note: ([UInt8]) -> Void) {
    object { json in
      for field in record.fields {
        json.key(field.name)
        json.write(field.value, telling: note)
      }
    }
  }

  private mutating func write(_ value: Value, telling note: ([UInt8]) -> Void) {
    switch value {
    case .text(let text): string(text)
    case .int(let number): int(number)
    case .flag(let flag): bool(flag)
    case .list(let values): array { json in for value in values { json.write(value, telling: note) } }
    case .record(let record): write(record, telling: note)
    case .secret(let secret):
      secret.withBytes { bytes in
        note(bytes)
        string(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
