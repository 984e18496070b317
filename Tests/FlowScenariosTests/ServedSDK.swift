// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowTrials
import RELIDSimulator
import SDKContract
import Synchronization
import Values

@testable import ProcessBackend

/// The simulated SDK behind the protocol of processes, line by line, in one process: so that both sides can be given the
/// time.
final class ServedSDK: Backend {
  private struct State {
    var last = 0
    var asked: [Int: CheckedContinuation<JSONNode, Never>] = [:]
  }

  private let clock: any RunClock
  private let inbox = EventInbox()
  private let state = Mutex(State())
  private let server: BackendServer
  private let asked: AsyncStream<[UInt8]>
  private let slot: AsyncStream<[UInt8]>.Continuation

  /// - Parameter clock: of both sides.
  init(clock: any RunClock) {
    self.clock = clock
    (asked, slot) = AsyncStream.makeStream(of: [UInt8].self)
    inbox.release(forGood: true)
    server = BackendServer(
      contracts: { EmbeddedContracts.contract(named: $0) }, liveClock: { clock }
    ) { opening throws(BackendServer.Refusal) in
      let text = SourceFile(path: "world", text: opening.world ?? "{}")
      guard let world = WorldReader.read(text).value else { throw BackendServer.Refusal("no world") }
      return PacedSimulator.all(world, on: opening.devices, opening.clock)
    }
  }

  /// Serves while `body` is at work.
  func serve<Value: Sendable>(_ world: String, _ body: () async throws -> Value) async throws -> Value {
    let serving = Task { [self] in
      await server.serve { [asked] _ in
        var lines = asked.makeAsyncIterator()
        return await lines.next()
      } writing: { [weak self] line in
        self?.hear(line)
      }
    }
    defer { slot.finish() }
    _ = await request("initialize") { json in
      json.field("protocol", WireProtocol.backend)
      json.object("contract") { $0.field("name", "relid") }
      json.field("clock", "live")
      json.key("world")
      if let node = try? JSONReader.read(Array(world.utf8)) { json.write(node) }
    }
    let value = try await body()
    slot.finish()
    await serving.value
    return value
  }

  private func hear(_ line: [UInt8]) {
    switch try? WireMessage(line) {
    case .result(.number(let id), let node):
      state.withLock { $0.asked.removeValue(forKey: id) }?.resume(returning: node)
    case .notification("event", let params):
      if let told = try? ToldEvent(params, hasDevices: false) { try? inbox.put(told.event, most: 1000) }
    default: inbox.fail(BackendFailure(.brokeContract, String(decoding: line, as: UTF8.self)))
    }
  }

  private func request(_ method: String, _ params: (inout JSONWriter) -> Void) async -> JSONNode {
    await withCheckedContinuation { continuation in
      let id = state.withLock { state in
        state.last += 1
        state.asked[state.last] = continuation
        return state.last
      }
      slot.yield(WireMessage.written(method, id: id, params))
    }
  }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let node = await request("call") { json in
      json.field("name", call.name)
      json.key("arguments")
      json.write(call.arguments) { _ in }
      json.field("time", Int(clock.now.milliseconds))
    }
    do throws(JSONProblem) {
      return try SDKAnswer(node)
    } catch {
      throw BackendFailure(.brokeContract, error.message)
    }
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      if let event = try inbox.take() { return event }
      if Task.isCancelled { return nil }
      if let deadline, deadline <= clock.now { return nil }
      let timer = deadline.map { time in
        Task { [clock, inbox] in
          await clock.sleep(until: time)
          inbox.wake()
        }
      }
      await inbox.wait { [clock] in deadline.map { $0 <= clock.now } ?? false }
      timer?.cancel()
    }
  }

  func direct(_ direction: Direction) async {
    _ = await request("direct") { json in
      json.field("time", Int(clock.now.milliseconds))
      switch direction {
      case .send(let event): json.object("send") { $0.writeFields(of: event) }
      case .refuse(let call, let code):
        json.object("refuse") { json in
          json.field("call", call)
          json.field("code", code)
        }
      case .hold: json.field("replies", "hold")
      case .release: json.field("replies", "release")
      }
    }
  }
}
