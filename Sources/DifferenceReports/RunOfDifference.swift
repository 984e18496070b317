// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowDifference
import FlowExploration
import FlowGraph
package import FlowRuntime

/// The runs that show how a flow differs from the one that it is held to: where they part, and what each does there.
package enum RunOfDifference {
  /// Of all differences.
  package static let told: @Sendable (FlowComparison) -> RunsOfDifferences = { told($0, past: nil) }

  /// The same with the runs alone that go past a step of the new flow; with all of them for nil.
  package static func told(_ comparison: FlowComparison, past step: String?) -> RunsOfDifferences {
    let (old, new) = (Program(unsound: comparison.old), Program(unsound: comparison.new))
    return told(comparison, old, new, past: step)
  }

  /// Of some differences, with the runs alone that go on from where a run that was saved waits; none where it cannot wait there in both.
  ///
  /// - Parameter saved: the run as each flow would take it up.
  package static func told(
    _ comparison: FlowComparison, _ differences: [Difference], from saved: (old: MachineSnapshot, new: MachineSnapshot)
  ) -> RunsOfDifferences {
    let (old, new) = (Program(unsound: comparison.old), Program(unsound: comparison.new))
    guard let mine = try? FlowMachine(restoring: saved.old, of: old),
      let theirs = try? FlowMachine(restoring: saved.new, of: new)
    else { return RunsOfDifferences() }
    return told(comparison, old, new, showing: differences, from: (mine, theirs))
  }

  private static func told(
    _ comparison: FlowComparison, _ old: Program, _ new: Program, showing differences: [Difference]? = nil,
    from saved: (old: FlowMachine, new: FlowMachine)? = nil, past step: String? = nil
  ) -> RunsOfDifferences {
    var play = JointPlay(comparison, old, new, showing: differences, from: saved)
    var told = RunsOfDifferences()
    let (place, first) = saved == nil ? ("", "at the start") : (", from where this one waits", "at once")
    for (difference, run) in play.outcome(playingAll: false) {
      if difference.verdict == .notDecided, run == nil { told.undecided.insert(difference.words) }
      guard let run, run.parts, !run.old.isEmpty else { continue }
      let (mine, theirs) = (old.traces(of: run.old, from: saved?.old), new.traces(of: run.new, from: saved?.new))
      let sides = sides((mine.last ?? [], theirs.last ?? []), run, old, new, from: saved)
      let before = theirs.dropLast().flatMap(\.self).filter(\.tellsRun).map(\.line)
      if let step, !before.isEmpty, !before.contains("step \(step)"), !before.contains("interrupt \(step)") { continue }
      let path = before.isEmpty ? first : "after " + repeated(before).joined(separator: ", ")
      // Versions of one flow have one name.
      let isOne = comparison.old.name == comparison.new.name
      let names = isOne ? ("the old flow", "the new flow") : ("`\(comparison.old.name)`", "`\(comparison.new.name)`")
      told.words[difference.words] = [
        "a run shows it\(place): \(path)", "\(names.0) does this: \(line(sides.old))",
        "\(names.1) does this: \(line(sides.new))",
      ]
    }
    return told
  }

  private static func line(_ lines: [String]) -> String {
    let lines = lines.filter { !$0.hasPrefix("event ") }
    return lines.isEmpty ? "nothing" : lines.joined(separator: ", ")
  }

  /// What each flow does in the end.
  ///
  /// If they do the same, or if a step no longer offers all that it did, also what each offers.
  ///
  /// - Parameter saved: where a run that was saved waits; nil for one that begins.
  static func sides(
    _ last: (old: [TraceEntry], new: [TraceEntry]), _ run: JointRun, _ old: Program, _ new: Program,
    from saved: (old: FlowMachine, new: FlowMachine)? = nil
  ) -> (old: [String], new: [String]) {
    // That a run is taken up tells its flow's version.
    let last = (old: last.old.filter { $0.kind != "reopen" }, new: last.new.filter { $0.kind != "reopen" })
    let (mine, theirs) = (last.old.map(\.line), last.new.map(\.line))
    let later = after(run, new)
    let offers = (
      old.offer(after: run.old, from: saved?.old) ?? "nothing", new.offer(after: run.new, from: saved?.new) ?? "nothing"
    )
    let isTold =
      mine == theirs ? offers.0 == offers.1 : asks(last.old, just: offers.0) && asks(last.new, just: offers.1)
    return isTold
      ? (mine, theirs + later) : (mine + ["offered: \(offers.0)"], theirs + ["offered: \(offers.1)"] + later)
  }

  /// What happens to the new flow alone until it comes to what differs, in one line; none where it has come there.
  private static func after(_ run: JointRun, _ new: Program) -> [String] {
    guard !run.rest.isEmpty else { return [] }
    let entries = new.traces(of: run.new + run.rest).suffix(run.rest.count).flatMap { $0 }
    let lines = entries.filter { $0.tellsRun || $0.kind == "end" }.map(\.line)
    return ["then: " + repeated(lines).joined(separator: ", ")]
  }

  /// Whether a trace ends without a question, or with one that already shows all that is offered.
  private static func asks(_ trace: [TraceEntry], just offer: String) -> Bool {
    guard let last = trace.last, last.kind == "ask" else { return true }
    // A message stands behind what is asked, in brackets.
    return last.line.hasSuffix(": \(offer)") || last.line.contains(": \(offer) [")
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
  var tellsRun: Bool {
    ["step", "event", "notice", "answer", "rejected", "timeout", "deny", "interrupt"].contains(kind)
  }

  var line: String { (words.isEmpty ? kind : "\(kind) \(words)").onOneLine }
}
