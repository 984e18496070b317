// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow new flow --extends, where the scenarios of the base do not take all")
struct NewVariantTests {
  private func desk() async throws -> Desk {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "door", "--into", "@own").code == .success)
    return desk
  }

  @Test("the scenarios of the base take all of the variant: nothing is said")
  func complete() async throws {
    let desk = try await desk()
    let made = await desk.run("new", "flow", "gate", "--extends", "@own/door.yaml", "--into", "@own")
    #expect(made.code == .success && made.errors.isEmpty, "\(made)")
    #expect(await desk.run("test", "--min-coverage", "100", "@own/gate.scenarios.yaml").code == .success)
  }

  @Test("a base in a file that ends in `.yml` is named with its ending, and its scenarios are taken over")
  func shortEnding() async throws {
    let desk = try await desk()
    for (old, new) in [("door.yaml", "door.yml"), ("door.scenarios.yaml", "door.scenarios.yaml")] {
      let text = try String(contentsOfFile: desk.root + "own/" + old, encoding: .utf8)
      try FileManager.default.removeItem(atPath: desk.root + "own/" + old)
      try desk.put("own/" + new, text.replacing("flow: door.yaml", with: "flow: door.yml"))
    }
    let made = await desk.run("new", "flow", "gate", "--extends", "@own/door.yml", "--into", "@own")
    #expect(made.code == .success && made.errors.isEmpty, "\(made)")
    #expect(await desk.run("test", "--min-coverage", "100", "@own/gate.scenarios.yaml").code == .success)
  }

  @Test("a base without scenarios: that is said, and the cure makes them")
  func none() async throws {
    let desk = try await desk()
    try FileManager.default.removeItem(atPath: desk.root + "own/door.scenarios.yaml")
    let made = await desk.run("new", "flow", "gate", "--extends", "@own/door.yaml", "--into", "@own")
    #expect(made.code == .failure && made.output == "made own/gate.yaml\n", "\(made)")
    #expect(made.errors.contains("`own/door.yaml` has no scenarios beside it"), "\(made)")
    #expect(made.errors.contains("`mfaflow new scenario own/gate.yaml`"), "\(made)")
    #expect(await desk.run("new", "scenario", "@own/gate.yaml").code == .success)
    #expect(await desk.run("test", "--min-coverage", "100", "@own/gate.scenarios.yaml").code == .success)
  }

  @Test("a base whose scenarios do not take all of it: that is said, and both files are made")
  func some() async throws {
    let desk = try await desk()
    try desk.put("own/door.scenarios.yaml", "flow: door.yaml\nscenarios: []\n")
    let made = await desk.run("new", "flow", "gate", "--extends", "@own/door.yaml", "--into", "@own")
    #expect(made.code == .failure, "\(made)")
    #expect(made.output == "made own/gate.yaml\nmade own/gate.scenarios.yaml\n")
    #expect(made.errors.contains("do not take all of the variant"), "\(made)")
    #expect(made.errors.contains("`mfaflow test own/gate.scenarios.yaml`"), "\(made)")
  }
}
