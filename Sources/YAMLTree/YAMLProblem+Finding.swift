// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Diagnostic {
  /// What stands wrong at a place.
  static func invalidYAML(
    _ wording: ProblemWording, at place: SourcePosition, in lines: LineTable, _ file: FileID
  ) -> Diagnostic {
    Diagnostic(
      wording.code, wording.headline, at: lines.character(at: lines.inside(place), in: file),
      help: Cure(wording.help, wording.change))
  }

  /// What libyaml found, in the words of somebody who writes policies, and with the cure.
  static func invalidYAML(_ problem: YAMLProblem, _ wording: ProblemWording, in lines: LineTable, _ file: FileID)
    -> Diagnostic
  {
    let found = wording.isAtContext ? problem.contextPlace ?? problem.place : problem.place
    let place = wording.place ?? found
    var finding = invalidYAML(wording, at: place, in: lines, file)
    if let since = wording.since, let begin = problem.contextPlace, begin != lines.inside(place) {
      finding.notes.append(Note(since, at: lines.character(at: lines.inside(begin), in: file)))
    }
    return finding
  }
}

/// How a problem is told.
struct ProblemWording {
  var code = YAMLRules.invalidYAML
  var headline: String
  var help: String
  /// What surely mends it, at the place where it is shown; nil where its author must decide.
  var change: Cure.Change?
  /// True if the problem is shown where it began, not where libyaml noticed it.
  var isAtContext = false
  /// What the place where it began is called in a note; nil for no note.
  var since: String?
  /// Where the slip is that led to it; nil where nobody knows more than libyaml.
  var place: SourcePosition?
  /// The line from which on other findings merely follow from it; nil for that where it is shown.
  var from: Int?
}

extension YAMLProblem {
  func wording(_ lines: LineTable) -> ProblemWording {
    if context.contains("tag") || problem.contains("tag") { return tag }
    if context.contains("quoted scalar") { return quotedScalar }
    if context.contains("block scalar") { return blockScalar }
    if context.contains("anchor") || context.contains("alias") { return anchor(lines) }
    if problem.contains("cannot start any token") { return forbiddenStart(lines) }
    if problem.contains("did not find expected ','") { return brackets(lines) }
    if problem == "did not find expected key" { return missingKey(lines) }
    if problem == "did not find expected <document start>" { return afterTheEnd(lines) }
    if problem == "mapping values are not allowed in this context" { return secondColon(lines) }
    return structure
  }

  /// A colon in a block that nobody expects: one of a text, or the first of a line that the line above has made part of its text.
  private func secondColon(_ lines: LineTable) -> ProblemWording {
    var wording = ProblemWording(
      headline: "a second colon must not stand here",
      help: "quote a text that holds `: `, or check the indentation here and the colon of the line above")
    let line = BlockLine(lines.text(ofLine: Int(place.line)))
    if let text = line.value, line.keyEnd < Int(place.column) {
      let key = line.key.hasPrefix("- ") ? String(line.key.dropFirst(2)) : line.key
      if key.nameBeforeBrace != nil {
        return ProblemWording(
          headline: "a key must have a colon behind it", help: "write `:` and a space in front of the `{`",
          place: SourcePosition(line: Int(place.line), column: line.indentation + 1))
      }
      // Why no word of the line: what cannot be read may be a file of secrets.
      wording.help = "put quotes around a text that holds `: `, as in `key: \"one: two\"`"
      // One word in front of it may be a key.
      if let colon = text.firstRange(of: ": "), !text[..<colon.lowerBound].contains(" ") {
        wording.help += ", and `{ }` around a map, as in `key: { one: two }`"
      }
      let front = String(lines.text(ofLine: Int(place.line)).unicodeScalars.prefix(Int(place.column) - 1))
      // What stands between a comma and the colon may be the key of a line of its own.
      if let comma = front.ranges(of: ", ").last, String(front[comma.upperBound...]).isName {
        wording.help += "; if there are two keys, write the second one on a line of its own, without the comma"
      }
      return wording
    }
    guard let number = (1..<max(2, Int(place.line))).last(where: { !lines.isBlank($0) }), number < Int(place.line)
    else {
      return wording
    }
    let above = BlockLine(lines.text(ofLine: number))
    if above.value != nil, line.indentation > above.indentation {
      return ProblemWording(
        headline: "this line is indented deeper than the one above, which has a value",
        help: "indent it as the line above: with \(above.indentation) spaces",
        place: SourcePosition(line: Int(place.line), column: line.indentation + 1))
    }
    return wording
  }

  private var tag: ProblemWording {
    ProblemWording(
      code: YAMLRules.tagNotAllowed, headline: "a YAML tag is not allowed",
      help: "remove it; if the text itself begins with `!`, put single quotes around the whole text",
      isAtContext: true)
  }

  private var quotedScalar: ProblemWording {
    switch problem {
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      ProblemWording(
        headline: "no such escape in a text in double quotes",
        help: "write `\\\\` for a backslash, or use single quotes", since: "the text begins here")
    default:
      ProblemWording(
        headline: "this quote is never closed", help: "close it, and write a quote inside as `\\\"` or `''`",
        isAtContext: true)
    }
  }

  private var blockScalar: ProblemWording {
    ProblemWording(
      headline: "nothing but `+`, `-` and one digit may follow `|` or `>` on its line",
      help: "write the text on the lines below, indented; a text that begins with `|` or `>` needs quotes")
  }

  private func anchor(_ lines: LineTable) -> ProblemWording {
    let sign = context.contains("alias") ? "*" : "&"
    return ProblemWording(
      headline: "a text must not begin with `\(sign)` unless it is in quotes",
      help: lines.text(ofLine: Int(place.line)).contains(": !")
        ? "put single quotes around the whole expression, since it begins with `!`"
        : "put quotes around the text; in YAML `&` and `*` begin the names of anchors", isAtContext: true)
  }

  private func forbiddenStart(_ lines: LineTable) -> ProblemWording {
    let sign = lines.text(ofLine: Int(place.line)).unicodeScalars.dropFirst(Int(place.column) - 1).first
    let name = sign.map { $0 == "`" ? "a backtick" : Diagnostic.quoting(String($0)) } ?? "this sign"
    return ProblemWording(
      headline: "a text must not begin with \(name) unless it is in quotes", help: "put quotes around the text")
  }

  private func brackets(_ lines: LineTable) -> ProblemWording {
    let isList = problem.contains("]")
    let sign = isList ? "[" : "{"
    let close = isList ? "]" : "}"
    if place > lines.end {
      return ProblemWording(
        headline: "this `\(sign)` is never closed", help: "write `\(close)` where it ends", isAtContext: true)
    }
    if !isList, contextPlace?.line == place.line, lines.holds(":", at: place) {
      return ProblemWording(
        headline: "a second colon must not stand here",
        help: "put quotes around a text that holds `: `, a comma between two keys, and `{ }` around a map in a map",
        since: "the `\(sign)` is here")
    }
    return ProblemWording(
      headline: "a comma or `\(close)` must stand here",
      help: hasCurlyQuotes(lines)
        ? "write `\"` in the place of the curly quotes, which are part of the text"
        : "close the `\(sign)` or separate with a comma; a text with brackets, quotes or commas needs quotes",
      since: "the `\(sign)` is here")
  }

  /// Whether the line has quotes that a word processor has made.
  private func hasCurlyQuotes(_ lines: LineTable) -> Bool {
    lines.text(ofLine: Int(place.line)).unicodeScalars.contains {
      "\u{201C}\u{201D}\u{201E}".unicodeScalars.contains($0)
    }
  }

  private func missingKey(_ lines: LineTable) -> ProblemWording {
    let line = lines.text(ofLine: Int(place.line)).unicodeScalars
    switch line.prefix(Int(place.column) - 1).last(where: { $0 != " " }) {
    case "\"":
      return ProblemWording(
        headline: "nothing may follow a closing quote",
        help: "put single quotes around the whole text, with the double quotes inside")
    case "'":
      return ProblemWording(
        headline: "nothing may follow a closing quote", help: "inside of single quotes, write `''` for a quote")
    default:
      let written = WrittenLine(Int(place.line), in: lines)
      // It stands where a key would stand: only its dash is one too many.
      if written.isItem, let start = contextPlace, place.column == start.column,
        Int(start.column) == written.indentation + 1
      {
        return ProblemWording(
          headline: "this line begins with a dash, and those above it do not", help: "take the dash out",
          since: "the map begins here")
      }
      return ProblemWording(
        headline: "a key must stand here", help: "give this line the indentation of the keys above it",
        since: "the map begins here")
    }
  }

  private func afterTheEnd(_ lines: LineTable) -> ProblemWording {
    let above = (1..<max(2, Int(place.line))).last { !lines.isBlank($0) }
    if let above, lines.text(ofLine: above).hasPrefix("...") {
      return ProblemWording(
        code: YAMLRules.secondDocument, headline: "nothing may follow `...`, which ends the document",
        help: "remove the `...`")
    }
    return ProblemWording(
      headline: "this line must belong to what stands above", help: "check its indentation and the lines above")
  }

  private var structure: ProblemWording {
    switch problem {
    case "could not find expected ':'":
      ProblemWording(
        headline: "a key must have a colon behind it", help: "write `key: value`, with a space behind the colon",
        isAtContext: true)
    case "block sequence entries are not allowed in this context":
      ProblemWording(
        headline: "a list item must not begin here", help: "write each `- ` on a line of its own, below its key")
    case "mapping keys are not allowed in this context":
      ProblemWording(
        headline: "a key must not begin here", help: "write the key on a line of its own; a text with `?` needs quotes")
    case "did not find expected '-' indicator":
      ProblemWording(
        headline: "a list item must stand here", help: "begin the line with `- `, or indent it as its list's key",
        since: "the list begins here")
    case "did not find expected node content":
      ProblemWording(headline: "a value must stand here", help: "write the value, or remove the sign that announces it")
    case "out of memory":
      ProblemWording(headline: "the file must fit into memory", help: "split the text into several files")
    default:
      ProblemWording(
        headline: "the file must be YAML: \(Diagnostic.quoting(problem, limit: 60))",
        help: "check the indentation, quotes and brackets of this line and the one above")
    }
  }
}

extension LineTable {
  /// The place, or the end of the file's text if the place is behind it.
  fileprivate func inside(_ place: SourcePosition) -> SourcePosition {
    place > end ? end : place
  }

  /// Whether a sign stands at a place.
  fileprivate func holds(_ sign: Unicode.Scalar, at place: SourcePosition) -> Bool {
    text(ofLine: Int(place.line)).unicodeScalars.dropFirst(Int(place.column) - 1).first == sign
  }

  /// The character at a place; the last one of the line if the place is at its end.
  fileprivate func character(at place: SourcePosition, in file: FileID) -> SourceRange {
    var range = SourceRange(place, place, in: file)
    if place < end(ofLine: Int(place.line)) {
      range.end.column += 1
    } else if place.column > 1 {
      range.start.column -= 1
    }
    return range
  }
}

/// A line of a block, as far as it can be told without reading the file.
private struct BlockLine {
  /// How many spaces it begins with.
  let indentation: Int
  /// What stands in front of its first `: `; all of it where there is none.
  let key: String
  /// What stands behind that; nil where nothing does.
  let value: String?

  /// The column of the colon behind the key.
  var keyEnd: Int { indentation + key.unicodeScalars.count + 1 }

  init(_ line: String) {
    // Sign by sign: to Swift, a space and the accent that follows it are one character.
    let rest = String(line.unicodeScalars.drop { $0 == " " })
    indentation = line.utf8.count - rest.utf8.count
    let colon = rest.firstRange(of: ": ")
    key = colon.map { String(rest[..<$0.lowerBound]) } ?? rest
    let behind = colon.map { rest[$0.upperBound...].unicodeScalars.drop { $0 == " " } }
    value = behind.flatMap { $0.isEmpty ? nil : String($0) }
  }
}
