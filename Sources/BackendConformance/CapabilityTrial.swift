// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import ProcessBackend
import SDKContract
import Values

/// Whether a program does what it lists among its capabilities.
struct CapabilityTrial {
  private let command: CommandWords
  private let contract: Contract
  private let world: String?
  private let given: ProcessLimits
  private let limits: ConformanceLimits
  private let children: ChildProcesses
  /// When nobody waits any more.
  private let end: ContinuousClock.Instant
  /// The call with which every run begins; nil where the contract has none.
  private let opening: SDKCall?

  init(
    _ command: CommandWords, _ contract: Contract, _ world: String?, _ probe: ProbeValues, _ given: ProcessLimits,
    _ limits: ConformanceLimits, _ children: ChildProcesses, until end: ContinuousClock.Instant
  ) {
    self.command = command
    self.contract = contract
    self.world = world
    self.given = given
    self.limits = limits
    self.children = children
    self.end = end
    let model = SDKModel(contract)
    let id = contract.calls.indices.map { CallID(index: UInt16($0)) }.first { id in
      guard case .legal = model.standing(of: id) else { return false }
      return !contract[id].replies.isEmpty
    }
    opening = id.flatMap { id in
      probe.arguments(of: contract[id], user: nil).first.map { model.call(id, $0, answering: nil) }
    }
  }

  /// What was seen, and whether it can be directed, as far as anybody knows.
  func checks() async -> (checks: [ClauseCheck], mayDirect: Bool) {
    guard let opening else { return ([], true) }
    let refused = await trying(Self.directions, on: []) { backends throws(BackendFailure) in
      let backend = backends[0]
      guard backend.takesDirections else { return nil }
      return try await rejecting(opening, backend)
    }
    let held = await trying(Self.directions, on: []) { backends throws(BackendFailure) in
      let backend = backends[0]
      guard backend.takesDirections else { return nil }
      return try await holding(opening, backend)
    }
    let apart = await trying(Self.devices, on: ["one", "two"]) { backends throws(BackendFailure) in
      try await onBoth(opening, backends)
    }
    let checks = [refused, held, apart].compactMap { $0 }
    let canDirect = [refused, held].allSatisfy { $0?.breach == nil }
    return (checks, canDirect)
  }

  private static let directions = "directions"
  private static let devices = "devices"

  /// Tries a capability in a run of its own; nil where the time is up before anything is known.
  private func trying(
    _ name: String, on devices: [String],
    _ body: ([ProcessBackend]) async throws(BackendFailure) -> String?
  ) async -> ClauseCheck? {
    var setup = BackendSetup(contract: contract, clock: .virtualIfPossible(VirtualClock()), world: world)
    setup.holdsEvents = false
    setup.isOnTrial = true
    setup.devices = devices
    guard ContinuousClock.now < end else { return nil }
    var words: String?
    do throws(BackendFailure) {
      let backends = try await ProcessBackend.startAll(command, setup, limits: given.cut(at: end), in: children)
      do throws(BackendFailure) {
        words = try await body(backends)
      } catch {
        words = "it failed: \(error.description)"
      }
      await backends[0].close()
    } catch {
      // One that does not list `devices`, or has no such world for them, claims nothing.
      if error.kind == .declined || ProcessBackend.isIncapable(error) { return .holds(.keepsItsWord) }
      words = "it failed: \(error.description)"
    }
    guard ContinuousClock.now < end else { return nil }
    return words.map { .broken(.keepsItsWord, "lists `\(name)`, and \($0)") } ?? .holds(.keepsItsWord)
  }

  private func rejecting(_ call: SDKCall, _ backend: ProcessBackend) async throws(BackendFailure) -> String? {
    let code = 77
    try await backend.direct(.refuse(call: call.name, code: code))
    guard case .rejected(let number, _) = try await backend.perform(call), number == code else {
      return "did not reject `\(call.name)` with \(code), which it was told to"
    }
    guard try await backend.perform(call) == .accepted else {
      return "rejected `\(call.name)` twice, which it was told to once"
    }
    return nil
  }

  private func holding(_ call: SDKCall, _ backend: ProcessBackend) async throws(BackendFailure) -> String? {
    try await backend.direct(.hold)
    guard try await backend.perform(call) == .accepted else { return nil }
    if let early = try await reply(of: backend) {
      return "sent `\(early)` while it was told to hold replies"
    }
    guard backend.clock.isVirtual else { return nil }
    guard backend.hasHeldReplies else { return "did not say that it holds a reply, which it was told to" }
    try await backend.direct(.release)
    guard try await reply(of: backend) != nil else { return "did not release the reply that it had held" }
    return nil
  }

  /// The first event that answers a call; nil if none comes.
  private func reply(of backend: ProcessBackend) async throws(BackendFailure) -> String? {
    let wait = backend.clock.isVirtual ? limits.settle : limits.liveSettle
    for _ in 0..<limits.events {
      guard let event = try await backend.nextEvent(until: backend.clock.now + wait) else { return nil }
      guard let id = contract.event(named: event.name) else { continue }
      if [.challenge, .result].contains(contract[id].kind) { return event.name }
    }
    return nil
  }

  /// On each device there is an SDK that has just begun.
  private func onBoth(_ call: SDKCall, _ backends: [ProcessBackend]) async throws(BackendFailure) -> String? {
    var answers: [SDKAnswer] = []
    for backend in backends.reversed() {
      answers.append(try await backend.perform(call))
      _ = try await reply(of: backend)
    }
    return answers[0] == answers[1] ? nil : "took `\(call.name)` on one device and not on another that had just begun"
  }
}
