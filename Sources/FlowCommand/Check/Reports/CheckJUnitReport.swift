// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A check as JUnit's XML: a case for each flow, which fails if it has errors.
///
/// Warnings are shown as the output of a case that passes; a path that cannot be read is an error.
struct CheckJUnitReport: CheckReport {
  /// A flow that uses a broken part is broken, however many others are.
  let tellsOnce = false

  func piece(of check: CheckedPath) -> String {
    guard check.kind != .skipped else { return "" }
    var xml = XMLWriter(depth: 2)
    xml.element("testcase", [("classname", check.path), ("name", "has no errors"), ("file", check.path)]) { xml in
      guard let first = check.findings.first(where: { $0.severity == .error }) ?? check.findings.first else { return }
      let text = "\n" + TextRenderer().render(check.findings, in: check.sources)
      let about = [("type", first.code.id), ("message", first.message)]
      switch (check.kind, first.severity) {
      case (.unreadable, _): xml.element("error", about, text: text)
      case (_, .error): xml.element("failure", about, text: text)
      case (_, .warning): xml.element("system-out", [], text: text)
      }
    }
    return xml.text
  }

  func whole(of files: [CheckedFile], _ pieces: [String]) -> String {
    let counts = [
      ("name", "mfaflow check"), ("tests", String(files.count { $0.kind != .skipped })),
      ("failures", String(files.count { $0.kind == .checked && $0.errors > 0 })),
      ("errors", String(files.count { $0.kind == .unreadable })),
    ]
    var xml = XMLWriter()
    xml.element("testsuites", counts) { xml in
      xml.element("testsuite", counts) { $0.add(written: pieces.joined()) }
    }
    return xml.text
  }
}
