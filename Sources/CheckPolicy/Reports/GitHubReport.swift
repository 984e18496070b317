// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import LocalFiles

/// Workflow commands of GitHub Actions, which show each finding beside its line in a pull request.
///
/// Source: GitHub's documentation, "Workflow commands for GitHub Actions", setting an error or warning message.
package struct GitHubReport: CheckReport {
  package init() {}

  package func piece(of check: CheckedPath) -> String {
    check.findings.map { Self.line($0, in: check.sources) }.joined()
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    pieces.joined()
      + summary.suppressed.lines.map { "::notice title=suppressed::\(Self.message($0))\n" }.joined()
  }

  /// A line of the workflow that shows a text beside a line of a file.
  ///
  /// - Parameter level: `error`, `warning` or `notice`.
  package static func command(_ level: String, file: String, line: Int, title: String, _ text: String) -> String {
    command(level, [("file", RelativePath.path(fromHereTo: file)), ("line", String(line)), ("title", title)], text)
  }

  private static func command(_ level: String, _ properties: [(String, String)], _ text: String) -> String {
    let written = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
    return "::\(level) \(written)::\(message(text))\n"
  }

  /// A finding beside its line.
  package static func line(_ finding: Diagnostic, in sources: SourceMap) -> String {
    let range = finding.range
    var properties = [
      ("file", RelativePath.path(fromHereTo: sources.file(range.file)?.path ?? "")), ("line", String(range.start.line)),
      ("endLine", String(range.end.line)),
    ]
    // Columns are taken only where begin and end are in one line.
    if range.start.line == range.end.line {
      properties += [("col", String(range.start.column)), ("endColumn", String(range.end.column))]
    }
    properties.append(("title", "\(finding.code.id) \(finding.code.slug)"))
    let notes = finding.notes.map { "\nnote: \($0.message)" }.joined()
    let help = finding.help.map { "\nhelp: \($0)" } ?? ""
    let way = finding.way.isEmpty ? [] : ["way: how it comes about"] + WayLines(finding.way, in: sources).lines
    let text = finding.message + notes + help + way.map { "\n" + $0 }.joined()
    return command(finding.severity.rawValue, properties, text)
  }

  /// A text behind the two colons.
  private static func message(_ text: String) -> String { escaped(text, also: []) }

  /// A text before them, where a comma and a colon would end it.
  private static func property(_ text: String) -> String { escaped(text, also: [":", ","]) }

  private static func escaped(_ text: String, also separators: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where separators.contains(scalar): result += "%3A"
      case "," where separators.contains(scalar): result += "%2C"
      default: result.unicodeScalars.append(TerminalText.isHidden(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
