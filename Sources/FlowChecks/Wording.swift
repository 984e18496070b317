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

/// Where something that must not be deployed was found already: what else is wrong there may follow.
struct ErrorPlaces {
  /// Of each file, in its order.
  private let ranges: [FileID: [SourceRange]]

  init(_ findings: [Diagnostic]) {
    let errors = findings.lazy.filter { $0.severity == .error }.map(\.range)
    ranges = Dictionary(grouping: errors, by: \.file).mapValues { $0.sorted { $0.start < $1.start } }
  }

  /// Whether one lies in a range.
  func lie(in range: SourceRange) -> Bool {
    guard let ranges = ranges[range.file] else { return false }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < range.start { low = middle + 1 } else { high = middle }
    }
    return ranges[low...].prefix { $0.start <= range.end }.contains { $0.end <= range.end }
  }
}

extension Flow {
  /// An end that fails, to name in a cure: that to which most `else` of the flow lead, since others are for what they say;
  /// `failed` if the flow has none yet.
  var failureEnd: String {
    let failures = ends.indices.filter { ends[$0].outcome == .failure }
    var counts: [Int: Int] = [:]
    for step in steps {
      for line in step.transitions where line.trigger == .otherwise {
        if case .end(let id) = line.target.move { counts[Int(id.index), default: 0] += 1 }
      }
    }
    let best = failures.max { (counts[$0, default: 0], $1) < (counts[$1, default: 0], $0) }
    return best.map { ends[$0].name.value } ?? "failed"
  }

  /// An end for who does not want to go on, to name in a cure.
  var endForLeaving: String { ends.first { $0.outcome == .ended }?.name.value ?? failureEnd }
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
