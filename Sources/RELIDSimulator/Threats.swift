// SPDX-License-Identifier: Apache-2.0

import Values

/// Threats that the SDK finds together, and when.
struct ThreatFinding: Sendable {
  enum Time: Sendable {
    /// While the SDK works on a call: before its reply; `nth` counts the calls that were taken, nil is each.
    case during(CallName, nth: Int?)
    /// That long after the SDK has started.
    case after(Duration)
  }

  struct Threat: Sendable {
    let id: Int
    /// As an event carries it.
    let value: Value
  }

  /// Whether the SDK shuts itself down over them; otherwise the user decides.
  let isTerminating: Bool
  let threats: [Threat]
  let time: Time
}

/// What a device knows of threats between the start of its SDK and the end.
struct ThreatDecisions: Sendable {
  /// The ids of each list about which the user has not decided, the earliest first.
  private(set) var open: [[Int]] = []
  /// Threats that the user has accepted for as long as the SDK runs.
  private(set) var accepted: Set<Int> = []
  /// The user has decided to leave, and the SDK has not said yet that it shuts down.
  var isLeaving = false

  var isUndecided: Bool { !open.isEmpty }

  mutating func ask(about ids: [Int]) { open.append(ids.sorted()) }

  /// Whether one of the lists holds just these threats.
  func asked(about ids: [Int]) -> Bool { open.contains(ids.sorted()) }

  mutating func close(_ ids: [Int]) {
    if let place = open.firstIndex(of: ids.sorted()) { open.remove(at: place) }
  }

  mutating func accept(_ id: Int) { accepted.insert(id) }
}

/// The threats that a world holds for a device: which of them are found when.
struct ThreatSchedule: Sendable {
  let findings: [ThreatFinding]
  /// How often each call has been taken.
  private var counts: [CallName: Int] = [:]

  init(_ findings: [ThreatFinding]) { self.findings = findings }

  /// What is found while the SDK works on a call that it has taken, as indices.
  mutating func found(during call: CallName) -> [Int] {
    guard !findings.isEmpty else { return [] }
    let count = counts[call, default: 0] + 1
    counts[call] = count
    return findings.indices.filter { index in
      guard case .during(call, let nth) = findings[index].time else { return false }
      return nth == nil || nth == count
    }
  }

  /// What is found some time after the start, as indices.
  var later: [(index: Int, time: Duration)] {
    findings.indices.compactMap { index in
      if case .after(let time) = findings[index].time { (index, time) } else { nil }
    }
  }
}
