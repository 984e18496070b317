// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
import FlowRuntime
import Testing

@testable import FlowStories

/// Flows in which little can happen, but for a long time.
@Suite("Long runs in storyboards")
struct LongRunTests {
  private static let count = 85

  /// A chain of steps with a button each, in front of the small flow.
  private static func chain() throws -> ValidFlow {
    let steps = (0..<count).map { index in
      let next = index + 1 < count ? "a\(index + 1)" : "identify"
      return "  a\(index): { challenge: getUser, say: m\(index), choices: { next: { to: \(next) } }, "
        + "then: { else: failed } }\n"
    }
    let texts = (0..<count).map { "  m\($0): Text \($0).\n" }
    return try ShippedFlows.read(
      Samples.small.replacing("getUser: identify", with: "getUser: a0")
        .replacing("steps:\n", with: "steps:\n" + steps.joined())
        .replacing("messages:\n", with: "messages:\n" + texts.joined()))
  }

  @Test("a run is followed to its end, however many steps it has")
  func followsToTheEnd() throws {
    let flow = try Self.chain()
    let spoken = SpokenFlow(flow, WalkGraph(Program(flow)))
    #expect(spoken.wording.unseen.isEmpty, "\(spoken.wording.unseen)")
    #expect(!spoken.wording.remarks.contains { $0.contains("no run leads: done") }, "\(spoken.wording.remarks)")
    #expect(spoken.stories.contains { $0.title.hasPrefix("end done") })
  }

  @Test("a map that ends before its runs do does not count as all runs")
  func knowsThatItEnds() throws {
    let program = Program(try Self.chain())
    var bounds = WalkGraph.Bounds()
    bounds.depth = 20
    let cut = WalkGraph(program, within: bounds)
    #expect(cut.places.allSatisfy { $0.isLookedAt || $0.machine.isOver } && cut.places.count < bounds.places)
    #expect(cut.unlooked > 0)
    #expect(!FlowStories(cut).isComplete)
    let small = WalkGraph(Program(try ShippedFlows.read(Samples.small)))
    #expect(small.unlooked == 0)
  }
}
