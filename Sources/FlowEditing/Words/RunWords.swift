// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowPictures

/// A step that runs another flow: in the graph, only the steps of that flow are left of it.
struct RunWords {
  let ways: FlowWays
  let name: String

  private var flow: Flow { ways.flow }

  /// Nil for any other step.
  init?(of name: String, in ways: FlowWays) {
    guard ways.flow.runs.contains(where: { $0.value == name }) else { return nil }
    self.ways = ways
    self.name = name
  }

  /// Whether a step is one of those that the step runs.
  func isInside(_ step: Step) -> Bool { step.name.value.hasPrefix(name + "/") }

  /// Whether a way leads into the flow that is run, from outside.
  func leadsIn(_ way: Way) -> Bool {
    guard case .step(let next) = way.move else { return false }
    return isInside(flow[next]) && !isInside(flow.steps[way.step])
  }

  /// Whether a way leads out of the flow that is run.
  func leadsOut(_ way: Way) -> Bool {
    guard isInside(flow.steps[way.step]) else { return false }
    switch way.move {
    case .step(let next): return !isInside(flow[next])
    case .end: return true
    case .stay, .retry, .resume: return false
    }
  }

  /// The step at which the flow that is run begins; nil where no run comes there.
  var first: Step? {
    if isInside(flow[flow.start]) { return flow[flow.start] }
    guard let way = ways.ways.first(where: leadsIn), case .step(let next) = way.move else { return nil }
    return flow[next]
  }

  /// Its lines that are taken, each by what it names, and where it leads.
  var lines: [(words: String, move: Target.Kind)] {
    flow.passages.indices.compactMap { index in
      let words = flow.passages[index].value
      guard words.hasPrefix(name + ": "), let way = ways.ways.first(where: { $0.passage == index }) else { return nil }
      return (String(words.dropFirst(name.count + 2)), way.move)
    }
  }
}
