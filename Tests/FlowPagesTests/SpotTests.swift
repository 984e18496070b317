// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowPages
import FlowPictures
import Testing

@Suite("What a page shows in its picture")
struct SpotTests {
  private static let svg = "<svg viewBox=\"0 0 9 9\"></svg>"

  private func paged() throws -> PagedFlow {
    let flow = try ShippedFlows.read(Samples.small).flow
    var paged = PagedFlow(path: "test.yaml", flow: flow, picture: try picture(of: flow))
    paged.svg = Self.svg
    return paged
  }

  private func change(_ ways: Set<Int> = [], _ steps: Set<Int> = [], _ ends: Set<Int> = []) -> PagedFlow.Change {
    var change = PagedFlow.Change(verdict: "stronger", words: "something", ways: ways, steps: steps)
    change.ends = ends
    return change
  }

  private func finding(_ ways: Set<Int>, _ steps: Set<Int>) -> PagedFlow.Finding {
    var finding = PagedFlow.Finding(
      code: "MFA999", slug: "none", isError: false, message: "wrong", help: nil, place: "a.yaml:1:1", way: [],
      ways: ways,
      reason: nil)
    finding.steps = steps
    return finding
  }

  private func buttons(_ text: String, _ kind: String) -> [String] {
    text.matches(of: /data-kind="([a-z]+)" data-index="([0-9]+)"/).filter { $0.1 == kind }.map { String($0.2) }
  }

  @Test("what differs at a step, an end or an arrow has a button to its place, and what has no place has none")
  func changes() throws {
    var paged = try paged()
    let arrow = try #require(paged.picture.edges.firstIndex { !$0.ways.isEmpty && $0.from != $0.to })
    let edge = paged.picture.edges[arrow]
    paged.changes = [change([], [1]), change([], [], [0]), change([edge.ways[0]]), change()]
    let text = FlowPage([paged]).text
    let ends = [edge.from, edge.to].map { paged.picture.id(of: $0) }
    #expect(text.contains("\"changes\":[[\"s1\"],[\"e0\"],[\"x\(arrow) \(ends[0]) \(ends[1])\"],[]]"))
    #expect(buttons(text, "changes") == ["0", "1", "2"])
  }

  @Test("a finding about a step is shown there, as one about a transition is")
  func findings() throws {
    var paged = try paged()
    paged.findings = [finding([], [0]), finding([], []), finding([0], [1])]
    let text = FlowPage([paged]).text
    #expect(buttons(text, "findings") == ["0", "2"])
    #expect(text.contains("\"findings\":[[\"s0\"],[],[\"x"))
  }

  @Test("where there is no picture, nothing is to be shown in it")
  func noPicture() throws {
    var paged = try paged()
    paged.svg = nil
    paged.changes = [change([0], [1])]
    paged.findings = [finding([0], [1])]
    let text = FlowPage([paged]).text
    #expect(!text.contains("Show in the picture</button>") && text.contains("\"changes\":[[]]"))
  }
}
