// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A test as JUnit's XML: a suite for each scenario file, a case for each scenario.
///
/// A file that was not played is a suite with one case, which has an error. There are no times: they would be those of
/// the machine, and the same test would never give the same report.
struct TestJUnitReport {
  private let report: TestReport

  init(_ report: TestReport) { self.report = report }

  var text: String {
    var xml = XMLWriter()
    let counts = [
      ("tests", String(report.scenarios + report.broken)), ("failures", String(report.failed)),
      ("errors", String(report.broken)),
    ]
    xml.element("testsuites", [("name", "mfaflow")] + counts) { xml in
      for file in report.files where file.broken != nil || !file.played.isEmpty { suite(file, &xml) }
    }
    return xml.text
  }

  private func suite(_ file: TestReport.File, _ xml: inout XMLWriter) {
    let errors = file.broken == nil ? 0 : 1
    let counts = [
      ("name", file.path), ("tests", String(file.played.count + errors)), ("failures", String(file.failed)),
      ("errors", String(errors)),
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
          problem("failure", scenario.failures, in: file.sources, report.shown(scenario.trace), &xml)
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
