// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Findings as JSON on one line, and back.
enum CachedFinding {
  static func text(of findings: [Diagnostic]) -> String {
    var json = JSONWriter()
    json.array { json in
      for finding in findings { json.object { write(finding, to: &$0) } }
    }
    return json.text
  }

  /// Nil for what is no such text, and for findings about files that are not there.
  static func findings(_ bytes: [UInt8], ofFiles count: Int) -> [Diagnostic]? {
    if bytes.elementsEqual("[]".utf8) { return [] }
    let reader = Reader(files: count)
    return try? JSONReader.read(bytes).list { node throws(JSONProblem) in try reader.finding(node) }
  }

  private static func write(_ finding: Diagnostic, to json: inout JSONWriter) {
    json.field("code", finding.code.id)
    json.field("slug", finding.code.slug)
    json.field("usual", finding.code.severity.rawValue)
    if finding.code.yields { json.field("yields", true) }
    json.field("severity", finding.severity.rawValue)
    json.field("message", finding.message)
    json.field("help", finding.help)
    if let change = finding.change { json.field("change", words(of: change)) }
    write(finding.range, to: &json)
    json.array("notes") { json in
      for note in finding.notes {
        json.object { json in
          json.field("message", note.message)
          if let range = note.range { write(range, to: &json) }
        }
      }
    }
    json.array("way") { json in
      for step in finding.way {
        json.object { json in
          json.field("message", step.message)
          write(step.range, to: &json)
        }
      }
    }
  }

  private static func words(of change: Cure.Change) -> [String] {
    switch change {
    case .word(let word, let other): ["word", word, other]
    case .whole(let text): ["whole", text]
    case .entry: ["entry"]
    case .quotes: ["quotes"]
    case .before(let text): ["before", text]
    }
  }

  private static func write(_ range: SourceRange, to json: inout JSONWriter) {
    json.array("at") { json in
      for number in [range.start.line, range.start.column, range.end.line, range.end.column] { json.int(Int(number)) }
      json.int(Int(range.file.index))
    }
  }

  private struct Reader {
    /// How many files a finding may speak of.
    let files: Int

    func finding(_ node: JSONNode) throws(JSONProblem) -> Diagnostic {
      var fields = try node.object()
      let code = DiagnosticCode(
        try fields.take("code").text(), try fields.take("slug").text(), try severity(fields.take("usual")),
        yields: try fields.takeIfThere("yields").map { node throws(JSONProblem) in try node.flag() } ?? false)
      let severity = try severity(fields.take("severity"))
      let message = try fields.take("message").text()
      let help = try fields.take("help")
      let change = try fields.takeIfThere("change").map { node throws(JSONProblem) in try self.change(node) }
      var finding = Diagnostic(
        code, message, at: try range(fields.take("at")), help: help.isNull ? nil : Cure(try help.text(), change),
        notes: try fields.take("notes").list { node throws(JSONProblem) in
          var fields = try node.object()
          return Note(
            try fields.take("message").text(),
            at: try fields.takeIfThere("at").map { node throws(JSONProblem) in try range(node) })
        },
        way: try fields.take("way").list { node throws(JSONProblem) in
          var fields = try node.object()
          return WayStep(try fields.take("message").text(), at: try range(fields.take("at")))
        })
      finding.severity = severity
      try fields.finish()
      return finding
    }

    private func change(_ node: JSONNode) throws(JSONProblem) -> Cure.Change {
      let words = try node.list { node throws(JSONProblem) in try node.text() }
      switch (words.first, words.count) {
      case ("word", 3): return .word(words[1], by: words[2])
      case ("whole", 2): return .whole(by: words[1])
      case ("entry", 1): return .entry
      case ("quotes", 1): return .quotes
      case ("before", 2): return .before(words[1])
      default: throw JSONProblem("this is no change of a file", at: node.place)
      }
    }

    private func severity(_ node: JSONNode) throws(JSONProblem) -> Severity {
      guard let severity = Severity(rawValue: try node.text()) else {
        throw JSONProblem("this is no weight of a finding", at: node.place)
      }
      return severity
    }

    private func range(_ node: JSONNode) throws(JSONProblem) -> SourceRange {
      let numbers = try node.list { node throws(JSONProblem) in try node.int(in: 0...Int(Int32.max)) }
      guard numbers.count == 5, numbers[4] < files else {
        throw JSONProblem("this is no place", at: node.place)
      }
      return SourceRange(
        SourcePosition(line: numbers[0], column: numbers[1]), SourcePosition(line: numbers[2], column: numbers[3]),
        in: FileID(index: UInt16(truncatingIfNeeded: numbers[4])))
    }
  }
}
