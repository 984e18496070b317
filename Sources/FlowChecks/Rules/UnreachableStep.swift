// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A step that no way from the start or from an interrupt leads to: often one whose name was meant in another place.
enum UnreachableStep: Rule {
  static let code = DiagnosticCode("MFA302", "unreachable-step")

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    guard let graph = context.graph else { return }
    findings += firstSteps(context.flow, graph).map { step in
      finding(
        "\(step.quoted) cannot be reached from the start", at: step.name.range,
        help: "lead to it from another step, or take it out")
    }
  }

  /// The first step of each group of unreachable steps.
  static func firstSteps(_ flow: Flow, _ graph: StepGraph) -> [Step] {
    let isReached = graph.reached(from: flow.roots)
    guard isReached.contains(false) else { return [] }
    return graph.components { !isReached[$0.from] }
      // A flow inside is looked at on its own: here an interrupt of the outer flow may stand for what leads there.
      .filter { !isReached[$0[0]] && !isLedTo($0, graph) && flow.steps[$0[0]].run == nil }
      .filter { component in component.contains { flow.isOwn(flow.steps[$0].name.range) } }
      .map { flow.steps[$0[0]] }
  }

  /// A step that only steps out of reach lead to needs no finding of its own.
  private static func isLedTo(_ component: [Int], _ graph: StepGraph) -> Bool {
    let members = Set(component)
    return graph.edges.contains { members.contains($0.to) && !members.contains($0.from) }
  }
}

extension Flow {
  /// Whether what stands at a place is the author's own doing.
  ///
  /// A variant need not remove what its changes leave unused of its base; of a slip in the base, the base's own check tells.
  func isOwn(_ place: SourceRange) -> Bool { !isChanged || place.file == range.file }

  /// Where a run can begin or be interrupted.
  var roots: [Int] { [Int(start.index)] + steps.indices[plainCount...] }
}
