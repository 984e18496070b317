// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowRuntime

/// A test as JUnit's XML: a suite for each scenario file, a case for each scenario.
///
/// A file that was not played is a suite with one case, which has an error. With `--min-coverage` the last suite has a
/// case for each flow, which fails if too little was taken of it. The times are those of this machine; a scenario plays
/// on a clock of its own. A failure says in its text where it is: the schemas have no attribute for it.
///
/// Source: the schema of Jenkins' xUnit plugin, junit-10.xsd.
struct TestJUnitReport {
  private let report: TestReport

  init(_ report: TestReport) { self.report = report }

  var text: String {
    var xml = XMLWriter()
    let counts = [
      ("tests", String(report.scenarios + report.broken + report.measured.count)),
      ("failures", String(report.failed + report.tooLow)), ("errors", String(report.broken + report.unplayed)),
      ("time", Self.seconds(report.files.flatMap(\.played))),
    ]
    xml.element("testsuites", [("name", "mfaflow")] + counts) { xml in
      for file in report.files where file.broken != nil || !file.played.isEmpty || !file.skipped.isEmpty {
        suite(file, &xml)
      }
      if let minimum = report.settings.minimum, !report.measured.isEmpty { coverage(minimum, &xml) }
    }
    return xml.text
  }

  private func suite(_ file: TestReport.File, _ xml: inout XMLWriter) {
    let errors = file.broken == nil ? 0 : 1
    let counts = [
      ("name", file.path), ("tests", String(file.played.count + file.skipped.count + errors)),
      ("failures", String(file.failed)),
      ("errors", String(errors + file.unplayed)), ("skipped", String(file.skipped.count + file.declined)),
      ("time", Self.seconds(file.played)),
    ]
    var known = TextRenderer.KnownLines()
    xml.element("testsuite", counts) { xml in
      if let broken = file.broken {
        xml.element("testcase", [("classname", file.path), ("name", "can be played")]) { xml in
          problem("error", broken.findings, in: broken.sources, [], &known, &xml)
        }
      }
      for scenario in file.played {
        let attributes = [
          ("classname", file.path), ("name", scenario.name.value), ("time", Self.seconds([scenario])),
        ]
        xml.element("testcase", attributes) { xml in
          if let why = scenario.declined { return xml.element("skipped", [("message", why)]) { _ in } }
          guard !scenario.passed else { return }
          problem(
            scenario.needsProgram ? "error" : "failure", scenario.failures, in: file.sources,
            report.shown(scenario.trace), &known, &xml)
        }
      }
      for skipped in file.skipped {
        xml.element("testcase", [("classname", file.path), ("name", skipped.name)]) { xml in
          xml.element("skipped", skipped.reason.map { [("message", $0)] } ?? []) { _ in }
        }
      }
    }
  }

  /// How long scenarios took on this machine.
  private static func seconds(_ played: [PlayedScenario]) -> String {
    played.reduce(Duration.zero) { $0 + $1.duration }.inSeconds
  }

  /// What was asked for of each flow, and what was taken.
  private func coverage(_ minimum: Int, _ xml: inout XMLWriter) {
    let counts = [
      ("name", "coverage"), ("tests", String(report.measured.count)), ("failures", String(report.tooLow)),
      ("errors", "0"),
    ]
    xml.element("testsuite", counts) { xml in
      for flow in report.measured {
        let name = "at least \(minimum) percent are covered"
        xml.element("testcase", [("classname", flow.path), ("name", name)]) { xml in
          guard flow.isTooLow else { return }
          let untaken = flow.untaken.map { $0.shown + "\n" }.joined()
          let about = [("type", "coverage"), ("message", flow.shortfall)]
          xml.element("failure", about, text: "\nnot taken:\n" + untaken)
        }
      }
    }
  }

  private func problem(
    _ name: String, _ findings: [Diagnostic], in sources: SourceMap, _ trace: ArraySlice<String>,
    _ known: inout TextRenderer.KnownLines, _ xml: inout XMLWriter
  ) {
    let attributes = findings.first.map { [("type", $0.code.id), ("message", $0.message)] } ?? []
    let text = TextRenderer().render(findings, in: sources, knowing: &known) + trace.map { $0 + "\n" }.joined()
    xml.element(name, attributes, text: "\n" + text)
  }
}
