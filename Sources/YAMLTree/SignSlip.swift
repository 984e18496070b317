// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// One sign of a line that is missing, doubled or wrong: a colon, the space behind it, a brace, a dash, a quote.
struct SignSlip {
  /// What is written in place of some characters of the line, counted from 0.
  typealias Edit = (range: Range<Int>, words: String)

  let line: WrittenLine
  /// From left to right.
  let edits: [Edit]
  let headline: String
  let help: String
  var change: Cure.Change?
  /// Where it is shown, counted from 0.
  let place: Int
  /// Whether it is a slip wherever the file can then be read; else only where nothing more is left to be said of the file.
  var isSure = true

  var wording: ProblemWording {
    ProblemWording(
      headline: headline, help: help, change: change,
      place: SourcePosition(line: line.number, column: place + 1), from: line.number)
  }

  /// The bytes of the file with the sign as it was meant.
  func mended(_ bytes: [UInt8], _ lines: LineTable) -> [UInt8] {
    var mended: [UInt8] = []
    var copied = 0
    for edit in edits {
      let first = lines.offset(of: SourcePosition(line: line.number, column: edit.range.lowerBound + 1))
      mended += bytes[copied..<first] + Array(edit.words.utf8)
      copied = lines.offset(of: SourcePosition(line: line.number, column: edit.range.upperBound + 1))
    }
    return mended + bytes[copied...]
  }

  /// A line that is missing above one: the name of what begins there, or the key of its block.
  private static func lostLines(above line: WrittenLine, depths: [Int], _ words: YAMLWords) -> [SignSlip] {
    func slip(_ depth: Int, _ name: String, _ headline: String, _ help: String) -> SignSlip {
      let words = String(repeating: " ", count: depth) + name + (name.hasPrefix("-") ? "\n" : ":\n")
      return SignSlip(
        line: line, edits: [(0..<0, words)], headline: headline, help: help, place: line.indentation, isSure: false)
    }
    guard line.hasPlainKey, !line.isItem else { return [] }
    let items =
      line.indentation < 2
      ? []
      : words.itemKeys.map { key in
        slip(
          line.indentation - 2, "- \(key): x", "`- \(key):` is missing above this line",
          "write `- \(key): …` in a line above it, with \(line.indentation - 2) spaces in front")
      }
    return items
      + depths.flatMap { depth in
        let place = depth == 0 ? "in the first column" : "with \(depth) spaces in front"
        let blocks = (depth == 0 ? words.blocks : words.innerBlocks).map {
          slip(depth, $0, "`\($0):` is missing above this line", "write `\($0):` in a line above it, \(place)")
        }
        guard depth > 0 else { return blocks }
        let help = "write the name with a colon in a line above it, \(place)"
        return [slip(depth, "x", "the name above this line is missing", help)] + blocks
      }
  }

  /// A condition that stands in a list alone, with the other keys of its item below it.
  private static func bareConditions(_ line: WrittenLine, _ words: YAMLWords) -> [SignSlip] {
    guard line.isItem, line.key == nil else { return [] }
    let text = String(String.UnicodeScalarView(line.scalars[line.depth...]))
    guard [" == ", " != ", " && ", " || ", " < ", " > ", "has("].contains(where: text.contains) else { return [] }
    return words.itemKeys.map { key in
      SignSlip(
        line: line, edits: [(line.depth..<line.depth, key + ": ")],
        headline: "an item of this list begins with `\(key):`",
        help: "write `- \(key): …`", place: line.depth)
    }
  }

  /// All that may be meant by some lines: what is most likely comes first.
  ///
  /// - Parameters:
  ///   - depths: how deep the keys stand to which a line may belong.
  static func all(in lines: [WrittenLine], depths: (WrittenLine) -> [Int], _ words: YAMLWords) -> [SignSlip] {
    let lines = lines.filter { !$0.isEmpty && $0.scalars.count < WrittenLine.longest }
    let signs = lines.map { LineSigns($0) }
    var slips: [SignSlip] = []
    for line in lines { slips += bareConditions(line, words) }
    for line in signs {
      slips += line.aroundKeys() + line.brackets() + line.dashes()
      slips += line.comments() + line.quotes()
    }
    for line in lines { slips += lostLines(above: line, depths: depths(line), words) }
    for line in signs { slips += line.values() }
    return slips
  }
}

/// Finds the slips in one line.
private struct LineSigns {
  let line: WrittenLine
  private let scalars: [Unicode.Scalar]
  /// Behind the last character that is no part of a comment.
  private let end: Int
  /// Where a key may begin: behind the indentation and dashes, and behind each brace and comma.
  private let heads: [Int]
  /// How many double quotes there are.
  private let quoteCount: Int
  /// Of each character behind the indentation and dashes, whether it stands in quotes.
  private let isQuoted: [Bool]

  init(_ line: WrittenLine) {
    self.line = line
    scalars = line.scalars
    var heads = [line.depth]
    var quote: Unicode.Scalar?
    var index = line.depth
    var quotes = 0
    var depth = 0
    var isQuoted: [Bool] = []
    while index < line.scalars.count {
      isQuoted.append(quote != nil)
      let scalar = line.scalars[index]
      let before: Unicode.Scalar = index > line.depth ? line.scalars[index - 1] : " "
      if scalar == "\"", before != "\\" { quotes += 1 }
      if let open = quote {
        if scalar == open, before != "\\" { quote = nil }
      } else if scalar == "\"" || scalar == "'", " {[,:".unicodeScalars.contains(before) {
        quote = scalar
      } else if scalar == "#", CommentSign.begins(behind: before) {
        break
      } else if scalar == "}" {
        depth -= 1
      } else if scalar == "{" || scalar == "," && depth > 0 {
        if scalar == "{" { depth += 1 }
        line.scalars[(index + 1)...].firstIndex { $0 != " " }.map { heads.append($0) }
      }
      index += 1
    }
    var end = index
    while end > line.depth, line.scalars[end - 1] == " " { end -= 1 }
    (self.heads, self.end, self.isQuoted, quoteCount) = (heads, end, isQuoted, quotes)
  }

  /// The colon behind a key is missing, doubled, another sign, or has no space behind it.
  func aroundKeys() -> [SignSlip] { heads.flatMap { aroundKey(at: $0) } }

  private func aroundKey(at head: Int) -> [SignSlip] {
    guard let last = keyEnd(from: head), last < end else { return head == line.depth ? missingColon(at: head) : [] }
    let name = text(head..<last)
    let next = scalars[last...].firstIndex { $0 != " " } ?? end
    let sign = scalars[next]
    if let arrow = Self.arrows.first(where: { text(next..<min(end, next + $0.unicodeScalars.count)) == $0 }) {
      let behind = scalars[(next + arrow.unicodeScalars.count)...].firstIndex { $0 != " " } ?? end
      return [
        slip(
          [(last..<behind, ": ")], "a key must have a colon behind it",
          "write `:` and a space in place of `\(arrow)`", at: next)
      ]
    }
    if sign == ":", next == last {
      let behind = scalars[last..<end].firstIndex { $0 != ":" } ?? end
      let isGlued = behind < end && scalars[behind] != " "
      if behind > last + 1 {
        return [
          slip(
            [(last + 1..<behind, isGlued ? " " : "")], "two colons stand behind \(Diagnostic.quoting(name))",
            "take one of them out", at: last)
        ]
      }
      guard isGlued, scalars[behind] != "/", !LookAlikes.isBlank(scalars[behind]) else { return [] }
      return [
        slip(
          [(behind..<behind, " ")], "a space must stand behind the colon",
          "write `key: value`, with a space behind the colon", at: last)
      ]
    }
    if sign == "=" || sign == ";", next + 1 >= end || scalars[next + 1] != "=" {
      let behind = scalars[(next + 1)...].firstIndex { $0 != " " } ?? end
      var slip = slip(
        [(last..<behind, ": ")], "a key must have a colon behind it",
        "write `:` and a space in place of `\(sign)`", at: next)
      let isBefore = next + 1 < end && scalars[next + 1] == " "
      slip.change = .whole(by: isBefore ? ":" : ": ")
      slip.isSure = sign == "=" || head == line.depth
      return [slip]
    }
    return head == line.depth ? missingColon(at: head) : []
  }

  /// What other languages have in place of the colon.
  private static let arrows = ["->", "=>", "-->", ":=", "\u{2192}"]

  private func missingColon(at head: Int) -> [SignSlip] {
    guard line.key == nil else { return [] }
    let last = scalars[head..<end].firstIndex { $0 == " " } ?? end
    return (last == end ? [": x", ": 1", ":"] : [":"]).map { words in
      var slip = slip(
        [(last..<last, words)], "a key must have a colon behind it",
        "write `key: value`, with a space behind the colon", at: head)
      slip.isSure = false
      return slip
    }
  }

  /// Where a key ends that begins at a place: a name or path, maybe with a mode and a code; nil if none does.
  private func keyEnd(from head: Int) -> Int? {
    func word(_ first: Int) -> Int { scalars[first..<end].firstIndex { !$0.isOfKeys } ?? end }
    guard head < end, scalars[head].properties.isAlphabetic || ("0"..."9").contains(scalars[head]) else { return nil }
    var last = word(head)
    while last + 1 < end, scalars[last] == " " {
      let next = word(last + 1)
      let part = text(last + 1..<next)
      guard part == "error" || !part.isEmpty && part.allSatisfy(\.isNumber) else { break }
      last = next
    }
    return last > head ? last : nil
  }

  /// `{{`, as templates have it, and a bracket that is one too many, or is missing.
  func brackets() -> [SignSlip] { doubled("{", "}") + doubled("[", "]") + braceTooMany() + unclosed() }

  private func doubled(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> [SignSlip] {
    guard let first = pair(open, from: line.depth) else { return [] }
    let headline = "two `\(open)` must not stand side by side"
    var found: [SignSlip] = []
    if open == "{", var closed = pair(close, from: first) {
      while closed + 2 < end, scalars[closed + 2] == close { closed += 1 }
      let one: [SignSlip.Edit] = [(first..<first + 1, ""), (closed..<closed + 1, "")]
      found.append(slip(one, headline, "write one `{` and one `}`", at: first))
      let inner = text(first + 2..<closed).split(separator: " ").joined(separator: " ")
      let signs = scalars[..<first].contains { "{[".unicodeScalars.contains($0) } ? "},]" : "#"
      let isAlone = scalars[(closed + 2)..<end].first { $0 != " " }.map { signs.unicodeScalars.contains($0) } ?? true
      if isAlone {
        let both: [SignSlip.Edit] = [(first..<first + 2, ""), (closed..<closed + 2, "")]
        let help = inner.isName ? "write \(Diagnostic.quoting(inner)), without braces" : "take out both `{{` and `}}`"
        found.append(slip(both, headline, help, at: first))
      }
    }
    return found + [slip([(first..<first + 1, "")], headline, "write one `\(open)`", at: first, isSure: open == "{")]
  }

  private func braceTooMany() -> [SignSlip] {
    guard pair("{", from: line.depth) == nil, let second = pair("}", from: line.depth).map({ $0 + 1 }) else {
      return []
    }
    return [slip([(second..<second + 1, "")], "this `}` is one too many", "take it out", at: second, isSure: false)]
  }

  /// A bracket that is closed too late or never.
  private func unclosed() -> [SignSlip] {
    var open: [Int] = []
    func closing(_ place: Int) -> String { scalars[place] == "{" ? "}" : "]" }
    func slip(_ place: Int, before index: Int) -> SignSlip {
      self.slip(
        [(index..<index, index == end ? " " + closing(place) : closing(place) + " ")],
        "this `\(scalars[place])` is not closed in its line", "write `\(closing(place))` where it ends", at: place,
        isSure: false)
    }
    for index in line.depth..<end where !isQuoted[index - line.depth] {
      if "{[".unicodeScalars.contains(scalars[index]) {
        open.append(index)
      } else if "}]".unicodeScalars.contains(scalars[index]), let last = open.popLast() {
        if String(scalars[index]) != closing(last) { return [slip(last, before: index)] }
      }
    }
    guard open.count == 1, let first = open.first else { return [] }
    let other: [SignSlip] =
      scalars[end - 1] != ")"
      ? []
      : [
        self.slip(
          [(end - 1..<end, closing(first))], "this `)` closes no `\(scalars[first])`",
          "write `\(closing(first))` in its place", at: end - 1, isSure: false)
      ]
    return other + [slip(first, before: end)]
  }

  private func pair(_ sign: Unicode.Scalar, from start: Int) -> Int? {
    guard start + 1 < end else { return nil }
    return (start..<end - 1).first { scalars[$0] == sign && scalars[$0 + 1] == sign }
  }

  /// A dash that is missing, or has no space behind it.
  func dashes() -> [SignSlip] {
    let start = line.depth
    if scalars[start] == "-", start + 1 < end, scalars[start + 1] != "-" {
      let word = text(start + 1..<end).prefix { $0 != " " }
      return [
        slip(
          [(start + 1..<start + 1, " ")], DashWords.glued, DashWords.cureOfGlued(word), at: start)
      ]
    }
    guard !line.isItem, start >= 2 else { return [] }
    return [
      slip(
        [(start - 2..<start, "- ")], DashWords.missing, DashWords.cureOfMissing, at: start, isSure: false)
    ]
  }

  /// A comment as other languages have it.
  func comments() -> [SignSlip] {
    guard line.hasPlainKey, let start = line.valueStart, start < end,
      let sign = ["//", "--", "/*", ";"].first(where: { text(start..<min(end, start + $0.count)) == $0 })
    else { return [] }
    return [
      slip(
        [(start..<start + sign.count, "#")], "a comment begins with `#`", "write `#` in place of `\(sign)`",
        at: start, isSure: false)
    ]
  }

  /// What stands behind a key whose map is written below it.
  func values() -> [SignSlip] {
    guard let key = line.key, line.hasPlainKey, let start = line.valueStart, start < end,
      !"{[".unicodeScalars.contains(scalars[start])
    else { return [] }
    return [
      slip(
        [(start..<end, "")], "\(Diagnostic.quoting(key)) has a value here, and keys in the lines below",
        "take out what stands behind the colon; if it is a comment, write `#` in front of it", at: start, isSure: false)
    ]
  }

  /// The quote in front of a text is missing.
  func quotes() -> [SignSlip] {
    guard quoteCount % 2 == 1 else { return [] }
    return (line.depth..<end).filter { index in
      guard index > 1, scalars[index - 1] == " ", !"\"' ".unicodeScalars.contains(scalars[index]) else { return false }
      return scalars[index - 2] == ":" || index == line.depth && line.isItem
    }.prefix(4).reversed().map { index in
      slip(
        [(index..<index, "\"")], "the quote is missing in front of this text", "write `\"` where the text begins",
        at: index, isSure: false)
    }
  }

  private func slip(_ edits: [SignSlip.Edit], _ headline: String, _ help: String, at place: Int, isSure: Bool = true)
    -> SignSlip
  {
    SignSlip(line: line, edits: edits, headline: headline, help: help, place: place, isSure: isSure)
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}

extension Unicode.Scalar {
  /// Whether it may stand in a key: a name, a path or a mode in parentheses.
  fileprivate var isOfKeys: Bool {
    isASCII && (properties.isAlphabetic || ("0"..."9").contains(self) || "-_()./".unicodeScalars.contains(self))
  }
}
