// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

extension FlowMachine {
  /// A `gate:` step asks the security modules; events that come meanwhile are held.
  mutating func askModules(_ effects: inout Effects) {
    guard case .gate(let words) = program.flow.steps[Int(top.step)].kind else { return finish(.unhandled, &effects) }
    top.state = .asking
    effects.mark(now, .gated(step: top.step, words))
    effects.actions.append(.gate(words.compactMap(SecurityQuestion.init)))
  }

  /// The modules have answered.
  ///
  /// What the flow does not name is denied.
  mutating func pass(_ verdict: SecurityVerdict, _ effects: inout Effects) {
    guard top.state == .asking else { return }
    top.state = .waiting
    let row = program.rows[Int(top.row)]
    switch verdict {
    case .allow:
      effects.mark(now, .allowed(step: top.step))
      follow(row.allow != Hop.none ? row.allow : row.otherwise, with: nil, &effects)
    case .deny(let reasons):
      effects.mark(now, .denied(step: top.step, reasons))
      follow(row.deny != Hop.none ? row.deny : row.otherwise, with: nil, &effects)
    }
  }
}
