// SPDX-License-Identifier: Apache-2.0

/// A small flow that is being made up, and its text.
struct BredFlow {
  struct Line {
    var trigger: String
    /// A step, an end, `stay`, `retry` or `resume`.
    var target: String
  }

  struct Choice {
    var name: String
    /// Empty for a choice that makes no call.
    var call = ""
    /// Where a choice without a call goes.
    var target = ""
    var lines: [Line] = []
    var max: Int?
    /// Such as `max: shared`, in place of a number.
    var budget = ""
    /// Such as `when: event.ready`.
    var when = ""
    /// Such as `gate: [isDeviceSecure]`.
    var gate = ""
  }

  struct Step {
    var name: String
    /// Such as `challenge: askName`; empty for an interrupt.
    var kind = ""
    var asks = false
    /// What it asks for.
    var asked = "word"
    /// Whether it asks for a name, too.
    var asksName = false
    var answer = ""
    /// `tries` or `max`, with a number.
    var budget = ""
    var within = ""
    var auto = ""
    var to = ""
    var earns = ""
    /// Such as `gate: [isDeviceSecure]`, of the step's own call.
    var gate = ""
    /// Such as `require: { kinds: 1 }`.
    var require = ""
    var choices: [Choice] = []
    var lines: [Line] = []

    /// Where it leads to.
    var targets: [String] {
      lines.map(\.target) + choices.flatMap { [$0.target] + $0.lines.map(\.target) }
        + (to.isEmpty ? [] : [String(to.dropFirst(4))])
    }
  }

  var claims: [String] = []
  /// Such as `shared: 2`.
  var budgets: [String] = []
  var steps: [Step] = []
  var interrupts: [Step] = []
  var ends: [String] = ["done: { outcome: success }", "failed: { outcome: failure }"]
  var start = "begin"

  /// Takes out the steps to which nothing leads.
  mutating func dropUnreached() {
    var reached: Set<String> = [start]
    var open = [start]
    for interrupt in interrupts { open += interrupt.targets }
    while let name = open.popLast() {
      guard let step = steps.first(where: { $0.name == name }), name == start || reached.insert(name).inserted else {
        continue
      }
      open += step.targets.filter { !reached.contains($0) }
    }
    steps.removeAll { !reached.contains($0.name) }
  }

  /// The flow as a file.
  var text: String {
    var lines = ["language: mfaflow/1", "flow: bred", "version: 1.0.0", "sdk: ./sdk.yaml"]
    lines += claims
    if !budgets.isEmpty { lines += ["budgets:"] + budgets.map { "  \($0)" } }
    lines += ["start: \(start)", "steps:"]
    for step in steps { lines += Self.lines(of: step) }
    if !interrupts.isEmpty {
      lines.append("interrupts:")
      for step in interrupts { lines += Self.lines(of: step) }
    }
    lines += ["ends:"] + ends.map { "  \($0)" }
    if text(needsMessage: lines) { lines += ["messages:", "  wait: Wait."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(needsMessage lines: [String]) -> Bool { lines.contains { $0.hasSuffix("wait: wait") } }

  private static func lines(of step: Step) -> [String] {
    var lines = ["  \(step.name):"]
    if !step.kind.isEmpty { lines.append("    \(step.kind)") }
    let asked = (step.asksName ? ["name"] : []) + (step.asks ? [step.asked] : [])
    if !asked.isEmpty { lines.append("    ask: [\(asked.joined(separator: ", "))]") }
    if !step.answer.isEmpty { lines.append("    answer: \(step.answer)") }
    for more in [step.gate, step.require, step.budget, step.within, step.auto, step.to, step.earns]
    where !more.isEmpty {
      lines.append("    \(more)")
    }
    if !step.choices.isEmpty { lines.append("    choices:") }
    for choice in step.choices { lines += Self.lines(of: choice) }
    if !step.lines.isEmpty { lines.append("    then:") }
    return lines + step.lines.map { "      \($0.trigger): \($0.target)" }
  }

  private static func lines(of choice: Choice) -> [String] {
    var lines = ["      \(choice.name):"]
    if choice.call.isEmpty {
      let isMove = ["stay", "retry", "resume"].contains(choice.target)
      lines.append(isMove ? "        \(choice.target): true" : "        to: \(choice.target)")
    } else {
      lines.append("        call: \(choice.call)")
    }
    for more in [choice.gate, choice.when] where !more.isEmpty { lines.append("        \(more)") }
    if let max = choice.max { lines.append("        " + (choice.budget.isEmpty ? "max: \(max)" : choice.budget)) }
    if !choice.lines.isEmpty { lines.append("        then:") }
    return lines + choice.lines.map { "          \($0.trigger): \($0.target)" }
  }
}
