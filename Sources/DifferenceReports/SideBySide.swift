// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowRuntime

/// The run that shows a difference, in the words of traces: what both flows do alike, then what each does.
package struct SideBySide {
  package let lines: [String]
  /// The lines of each flow from where they part.
  package let sides: (old: [String], new: [String])
  /// What happens before, in one line.
  package let before: String
  /// What the line about it begins with, such as `after this run: `.
  package let lead: String

  /// As wide as a column is made.
  private static let widest = 60

  package init(_ item: FlowDiff.Item, _ flow: FlowDiff) {
    guard let run = item.run else {
      (lines, sides, before, lead) = ([], ([], []), "", "")
      return
    }
    guard !run.old.isEmpty else {
      before = Self.path(flow.new.traces(of: run.new).flatMap { $0 })
      sides = ([], [])
      lead = "the flows have parted before; the new one comes there by: "
      lines = [lead + before]
      return
    }
    let (old, new) = (flow.old.traces(of: run.old), flow.new.traces(of: run.new))
    let shared = run.parts ? run.old.count - 1 : run.old.count
    before = Self.path(new.prefix(shared).flatMap { $0 })
    guard run.parts, let mine = old.last, let theirs = new.last else {
      sides = ([], [])
      lead = "at the end of this run: "
      lines = [lead + before]
      return
    }
    sides = Self.sides((mine, theirs), run, flow)
    let width = min(Self.widest, max("old".count, sides.old.map(\.count).max() ?? 0))
    lead = "after this run: "
    var rows = [lead + before, Self.row("old", "new", width)]
    for index in 0..<max(sides.old.count, sides.new.count) {
      let left = Self.wrapped(index < sides.old.count ? sides.old[index] : "", width)
      rows.append(Self.row(left[0], index < sides.new.count ? sides.new[index] : "", width))
      for more in left.dropFirst() { rows.append(Self.row(more, "", width)) }
    }
    lines = rows
  }

  /// What each flow does.
  ///
  /// If they do the same, or if a step no longer offers all that it did, also what each offers.
  private static func sides(
    _ last: (old: [TraceEntry], new: [TraceEntry]), _ run: JointRun, _ flow: FlowDiff
  ) -> (old: [String], new: [String]) {
    let (mine, theirs) = (last.old.map(\.line), last.new.map(\.line))
    let offers = (flow.old.offer(after: run.old) ?? "nothing", flow.new.offer(after: run.new) ?? "nothing")
    let isTold =
      mine == theirs ? offers.0 == offers.1 : asks(last.old, just: offers.0) && asks(last.new, just: offers.1)
    return isTold ? (mine, theirs) : (mine + ["offered: \(offers.0)"], theirs + ["offered: \(offers.1)"])
  }

  /// Whether a trace ends without a question, or with one that already shows all that is offered.
  private static func asks(_ trace: [TraceEntry], just offer: String) -> Bool {
    guard let last = trace.last, last.kind == "ask" else { return true }
    // A message stands behind what is asked, in brackets.
    return last.line.hasSuffix(": \(offer)") || last.line.contains(": \(offer) [")
  }

  /// A text, broken into lines of a width; all but the first are indented, and one long word may be wider.
  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = "  \(word)"
      } else {
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    return lines + [line]
  }

  private static func row(_ left: String, _ right: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, width - left.count))
    let row = "| \(left)\(space) | \(right)"
    return String(row.reversed().drop { $0 == " " }.reversed())
  }

  /// What tells a run from others.
  private static func path(_ entries: [TraceEntry]) -> String {
    let told = entries.filter(\.tellsRun)
    guard !told.isEmpty else { return "the start" }
    return RunOfDifference.repeated(told.map(\.line)).joined(separator: ", ")
  }
}
