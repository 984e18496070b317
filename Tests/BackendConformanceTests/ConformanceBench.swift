// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Diagnostics
import FlowRuntime
import Foundation
import ProcessBackend
import RELIDSimulator
import SDKContract
import Synchronization
import Testing
import Values

/// A contract, a world, and what its user knows.
struct ConformanceBench {
  let contract: Contract
  var probe = ProbeValues([
    "userName": [.text("alice")], "activationCode": [.text("493021")], "password": [.text("horse-battery-1")],
  ])
  var limits = ConformanceLimits()
  var processLimits = ProcessLimits()
  var children = ChildProcesses()

  static let world = #"{"users":{"alice":{"activationCode":"493021"}},"device":{"lda":"face"}}"#

  init() throws {
    contract = try #require(EmbeddedContracts.contract(named: "relid"))
    // Other tests run beside this one.
    limits.time = .seconds(3600)
    processLimits.handshake = .seconds(60)
    processLimits.call = .seconds(60)
    processLimits.shutdown = .seconds(20)
  }

  func verify(_ flaw: FlawedSDK.Flaw, isLive: Bool = false) async throws -> ConformanceReport {
    let world = try #require(WorldReader.read(SourceFile(path: "world", text: Self.world)).value)
    let runs = Counter()
    return await ConformanceKit(contract, probe: probe, limits: limits).verify { () async throws(BackendFailure) in
      let clock: any RunClock = isLive ? LiveClock() : VirtualClock()
      return ConformanceSubject(FlawedSDK(flaw, world, clock, run: runs.next), clock: clock)
    }
  }

  /// The example in Python, with this in place of that.
  func verifyPython(_ old: String = "", _ new: String = "") async throws -> ConformanceReport {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    var script = try String(contentsOf: root.appending(path: "Examples/python-backend/sdk.py"), encoding: .utf8)
    if !old.isEmpty {
      try #require(script.contains(old), "the example has changed: \(old)")
      script = script.replacing(old, with: new)
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "sdk-\(UUID().uuidString).py")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = try await ConformanceKit(contract, probe: probe, limits: limits).verify(
      try CommandWords("python3 -SE '\(file.path)'"), world: Self.world, limits: processLimits, in: children)
    #expect(children.count == 0)
    return report
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  var next: Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

extension ConformanceReport {
  var failed: [Clause] { results.filter { $0.verdict == .fail }.map(\.clause) }

  /// All that is told of breaches.
  var told: String { results.flatMap(\.breaches).map { "\($0.words) \($0.path)" }.joined(separator: "\n") }
}
