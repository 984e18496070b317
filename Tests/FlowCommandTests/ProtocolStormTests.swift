// SPDX-License-Identifier: Apache-2.0

import Foundation
import LanguageServerProtocol
import Testing

@testable import FlowCommand

@Suite("Typing by chance through the protocol")
struct ProtocolStormTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let edits = environment["PROTOCOL_EDITS"].flatMap { Int($0) } ?? 60
  private static let seed = environment["EDIT_SEED"].flatMap { UInt64($0) } ?? 1

  /// So many edits one server sees.
  private static let most = 1000

  @Test(
    "every request is answered once, nothing falls, and at rest the editor shows what a check tells",
    arguments: [seed, seed + 1])
  func storm(seed: UInt64) async throws {
    let flows =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/flows"
    var rest = Self.edits / 2
    var round: UInt64 = 0
    while rest > 0 {
      let own = seed + 2 * 1000 * round
      let storm = try ProtocolStorm(seed: own, copying: flows)
      for _ in 0..<min(rest, Self.most) { storm.step() }
      let outcome = try await storm.run()
      #expect(outcome.code == .success, "seed \(own)")
      let unanswered = (1...outcome.requests).filter { outcome.answers[$0] != 1 }
      #expect(unanswered == [], "seed \(own)")
      // An error of a request may also be that it is not known, or asks for nothing that is there.
      let cancelled = outcome.errors[ResponseError.Code.requestCancelled.rawValue] ?? 0
      #expect(cancelled <= storm.cancelled.count, "seed \(own)")
      #expect(outcome.errors[ResponseError.Code.internalError.rawValue] == nil, "seed \(own)")
      let found = try await storm.disagreements(outcome)
      #expect(found.isEmpty, "seed \(own): \(found.joined(separator: "\n"))")
      if Self.edits > 1000 {
        print(
          "seed \(own): \(outcome.requests) requests, \(cancelled) of \(storm.cancelled.count) taken back in time, "
            + "\(storm.brokenFrames) broken messages")
      }
      rest -= Self.most
      round += 1
    }
  }
}
