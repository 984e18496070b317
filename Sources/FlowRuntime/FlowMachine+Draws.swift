// SPDX-License-Identifier: Apache-2.0

package import FlowGraph

extension FlowMachine {
  /// How often the tries of a step were drawn on; nil if it has none.
  package func tries(at step: StepID) -> Int? {
    let counter = program.steps[Int(step.index)].triesCounter
    return counter >= 0 ? Int(counters[Int(counter)]) : nil
  }

  /// How often a choice was drawn on; nil if it has no limit.
  package func draws(ofChoice index: Int, at step: StepID) -> Int? {
    let row = program.rows[Int(program.steps[Int(step.index)].choices.lowerBound) + index]
    return [row.counter, row.scopedCounter].filter { $0 >= 0 }.map { Int(counters[Int($0)]) }.max()
  }

  /// The budgets of a step, its call and its choices, as indices of those of the program.
  package static func budgets(of step: StepID, _ program: Program) -> [Int] {
    let counters = program.counters(of: step)
    return program.budgets.indices.filter { counters.contains(program.budgets[$0].counter) }
  }

  /// How much of a budget is left.
  package func left(ofBudget index: Int) -> Int {
    let budget = program.budgets[index]
    return max(0, Int(budget.limit) - Int(counters[budget.counter]))
  }

  /// How often the tries of a step, its call and its choices were drawn on together.
  package func draws(at step: StepID) -> Int {
    program.counters(of: step).reduce(0) { $0 + Int(counters[$1]) }
  }
}

extension Program {
  /// The counters on which the tries of a step, its call and its choices draw.
  fileprivate func counters(of step: StepID) -> Set<Int> {
    let table = steps[Int(step.index)]
    var counters: Set<Int> = []
    if table.triesCounter >= 0 { counters.insert(Int(table.triesCounter)) }
    for index in table.callRows {
      let row = rows[Int(index)]
      if row.counter >= 0 { counters.insert(Int(row.counter)) }
      if row.scopedCounter >= 0 { counters.insert(Int(row.scopedCounter)) }
    }
    return counters
  }
}
