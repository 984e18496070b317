// SPDX-License-Identifier: Apache-2.0

/// What only some flows have: security modules that are asked, conditions, and steps that require something.
extension SpecimenBreeder {
  /// Modules are asked before the flow begins, before its success, or before a call.
  mutating func addGates() {
    guard dice.happens(18) else { return }
    let words = "[\(dice.pick(["isDeviceSecure", "isDeviceSecure", "isDeviceSecure, allowLogin"]))]"
    switch dice.roll(4) {
    case 0: addGate("mayBegin", words, before: "begin")
    case 1: addGate("maySucceed", words, before: "done")
    case 2: addGate(words, toCallOf: 1 + dice.roll(max(1, flow.steps.count - 1)))
    default: addGate(words, toCallOf: 0)
    }
    guard dice.happens(70) else { return }
    if let place = flow.claims.firstIndex(where: { $0.hasPrefix("require: { ") }) {
      flow.claims[place].insert(
        contentsOf: "gates: \(words), ", at: flow.claims[place].index(flow.claims[place].startIndex, offsetBy: 11))
    } else {
      flow.claims.append("require: { gates: \(words) }")
    }
  }

  /// A step of its own, on the ways to a place, or on most of them.
  private mutating func addGate(_ name: String, _ words: String, before place: String) {
    var gate = BredFlow.Step(name: name, kind: "gate: \(words)")
    gate.lines = [BredFlow.Line(trigger: "allow", target: place)]
    if dice.happens(80) {
      gate.lines.append(BredFlow.Line(trigger: "deny", target: dice.happens(85) ? "failed" : "begin"))
    }
    gate.lines.append(BredFlow.Line(trigger: "else", target: "failed"))
    let keep = dice.happens(75) ? 0 : 30
    for step in flow.steps.indices {
      for line in flow.steps[step].lines.indices
      where flow.steps[step].lines[line].target == place && flow.steps[step].lines[line].trigger != "else"
        && !dice.happens(keep)
      {
        flow.steps[step].lines[line].target = name
      }
      for choice in flow.steps[step].choices.indices {
        if flow.steps[step].choices[choice].target == place, !dice.happens(keep) {
          flow.steps[step].choices[choice].target = name
        }
        for line in flow.steps[step].choices[choice].lines.indices
        where flow.steps[step].choices[choice].lines[line].target == place && !dice.happens(keep) {
          flow.steps[step].choices[choice].lines[line].target = name
        }
      }
    }
    if flow.start == place { flow.start = name }
    flow.steps.append(gate)
  }

  /// At a call of a step.
  private mutating func addGate(_ words: String, toCallOf step: Int) {
    guard flow.steps.indices.contains(step) else { return }
    if !flow.steps[step].answer.isEmpty || flow.steps[step].kind.hasPrefix("call") {
      flow.steps[step].gate = "gate: \(words)"
      guard dice.happens(70) else { return }
      let line = BredFlow.Line(trigger: "deny", target: dice.happens(85) || step == 0 ? "failed" : "stay")
      flow.steps[step].lines.insert(line, at: 0)
    } else if let choice = flow.steps[step].choices.firstIndex(where: { !$0.call.isEmpty }) {
      flow.steps[step].choices[choice].gate = "gate: \(words)"
      if dice.happens(70) {
        flow.steps[step].choices[choice].lines.insert(BredFlow.Line(trigger: "deny", target: "failed"), at: 0)
      }
    }
  }

  /// Choices that are offered for some events only, and steps that nobody enters without a proof.
  mutating func addGuards() {
    if contract.hasReady, dice.happens(60) {
      for step in flow.steps.indices where flow.steps[step].name == "name" {
        for choice in flow.steps[step].choices.indices where dice.happens(50) {
          flow.steps[step].choices[choice].when = "when: event.ready"
        }
      }
    }
    guard !flow.claims.isEmpty else { return }
    if dice.happens(6), let inside = flow.steps.firstIndex(where: { $0.name == "inside" }) {
      flow.steps[inside].require = "require: { kinds: 1 }"
    }
    if dice.happens(6), flow.steps.contains(where: { $0.name == "name" }),
      let place = flow.claims.firstIndex(where: { $0.hasPrefix("require: { ") })
    {
      flow.claims[place].insert(
        contentsOf: "after: name, ", at: flow.claims[place].index(flow.claims[place].startIndex, offsetBy: 11))
    }
  }
}
