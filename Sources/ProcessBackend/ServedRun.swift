// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization
import Values

/// One run that a service has begun for a host.
final class ServedRun: Sendable {
  /// In the order of the devices; one where they have no names.
  private let backends: [any PacedBackend]
  private let devices: [String]
  private let clock: any RunClock
  private let write: @Sendable ([UInt8]) -> Void
  private let listening = Mutex<[Task<Void, Never>]>([])

  init(
    _ backends: [any PacedBackend], on devices: [String], _ clock: any RunClock,
    _ write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.backends = backends
    self.devices = devices
    self.clock = clock
    self.write = write
  }

  var isLive: Bool { !clock.isVirtual }

  /// On a live clock, events are sent as they come.
  func listen() {
    guard isLive else { return }
    let tasks = backends.enumerated().map { place, backend in
      Task { [self] in
        while !Task.isCancelled, let event = try? await backend.nextEvent(until: nil) { send(event, from: place) }
      }
    }
    listening.withLock { $0 = tasks }
  }

  func stop() { listening.withLock { for task in $0 { task.cancel() } } }

  /// What has come is sent, and nobody listens any more: an answer is written before the events that it leads to, and
  /// those in their order.
  private func pause() async {
    stop()
    for task in listening.withLock({ $0 }) { await task.value }
  }

  func serve(_ method: String, _ params: JSONNode?, _ id: WireID) async throws(ServingProblem) {
    let request = try ServedRequest(method, params, devices)
    let backend = backends[request.place]
    await pause()
    defer { listen() }
    (clock as? VirtualClock)?.advance(to: request.time)
    switch request.what {
    case .call(let call):
      let answer = try await asking { () throws(BackendFailure) in try await backend.perform(call) }
      reply(id) { $0.write(answer) }
    case .advance:
      let event = try await asking { () throws(BackendFailure) in try await backend.nextEvent(until: clock.now) }
      if let event { send(event, from: request.place) }
      reply(id) { _ in }
    case .direct(let direction):
      try await asking { () throws(BackendFailure) in try await backend.direct(direction) }
      reply(id) { _ in }
    }
  }

  private func asking<Value>(
    _ body: () async throws(BackendFailure) -> Value
  ) async throws(ServingProblem) -> Value {
    do throws(BackendFailure) {
      return try await body()
    } catch {
      throw ServingProblem(-32000, error.description)
    }
  }

  /// An answer that also says when the next event is due, where only that lets time pass.
  private func reply(_ id: WireID, _ body: (inout JSONWriter) -> Void) {
    let times = backends.map { isLive ? nil : $0.nextEventTime.map { Int($0.milliseconds) } }
    let held = backends.map(\.hasHeldReplies)
    write(
      WireMessage.written(resultOf: id) { json in
        body(&json)
        if devices.isEmpty {
          if let next = times.first ?? nil { json.field("next", next) }
          if held.contains(true) { json.field("held", true) }
          return
        }
        if times.contains(where: { $0 != nil }) {
          json.object("next") { json in
            for (device, time) in zip(devices, times) { if let time { json.field(device, time) } }
          }
        }
        let holders = zip(devices, held).filter(\.1).map(\.0)
        if !holders.isEmpty { json.field("held", holders) }
      })
  }

  /// - Parameter place: of the device.
  private func send(_ event: SDKEvent, from place: Int) {
    write(
      WireMessage.written("event") { json in
        if !devices.isEmpty { json.field("device", devices[place]) }
        json.writeFields(of: event)
      })
  }
}

/// What a host asks of a run, read.
private struct ServedRequest {
  enum What {
    case call(SDKCall)
    case advance
    case direct(Direction)
  }

  let time: Duration
  let what: What
  /// Of the device, among those of the run.
  let place: Int

  init(_ method: String, _ params: JSONNode?, _ devices: [String]) throws(ServingProblem) {
    guard let params else { throw ServingProblem(-32602, "`params` is missing") }
    do throws(JSONProblem) {
      var fields = try params.object()
      place = try devices.isEmpty ? 0 : Self.place(in: devices, try fields.take("device"))
      time = try fields.take("time").timeOfRun()
      switch method {
      case "call":
        let name = try fields.take("name").text()
        what = .call(SDKCall(name: name, arguments: try Record(try fields.take("arguments"))))
      case "advance": what = .advance
      case "direct": what = .direct(try Direction(&fields))
      default: throw JSONProblem("there is no such method", at: params.place)
      }
      try fields.finish()
    } catch {
      throw ServingProblem(-32602, error.message)
    }
  }
}

extension ServedRequest {
  private static func place(in devices: [String], _ node: JSONNode) throws(JSONProblem) -> Int {
    let name = try node.text()
    guard let place = devices.firstIndex(of: name) else {
      throw JSONProblem("there is no such device in this run", at: node.place)
    }
    return place
  }
}

extension Direction {
  fileprivate init(_ fields: inout JSONFields) throws(JSONProblem) {
    if let event = fields.takeIfThere("send") {
      self = .send(try SDKEvent(event))
    } else if let refusal = fields.takeIfThere("refuse") {
      var inner = try refusal.object()
      let call = try inner.take("call").text()
      let code = try inner.take("code")
      let number = try code.codeOfSDK()
      guard number != 0 else { throw JSONProblem("a `code` of 0 rejects nothing", at: code.place) }
      self = .refuse(call: call, code: number)
    } else {
      let replies = try fields.take("replies")
      switch try replies.text() {
      case "hold": self = .hold
      case "release": self = .release
      default: throw JSONProblem("`replies` is neither `hold` nor `release`", at: replies.place)
      }
    }
  }
}
