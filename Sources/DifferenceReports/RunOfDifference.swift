// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowDifference
import FlowExploration
import FlowGraph
import FlowRuntime

/// The runs that show how a flow differs from the one that it is held to: where they part, and what each does there.
package enum RunOfDifference {
  /// By the words of the difference; what no run shows is not there.
  package static let words: @Sendable (FlowComparison) -> [String: [String]] = { comparison in
    let (old, new) = (Program(unsound: comparison.old), Program(unsound: comparison.new))
    var play = JointPlay(comparison, old, new)
    var words: [String: [String]] = [:]
    for (difference, run) in play.outcome(playingAll: false) {
      guard let run, run.parts, !run.old.isEmpty else { continue }
      let (mine, theirs) = (old.traces(of: run.old), new.traces(of: run.new))
      let before = theirs.dropLast().flatMap(\.self).filter(\.tellsRun).map(\.line)
      let path = before.isEmpty ? "at the start" : "after " + repeated(before).joined(separator: ", ")
      words[difference.words] = [
        "a run shows it: \(path)", "`\(comparison.old.name)` does this: \(last(mine))",
        "`\(comparison.new.name)` does this: \(last(theirs))",
      ]
    }
    return words
  }

  private static func last(_ traces: [[TraceEntry]]) -> String {
    let lines = (traces.last ?? []).filter { $0.kind != "event" }.map(\.line)
    return lines.isEmpty ? "nothing" : lines.joined(separator: ", ")
  }

  /// The longest row that is looked for as a repeated one.
  private static let longestRow = 6

  /// Rows that come again and again are written once, with how often.
  static func repeated(_ lines: [String]) -> [String] {
    var told: [String] = []
    var index = 0
    while index < lines.count {
      var best = (length: 1, times: 1)
      for length in 1...longestRow where index + 2 * length <= lines.count {
        let row = lines[index..<index + length]
        var times = 1
        while index + (times + 1) * length <= lines.count,
          lines[index + times * length..<index + (times + 1) * length].elementsEqual(row)
        { times += 1 }
        if times > 1, times * length > best.times * best.length { best = (length, times) }
      }
      let row = lines[index..<index + best.length].joined(separator: ", ")
      told.append(best.times > 1 ? "\(best.times) times (\(row))" : row)
      index += best.length * best.times
    }
    return told
  }
}

extension TraceEntry {
  /// Whether it tells a run from others: its steps, what came, what was chosen.
  var tellsRun: Bool { ["step", "event", "answer", "rejected", "timeout", "deny", "interrupt"].contains(kind) }

  var line: String { (words.isEmpty ? kind : "\(kind) \(words)").onOneLine }
}
