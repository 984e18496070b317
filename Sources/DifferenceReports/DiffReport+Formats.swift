// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowDifference
import FlowExploration
import FlowGraph

extension DiffReport {
  /// One object with everything.
  ///
  /// - Parameter exit: what the shell is told.
  package func json(exit: Int32) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "diff")
      for field in fields { json.field(field.name, field.paths) }
      json.array("flows") { json in
        for flow in flows { json.object { write(flow, to: &$0) } }
      }
      json.field("exit", Int(exit))
    }
    return json.text + "\n"
  }

  private func write(_ flow: FlowDiff, to json: inout JSONWriter) {
    json.field("path", flow.path)
    json.field("verdict", flow.word)
    for (name, side) in [("old", flow.comparison.old), ("new", flow.comparison.new)] {
      json.object(name) { json in
        json.field("flow", side.name)
        json.field("version", side.version)
      }
    }
    json.array("differences") { json in
      for item in flow.items { json.object { write(item, of: flow, to: &$0) } }
    }
    let (fit, others) = flow.savedRuns
    json.object("savedRuns") { json in
      json.field("takenUp", fit)
      json.field("refused", others)
    }
  }

  private func write(_ item: FlowDiff.Item, of flow: FlowDiff, to json: inout JSONWriter) {
    json.field("verdict", item.difference.verdict.rawValue)
    json.field("message", item.difference.words)
    if let allowance = item.allowance { json.field("allowed", allowance) }
    for (name, side, sources) in [
      ("old", item.difference.old, flow.sources.old), ("new", item.difference.new, flow.sources.new),
    ] {
      json.object(name) { json in
        if let text = side.text { json.field("text", text) }
        guard let range = side.range, let file = sources.file(range.file) else { return }
        json.field("path", file.path)
        json.field("line", Int(range.start.line))
        json.field("column", Int(range.start.column))
      }
    }
    if !item.difference.way.isEmpty { json.field("way", item.difference.way.map(\.message)) }
    guard let run = item.run else { return }
    let sides = SideBySide(item, flow)
    json.object("run") { json in
      json.field("before", sides.before)
      json.field("parts", run.parts)
      json.field("old", sides.sides.old)
      json.field("new", sides.sides.new)
    }
  }

  /// For the comment of a pull request.
  package var markdown: String {
    var lines: [String] = []
    for (path, word) in listed { lines.append("- `\(path.onOneLine)`: \(word)") }
    for (finding, sources) in errors {
      lines.append(
        "- **\(finding.code.id)** \(Self.cell(Self.place(of: finding, in: sources) + finding.message.onOneLine))")
    }
    if !lines.isEmpty { lines.append("") }
    for flow in flows {
      lines += ["### \(title(of: flow))", ""]
      guard !flow.items.isEmpty else { continue }
      lines += [counts(in: flow) + ".", "", "| | difference |", "|---|---|"]
      for item in flow.items {
        lines.append("| **\(item.difference.verdict.rawValue)** | \(Self.cell(words(item))) |")
      }
      lines += ["", savedRuns(of: flow) + "."]
      for item in isShort ? [] : flow.items {
        let told = places(of: item, flow) + SideBySide(item, flow).lines
        guard !told.isEmpty else { continue }
        let fence = Self.fence(around: told)
        lines += ["", "<details><summary>\(Self.cell(item.difference.words))</summary>", "", "\(fence)text"]
        lines += told + [fence, "", "</details>"]
      }
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// More backticks than some lines have in a row.
  private static func fence(around lines: [String]) -> String {
    var most = 2
    for line in lines {
      var row = 0
      for character in line.utf8 {
        row = character == UInt8(ascii: "`") ? row + 1 : 0
        most = max(most, row)
      }
    }
    return String(repeating: "`", count: most + 1)
  }

  private static func place(of finding: Diagnostic, in sources: SourceMap) -> String {
    guard let file = sources.file(finding.range.file) else { return "" }
    return "\(file.path.onOneLine):\(finding.range.start.line): "
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }

  /// One line of GitHub's workflow commands for each difference.
  package var github: String {
    listed.map { path, word in
      GitHubReport.command("notice", file: path, line: 1, title: "diff: \(word)", "the flow is \(word)")
    }.joined()
      + errors.map { GitHubReport.line($0.finding, in: $0.sources) }.joined()
      + flows.flatMap { flow in
        flow.items.map { item in
          let verdict = item.difference.verdict
          let level = item.allowance == nil && item.difference.mayBeWeaker ? "error" : "notice"
          let range = item.difference.new.range
          let file = range.flatMap { flow.sources.new.file($0.file) }?.path ?? flow.path
          return GitHubReport.command(
            level, file: file, line: Int(range?.start.line ?? 1), title: "diff: \(verdict.rawValue)",
            ([words(item)] + places(of: item, flow)).joined(separator: "\n"))
        }
      }.joined()
  }
}
