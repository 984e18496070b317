// SPDX-License-Identifier: Apache-2.0

@preconcurrency import RELID
import Synchronization

/// What the SDK has handed over with an event and wants back with the answer, as the very objects and values they were.
final class Keepsakes: Sendable {
  private struct Kept {
    var threats: [Int: RDNAThreat] = [:]
    var modes: [Int: RDNAChallengeOpMode] = [:]
    var types: [Int: RDNALDACapabilities] = [:]
  }

  private struct State {
    var kept = Kept()
    /// What was kept before the SDK was asked to start again.
    var former = Kept()
  }

  private let state = Mutex(State())

  func keep(_ mode: RDNAChallengeOpMode) { state.withLock { $0.kept.modes[number(mode.rawValue)] = mode } }

  func keep(_ type: RDNALDACapabilities) { state.withLock { $0.kept.types[number(type.rawValue)] = type } }

  func keep(_ threats: [RDNAThreat]) {
    state.withLock { state in
      for threat in threats { state.kept.threats[number(threat.threatId)] = threat }
    }
  }

  /// The mode of that number; nil if no event has brought it.
  func mode(_ number: Int) -> RDNAChallengeOpMode? { state.withLock { $0.kept.modes[number] } }

  /// The capability of that number; nil if no event has brought it.
  func type(_ number: Int) -> RDNALDACapabilities? { state.withLock { $0.kept.types[number] } }

  /// The threat of that id; nil if none is open.
  func threat(_ id: Int) -> RDNAThreat? { state.withLock { $0.kept.threats[id] } }

  /// The SDK took the decision on these threats.
  func settle(_ ids: [Int]) {
    state.withLock { state in
      for id in ids { state.kept.threats[id] = nil }
    }
  }

  /// The SDK starts again or is gone: nothing of before may be handed back.
  func clear() { state.withLock { $0 = State() } }

  /// The SDK is asked to start again, and may tell something before it says whether it does.
  func begin() { state.withLock { state in (state.former, state.kept) = (state.kept, Kept()) } }

  /// It said so: if it does not begin, all is as it was.
  func settleBeginning(_ hasBegun: Bool) {
    state.withLock { state in
      if !hasBegun { state.kept = state.former }
      state.former = Kept()
    }
  }
}
