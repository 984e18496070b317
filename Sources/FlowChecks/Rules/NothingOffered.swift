// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A step that may have nothing to offer, and then goes where all goes that no line names: the user is thrown out and
/// does not know why.
enum NothingOffered: Rule {
  static let code = DiagnosticCode("MFA331", "nothing-offered", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    var visits: VisitBounds?
    // Where nobody can do anything but accept, another choice is what is missing: that is told.
    lazy var oneAnswer = OneAnswerOnly.steps(in: context)
    for facts in context.steps {
      let step = facts.step
      // Where a step mostly goes on by itself, nobody counts what is offered beside; but it must have something for everybody.
      // Tries bound an answer, and leave open whether there is anything to pick for it.
      guard step.mayOfferNothing(context.flow.contract), step.tries == nil || step.pickCount > 0,
        step.autos.isEmpty || step.choices.allSatisfy({ $0.when != nil }), facts.otherwise != nil,
        !step.transitions.contains(where: { $0.trigger == .exhausted }), facts.mayHaveNothingLeft(context, &visits),
        !oneAnswer.contains(step.id)
      else { continue }
      findings.append(
        finding(
          "\(step.quoted) may have nothing to offer, and does not say what comes then", at: step.name.range,
          help: "add `exhausted:` below its `then:`, or a choice without a condition and a limit",
          notes: step.inputs.compactMap { $0.pick == nil ? nil : Note("where nothing is there to pick", at: $0.range) }
            .prefix(1)
            + step.choices.compactMap(\.whenRange).prefix(2).map { Note("where this does not hold", at: $0) }
            + step.choices.compactMap(\.max).prefix(2).map { Note("once this is spent", at: $0.range) }))
    }
  }
}
