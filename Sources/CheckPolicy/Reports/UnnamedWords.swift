// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract

/// What a flow leaves to `else`, as lines that can be pasted, and as JSON.
struct UnnamedWords {
  /// Of the flow, as the user named it.
  let path: String
  let report: UnnamedReport
  let sources: SourceMap

  /// A block of lines: under each step what comes there, each as the line that would name it, with a comment that says what it is.
  var text: String {
    guard !report.outcomes.isEmpty || !report.interrupts.isEmpty else {
      return "\(shown(path)): nothing is left to `else`\n"
    }
    var lines = ["\(shown(path)): what only `else` takes"]
    for outcomes in outcomesByElse {
      let place = outcomes[0].choice.map { ", choice `\($0.value)`" } ?? ""
      lines.append(
        "  \(shown(outcomes[0].step.value + place)) (\(shown((outcomes[0].choice ?? outcomes[0].step).range))): "
          + "`else` leads to \(shown(outcomes[0].destination))")
      lines += outcomes.map { "    \(shown($0.line))" + comment(words($0)) }
    }
    if !report.interrupts.isEmpty { lines.append("  without an entry below `interrupts:`") }
    lines += report.interrupts.map { "    \(shown($0.line))" + comment(words($0)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The outcomes together that one `else` takes, in the order in which the first of each stands.
  ///
  /// Why: what the `else` of a step takes stands before and behind what that of a choice takes.
  private var outcomesByElse: [[UnnamedOutcome]] {
    report.outcomes.reduce(into: []) { groups, outcome in
      if let index = groups.lastIndex(where: { $0[0].isTaken(as: outcome) }) {
        groups[index].append(outcome)
      } else {
        groups.append([outcome])
      }
    }
  }

  private func words(_ outcome: UnnamedOutcome) -> [String] {
    [
      outcome.meaning, outcome.caution?.words ?? "", outcome.alternative.map { "or to `\($0)`" } ?? "",
      outcome.calls.isEmpty ? "" : "after \(outcome.calls.map { "`\($0)`" }.joined(separator: ", "))",
    ]
      + outcome.populations.map { "comes to `\($0.name)`" + ($0.meaning.isEmpty ? "" : ": \($0.meaning)") }
  }

  private func words(_ interrupt: UnlistedInterrupt) -> [String] {
    let places = interrupt.takers.count == 1 ? "1 step" : "\(interrupt.takers.count) steps"
    let first = interrupt.takers.first.map { ", such as `\($0.step.value)`, and leads to \($0.destination)" } ?? ""
    return [interrupt.meaning, "`else` takes it at \(places)" + first]
  }

  private func comment(_ words: [String]) -> String {
    let words = words.filter { !$0.isEmpty }
    return words.isEmpty ? "" : " # " + shown(words.joined(separator: "; "))
  }

  private func shown(_ range: SourceRange) -> String { sources.shownPlace(range, otherwise: path) }

  /// Names come out of files, and paths from anywhere: they must not command a terminal.
  private func shown(_ name: String) -> String { TerminalText.line(name) }
}

extension UnnamedWords {
  /// One object, with `file`, `flow`, `outcomes` and `interrupts`.
  ///
  /// An outcome has `step`, its place, `choice`, `trigger`, `calls`, `meaning`, `populations`, `leadsTo`, `fails`, the line to `add`, its `path`
  /// in a variant, the `caution` where the line does what `else` does not, and the target that it might have `or`; an interrupt has `event`,
  /// `meaning`, the `steps` whose `else` takes it, and the line to `add`.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "unnamed")
      json.field("file", path)
      json.field("flow", report.flow.value)
      json.array("outcomes") { json in for one in report.outcomes { json.object { write(one, to: &$0) } } }
      json.array("interrupts") { json in for one in report.interrupts { json.object { write(one, to: &$0) } } }
    }
    json.newline()
    return json.text
  }

  private func write(_ outcome: UnnamedOutcome, to json: inout JSONWriter) {
    json.field("step", outcome.step.value)
    json.field("file", sources.file(outcome.step.range.file)?.path)
    json.field("line", Int(outcome.step.range.start.line))
    json.field("column", Int(outcome.step.range.start.column))
    json.field("choice", outcome.choice?.value)
    json.field("trigger", outcome.trigger.words(report.contract))
    json.array("calls") { json in for call in outcome.calls { json.string(call) } }
    json.field("meaning", outcome.meaning)
    json.array("populations") { json in for population in outcome.populations { json.string(population.name) } }
    json.field("leadsTo", outcome.destination)
    json.field("fails", outcome.fails)
    json.field("add", outcome.line)
    json.field("path", outcome.path(report.contract))
    json.field("caution", outcome.caution?.words)
    json.field("or", outcome.alternative)
  }

  private func write(_ interrupt: UnlistedInterrupt, to json: inout JSONWriter) {
    json.field("event", interrupt.name)
    json.field("meaning", interrupt.meaning)
    json.array("steps") { json in for taker in interrupt.takers { json.string(taker.step.value) } }
    json.field("add", interrupt.line)
  }
}

extension UnnamedOutcome {
  /// Whether the same `else` takes it.
  fileprivate func isTaken(as other: UnnamedOutcome) -> Bool {
    step.range == other.step.range && target.range == other.target.range && choice?.range == other.choice?.range
  }
}
