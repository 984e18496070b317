// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
package import Values

extension Program {
  /// The trace of a run in which these things happen.
  package func trace(of run: [Moment]) -> [TraceEntry] { traces(of: run).flatMap { $0 } }

  /// The trace of a run, by what happens in it.
  ///
  /// - Parameter saved: the machine with which a run that was saved goes on; nil for a run that begins.
  package func traces(of run: [Moment], from saved: FlowMachine? = nil) -> [[TraceEntry]] {
    var machine = saved ?? FlowMachine(self)
    return run.map { moment in machine.pass(moment).marks.map { TraceEntry($0, of: self) } }
  }

  /// What can be answered once these things have happened, in one line; nil where nobody is asked.
  ///
  /// - Parameter saved: as in ``traces(of:from:)``.
  package func offer(after run: [Moment], from saved: FlowMachine? = nil) -> String? {
    let machine = machine(after: run, from: saved)
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
  ///
  /// - Parameter wait: for how many milliseconds nothing happens then.
  package func choices(after run: [Moment], waiting wait: Int64 = 0) -> [String] {
    let machine = machine(after: run)
    return machine.question(at: machine.time + wait)?.choices.map(\.name) ?? []
  }

  /// The key of the message that users read at the end of a run; nil for none, and where nobody is asked.
  package func said(after run: [Moment]) -> String? {
    let machine = machine(after: run)
    return machine.question(at: machine.time)?.said?.key
  }

  /// What may be handed in at the end of a run, and is taken then; nil for nothing.
  package func answer(after run: [Moment]) -> Record? {
    let machine = machine(after: run)
    for case .answer(nil, let values) in Prospects(self).answers(to: machine).map(\.happening)
    where refusal(of: values, after: run) == nil {
      return values
    }
    return nil
  }

  /// Why what is handed in at the end of a run is refused; nil where it is taken.
  package func refusal(of values: Record, after run: [Moment]) -> Refusal? {
    var machine = machine(after: run)
    for mark in machine.pass(Moment(.answer(choice: nil, values))).marks {
      if case .refused(_, let refusal) = mark.what { return refusal }
    }
    return nil
  }

  /// How many milliseconds after the end of a run every choice that is offered has cooled down.
  package func wait(after run: [Moment]) -> Int64 {
    let machine = machine(after: run)
    return machine.question(at: machine.time)?.later.map { $0.at.milliseconds - machine.time }.max() ?? 0
  }

  /// The same run, in which the security modules that are asked at its end say no; nil where none is asked.
  package func denied(_ run: [Moment]) -> [Moment]? {
    machine(after: run).awaitsVerdict ? run + [Moment(.verdict(.deny("a sample reason")))] : nil
  }

  private func machine(after run: [Moment], from saved: FlowMachine? = nil) -> FlowMachine {
    var machine = saved ?? FlowMachine(self)
    for moment in run { _ = machine.pass(moment) }
    return machine
  }
}
