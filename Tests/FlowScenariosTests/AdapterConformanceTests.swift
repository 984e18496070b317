// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Diagnostics
import FlowRuntime
import RELIDSimulator
import SDKContract
import Testing
import Values

/// The adapter keeps to the contract.
@Suite struct AdapterConformanceTests {
  @Test("the adapter before a simulated vendor's SDK fails no clause")
  func conforms() async throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let text = #"{"users":{"alice":{"activationCode":"493021"}},"device":{"lda":"face"}}"#
    let world = try #require(WorldReader.read(SourceFile(path: "world", text: text)).value)
    let probe = ProbeValues(["userName": [.text("alice")], "activationCode": [.text("493021")]])
    var limits = ConformanceLimits()
    limits.time = .seconds(3_000)
    let kit = ConformanceKit(contract, probe: probe, limits: limits)
    let report = await kit.verify { () async throws(BackendFailure) in
      let clock = VirtualClock()
      return ConformanceSubject(await AdaptedSDK(RELIDSimulator(world: world, clock: clock)), clock: clock)
    }
    let told = report.results.flatMap(\.breaches).map { "\($0.words) \($0.path)" }
    let failed = report.results.filter { $0.verdict == .fail }.map(\.clause)
    #expect(failed == [], "\(told)")
    #expect(report[.succeeds].verdict == .pass && report.stop == nil)
    print("conformance of the adapter: \(report.runs) runs, \(report.calls) calls, \(report.places) places")
  }
}
