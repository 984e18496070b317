// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// A flow inside a flow: its steps become steps of the outer flow, under the name of the `run:` step.
extension FlowDocument {
  /// The `run:` steps, each with the path of its flow.
  public var runs: [(step: StepSyntax, path: Spanned<String>)] {
    steps.compactMap { step in if case .run(let path) = step.kind { (step, path) } else { nil } }
  }

  /// The document with the flows of its `run:` steps in their places.
  ///
  /// The steps and messages of an inner flow bear the name of the `run:` step, a slash and their own. What leads to the
  /// step leads to the inner flow's start; what leads to an inner end goes where the step's `then:` says.
  ///
  /// - Parameter flows: by step, the inner flow, itself whole; nil for one that could not be read.
  public func inlined(_ flows: [String: FlowDocument?]) -> Outcome<FlowDocument> {
    var outer = self
    var findings: [Diagnostic] = []
    outer.steps = []
    for step in steps {
      guard case .run = step.kind else {
        outer.steps.append(step)
        continue
      }
      guard let inner = flows[step.name.value] ?? nil else {
        outer.unreadPlaces.insert(step.name.value)
        outer.flaws.append(step.range)
        continue
      }
      findings += fit(inner, into: step)
      let inlining = Inlining(inner, into: step)
      outer.steps += inner.steps.map { inlining.step($0) }
      outer.messages += inner.messages.map { message in
        var message = message
        message.name.value = inlining.prefix + message.name.value
        return message
      }
      outer.redirect(step.name.value, to: inlining.prefix + inner.start.value)
      outer.flaws += inner.flaws
    }
    if findings.hasErrors { outer.flaws += findings.map(\.range) }
    outer.flaws.sort()
    return Outcome(outer, findings)
  }

  /// Whether an inner flow fits: one contract, every end named, no interrupt that the outer flow does not handle.
  private func fit(_ inner: FlowDocument, into step: StepSyntax) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if inner.sdk.value != sdk.value {
      findings.append(
        Diagnostic(
          SyntaxRules.otherContract, "the flow `\(inner.name.value)` is for `\(inner.sdk.value)`", at: step.kindRange,
          help: "a flow and the flow that runs it must be for one contract"))
    }
    let ends = inner.ends.map(\.name.value)
    let named = step.then.compactMap { line -> Spanned<String>? in
      if case .event(let event) = line.key { event.name } else { nil }
    }
    for name in named where !ends.contains(name.value) {
      findings.append(
        Diagnostic(
          SyntaxRules.unknownEnd, "the flow `\(inner.name.value)` has no end `\(name.value)`", at: name.range,
          help: Suggestion.nearest(to: name.value, among: ends).map { "did you mean `\($0)`?" }
            ?? "its ends are \(ends.map { "`\($0)`" }.joined(separator: ", "))"))
    }
    let hasElse = step.then.contains { if case .otherwise = $0.key { true } else { false } }
    for end in ends where !hasElse && !named.contains(where: { $0.value == end }) {
      findings.append(
        Diagnostic(
          SyntaxRules.unnamedEnd, "`\(step.name.value)` does not say what follows the end `\(end)`",
          at: step.name.range, help: "name it below `then:`, or add `else:`"))
    }
    for interrupt in inner.interrupts where !interrupts.contains(where: { $0.name.value == interrupt.name.value }) {
      findings.append(
        Diagnostic(
          SyntaxRules.unhandledInside, "`\(inner.name.value)` handles `\(interrupt.name.value)`, and this flow does not",
          at: step.kindRange, help: "interrupts are the outer flow's: add one for it",
          notes: [Note("the inner flow's", at: interrupt.name.range)]))
    }
    return findings
  }

  /// Turns every target of a name to another.
  private mutating func redirect(_ name: String, to other: String) {
    if start.value == name { start.value = other }
    let turn: (TargetSyntax) -> TargetSyntax = { target in
      guard target.move == .to(name) else { return target }
      var target = target
      target.move = .to(other)
      return target
    }
    for index in steps.indices { steps[index].mapTargets(turn) }
    for index in interrupts.indices { interrupts[index].mapTargets(turn) }
  }
}

/// How the words of an inner flow read in the outer one.
private struct Inlining {
  let prefix: String
  private let step: StepSyntax
  private let steps: Set<String>
  private let ends: [String: EndSyntax]

  init(_ inner: FlowDocument, into step: StepSyntax) {
    prefix = step.name.value + "/"
    self.step = step
    steps = Set(inner.steps.map(\.name.value))
    ends = Dictionary(inner.ends.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func step(_ step: StepSyntax) -> StepSyntax {
    var step = step
    step.name.value = prefix + step.name.value
    step.mapMessages { key in Spanned(prefix + key.value, key.range) }
    step.mapTargets { target($0) }
    return step
  }

  private func target(_ target: TargetSyntax) -> TargetSyntax {
    guard case .to(let name) = target.move else { return target }
    var target = target
    if steps.contains(name) {
      target.move = .to(prefix + name)
    } else if let end = ends[name], let outer = line(for: name) {
      target.move = outer.move
      target.say = target.say ?? outer.say ?? end.say.map { Spanned(prefix + $0.value, $0.range) }
    }
    return target
  }

  private func line(for end: String) -> TargetSyntax? {
    let named = step.then.first { line in
      if case .event(let event) = line.key { event.name.value == end } else { false }
    }
    return (named ?? step.then.first { if case .otherwise = $0.key { true } else { false } })?.target
  }
}

extension StepSyntax {
  /// Replaces every target of the step.
  mutating func mapTargets(_ change: (TargetSyntax) -> TargetSyntax) {
    for index in then.indices { then[index].target = change(then[index].target) }
    to = to.map(change)
    for index in choices.indices {
      for line in choices[index].then.indices {
        choices[index].then[line].target = change(choices[index].then[line].target)
      }
      if case .go(let target) = choices[index].action { choices[index].action = .go(change(target)) }
    }
  }

  /// Replaces the key of every message that the step shows.
  mutating func mapMessages(_ change: (Spanned<String>) -> Spanned<String>) {
    say = say.map(change)
    for index in checks.indices { checks[index].say = checks[index].say.map(change) }
    for index in choices.indices { choices[index].confirm = choices[index].confirm.map(change) }
    mapTargets { target in
      var target = target
      target.say = target.say.map(change)
      return target
    }
  }
}
