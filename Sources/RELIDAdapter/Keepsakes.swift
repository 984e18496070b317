// SPDX-License-Identifier: Apache-2.0

@preconcurrency import RELID
import Synchronization

/// What the SDK has handed over with an event and wants back with the answer, as the very objects and values they were.
final class Keepsakes: Sendable {
  private struct State {
    var threats: [Int: RDNAThreat] = [:]
    var modes: [Int: RDNAChallengeOpMode] = [:]
    var types: [Int: RDNALDACapabilities] = [:]
  }

  private let state = Mutex(State())

  func keep(_ mode: RDNAChallengeOpMode) { state.withLock { $0.modes[number(mode.rawValue)] = mode } }

  func keep(_ type: RDNALDACapabilities) { state.withLock { $0.types[number(type.rawValue)] = type } }

  func keep(_ threats: [RDNAThreat]) {
    state.withLock { state in
      for threat in threats { state.threats[number(threat.threatId)] = threat }
    }
  }

  /// The mode of that number; nil if no event has brought it.
  func mode(_ number: Int) -> RDNAChallengeOpMode? { state.withLock { $0.modes[number] } }

  /// The capability of that number; nil if no event has brought it.
  func type(_ number: Int) -> RDNALDACapabilities? { state.withLock { $0.types[number] } }

  /// The threat of that id; nil if none is open.
  func threat(_ id: Int) -> RDNAThreat? { state.withLock { $0.threats[id] } }

  /// The SDK took the decision on these threats.
  func settle(_ ids: [Int]) {
    state.withLock { state in
      for id in ids { state.threats[id] = nil }
    }
  }

  /// The SDK begins anew or is gone: nothing of before may be handed back.
  func clear() { state.withLock { $0 = State() } }
}
