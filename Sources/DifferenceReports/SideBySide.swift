// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
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
      lines = item.difference.unshown.map { ["no run shows it: \($0)"] } ?? []
      (sides, before, lead) = (([], []), "", "")
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
    sides = RunOfDifference.sides((mine, theirs), run, flow.old, flow.new)
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
