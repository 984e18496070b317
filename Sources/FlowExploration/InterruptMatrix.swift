// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
package import FlowRuntime
package import SDKContract

/// What every interrupt does at every step: a table in which each cell was found out by generated runs.
package struct InterruptMatrix: Sendable {
  /// How much is found out.
  package enum Scope: Sendable {
    /// Every row, at all times.
    case whole
    /// The steps, and what comes of an interrupt at once: before their calls and during them. That takes a small part of the time.
    case atOnce
  }

  /// When the interrupt comes, as seen from the step's call.
  package enum Timing: String, Sendable, Hashable, CaseIterable {
    /// No call is under way.
    case before
    /// A call was made: before the SDK's word on it, or between that and its event.
    case during
    /// The call's event has just come.
    case after
    /// It comes two times in a row.
    case twice
    /// Each of the others comes right behind it, above an interrupt that is open.
    case together
    /// It comes when the run is over; or the reply to its own call comes when it was left.
    case late
  }

  /// A step, or an interrupt that is open while another comes.
  package struct Row: Sendable {
    package let step: StepID
    package let name: String
    package let isInterrupt: Bool
    /// In the order of the columns.
    package internal(set) var cells: [Cell] = []
    /// Whether a run was found that reaches it.
    package internal(set) var isReached = false
  }

  /// An interrupt of the contract.
  package struct Column: Sendable {
    package let event: EventID
    package let name: String
    package let rank: Int
    package let isTerminal: Bool
    /// Whether the flow has a step for it below `interrupts:`.
    package let isHandled: Bool
  }

  /// A run of a cell that shows something.
  package struct Example: Sendable {
    package let timing: Timing
    package let outcome: String
    /// Whether it is what came of the interrupt at once, and not what came of it when it had waited or was kept.
    package let isFirst: Bool
    /// The step of the flow below the interrupt that is open; nil in the row of a step.
    package let below: StepID?
    /// All that happens in it, from the start on.
    package let run: [Moment]
  }

  /// What the interrupt does at the step.
  package struct Cell: Sendable {
    /// One run for each timing and outcome, and each step below, in the order in which they were found.
    package internal(set) var examples: [Example] = []
    /// How many runs were generated.
    package internal(set) var runs = 0

    /// What came of it at a time, in the order of the alphabet.
    package func outcomes(_ timing: Timing) -> [String] {
      Set(examples.filter { $0.timing == timing }.map(\.outcome)).sorted()
    }

    /// The steps above which the interrupt came while another was open, in the order of the flow; none in the row of a
    /// step.
    package var below: [StepID] { Self.inOrder(examples) }

    /// The steps above which something came of it at a time, in the order of the flow.
    package func below(_ timing: Timing, _ outcome: String) -> [StepID] {
      Self.inOrder(examples.filter { $0.timing == timing && $0.outcome == outcome })
    }

    /// What came of it above some steps of the flow, and not above all at which the interrupt came at that time.
    package var outcomesOverSomeSteps: [(timing: Timing, outcome: String, steps: [StepID])] {
      Timing.allCases.flatMap { timing in
        let all = Self.inOrder(examples.filter { $0.timing == timing }).count
        return outcomes(timing).map { (timing, $0, below(timing, $0)) }.filter { $0.2.count < all }
      }
    }

    private static func inOrder(_ examples: [Example]) -> [StepID] {
      Set(examples.compactMap(\.below)).sorted { $0.index < $1.index }
    }
  }

  /// A run that broke a rule.
  package struct BrokenRun: Sendable {
    package let violation: Violation
    /// Where the interrupt came, and which; nil if the rule was broken without one.
    package let place: (step: String, interrupt: String, timing: Timing)?
    package let run: [Moment]
  }

  /// The steps in the order of the flow, then its interrupts.
  package private(set) var rows: [Row]
  /// The highest rank first.
  package let columns: [Column]
  /// Each rule once for each cell, with the first run that broke it.
  package private(set) var broken: [BrokenRun] = []
  /// How many standings of runs were looked at.
  package let standings: Int
  /// How many ways were not followed, since there were too many standings; 0 if the table is complete.
  package private(set) var unexplored: Int
  /// How many runs were generated in all.
  package var runs: Int { rows.flatMap(\.cells).reduce(0) { $0 + $1.runs } }

  /// Generates the runs and fills the table.
  ///
  /// - Parameter tell: told how many standings are done, and how many are known.
  package init(
    _ program: Program, _ scope: Scope = .whole, within bounds: Explorer.Bounds = Explorer.Bounds(),
    telling tell: ((_ done: Int, _ known: Int) -> Void)? = nil
  ) {
    let flow = program.flow
    rows = flow.steps.filter { scope == .whole || !$0.isInterrupt }.map {
      Row(step: $0.id, name: $0.name.value, isInterrupt: $0.isInterrupt)
    }
    columns = Self.columns(of: flow)
    var crossing = Crossing(program, rows.map { ($0.step, $0.isInterrupt) }, columns, scope, within: bounds)
    crossing.cross(tell)
    let exploration = crossing.exploration
    standings = exploration.nodes.count
    unexplored = exploration.unexplored
    for flaw in exploration.violations where !broken.contains(where: { $0.violation == flaw.violation }) {
      let run = exploration.run(to: flaw.from) + [flaw.moment]
      broken.append(BrokenRun(violation: flaw.violation, place: nil, run: run))
    }
    for row in rows.indices {
      rows[row].isReached = crossing.isReached[row]
      rows[row].cells = crossing.players[row].map(\.cell)
      for (column, player) in zip(columns, crossing.players[row]) {
        unexplored += player.unexplored
        broken += player.broken.map {
          BrokenRun(violation: $0.violation, place: (rows[row].name, column.name, $0.timing), run: $0.run)
        }
      }
    }
  }

  private static func columns(of flow: Flow) -> [Column] {
    let handled = Set(flow.interrupts.compactMap { $0.awaited?.event })
    let columns = flow.contract.events.enumerated().filter { $0.element.kind == .interrupt }.map { index, spec in
      let id = EventID(index: UInt16(index))
      return Column(
        event: id, name: spec.name, rank: spec.rank, isTerminal: spec.isTerminal, isHandled: handled.contains(id))
    }
    return columns.sorted { $0.rank > $1.rank }
  }
}
