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

  /// How many standings are looked at for what the runs of a map do not show.
  private static let mostStandings = 20_000
  /// The same behind a step that leads to an end which they do not show.
  private static let mostStandingsBehind = 2_000

  /// - Parameter graph: the runs that were explored. What they do not show is looked for beyond them.
  package init(_ graph: WalkGraph) { self.init(graph, atMost: Self.mostStandings) }

  /// - Parameter most: so many standings are looked at for what the runs of the map do not show.
  init(_ graph: WalkGraph, atMost most: Int) {
    let flow = graph.program.flow
    isComplete = graph.unlooked == 0
    var sights = Sights(flow)
    for (index, place) in graph.places.enumerated() {
      sights.see(place.machine) { graph.run(to: index) }
      for edge in place.edges {
        sights.see(edge.marks, edge.to.map { graph.places[$0].machine }) { graph.run(to: index) + [edge.moment] }
      }
    }
    if !isComplete, !sights.isWhole {
      let search = WitnessSearch(graph.program)
      let isDone = { (reaction: Reaction, machine: FlowMachine, run: () -> [Moment]) in
        sights.see(reaction.marks, machine, run)
        if sights.isNews(reaction.marks) { sights.see(machine, run) }
        return sights.isWhole
      }
      search.look(atMost: most, until: isDone)
      let unreached = flow.steps.filter { step in
        step.endsNamed.contains { sights.first["end \(flow[$0].name.value)"] == nil }
      }
      search.look(behind: unreached.map(\.name.value), atMost: Self.mostStandingsBehind, until: isDone)
    }
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
      stories.append(Story(shows: names, run: run))
    }
    self.stories = stories
    unreachedEnds = flow.ends.map(\.name.value).filter { sights.first["end \($0)"] == nil }
  }

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
        board.show(Screen(question, at: machine.time, of: program.flow))
      }
      for mark in reaction.marks {
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

extension Step {
  /// The ends to which something at it leads.
  fileprivate var endsNamed: [EndID] {
    targets.compactMap { if case .end(let end) = $0.target.move { end } else { nil } }
  }
}

/// What runs were seen to show, each thing with the first run that shows it.
private struct Sights {
  private let flow: Flow
  /// Such as `end done` and `message check-your-name`.
  private(set) var first: [String: [Moment]] = [:]
  private(set) var order: [String] = []
  /// What the flow has and no run was seen to show.
  private var missing: Set<String>
  /// The questions that were looked at, each by its step and what is said.
  private var questions: Set<[Int]> = []

  init(_ flow: Flow) {
    self.flow = flow
    // Some ends come with a part, and nothing leads there.
    let ends = Set(flow.steps.flatMap(\.endsNamed)).map { "end \(flow[$0].name.value)" }
    missing = Set(ends + flow.messages.map { "message \($0.name.value)" })
  }

  /// Whether all was seen.
  var isWhole: Bool { missing.isEmpty }

  private mutating func see(_ name: String, _ run: () -> [Moment]) {
    guard first[name] == nil else { return }
    first[name] = run()
    order.append(name)
    missing.remove(name)
  }

  /// Takes up what is asked.
  mutating func see(_ machine: FlowMachine, _ run: () -> [Moment]) {
    guard let question = machine.question(at: machine.time) else { return }
    for key in Screen(question, at: machine.time, of: flow).keys.sorted() { see("message \(key)", run) }
  }

  /// Takes up the end of a run, if it is one.
  ///
  /// - Parameter machine: as it is behind it; nil where that is not known.
  mutating func see(_ marks: [TraceMark], _ machine: FlowMachine?, _ run: () -> [Moment]) {
    for mark in marks {
      guard case .ended(let end) = mark.what else { continue }
      let name =
        switch end {
        case .end(let id, _): flow[id].name.value
        case .goalNotReached: "goal-not-reached"
        case .unhandled: "unhandled"
        }
      see("end \(name)", run)
      if let said = machine?.saidAtEnd(end) { see("message \(said.key)", run) }
    }
  }

  /// Whether a question is asked that may show something new.
  mutating func isNews(_ marks: [TraceMark]) -> Bool {
    var isNews = false
    for case .asked(_, let step, let say) in marks.map(\.what) {
      let isKnown = !questions.insert([Int(step), Int(say)]).inserted
      // What a choice asks first is shown where the choice is offered, which may be later.
      isNews =
        isNews || !isKnown
        || flow.steps[Int(step)].choices.contains { choice in
          choice.confirm.map { missing.contains("message \(flow[$0].name.value)") } ?? false
        }
    }
    return isNews
  }
}
