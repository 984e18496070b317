// SPDX-License-Identifier: Apache-2.0

/// One JSON object a finding, each on a line of its own, for programs.
///
/// The keys never change their meaning and are always there, in this order: `kind` (`finding`), `file` (the path as it was given),
/// `line`, `column`, `endLine`, `endColumn` (from 1, in Unicode scalars; the end is just behind the last character),
/// `severity` (`error` or `warning`), `code` (`MFA301`), `slug` (`dead-end`), `message`, `help` (a text or null), and
/// `notes`: an array of objects with `message`, `file`, `line`, `column`, `endLine` and `endColumn`, all but the first
/// null for a note that has no place, and `way`: the steps of the shortest run that shows it, objects of the same keys;
/// empty where there is none; and `fix`: the changes that surely mend it, objects with a place and the `text` that is to stand
/// there, empty where the author must decide. `file` is null where the place is in no file of the compilation.
public struct JSONRenderer: Sendable {
  /// A renderer; there is nothing to choose.
  public init() {}

  /// A line for each finding, in the order given.
  public func render(_ findings: [Diagnostic], in sources: SourceMap) -> String {
    var json = JSONWriter()
    for finding in findings {
      json.object { json in
        json.field("kind", "finding")
        write(finding, in: sources, to: &json)
      }
      json.newline()
    }
    return json.text
  }

  private func write(_ finding: Diagnostic, in sources: SourceMap, to json: inout JSONWriter) {
    write(finding.range, in: sources, to: &json)
    json.field("severity", finding.severity.rawValue)
    json.field("code", finding.code.id)
    json.field("slug", finding.code.slug)
    json.field("message", finding.message)
    json.field("help", finding.help)
    json.array("notes") { json in
      for note in finding.notes {
        json.object {
          $0.field("message", note.message)
          write(note.range, in: sources, to: &$0)
        }
      }
    }
    json.array("way") { json in
      for step in finding.way {
        json.object {
          $0.field("message", step.message)
          write(step.range, in: sources, to: &$0)
        }
      }
    }
    json.array("fix") { json in
      for edit in finding.edits(in: sources) {
        json.object {
          write(edit.range, in: sources, to: &$0)
          $0.field("text", edit.text)
        }
      }
    }
  }

  private func write(_ range: SourceRange?, in sources: SourceMap, to json: inout JSONWriter) {
    json.field("file", range.flatMap { sources.file($0.file)?.path })
    json.field("line", range.map { Int($0.start.line) })
    json.field("column", range.map { Int($0.start.column) })
    json.field("endLine", range.map { Int($0.end.line) })
    json.field("endColumn", range.map { Int($0.end.column) })
  }
}
