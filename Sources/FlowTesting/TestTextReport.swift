// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// A test for people: a line a file, failures with their places, and what was taken of each flow.
struct TestTextReport {
  private let report: TestReport
  private let settings: TestSettings

  init(_ report: TestReport) {
    self.report = report
    settings = report.settings
  }

  var text: String {
    var blocks: [String] = []
    var lines: [String] = []
    for file in report.files where file.broken == nil {
      guard !settings.choice.isPartial || !file.played.isEmpty else { continue }
      if settings.isQuiet, file.failed == 0 { continue }
      lines.append(
        "\(TerminalText.line(file.path)): \(TestReport.counted(file.played.count + file.skipped.count, file.failed, file.unplayed, file.skipped.count + file.declined))"
      )
      lines +=
        settings.isVerbose ? file.played.map(line) + file.skipped.compactMap(Self.line) : Self.refusals(in: file)
      guard file.failed > 0 else { continue }
      blocks.append(lines.joined(separator: "\n"))
      lines = []
      var known = TextRenderer.KnownLines()
      for scenario in file.played where scenario.failed && !isLikeEarlier(scenario, in: file) {
        blocks.append(failure(scenario, in: file, &known))
      }
      blocks += strangeSteps(of: file)
    }
    if !lines.isEmpty { blocks.append(lines.joined(separator: "\n")) }
    blocks += report.flows.filter { !settings.isQuiet || $0.isTooLow }.map(coverage)
    return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
  }

  /// Such as `  ✓ A wrong code, a pause, then the right one`.
  private func line(_ scenario: PlayedScenario) -> String {
    let mark = scenario.passed ? "✓" : scenario.needsProgram || scenario.declined != nil ? "–" : "✗"
    let name = "  \(mark) \(scenario.name.value.onOneLine)"
    if let declined = scenario.declined { return "\(name)\n    skipped: \(declined.onOneLine)" }
    guard scenario.passed, let departure = scenario.departure else { return name }
    return "\(name)\n    it goes another way in line \(departure.range.start.line): \(departure.message.onOneLine)"
  }

  /// A line for each reason why the backend did not take a world: in no file is it written.
  private static func refusals(in file: TestReport.File) -> [String] {
    let reasons = file.played.compactMap { $0.declined?.onOneLine }
    return reasons.unique.map { reason in "  – \(reasons.count { $0 == reason }) skipped: \(reason)" }
  }

  /// Nil for what the command line leaves out: whoever wrote it knows.
  private static func line(_ skipped: SkippedScenario) -> String? {
    skipped.reason.map { "  – \(skipped.name.onOneLine)\n    skipped: \($0.onOneLine)" }
  }

  private func failure(
    _ scenario: PlayedScenario, in file: TestReport.File, _ known: inout TextRenderer.KnownLines
  ) -> String {
    let findings =
      TextRenderer(color: settings.hasColor).render(scenario.failures, in: file.sources, knowing: &known)
      + takenOver(scenario, by: file)
    guard !scenario.trace.isEmpty else { return "✗ \(scenario.name.value.onOneLine)\n\(findings.trimmedEnd)" }
    let shown = report.shown(scenario.trace)
    let whole = shown.count == scenario.trace.count
    let head = whole ? "its trace:" : "the end of its trace (`--trace` shows all \(scenario.trace.count) lines):"
    return "✗ \(scenario.name.value.onOneLine)\n\(findings)\(([head] + shown).joined(separator: "\n"))"
  }

  /// What to do where the scenario is one of the base: there nothing is wrong.
  private func takenOver(_ scenario: PlayedScenario, by file: TestReport.File) -> String {
    let source = scenario.name.range.file
    guard source != .first, scenario.strangeStep == nil, let base = file.sources.file(source)?.path else { return "" }
    return
      "it is taken over from \(TerminalText.line(base)): "
      + "write a scenario of this name into \(TerminalText.line(file.path)) to replace it, "
      + "or name it there below `skip:` with the reason\n"
  }

  /// Whether another one of the file has come to nothing before at the same step, of which neither could know.
  private func isLikeEarlier(_ scenario: PlayedScenario, in file: TestReport.File) -> Bool {
    guard let step = scenario.strangeStep, !settings.showsWholeTrace else { return false }
    return file.played.first { $0.strangeStep == step }?.name.value != scenario.name.value
  }

  /// What is to be done about steps at which scenarios of a base stop, since the base does not have them: once for each step.
  private func strangeSteps(of file: TestReport.File) -> [String] {
    file.played.compactMap(\.strangeStep).unique.map { step in
      let names = file.played.filter { $0.strangeStep == step }.map(\.name.value.onOneLine)
      let stopped =
        names.count == 1
        ? "1 scenario that is taken over stops at `\(step)`, which its own flow does not have:"
        : "\(names.count) scenarios that are taken over stop at `\(step)`, which their own flow does not have:"
      let others = names.dropFirst().prefix(Self.mostNamed).map { "  ✗ \($0)" }
      let more = names.count - 1 - others.count
      return
        ([stopped] + ["  ✗ \(names[0])"] + others
        + (more > 0 ? ["  and \(more) more"] : [])
        + ["say once in \(TerminalText.line(file.path)) what is done there: `at: { \(step): [{ \(step): … }] }`"])
        .joined(
          separator: "\n")
    }
  }

  /// So many of them are named.
  private static let mostNamed = 4

  private func coverage(_ flow: FlowCoverage) -> String {
    let counts = flow.counts + [flow.together] + (settings.isOwn ? [flow.alone] : [])
    let isPartial = settings.choice.isPartial
    var lines = [
      "coverage of \(TerminalText.line(flow.path))" + (isPartial ? ", in part: only some scenarios were played" : "")
    ]
    let width = counts.map { String($0.all).utf8.count }.max() ?? 0
    lines += counts.map { count in
      "  \(count.kind.padded(behind: 10))  \(String(count.taken).padded(before: width)) of "
        + "\(String(count.all).padded(before: width))  \(String(count.percent).padded(before: 3)) %"
    }
    let isListed = settings.listsUntaken || flow.isTooLow
    if isListed, !flow.untaken.isEmpty {
      lines.append("  not taken:")
      lines += flow.untaken.map { "    " + $0.shown }
      if settings.isOwn, flow.untaken.contains(where: { $0.path != flow.path }) {
        lines.append("  what it shares with other flows counts as taken where their scenarios are named, too")
      }
    }
    return (lines + notCounted(flow, isListed: isListed)).joined(separator: "\n")
  }

  /// Such as `  2 lines that no run can take are not counted`.
  private func notCounted(_ flow: FlowCoverage, isListed: Bool) -> [String] {
    let count = flow.outOfReach.count
    guard count > 0 else { return [] }
    let areLines = flow.outOfReach.allSatisfy(\.isLine)
    let told =
      count == 1
      ? "1 \(areLines ? "line" : "step or choice") that no run can take is not counted"
      : "\(count) \(areLines ? "lines" : "steps, lines and choices") that no run can take are not counted"
    return isListed ? ["  \(told):"] + flow.outOfReach.map { "    " + $0.shown } : ["  \(told)"]
  }
}

extension String {
  /// Without the line break at its end.
  fileprivate var trimmedEnd: Substring { hasSuffix("\n") ? dropLast() : self[...] }

  fileprivate func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }

  fileprivate func padded(behind width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
