// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
package import FlowRuntime

/// The shortest runs of a flow that together show each end and each message.
package struct FlowStories: Sendable {
  package struct Story: Sendable {
    /// What it is the first to show, such as `end done` and `message check-your-name`.
    package let shows: [String]
    package let run: [Moment]
    /// The run as it was found: its attempts are not counted.
    fileprivate let found: [Moment]

    package var title: String {
      let rest = shows.count > 3 ? " and \(shows.count - 3) more" : ""
      return shows.prefix(3).joined(separator: ", ") + rest
    }
  }

  package let stories: [Story]
  /// Whether all runs were looked at: else what is never shown may be shown in a longer run.
  package let isComplete: Bool
  /// The ends of the flow to which none of those runs leads, in the order of the flow.
  let unreachedEnds: [String]

  /// - Parameter graph: the runs that were explored. What they do not show is looked for beyond them.
  package init(_ graph: WalkGraph) {
    let flow = graph.program.flow
    isComplete = graph.unlooked == 0
    var sights = Sights(flow)
    for (index, place) in graph.places.enumerated() {
      sights.see(place.machine) { graph.run(to: index) }
      for edge in place.edges {
        sights.see(edge.marks, edge.to.map { graph.places[$0].machine }) { graph.run(to: index) + [edge.moment] }
      }
    }
    if !isComplete { sights.look(beyond: graph) }
    // The ends first, then the messages that no run to an end shows; the longest runs show most.
    var stories: [Story] = []
    var shown: Set<String> = []
    for name in sights.order.filter({ $0.hasPrefix("end ") }) + sights.order.filter({ $0.hasPrefix("message ") }) {
      guard !shown.contains(name), let first = sights.first[name] else { continue }
      let run = graph.program.countingAttempts(in: first)
      let board = Self.board(name, run, of: graph.program)
      let names =
        [name] + board.keys.map { "message \($0)" }.filter { !shown.contains($0) && $0 != name }.sorted()
      shown.formUnion(names)
      stories.append(Story(shows: names, run: run, found: first))
    }
    self.stories = stories
    unreachedEnds = flow.ends.map(\.name.value).filter { sights.first["end \($0)"] == nil }
  }

  /// The runs that are the first to show an end, as they were found.
  package var runsToEnds: [[Moment]] { stories.filter { $0.shows[0].hasPrefix("end ") }.map(\.found) }

  /// What a run looks like; the program may be the same flow in another language.
  package static func board(_ title: String, _ run: [Moment], of program: Program) -> Storyboard {
    var board = Storyboard(title)
    var machine = FlowMachine(program)
    var request = 0
    for moment in run {
      let reaction = machine.pass(moment)
      for mark in reaction.marks { board.note(TraceEntry(mark, of: program)) }
      if machine.lastQuestion != request, let question = machine.question(at: machine.time) {
        request = machine.lastQuestion
        board.show(Screen(question, at: machine.time, of: program.flow, tellsTries: true))
      }
      for mark in reaction.marks {
        guard case .ended(let end) = mark.what else { continue }
        board.end(end.name(in: program.flow), end.outcome(in: program.flow).rawValue, machine.said(at: end))
      }
    }
    board.finish()
    return board
  }
}
