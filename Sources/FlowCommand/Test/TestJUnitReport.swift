// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A test as JUnit's XML: a suite for each scenario file, a case for each scenario.
///
/// A file that was not played is a suite with one case, which has an error. With `--min-coverage` the last suite has a
/// case for each flow, which fails if too little was taken of it. There are no times: they would be those of
/// the machine, and the same test would never give the same report.
struct TestJUnitReport {
  private let report: TestReport

  init(_ report: TestReport) { self.report = report }

  var text: String {
    var xml = XMLWriter()
    let counts = [
      ("tests", String(report.scenarios + report.broken + report.measured.count)),
      ("failures", String(report.failed + report.tooLow)), ("errors", String(report.broken + report.unplayed)),
    ]
    xml.element("testsuites", [("name", "mfaflow")] + counts) { xml in
      for file in report.files where file.broken != nil || !file.played.isEmpty { suite(file, &xml) }
      if let minimum = report.settings.minimum, !report.measured.isEmpty { coverage(minimum, &xml) }
    }
    return xml.text
  }

  private func suite(_ file: TestReport.File, _ xml: inout XMLWriter) {
    let errors = file.broken == nil ? 0 : 1
    let counts = [
      ("name", file.path), ("tests", String(file.played.count + errors)), ("failures", String(file.failed)),
      ("errors", String(errors + file.unplayed)),
    ]
    xml.element("testsuite", counts) { xml in
      if let broken = file.broken {
        xml.element("testcase", [("classname", file.path), ("name", "can be played")]) { xml in
          problem("error", broken.findings, in: broken.sources, [], &xml)
        }
      }
      for scenario in file.played {
        let place = [("file", file.path), ("line", String(scenario.name.range.start.line))]
        xml.element("testcase", [("classname", file.path), ("name", scenario.name.value)] + place) { xml in
          guard !scenario.passed else { return }
          problem(
            scenario.needsProgram ? "error" : "failure", scenario.failures, in: file.sources,
            report.shown(scenario.trace), &xml)
        }
      }
    }
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
        xml.element("testcase", [("classname", flow.path), ("name", name), ("file", flow.path)]) { xml in
          guard flow.isTooLow else { return }
          let untaken = flow.untaken.map { "\($0.place)  \($0.kind) \($0.name)\n" }.joined()
          let message = "\(flow.path) is covered to \(flow.percent) percent only"
          xml.element("failure", [("type", "coverage"), ("message", message)], text: "\nnot taken:\n" + untaken)
        }
      }
    }
  }

  private func problem(
    _ name: String, _ findings: [Diagnostic], in sources: SourceMap, _ trace: ArraySlice<String>,
    _ xml: inout XMLWriter
  ) {
    let attributes = findings.first.map { [("type", $0.code.id), ("message", $0.message)] } ?? []
    let text = TextRenderer().render(findings, in: sources) + trace.map { $0 + "\n" }.joined()
    xml.element(name, attributes, text: "\n" + text)
  }
}
