// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowPages
import FlowRuntime

/// What very many runs came to.
package struct SoakReport {
  private let tally: SoakTally
  private let flow: Flow
  private let settings: SoakSettings
  /// Whether a signal has ended it early.
  private let isCut: Bool
  /// How long it took in all.
  private let nanoseconds: Int64

  package init(_ tally: SoakTally, of flow: Flow, _ settings: SoakSettings, isCut: Bool, nanoseconds: Int64) {
    self.tally = tally
    self.flow = flow
    self.settings = settings
    self.isCut = isCut
    self.nanoseconds = nanoseconds
  }

  package var verdict: TrialVerdict {
    if tally.failure != nil { return .broken }
    if isCut { return .stopped }
    return tally.outcomes.keys.allSatisfy { $0.isGood(in: flow) } ? .passed : .failed
  }

  /// What a person has to know besides.
  package var remarks: [String] {
    var remarks: [String] = []
    if let (run, failure) = tally.failure { remarks.append("run \(run): \(failure.description.onOneLine)") }
    let runs = tally.runs
    if runs < settings.runs {
      let why = isCut ? "it was stopped" : "the SDK failed; `--keep-going` goes on"
      remarks.append("\(runs) of \(settings.runs) runs were done: \(why)")
    }
    return remarks
  }

  /// The outcomes, the most frequent first.
  private var outcomes: [(outcome: SoakOutcome, count: Int)] {
    tally.outcomes.map { ($0.key, $0.value) }.sorted { left, right in
      left.count != right.count
        ? left.count > right.count : words(left.outcome).utf8.lexicographicallyPrecedes(words(right.outcome).utf8)
    }
  }

  /// Such as `done (success)`.
  private func words(_ outcome: SoakOutcome) -> String {
    let ending = outcome.ending(in: flow)
    return outcome.name(in: flow).map { "\($0) (\(ending))" } ?? ending
  }

  private var runsPerSecond: Int {
    nanoseconds > 0 ? Int(Double(tally.runs) * 1e9 / Double(nanoseconds)) : 0
  }
}

extension SoakReport {
  /// The tables for a reader.
  package var text: String {
    var lines = ["\(tally.runs) runs of \(flow.name) \(flow.version), \(settings.concurrency) at a time", ""]
    var table = SoakTable()
    table.add(["runs", "came to"])
    for (outcome, count) in outcomes { table.add(["\(count)", words(outcome)]) }
    if !outcomes.isEmpty { lines += table.lines(textColumns: [1]) + [""] }
    lines += times.lines(textColumns: [0])
    if !settings.isSteady {
      let tenths = nanoseconds / 100_000_000
      lines += ["", "\(tenths / 10).\(tenths % 10) s, \(runsPerSecond) runs a second"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var times: SoakTable {
    var table = SoakTable()
    let words = ["p50", "p95", "p99", "max"]
    let run = words.enumerated().map { $0.offset == 0 ? "run ms \($0.element)" : $0.element }
    let wall = words.enumerated().map { $0.offset == 0 ? "wall µs \($0.element)" : $0.element }
    table.add(["step", "visits"] + run + (settings.isSteady ? [] : wall))
    for (step, times) in zip(flow.steps, tally.steps) where times.run.total > 0 {
      table.add([step.name.value] + row(times))
    }
    table.add(["whole run"] + row(tally.whole))
    return table
  }

  private func row(_ times: SoakTally.Times) -> [String] {
    let run = Self.figures(times.run).map { "\($0)" }
    let wall = Self.tenths(times.wall).map { "\($0 / 10).\($0 % 10)" }
    return ["\(times.run.total)"] + run + (settings.isSteady ? [] : wall)
  }

  /// Three percentiles and the largest.
  private static func figures(_ times: LatencyHistogram) -> [Int64] {
    [times.value(perMille: 500), times.value(perMille: 950), times.value(perMille: 990), times.largest]
  }

  /// The same of times in nanoseconds, as tenths of a microsecond: so people read them in every format.
  private static func tenths(_ times: LatencyHistogram) -> [Int64] {
    figures(times).map { $0 / 100 + ($0 % 100 < 50 ? 0 : 1) }
  }
}

extension SoakReport {
  /// One object with everything.
  ///
  /// - Parameter exit: what the shell is told.
  package func json(exit: Int32) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "soak")
      json.field("flow", flow.name)
      json.field("version", "\(flow.version)")
      json.field("wanted", settings.runs)
      json.field("runs", tally.runs)
      json.field("concurrency", settings.concurrency)
      json.field("interrupted", isCut)
      if !settings.isSteady {
        json.field("nanoseconds", Int(nanoseconds))
        json.field("runsPerSecond", runsPerSecond)
      }
      json.array("outcomes") { json in
        for (outcome, count) in outcomes { json.object { write(outcome, count, to: &$0) } }
      }
      json.array("steps") { json in
        for (step, times) in zip(flow.steps, tally.steps) where times.run.total > 0 {
          json.object { json in
            json.field("step", step.name.value)
            write(times, to: &json)
          }
        }
      }
      json.object("wholeRun") { write(tally.whole, to: &$0) }
      if let (run, failure) = tally.failure {
        json.object("failure") { json in
          json.field("run", run)
          json.field("message", failure.description)
        }
      }
      json.field("exit", Int(exit))
    }
    return json.text
  }

  private func write(_ outcome: SoakOutcome, _ count: Int, to json: inout JSONWriter) {
    json.field("ending", outcome.ending(in: flow))
    if let name = outcome.name(in: flow) {
      if case .waiting = outcome { json.field("step", name) } else { json.field("end", name) }
    }
    json.field("runs", count)
  }

  private func write(_ times: SoakTally.Times, to json: inout JSONWriter) {
    json.field("visits", Int(times.run.total))
    json.object("runMilliseconds") { Self.write(times.run, to: &$0) }
    if !settings.isSteady { json.object("wallNanoseconds") { Self.write(times.wall, to: &$0) } }
  }

  private static func write(_ times: LatencyHistogram, to json: inout JSONWriter) {
    for (name, figure) in zip(["p50", "p95", "p99", "max"], figures(times)) { json.field(name, Int(figure)) }
  }
}

extension SoakReport {
  /// The same for people without any tool.
  package var page: String {
    var facts = ["\(tally.runs) runs", "\(settings.concurrency) at a time"] + remarks
    if !settings.isSteady { facts.append("\(runsPerSecond) runs a second") }
    var charts = [
      chart("Time by the clock of the run", "milliseconds") { Self.figures($0.run).map { Int($0) } }
    ]
    if !settings.isSteady {
      charts.append(
        chart("Time by the clock on the wall", "microseconds", isInTenths: true) {
          Self.tenths($0.wall).map { Int($0) }
        })
    }
    return SoakPage(
      title: "\(flow.name) \(flow.version)", facts: facts,
      outcomes: outcomes.map { (words($0.outcome), $0.count, $0.outcome.isGood(in: flow)) }, charts: charts
    ).text
  }

  private func chart(
    _ title: String, _ unit: String, isInTenths: Bool = false, _ figures: (SoakTally.Times) -> [Int]
  ) -> SoakPage.Chart {
    let steps = zip(flow.steps, tally.steps).filter { $0.1.run.total > 0 }.map { ($0.0.name.value, $0.1) }
    let rows = (steps + [("whole run", tally.whole)]).map { name, times in
      SoakPage.Times(name: name, visits: Int(times.run.total), figures: figures(times))
    }
    return SoakPage.Chart(title: title, unit: unit, isInTenths: isInTenths, rows: rows)
  }
}

/// Columns of words, and of numbers, which end below each other.
private struct SoakTable {
  private var rows: [[String]] = []

  mutating func add(_ row: [String]) { rows.append(row) }

  /// - Parameter textColumns: those that begin below each other.
  func lines(textColumns: Set<Int>) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return textColumns.contains(column) ? cell + blanks : blanks + cell
      }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
