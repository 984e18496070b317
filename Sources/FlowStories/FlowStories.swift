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

    package var title: String {
      let rest = shows.count > 3 ? " and \(shows.count - 3) more" : ""
      return shows.prefix(3).joined(separator: ", ") + rest
    }
  }

  package let stories: [Story]
  /// Whether all runs were looked at: else what is never shown may be shown in a longer run.
  package let isComplete: Bool
  /// The ends of the flow to which none of those runs leads, in the order of the flow.
  package let unreachedEnds: [String]

  /// - Parameter graph: the runs that were explored.
  package init(_ graph: WalkGraph) {
    let flow = graph.program.flow
    isComplete = graph.unlooked == 0
    var first: [String: [(place: Int, edge: Int)]] = [:]
    var order: [String] = []
    func see(_ name: String, _ way: @autoclosure () -> [(place: Int, edge: Int)]) {
      guard first[name] == nil else { return }
      first[name] = way()
      order.append(name)
    }
    for (index, place) in graph.places.enumerated() {
      if let question = place.machine.question(at: place.machine.time) {
        for key in Screen(question, at: place.machine.time).keys(in: flow).sorted() {
          see("message \(key)", graph.way(to: index))
        }
      }
      for (number, edge) in place.edges.enumerated() {
        for mark in edge.marks {
          guard case .ended(let end) = mark.what else { continue }
          let name =
            switch end {
            case .end(let id, _): flow[id].name.value
            case .goalNotReached: "goal-not-reached"
            case .unhandled: "unhandled"
            }
          see("end \(name)", graph.way(to: index) + [(index, number)])
          if let target = edge.to, let said = graph.places[target].machine.saidAtEnd(end) {
            see("message \(said.key)", graph.way(to: index) + [(index, number)])
          }
        }
      }
    }
    // The ends first, then the messages that no run to an end shows; the longest runs show most.
    var stories: [Story] = []
    var shown: Set<String> = []
    for name in order.filter({ $0.hasPrefix("end ") }) + order.filter({ $0.hasPrefix("message ") }) {
      guard !shown.contains(name), let way = first[name] else { continue }
      let run = way.map { step -> Moment in
        let edge = graph.places[step.place].edges[step.edge]
        return edge.moment
      }
      let board = Self.board(name, run, of: graph.program)
      let names =
        [name] + board.keys(in: flow).map { "message \($0)" }.filter { !shown.contains($0) && $0 != name }.sorted()
      shown.formUnion(names)
      stories.append(Story(shows: names, run: run))
    }
    self.stories = stories
    unreachedEnds = flow.ends.map(\.name.value).filter { first["end \($0)"] == nil }
  }

  /// What a run looks like; the program may be the same flow in another language.
  package static func board(_ title: String, _ run: [Moment], of program: Program) -> Storyboard {
    var board = Storyboard(title)
    var machine = FlowMachine(program)
    var request = 0
    for moment in run {
      let passage = machine.pass(moment)
      for mark in passage.marks { board.note(TraceEntry(mark, of: program)) }
      if machine.lastQuestion != request, let question = machine.question(at: machine.time) {
        request = machine.lastQuestion
        board.show(Screen(question, at: machine.time))
      }
      for mark in passage.marks {
        guard case .ended(let end) = mark.what else { continue }
        let (name, outcome): (String, EndOutcome) =
          switch end {
          case .end(let id, _): (program.flow[id].name.value, program.flow[id].outcome)
          case .goalNotReached: ("goal-not-reached", .failure)
          case .unhandled: ("unhandled", .failure)
          }
        board.end(name, outcome.rawValue, machine.saidAtEnd(end))
      }
    }
    board.finish()
    return board
  }
}
