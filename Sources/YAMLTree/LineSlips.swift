// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Looks for the slip of the hand behind a problem of libyaml, which tells where it could not go on: what is wrong often
/// stands some lines above.
struct LineSlips {
  let lines: LineTable
  let problem: YAMLProblem
  /// Where the quoted text stands that was read last and has several lines; nil if there is none.
  let longText: (start: SourcePosition, end: SourcePosition)?

  /// What to say of it; nil where no slip is sure enough.
  func wording() -> ProblemWording? {
    otherThanIndentation() ?? onlyDash() ?? indentation()
  }

  /// A sign that is missing or wrong, so that no line stands wrong.
  func otherThanIndentation() -> ProblemWording? {
    lookAlike() ?? openQuote() ?? cutInBrackets() ?? textInBraces()
  }

  var line: WrittenLine { WrittenLine(Int(problem.place.line), in: lines) }

  /// A character that looks like a sign, at a place where only the sign has a meaning.
  private func lookAlike() -> ProblemWording? {
    let above = lines.written(above: Int(problem.place.line))?.number
    let near = [problem.contextPlace.map { Int($0.line) }, above, Int(problem.place.line)].compactMap(\.self)
    for number in Set(near).sorted() {
      let line = WrittenLine(number, in: lines)
      guard let index = line.misleading else { continue }
      let scalar = line.scalars[index]
      return ProblemWording(
        headline: LookAlikes.headline(scalar), help: LookAlikes.cure(scalar),
        change: isAlone(scalar, in: line) ? LookAlikes.change(scalar) : nil,
        place: place(number, index), from: number)
    }
    return nil
  }

  /// Whether a line has no other character that looks like a sign: each would have to be changed.
  private func isAlone(_ scalar: Unicode.Scalar, in line: WrittenLine) -> Bool {
    line.scalars.count { $0.value > 0x7F && LookAlikes.sign($0) != nil } == 1
  }

  /// A quoted text with a line in it that looks like a key: its quote was to be closed above that line.
  private func openQuote() -> ProblemWording? {
    guard let text = longText, text.end <= problem.place, problem.place.line == text.end.line else { return nil }
    let (first, last) = (Int(text.start.line), Int(text.end.line))
    guard first < last, last - first <= WrittenLine.most else { return nil }
    guard ((first + 1)...last).contains(where: { WrittenLine($0, in: lines).hasPlainKey }) else { return nil }
    return ProblemWording(
      headline: "this quote is not closed in its line",
      help: "write the same quote where the text ends; as it stands, the text ends at the next quote, in line \(last)",
      place: text.start, from: first)
  }

  /// A text that begins with a brace, such as `wrong: {attemptsLeft} left.`, without quotes.
  private func textInBraces() -> ProblemWording? {
    guard problem.problem == "did not find expected key" else { return nil }
    let line = line
    let before = line.scalars.prefix(Int(problem.place.column) - 1).last { $0 != " " }
    guard before == "}" || before == "]", let start = line.valueStart, "{[".unicodeScalars.contains(line.scalars[start])
    else { return nil }
    return ProblemWording(
      headline: "a text must not begin with `\(line.scalars[start])` unless it is in quotes",
      help: "put quotes around the whole text, or take out what stands behind the bracket",
      place: place(line.number, start), from: line.number)
  }

  /// A `- ` before the first line of a map only.
  private func onlyDash() -> ProblemWording? {
    guard problem.problem == "did not find expected '-' indicator", let start = problem.contextPlace else { return nil }
    let (first, last) = (Int(start.line), Int(problem.place.line))
    guard first < last, last - first <= WrittenLine.most else { return nil }
    let column = Int(start.column) - 1
    let isAgain = ((first + 1)..<last).contains { number in
      let scalars = WrittenLine(number, in: lines).scalars
      return scalars.count > column && scalars[column] == "-" && scalars[..<column].allSatisfy { $0 == " " }
    }
    guard !isAgain, WrittenLine(first, in: lines).key != nil, line.key != nil else { return nil }
    return ProblemWording(
      headline: "only this line begins with a dash",
      help: "take the dash out, or begin each item of the list with `- `",
      place: start, from: first)
  }

  private func indentation() -> ProblemWording? {
    let kinds = [
      "mapping values are not allowed in this context", "did not find expected key", "could not find expected ':'",
    ]
    let line = line
    guard kinds.contains(problem.problem), line.hasPlainKey, let above = lines.written(above: line.number),
      above.hasPlainKey, line.depth > above.depth
    else { return nil }
    return shallow(above, before: line)
  }

  /// A line that stands as deep as the key whose first line it is.
  private func shallow(_ line: WrittenLine, before deeper: WrittenLine) -> ProblemWording? {
    var owner = lines.written(above: line.number)
    while let above = owner, above.depth == line.depth, above.hasPlainKey, above.valueStart != nil,
      line.number - above.number < WrittenLine.most
    {
      owner = lines.written(above: above.number)
    }
    guard let owner, owner.depth == line.depth, owner.hasPlainKey, owner.valueStart == nil else { return nil }
    let first = lines.written(below: owner.number) ?? line
    return ProblemWording(
      headline: "this line is not indented deeper than the key above it, to which it belongs",
      help: "indent it as line \(deeper.number): with \(deeper.depth) spaces",
      place: place(first.number, first.depth), from: owner.number)
  }

  private func place(_ line: Int, _ index: Int) -> SourcePosition { SourcePosition(line: line, column: index + 1) }
}

extension WrittenLine {
  /// A character that looks like a sign of YAML where such a sign has a task; nil if there is none.
  fileprivate var misleading: Int? {
    if let first = scalars.firstIndex(where: { $0 != " " }) {
      if LookAlikes.isBlank(scalars[first]) { return first }
      let isDash = LookAlikes.sign(scalars[first]) == "a dash" && first + 1 < scalars.count && scalars[first + 1] == " "
      if isDash { return first }
    }
    if let valueStart, LookAlikes.isBlank(scalars[valueStart]) || LookAlikes.isQuote(scalars[valueStart]) {
      return valueStart
    }
    guard key == nil, depth < scalars.count, !"\"'#".unicodeScalars.contains(scalars[depth]) else { return nil }
    for index in depth..<scalars.count where index > depth {
      if scalars[index] == "#", CommentSign.begins(behind: scalars[index - 1]) { return nil }
      if scalars[index - 1] == ":", LookAlikes.isBlank(scalars[index]) { return index }
      if ["a colon", "an equals sign"].contains(LookAlikes.sign(scalars[index])) { return index }
    }
    return nil
  }
}
