// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A test for programs: one JSON object a line.
///
/// The `kind` of an object is `scenario`, `finding` (what is wrong with a file that was not played), `coverage` (one a
/// flow), or `summary`, which is the last. Their keys stand in Documentation/Scenarios.md.
struct TestJSONReport {
  private let report: TestReport

  private let exit: Int

  /// - Parameter exit: the number with which the test ends.
  init(_ report: TestReport, exit: Int) {
    self.report = report
    self.exit = exit
  }

  var text: String {
    var json = JSONWriter()
    for file in report.files {
      for scenario in file.played {
        json.object { write(scenario, in: file, to: &$0) }
        json.newline()
      }
      for skipped in file.skipped {
        guard let reason = skipped.reason else { continue }
        json.object { json in
          json.field("kind", "skipped")
          json.field("file", file.path)
          json.field("name", skipped.name)
          json.field("reason", reason)
        }
        json.newline()
      }
      for finding in file.broken?.findings ?? [] {
        json.object { json in
          json.field("kind", "finding")
          json.field("scenarios", file.path)
          write(finding, in: file.sources, to: &json)
        }
        json.newline()
      }
    }
    for flow in report.flows {
      json.object { write(flow, to: &$0) }
      json.newline()
    }
    json.object { summary(&$0) }
    json.newline()
    return json.text
  }

  private func write(_ scenario: PlayedScenario, in file: TestReport.File, to json: inout JSONWriter) {
    let written = file.sources.file(scenario.name.range.file)?.path ?? file.path
    json.field("kind", "scenario")
    json.field("file", written)
    json.field("line", Int(scenario.name.range.start.line))
    json.field("takenOverBy", written == file.path ? nil : file.path)
    json.field("name", scenario.name.value)
    json.field("passed", scenario.passed)
    json.field("played", !scenario.needsProgram && scenario.declined == nil)
    json.field("declined", scenario.declined)
    json.array("failures") { json in
      for failure in scenario.failures { json.object { write(failure, in: file.sources, to: &$0) } }
    }
    json.field("trace", Array(report.shown(scenario.trace)))
  }

  private func write(_ finding: Diagnostic, in sources: SourceMap, to json: inout JSONWriter) {
    json.field("file", sources.file(finding.range.file)?.path)
    json.field("line", Int(finding.range.start.line))
    json.field("column", Int(finding.range.start.column))
    json.field("code", finding.code.id)
    json.field("message", finding.message)
    json.field("help", finding.help)
  }

  private func write(_ flow: FlowCoverage, to json: inout JSONWriter) {
    json.field("kind", "coverage")
    json.field("flow", flow.path)
    json.field("partial", report.settings.choice.isPartial)
    for count in flow.counts + [flow.together, flow.alone, flow.credited] {
      json.object(count.kind) { json in
        json.field("taken", count.taken)
        json.field("all", count.all)
      }
    }
    json.field("percent", flow.percent)
    json.field("minimum", report.settings.minimum)
    json.field("reached", !flow.isTooLow)
    for (name, items) in [("untaken", flow.untaken), ("notCounted", flow.outOfReach)] {
      json.array(name) { json in
        for item in items { json.object { write(item, to: &$0) } }
      }
    }
  }

  private func write(_ item: FlowCoverage.Untaken, to json: inout JSONWriter) {
    json.field("kind", item.kind)
    json.field("name", item.name)
    json.field("file", item.path)
    json.field("line", item.line)
    json.field("column", item.column)
  }

  private func summary(_ json: inout JSONWriter) {
    json.field("kind", "summary")
    json.field("scenarios", report.scenarios)
    json.field("passed", report.scenarios - report.failed - report.unplayed - report.skipped)
    json.field("failed", report.failed)
    json.field("notPlayed", report.unplayed)
    json.field("skipped", report.skipped)
    json.field("broken", report.broken)
    json.field("tooLow", report.tooLow)
    json.field("exit", exit)
  }
}
