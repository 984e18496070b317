// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SDKContract

/// What came of the look at a backend, as it is told: for people and for programs.
package struct ConformanceTelling {
  private let report: ConformanceReport
  private let contract: Contract
  private let isStrict: Bool

  /// - Parameter isStrict: whether what could not be looked at counts as a fault.
  package init(_ report: ConformanceReport, _ contract: Contract, isStrict: Bool) {
    self.report = report
    self.contract = contract
    self.isStrict = isStrict
  }

  /// Whether nothing is wrong with the backend.
  package var isGood: Bool {
    report.count(.fail) == 0 && !(isStrict && (report.results.contains(where: \.isMissing) || report.stop != nil))
  }

  /// Such as `mfaflow: 17 clauses, 15 pass, 0 fail, 2 inconclusive; 210 runs, 5310 calls, 41 places`.
  package var summary: String {
    "mfaflow: \(report.results.count) clauses, \(report.count(.pass)) pass, \(report.count(.fail)) fail, "
      + "\(report.count(.inconclusive)) inconclusive; \(report.runs) runs, \(report.calls) calls, "
      + "\(report.places) places" + (report.stop.map { "; not all was looked at: \($0.onOneLine)" } ?? "")
  }

  /// Calls of the contract that were never accepted, in its order.
  private var untaken: [String] { contract.calls.map(\.name).filter { !report.accepted.contains($0) } }

  /// For people: a line for each clause, and below it what is wrong.
  package var text: String {
    var lines: [String] = []
    for result in report.results {
      let verdict = result.verdict.rawValue
      lines.append(
        "\(result.clause.id)  \(verdict)\(String(repeating: " ", count: 14 - verdict.count))\(result.clause.title)")
      if let reason = result.reason { lines.append("       \(reason.onOneLine)") }
      for breach in result.breaches { lines.append("       \(Self.words(of: breach))") }
    }
    if !untaken.isEmpty { lines += ["never accepted:"] + Self.wrapped(untaken) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ names: [String]) -> [String] {
    var lines: [String] = []
    for name in names {
      if let last = lines.last, last.count + name.count < 110 {
        lines[lines.count - 1] = last + ", " + name
      } else {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append("       " + name)
      }
    }
    return lines
  }

  private static func words(of breach: ClauseResult.Breach) -> String {
    let path = breach.path.isEmpty ? "" : " [after \(breach.path.joined(separator: ", "))]"
    return "it \(breach.words)\(path)".onOneLine
  }

  /// One object a line: the clauses, and a summary at the end.
  ///
  /// - Parameter exit: the exit code of the command.
  package func json(exit: Int) -> String {
    var json = JSONWriter()
    for result in report.results {
      json.object { json in
        json.field("kind", "clause")
        json.field("id", result.clause.id)
        json.field("title", result.clause.title)
        json.field("verdict", result.verdict.rawValue)
        json.field("checks", result.checks)
        json.field("reason", result.reason)
        json.array("breaches") { json in
          for breach in result.breaches {
            json.object { json in
              json.field("message", breach.words)
              json.field("after", breach.path)
            }
          }
        }
      }
      json.newline()
    }
    json.object { json in
      json.field("kind", "summary")
      json.field("contract", contract.name)
      for verdict in [Verdict.pass, .fail, .inconclusive] { json.field(verdict.rawValue, report.count(verdict)) }
      json.field("runs", report.runs)
      json.field("calls", report.calls)
      json.field("places", report.places)
      json.field("stop", report.stop)
      json.field("neverAccepted", untaken)
      json.field("exit", exit)
    }
    json.newline()
    return json.text
  }

  /// JUnit's XML: a case for each clause.
  package var junit: String {
    let failures = report.results.count { isFailure($0) }
    let skipped = report.results.count { $0.verdict == .inconclusive && !isFailure($0) }
    return Self.suite(contract, tests: report.results.count, failures: failures, skipped: skipped) { xml in
      for result in report.results {
        let name = "\(result.clause.id) \(result.clause.title)"
        xml.element("testcase", [("classname", contract.name), ("name", name)]) { xml in tell(result, &xml) }
      }
    }
  }

  /// JUnit's XML with these cases, all in one suite.
  package static func suite(
    _ contract: Contract, tests: Int, failures: Int = 0, errors: Int = 0, skipped: Int = 0,
    _ cases: (inout XMLWriter) -> Void
  ) -> String {
    var xml = XMLWriter()
    let counts = [("tests", String(tests)), ("failures", String(failures)), ("errors", String(errors))]
    xml.element("testsuites", [("name", "mfaflow")] + counts) { xml in
      // Jenkins' schema has the skipped ones for a single suite only.
      xml.element(
        "testsuite", [("name", "conformance to \(contract.name)")] + counts + [("skipped", String(skipped))], cases)
    }
    return xml.text
  }

  private func isFailure(_ result: ClauseResult) -> Bool {
    result.verdict == .fail || isStrict && result.isMissing
  }

  private func tell(_ result: ClauseResult, _ xml: inout XMLWriter) {
    if isFailure(result) {
      let words = result.breaches.map(Self.words(of:)) + [result.reason].compactMap { $0?.onOneLine }
      let attributes = [("type", result.clause.id), ("message", words.first ?? "")]
      xml.element("failure", attributes, text: "\n" + words.map { $0 + "\n" }.joined())
    } else if let reason = result.reason {
      xml.element("skipped", [("message", reason)]) { _ in }
    }
  }
}
