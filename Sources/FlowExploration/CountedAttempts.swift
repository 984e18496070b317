// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import SDKContract
import Values

extension Program {
  /// A run with attempts that grow fewer: made-up events all have as many, and whoever reads of two wrong guesses expects one less.
  ///
  /// - Returns: the run as it was, where its flow would do something else.
  package func countingAttempts(in run: [Moment]) -> [Moment] {
    let contract = flow.contract
    var left: [String: Int] = [:]
    var told: [Moment] = []
    var (before, after) = (FlowMachine(self), FlowMachine(self))
    for moment in run {
      let moment = counting(moment, &left, contract)
      let (own, other) = (before.pass(run[told.count]), after.pass(moment))
      guard own.marks.count == other.marks.count, before.stepAtWork == after.stepAtWork, before.isOver == after.isOver
      else { return run }
      told.append(moment)
    }
    return told
  }

  private func counting(_ moment: Moment, _ left: inout [String: Int], _ contract: Contract) -> Moment {
    guard case .event(let occurrence) = moment.happening, let id = contract.event(named: occurrence.event.name),
      let field = contract[id].attemptsField, case .int(let count)? = occurrence.event.data[field]
    else { return moment }
    let event = occurrence.event
    let isWrong = contract.codes.contains { $0.number == event.status && $0.boundedBy == field }
    guard isWrong, let before = left[event.name], before > 1, count >= before else {
      left[event.name] = count
      return moment
    }
    left[event.name] = before - 1
    var counted = event
    counted.data[field] = .int(before - 1)
    guard let made = try? self.occurrence(of: counted) else { return moment }
    return Moment(.event(made), at: moment.time)
  }
}
