// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime

extension Program {
  /// The trace of a run in which these things happen.
  package func trace(of run: [Moment]) -> [TraceEntry] { traces(of: run).flatMap { $0 } }

  /// The trace of a run, by what happens in it.
  package func traces(of run: [Moment]) -> [[TraceEntry]] {
    var machine = FlowMachine(self)
    return run.map { moment in machine.pass(moment).marks.map { TraceEntry($0, of: self) } }
  }

  /// What can be answered once these things have happened, in one line; nil where nobody is asked.
  package func offer(after run: [Moment]) -> String? {
    let machine = machine(after: run)
    guard let question = machine.question(at: machine.time) else { return nil }
    let inputs = question.canSubmit ? question.inputs.map(\.name) : []
    let choices =
      question.choices.map(\.name)
      + question.later.map { later in
        "\(later.name) (after \(Milliseconds.words(Int(later.at.milliseconds - machine.time))))"
      }
    let offered = inputs + choices
    return offered.isEmpty ? "nothing" : offered.joined(separator: ", ")
  }

  /// The choices that users have at the end of a run, by their names; empty where nobody is asked.
  package func choices(after run: [Moment]) -> [String] {
    let machine = machine(after: run)
    return machine.question(at: machine.time)?.choices.map(\.name) ?? []
  }

  private func machine(after run: [Moment]) -> FlowMachine {
    var machine = FlowMachine(self)
    for moment in run { _ = machine.pass(moment) }
    return machine
  }
}
