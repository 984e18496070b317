// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization
import Values

/// One run that a service has begun for a host.
final class ServedRun: Sendable {
  private let backend: any PacedBackend
  private let clock: any RunClock
  private let write: @Sendable ([UInt8]) -> Void
  private let listening = Mutex<Task<Void, Never>?>(nil)

  init(
    _ backend: any PacedBackend, _ clock: any RunClock, _ write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.backend = backend
    self.clock = clock
    self.write = write
  }

  var isLive: Bool { !clock.isVirtual }

  /// On a live clock, events are sent as they come.
  func listen() {
    guard isLive else { return }
    let task = Task { [backend, write] in
      while !Task.isCancelled, let event = try? await backend.nextEvent(until: nil) { Self.send(event, write) }
    }
    listening.withLock { listening in
      listening?.cancel()
      listening = task
    }
  }

  func stop() { listening.withLock { $0?.cancel() } }

  func serve(_ method: String, _ params: JSONNode?, _ id: Int) async throws(ServingProblem) {
    let request = try ServedRequest(method, params)
    (clock as? VirtualClock)?.advance(to: request.time)
    switch request.what {
    case .call(let call):
      let answer = try await asking { () throws(BackendFailure) in try await backend.perform(call) }
      reply(id) { $0.write(answer) }
    case .advance:
      let event = try await asking { () throws(BackendFailure) in try await backend.nextEvent(until: clock.now) }
      if let event { Self.send(event, write) }
      reply(id) { _ in }
    case .direct(let direction):
      try await asking { () throws(BackendFailure) in try await backend.direct(direction) }
      reply(id) { _ in }
    }
    listen()
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
  private func reply(_ id: Int, _ body: (inout JSONWriter) -> Void) {
    let next = isLive ? nil : backend.nextEventTime
    write(
      WireMessage.written(resultOf: id) { json in
        body(&json)
        if let next { json.field("next", Int(next.milliseconds)) }
        if backend.hasHeldReplies { json.field("held", true) }
      })
  }

  private static func send(_ event: SDKEvent, _ write: ([UInt8]) -> Void) {
    write(WireMessage.written("event") { $0.writeFields(of: event) })
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

  init(_ method: String, _ params: JSONNode?) throws(ServingProblem) {
    guard let params else { throw ServingProblem(-32602, "`params` is missing") }
    do throws(JSONProblem) {
      var fields = try params.object()
      time = .milliseconds(try fields.take("time").int(in: WireTime.range))
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

extension Direction {
  fileprivate init(_ fields: inout JSONFields) throws(JSONProblem) {
    if let event = fields.takeIfThere("send") {
      self = .send(try SDKEvent(event))
    } else if let refusal = fields.takeIfThere("refuse") {
      var inner = try refusal.object()
      let call = try inner.take("call").text()
      self = .refuse(call: call, code: try inner.take("code").int(in: Int(Int32.min)...Int(Int32.max)))
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
