// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowMeaning
package import SDKContract
import Values

extension Step {
  /// The step's name for a headline.
  var quoted: String { Diagnostic.quoting(name.value) }
}

extension Flow {
  /// An end that fails, to name in a cure: that to which most `else` of the flow lead, since others are for what they say;
  /// the name of one to add if the flow has none yet.
  var failureEnd: String {
    let failures = ends.indices.filter { ends[$0].outcome == .failure }
    var counts: [Int: Int] = [:]
    for step in steps {
      for line in step.transitions where line.trigger == .otherwise {
        if case .end(let id) = line.target.move { counts[Int(id.index), default: 0] += 1 }
      }
    }
    let best = failures.max { (counts[$0, default: 0], $1) < (counts[$1, default: 0], $0) }
    if let best { return ends[best].name.value }
    let taken = Set(steps.map(\.name.value) + ends.map(\.name.value))
    return ["failed", "failure"].first { !taken.contains($0) } ?? "failedEnd"
  }

  /// What a cure says behind that name: nothing if the flow has such an end.
  var failureEndToAdd: String {
    ends.contains { $0.outcome == .failure } ? "" : "; add the end `\(failureEnd): { outcome: failure }`"
  }

  /// An end for who does not want to go on, to name in a cure.
  var endForLeaving: String { ends.first { $0.outcome == .ended }?.name.value ?? failureEnd }

  /// What a cure says behind that name: nothing if the flow has such an end.
  var endForLeavingToAdd: String { ends.contains { $0.outcome == .ended } ? "" : failureEndToAdd }
}

extension Trigger {
  /// The key as an author writes it.
  package func words(_ contract: Contract) -> String { contract.key(of: self) }
}

extension Arrival {
  /// What comes, as a line may name it.
  var trigger: Trigger { .event(event, mode: mode, outcome: outcome) }

  /// What comes, as the key of a line.
  func words(_ contract: Contract) -> String { trigger.words(contract) }
}
