// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph

/// What stands in one cell of the matrix, in words.
package struct CellWords: Sendable {
  private let cell: InterruptMatrix.Cell
  private let flow: Flow

  package init(_ cell: InterruptMatrix.Cell, _ flow: Flow) {
    self.cell = cell
    self.flow = flow
  }

  /// What comes of the interrupt; below "over" what does so only above some steps of the flow.
  ///
  /// - Parameter fold: parts a line that names a step, where there is little room.
  package func lines(folding fold: (String) -> [String] = { [$0] }) -> [String] {
    let below = cell.below
    let words = below.map { step in Words(cell.examples.filter { $0.below == step }) }
    guard let first = words.first, words.contains(where: { $0 != first }) else { return Words(cell.examples).lines }
    let all = Set(words.flatMap(\.told)).sorted()
    let common = all.filter { word in words.allSatisfy { $0.told.contains(word) } }
    var groups: [(steps: [StepID], told: [Words.Told])] = []
    for word in all where !common.contains(word) {
      let steps = zip(below, words).filter { $0.1.told.contains(word) }.map(\.0)
      if let known = groups.firstIndex(where: { $0.steps == steps }) {
        groups[known].told.append(word)
      } else {
        groups.append((steps, [word]))
      }
    }
    return Words(common).lines + groups.flatMap { over($0.steps, fold) + Words($0.told).lines.map { " \($0)" } }
  }

  private func over(_ steps: [StepID], _ fold: (String) -> [String]) -> [String] {
    guard steps.count == 1, let step = steps.first else { return ["over \(steps.count) steps:"] }
    return fold("over \(flow[step].name.value):")
  }
}

/// What comes of an interrupt at once, with no call of the step under way and in one.
private struct Words: Equatable {
  struct Told: Hashable, Comparable {
    enum State: Int { case always, idle, busy }

    let state: State
    let outcome: String

    static func < (one: Told, other: Told) -> Bool {
      (one.state.rawValue, one.outcome) < (other.state.rawValue, other.outcome)
    }
  }

  /// In the order of the cell.
  let told: [Told]

  init(_ told: [Told]) { self.told = told }

  init(_ examples: [InterruptMatrix.Example]) {
    let idle = Self.shown(examples, .before)
    let busy = Self.shown(examples, .during)
    if idle.isEmpty || busy.isEmpty {
      told = (idle + busy).map { Told(state: .always, outcome: $0) }
    } else {
      told =
        idle.map { Told(state: busy.contains($0) ? .always : .idle, outcome: $0) }.sorted()
        + busy.filter { !idle.contains($0) }.map { Told(state: .busy, outcome: $0) }
    }
  }

  /// What comes of it at once; what the run's own end cut short is left out where there is anything else.
  private static func shown(_ examples: [InterruptMatrix.Example], _ timing: InterruptMatrix.Timing) -> [String] {
    let all = Set(examples.filter { $0.timing == timing && $0.isFirst }.map(\.outcome)).sorted()
    let told = all.filter { !["left over", "cut off", "replaced"].contains($0) }
    return told.isEmpty ? all : told
  }

  var lines: [String] {
    func outcomes(_ state: Told.State) -> [String] { told.filter { $0.state == state }.map(\.outcome) }
    let (idle, busy) = (outcomes(.idle), outcomes(.busy))
    return outcomes(.always) + (idle.isEmpty ? [] : ["no call:"] + idle.map { " \($0)" })
      + (busy.isEmpty ? [] : ["in call:"] + busy.map { " \($0)" })
  }
}
