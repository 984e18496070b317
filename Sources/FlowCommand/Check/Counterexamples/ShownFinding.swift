// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import SDKContract

/// What a run would have to come to so that it shows a finding.
enum ShownFinding {
  /// A run can show it, if there is one that comes to this.
  case by(Sight)
  /// No single run can, and why not.
  case never(String)

  init(_ finding: Diagnostic) {
    self =
      switch finding.code.id {
      // Without a way nothing was found wrong with one: the flow is too large, or the goal is none that can be reached.
      case "MFA403" where !finding.way.isEmpty: .by(.shortfall(finding.range))
      case "MFA404": .by(.callOutOfPhase(finding.range))
      case "MFA405":
        finding.notes.first?.range.map { .by(.call(finding.range, withoutGate: $0)) } ?? .never(Self.writing)
      case "MFA401", "MFA402", "MFA406", "MFA407": .by(.transition(finding.range, by: nil))
      case "MFA431": .by(.transition(finding.range, by: [.challenge]))
      case "MFA432": .by(.transition(finding.range, by: [.interrupt]))
      case "MFA304": .never("what goes on for ever is shown by no run that ends")
      case "MFA430": .never("it takes two runs to see the difference")
      case "MFA410", "MFA420", "MFA421", "MFA422", "MFA423":
        .never("it counts what happens in all of a run, or in many")
      default: .never(Self.writing)
      }
  }

  private static let writing = "it is about what is written, and not about one run"
}
