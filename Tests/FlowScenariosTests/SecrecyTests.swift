// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Testing

@testable import FlowScenarios

/// What may be shown of files that hold passwords is a decision: it is written here once more, so that no new key makes it by chance.
@Suite("What may be shown of scenarios and worlds")
struct SecrecyTests {
  @Test("of a scenario file, what stands behind these keys")
  func scenarios() {
    let open: Set = [
      "flow", "contract", "sdk", "name", "step", "event", "status", "error", "attemptsLeft", "countdown", "refused",
      "rejected", "say", "offered", "proofs", "enrolled", "path", "called", "end", "outcome", "waiting", "call",
      "after", "background", "hold", "release", "confirm", "on", "reasons", "deny", "isDeviceSecure", "allowLogin",
      "unknown",
      "begin", "extends",
    ]
    #expect(Set(ScenarioDecoder.openKeys) == open)
    let ofWorlds = ScenarioDecoder.shapesOfWorlds
    let all = Set(Shape.scenarios.reachable.filter { !ofWorlds.contains($0.name) }.flatMap(\.names))
    #expect(Set(ScenarioDecoder.otherKeys) == all.subtracting(open))
  }

  @Test("of a world, what stands behind all keys but the names of users, what they type, and the data of events")
  func worlds() {
    #expect(Set(Shape.world.names(.secret)) == ["activationCode", "password", "passwordHistory"])
    let all = Set(Shape.world.reachable.flatMap(\.names))
    #expect(Set(Shape.world.names(.open)) == all.subtracting(Shape.world.names(.secret) + ["users", "with"]))
  }
}
