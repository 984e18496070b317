// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("Typing by chance in the shipped files")
struct EditStormTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let edits = environment["EDITS"].flatMap { Int($0) } ?? 60
  private static let seed = environment["EDIT_SEED"].flatMap { UInt64($0) } ?? 1

  @Test("at rest, the findings are those of a check of the same texts, and nothing falls meanwhile")
  func storm() async throws {
    let flows =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/flows"
    let storm = try EditStorm(seed: Self.seed, copying: flows)
    let rest = max(30, min(500, Self.edits / 20))
    for number in 1...Self.edits {
      try storm.edit()
      guard number % rest == 0 || number == Self.edits else { continue }
      let found = await storm.disagreements()
      #expect(found.isEmpty, "seed \(Self.seed), edit \(number): \(found.map(\.description).joined(separator: "\n"))")
      if !found.isEmpty { return }
    }
  }
}
