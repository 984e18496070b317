// SPDX-License-Identifier: Apache-2.0

/// Two small flows for one SDK: the second is the first one written otherwise, or with one slip in it.
struct FlowPair {
  let contract: String
  let old: String
  let new: String
  /// What was done to the second, in a few words.
  let words: String
  /// Whether both are the same but for names and order.
  let isRewritten: Bool
  /// What the choices of the first are called in the second, by their names; one that is not among them has kept its name.
  let renamed: [String: String]

  /// One of the pairs; always the same for one seed and number.
  init(seed: UInt64, _ number: Int) {
    var dice = Dice(seed: seed &+ 0x5eed, run: number)
    let size = SpecimenBreeder.Size.usual(&dice)
    let (flow, contract) = SpecimenBreeder.parts(&dice, size)
    self.contract = contract.text
    old = flow.text
    isRewritten = number % 4 == 0
    var other = flow
    if isRewritten {
      renamed = other.rewrite(&dice)
      words = "renamed and put into another order"
    } else {
      renamed = [:]
      words = other.slip(&dice)
    }
    new = other.text
  }
}

extension BredFlow {
  /// Renames steps and choices, and changes the order of all that has none.
  ///
  /// - Returns: the new names of choices.
  fileprivate mutating func rewrite(_ dice: inout Dice) -> [String: String] {
    var names: [String: String] = [:]
    for step in steps { names[step.name] = "x" + step.name }
    var choices: [String: String] = [:]
    for choice in (steps + interrupts).flatMap(\.choices) { choices[choice.name] = "y" + choice.name }
    func place(_ target: String) -> String { names[target] ?? target }
    func rewritten(_ step: Step) -> Step {
      var step = step
      step.name = place(step.name)
      for index in step.lines.indices { step.lines[index].target = place(step.lines[index].target) }
      if step.to.hasPrefix("to: ") { step.to = "to: " + place(String(step.to.dropFirst(4))) }
      for index in step.choices.indices {
        let old = step.choices[index].name
        step.choices[index].name = choices[old] ?? old
        step.choices[index].target = place(step.choices[index].target)
        for line in step.choices[index].lines.indices {
          step.choices[index].lines[line].target = place(step.choices[index].lines[line].target)
        }
      }
      if step.auto.hasPrefix("auto: ") {
        let old = String(step.auto.dropFirst(6))
        step.auto = "auto: " + (choices[old] ?? old)
      }
      step.lines.shuffle(using: &dice)
      step.choices.shuffle(using: &dice)
      return step
    }
    steps = steps.map(rewritten)
    interrupts = interrupts.map(rewritten)
    steps.shuffle(using: &dice)
    start = place(start)
    if dice.happens(30) { copyStep(&dice) }
    return choices
  }

  /// Has one of the lines that lead to a step lead to a copy of it: what the step counts, both count in one budget.
  private mutating func copyStep(_ dice: inout Dice) {
    let ways = steps.indices.flatMap { step in steps[step].lines.indices.map { (step: step, line: $0) } }
    let places = ways.filter { way in
      let name = steps[way.step].lines[way.line].target
      return steps.contains { $0.name == name } && steps[way.step].name != name
        && ways.count { steps[$0.step].lines[$0.line].target == name } > 1
    }
    guard !places.isEmpty, !text.contains("after:") else { return }
    let way = dice.pick(places)
    let name = steps[way.step].lines[way.line].target
    guard let index = steps.firstIndex(where: { $0.name == name }) else { return }
    func share(_ count: String) -> String {
      budgets.append("copied\(budgets.count): \(count)")
      return "copied\(budgets.count - 1)"
    }
    for key in ["tries: ", "max: "] where steps[index].budget.hasPrefix(key) {
      let count = String(steps[index].budget.dropFirst(key.count))
      if Int(count) != nil { steps[index].budget = key + share(count) }
    }
    for choice in steps[index].choices.indices where steps[index].choices[choice].budget.isEmpty {
      if let most = steps[index].choices[choice].max {
        steps[index].choices[choice].budget = "max: \(share("\(most)"))"
      }
    }
    steps[way.step].lines[way.line].target = name + "b"
    var copy = steps[index]
    copy.name = name + "b"
    steps.append(copy)
  }

  /// Makes one slip.
  ///
  /// - Returns: what was done.
  fileprivate mutating func slip(_ dice: inout Dice) -> String {
    for _ in 0..<40 {
      let before = text
      let isInterrupt = !interrupts.isEmpty && dice.happens(30)
      var list = isInterrupt ? interrupts : steps
      guard !list.isEmpty else { continue }
      let index = dice.roll(list.count)
      let what = list[index].slip(&dice, targets: steps.map(\.name) + ["failed", "done", "stay", "resume"])
      if isInterrupt { interrupts = list } else { steps = list }
      if text != before { return "\(list[index].name): \(what)" }
    }
    return "nothing"
  }
}

extension BredFlow.Step {
  fileprivate mutating func slip(_ dice: inout Dice, targets: [String]) -> String {
    switch dice.roll(11) {
    case 0 where !lines.isEmpty:
      let line = dice.roll(lines.count)
      lines[line].target = dice.pick(targets)
      return "`\(lines[line].trigger)` leads to \(lines[line].target)"
    case 1 where !lines.isEmpty: return "without `\(lines.remove(at: dice.roll(lines.count)).trigger)`"
    case 2 where !choices.isEmpty: return "without the choice \(choices.remove(at: dice.roll(choices.count)).name)"
    case 3 where !choices.isEmpty:
      let choice = dice.roll(choices.count)
      if choices[choice].call.isEmpty { choices[choice].target = dice.pick(targets) } else { choices[choice].max = 1 }
      return "the choice \(choices[choice].name) does something else"
    case 4:
      budget =
        budget.isEmpty ? (asks ? "tries: 2" : "max: 2") : budget.hasSuffix("2") ? String(budget.dropLast()) + "1" : ""
      return "the budget is `\(budget)`"
    case 5:
      within = within.isEmpty ? "within: 7s" : ""
      return "the time is `\(within)`"
    case 6 where !gate.isEmpty:
      gate = ""
      return "without its gate"
    case 7 where !choices.isEmpty:
      let choice = dice.roll(choices.count)
      guard !choices[choice].lines.isEmpty else { return "" }
      choices[choice].lines[dice.roll(choices[choice].lines.count)].target = dice.pick(targets)
      return "a line of a choice leads elsewhere"
    case 8 where !auto.isEmpty:
      auto = ""
      return "nothing is chosen by itself"
    case 9 where !require.isEmpty || !earns.isEmpty:
      (require, earns) = ("", "")
      return "without what it requires and keeps"
    case 10 where !choices.isEmpty:
      var choice = dice.pick(choices)
      choice.name += "2"
      choices.append(choice)
      return "the choice \(choice.name) is new"
    default: return ""
    }
  }
}
