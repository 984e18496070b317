// SPDX-License-Identifier: Apache-2.0

/// Findings for a person: the headline, the place in its line, the cure.
///
/// ```
/// error[MFA301]: step `lockout` has no way out
///   --> flows/login.yaml:12:3
///    |
/// 12 |   lockout:
///    |   ^^^^^^^
///    = help: …
///    = way: how it comes about
///      1. `initialize` leads to `lockout` (flows/login.yaml:7:25)
/// ```
public struct TextRenderer: Sendable {
  private let paint: Paint

  /// A renderer with or without colours.
  ///
  /// - Parameter color: true for a terminal that understands ANSI colours.
  public init(color: Bool = false) {
    paint = Paint(isOn: color)
  }

  /// One block a finding, in the order given, with a blank line between two.
  public func render(_ findings: [Diagnostic], in sources: SourceMap) -> String {
    var lines = KnownLines()
    return render(findings, in: sources, knowing: &lines)
  }

  /// The same, for one of many texts about the same files.
  ///
  /// - Parameter lines: those that were looked for before; what is found anew is added.
  public func render(_ findings: [Diagnostic], in sources: SourceMap, knowing lines: inout KnownLines) -> String {
    var result = ""
    for finding in findings {
      if !result.isEmpty { result += "\n" }
      write(finding, in: sources, &lines.tables, to: &result)
    }
    return result
  }

  /// Where the lines of some files begin, so that they are looked for once.
  public struct KnownLines {
    fileprivate var tables: [FileID: LineTable] = [:]

    /// Of no file.
    public init() {}
  }

  private func write(
    _ finding: Diagnostic, in sources: SourceMap, _ tables: inout [FileID: LineTable], to result: inout String
  ) {
    let places = finding.places
    let gutter = places.map { String($0.start.line).utf8.count }.max() ?? 1
    let margin = String(repeating: " ", count: gutter)
    let name = paint(finding.severity == .error ? .error : .warning, "\(finding.severity)[\(finding.code.id)]")
    result += "\(name)\(paint(.strong, ": " + TerminalText.line(finding.message)))\n"
    frame(finding.range, "^", finding.severity, gutter, in: sources, &tables, to: &result)
    if let help = finding.help {
      result += "\(margin) \(paint(.quiet, "= help:")) \(TerminalText.line(help))\n"
    }
    for note in finding.notes {
      result += "\(margin) \(paint(.quiet, "= note:")) \(TerminalText.line(note.message))\n"
      if let range = note.range {
        frame(range, "-", nil, gutter, in: sources, &tables, to: &result)
      }
    }
    guard !finding.way.isEmpty else { return }
    result += "\(margin) \(paint(.quiet, "= way:")) how it comes about\n"
    for line in WayLines(finding.way, in: sources).lines { result += "\(margin)   \(line)\n" }
  }

  /// The place, the line, and the marks below it; only the place if the file has no such line.
  private func frame(
    _ range: SourceRange, _ mark: Character, _ severity: Severity?, _ gutter: Int, in sources: SourceMap,
    _ tables: inout [FileID: LineTable], to result: inout String
  ) {
    let margin = String(repeating: " ", count: gutter)
    let file = sources.file(range.file)
    let path = TerminalText.line(file?.path ?? "<unknown>")
    result += "\(margin)\(paint(.quiet, "-->")) \(path):\(range.start.line):\(range.start.column)\n"
    guard let file, !file.bytes.isEmpty else { return }
    let table = tables[range.file] ?? LineTable(file)
    tables[range.file] = table
    let line = Int(range.start.line)
    guard line >= 1, line <= table.count else { return }
    let excerpt = SourceExcerpt(range, in: table, file.bytes, columns: 160 - gutter - 3)
    let number = String(line)
    let pad = String(repeating: " ", count: gutter - number.utf8.count)
    let marks = String(repeating: mark, count: excerpt.markWidth)
    let ink: Paint.Ink = severity == .error ? .error : severity == .warning ? .warning : .quiet
    result += "\(margin) \(paint(.quiet, "|"))\n"
    result += "\(pad)\(paint(.quiet, "\(number) |"))\(excerpt.text.isEmpty ? "" : " ")\(excerpt.text)\n"
    result += "\(margin) \(paint(.quiet, "|")) \(String(repeating: " ", count: excerpt.indent))\(paint(ink, marks))\n"
  }
}

/// Colours for a terminal, or none.
private struct Paint: Sendable {
  enum Ink: String {
    case error = "1;31"
    case warning = "1;33"
    case strong = "1"
    case quiet = "1;34"
  }

  let isOn: Bool

  func callAsFunction(_ ink: Ink, _ text: String) -> String {
    isOn ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }
}
