// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowDifference
import FlowGraph

/// The flows of two sides, each compared with the one at the same path, for reviewers.
package struct DiffReport {
  /// What came of flows that both sides have.
  let flows: [FlowDiff]
  /// The rest, with the word of each: flows of one side alone, those that cannot be compared, and what is left out.
  let listed: [(path: String, word: String)]
  /// The paths of those, by the field of JSON that has them.
  let fields: [(name: String, paths: [String])]
  /// What is wrong with flows of the new side, which keeps them from being compared; each with its sources.
  let errors: [(finding: Diagnostic, sources: SourceMap)]
  /// Whether the runs are left out.
  let isShort: Bool
  /// Whether the flows of the two sides are not the same ones.
  private let hasOthers: Bool
  private let isOfNothing: Bool

  package init(_ run: DiffRun, isShort: Bool) {
    flows = run.flows
    self.isShort = isShort
    errors = run.obstacles.flatMap(\.errorsOfNew)
    isOfNothing = run.isOfNothing
    hasOthers = !run.added.isEmpty || !run.removed.isEmpty || !run.newlyLeftOut.isEmpty
    let fields = [
      ("removed", run.removed, "removed"), ("added", run.added, "added"),
      ("notCompared", run.notCompared, "not compared"),
      ("newlyLeftOut", run.newlyLeftOut, "left out by the configuration of the new one alone"),
      ("leftOut", run.leftOut, "left out by the configuration"),
    ]
    self.fields = fields.map { ($0.0, $0.1) }
    listed = fields.flatMap { field in field.1.map { ($0, field.2) } }
  }

  /// As many differences as fit into the ten lines of a summary.
  private static let mostInSummary = 7

  /// For a reader.
  package var text: String {
    var lines: [String] = []
    for (path, word) in listed { lines.append("\(path.onOneLine): \(word)") }
    for flow in flows {
      lines += summary(of: flow)
      guard !isShort, !flow.items.isEmpty else { continue }
      for (index, item) in flow.items.enumerated() { lines += [""] + details(item, index + 1, flow) }
    }
    if isOfNothing { lines.append("no flow is in both") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Ten lines at most, for somebody who signs.
  func summary(of flow: FlowDiff) -> [String] {
    var lines = [title(of: flow)]
    guard !flow.items.isEmpty else { return lines }
    lines.append("  " + counts(in: flow))
    let fitsWhole = flow.items.count <= Self.mostInSummary
    let shown = flow.items.prefix(fitsWhole ? Self.mostInSummary : Self.mostInSummary - 1)
    for item in shown { lines.append("  \(item.difference.verdict.rawValue): \(words(item))") }
    if !fitsWhole { lines.append("  and \(flow.items.count - shown.count) more") }
    return lines + ["  " + savedRuns(of: flow)]
  }

  func title(of flow: FlowDiff) -> String {
    let (old, new) = (flow.comparison.old, flow.comparison.new)
    return "\(flow.path.onOneLine): \(flow.word) (\(old.name) \(old.version) -> \(new.name) \(new.version))"
  }

  func counts(in flow: FlowDiff) -> String {
    let counts = SafetyVerdict.allCases.compactMap { verdict in
      flow.count(of: verdict) > 0 ? "\(flow.count(of: verdict)) \(verdict.rawValue)" : nil
    }
    let allowed = flow.items.count { $0.allowance != nil }
    return counts.joined(separator: ", ") + (allowed > 0 ? "; \(allowed) allowed" : "")
  }

  func words(_ item: FlowDiff.Item) -> String {
    Self.words(of: item.difference).onOneLine
      + (item.allowance.map { " (allowed: \($0.onOneLine))" } ?? "")
  }

  /// What differs, and what it would be if a run showed it.
  package static func words(of difference: Difference) -> String { difference.words + possible(difference) }

  /// Where one of the two says it; nil for nowhere.
  package static func place(of side: Difference.Side, in sources: SourceMap) -> String? {
    side.range.flatMap { range in
      sources.file(range.file).map { "\($0.path):\(range.start.line):\(range.start.column)" }
    }
  }

  /// What a difference would be that no run shows.
  private static func possible(_ difference: Difference) -> String {
    guard difference.verdict == .notDecided, difference.possible != .notDecided else { return "" }
    return "; if a run shows it, \(difference.possible.rawValue)"
  }

  func savedRuns(of flow: FlowDiff) -> String {
    let (fit, others) = flow.savedRuns
    if others.isEmpty { return "saved runs: all can be taken up" }
    if fit.isEmpty { return "saved runs: none can be taken up" }
    return "saved runs: those that wait at \(list(fit)) can be taken up, others not"
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 4 ? "\(shown) and \(names.count - 4) more" : shown
  }

  private func details(_ item: FlowDiff.Item, _ number: Int, _ flow: FlowDiff) -> [String] {
    let lines = places(of: item, flow) + SideBySide(item, flow).lines
    return ["\(number). \(item.difference.verdict.rawValue): \(words(item))"] + lines.map { "   " + $0 }
  }

  /// What each flow says there, and where; then how runs come there, where that is known without a run.
  func places(of item: FlowDiff.Item, _ flow: FlowDiff) -> [String] {
    var lines: [String] = []
    for (name, side, sources) in [
      ("old", item.difference.old, flow.sources.old), ("new", item.difference.new, flow.sources.new),
    ] {
      let told = [Self.place(of: side, in: sources), side.text].compactMap(\.self).joined(separator: "  ")
      // A line break in a text is shown as it may be written.
      if !told.isEmpty { lines.append("\(name)  \(told.replacing("\n", with: "\\n").onOneLine)") }
    }
    for (index, step) in item.difference.way.enumerated() {
      lines.append((index == 0 ? "by this way: " : "             ") + step.message.onOneLine)
    }
    return lines
  }

  /// Whether there is a difference as bad as that.
  ///
  /// - Parameter word: the mildest verdict that counts: `weaker`, `changed`, `any` or `none`.
  package func fails(from word: String) -> Bool {
    guard word != "none" else { return false }
    if word != "weaker", hasOthers { return true }
    return flows.contains { flow in
      flow.items.contains { item in
        guard item.allowance == nil else { return false }
        switch item.difference.verdict {
        case .weaker: return true
        case .notDecided: return word != "weaker" || item.difference.mayBeWeaker
        case .stronger, .changed: return word != "weaker"
        case .wording: return word == "any"
        }
      }
    }
  }
}
