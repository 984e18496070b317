// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A check as JUnit's XML: a case for each flow, which fails if it has errors.
///
/// Warnings are shown as the output of a case that passes, unless they make the check fail; a path that cannot be read is an error. The times are those of
/// this machine; those of the files add up, whatever was checked at once.
package struct CheckJUnitReport: CheckReport {
  /// A flow that uses a broken part is broken, however many others are.
  package let tellsOnce = false
  package let tellsTimes = true

  package init() {}

  package func piece(of check: CheckedPath) -> String {
    guard check.kind != .skipped else { return "" }
    var xml = XMLWriter(depth: 2)
    xml.element("testcase", [("classname", check.path), ("name", "has no errors"), ("time", check.duration.inSeconds)])
    { xml in
      let suppressed = check.suppressed.prefix(CheckedPath.mostSuppressed).map { $0.line(in: check.sources) + "\n" }
      let output = suppressed.isEmpty ? "" : "suppressed:\n" + suppressed.joined()
      let text = check.findings.isEmpty ? "" : "\n" + TextRenderer().render(check.findings, in: check.sources)
      let first = check.findings.first { $0.severity == .error } ?? check.findings.first
      let about = first.map { [("type", $0.code.id), ("message", $0.message)] } ?? []
      switch (check.kind, first?.severity) {
      case (.unreadable, _): xml.element("error", about, text: text)
      case (_, .error): xml.element("failure", about, text: text)
      case (_, .warning) where check.limit == .warning: xml.element("failure", about, text: text)
      case (_, .warning): return xml.element("system-out", [], text: text + output)
      case (_, nil): break
      }
      if !output.isEmpty { xml.element("system-out", [], text: "\n" + output) }
    }
    return xml.text
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    let counts = [
      ("name", "mfaflow check"), ("tests", String(files.count { $0.kind != .skipped })),
      ("failures", String(files.count(where: \.hasFailed))),
      ("errors", String(files.count { $0.kind == .unreadable })),
      ("time", files.reduce(Duration.zero) { $0 + $1.duration }.inSeconds),
    ]
    var xml = XMLWriter()
    xml.element("testsuites", counts) { xml in
      xml.element("testsuite", counts) { xml in
        Self.write(summary.suppressed, &xml)
        xml.add(written: pieces.joined())
      }
    }
    return xml.text
  }

  /// How many findings were suppressed, and what the configuration lets pass: nothing where there is nothing to tell.
  private static func write(_ report: SuppressionReport, _ xml: inout XMLWriter) {
    guard !report.lines.isEmpty else { return }
    xml.element("properties", []) { xml in
      for part in report.parts where part.count > 0 {
        xml.element("property", [("name", "suppressed by \(part.name)"), ("value", String(part.count))]) { _ in }
      }
      for line in report.permitLines { xml.element("property", [("name", "permit"), ("value", line)]) { _ in } }
    }
  }
}

extension CheckedFile {
  /// Whether its case fails.
  fileprivate var hasFailed: Bool { kind == .checked && (errors > 0 || fails) }
}
