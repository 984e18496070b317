// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Makes a broken file readable: it takes out the least that libyaml stumbles over, and asks it again.
///
/// Why by libyaml's own words: only one program may decide what is YAML. The reading is repeated until as many bytes were read as
/// ``mostBytes(for:)`` allows; then the rest of the file is one gap.
struct Mender {
  private(set) var text: MendedText
  private var budget: Int
  /// Whether the next cut takes all that follows.
  private var isLast = false

  private static func mostBytes(for count: Int) -> Int { (1 << 20) + 8 * count }

  /// The file as it can be read; nil if nothing of it can.
  static func mended(_ file: SourceFile) -> MendedText? {
    guard let text = MendedText(file) else { return nil }
    var mender = Mender(text: text, budget: mostBytes(for: text.bytes.count))
    return mender.mend() ? mender.text : nil
  }

  private mutating func mend() -> Bool {
    var lastTries = 4
    while true {
      let input = text.input
      var probe = MendingProbe()
      let problem = input.withUnsafeBufferPointer { YAMLEventReader.read($0, into: &probe) }
      guard !probe.isTooDeep else { return false }
      if let second = probe.secondDocument {
        guard cut(from: Int(second.line)) else { return false }
        continue
      }
      guard let problem else { return true }
      budget -= input.count
      if budget > 0 {
        mend(problem, probe)
      } else {
        lastTries -= 1
        let first = min(
          problem.place.line, problem.contextPlace.map(\.line) ?? .max, probe.flows.first?.start.line ?? .max)
        let isBlock = problem.context.contains("block")
        guard lastTries > 0, cut(from: Int(isBlock ? problem.place.line : first)) else { return false }
      }
    }
  }

  /// Takes out all lines from one on.
  private mutating func cut(from line: Int) -> Bool {
    text.blank(text.lines.bytes(ofLine: line).lowerBound..<text.bytes.count)
  }

  private mutating func mend(_ problem: YAMLProblem, _ probe: MendingProbe) {
    let isMended =
      if problem.context.hasSuffix("a quoted scalar"), let start = problem.contextPlace {
        mendQuoted(from: start, problem)
      } else if let swallowing = swallowing(probe, problem) {
        close(quotedFrom: swallowing)
      } else if problem.context == "while scanning a simple key", let key = problem.contextPlace {
        takeOut(key)
      } else if ["while scanning an anchor", "while scanning an alias", "while scanning a tag"].contains(
        problem.context),
        let sign = problem.contextPlace
      {
        text.blankRest(from: text.lines.offset(of: sign), ofLine: Int(sign.line))
      } else if !probe.flows.isEmpty {
        mendBrackets(probe.flows, problem)
      } else if problem.problem == "mapping values are not allowed in this context" {
        mendValue(problem.place)
      } else {
        takeOut(problem.place)
      }
    guard !isMended else { return }
    // Whatever it was: what stands above goes, line by line.
    var line = min(Int(problem.place.line), text.lines.count)
    while line > 0, !text.blankBlock(at: line) { line -= 1 }
    if line == 0 { budget = 0 }
  }

  /// Takes out a word with the rest of its line; if it begins the line, with what stands below it, too.
  private mutating func takeOut(_ place: SourcePosition) -> Bool {
    let (offset, line) = (text.lines.offset(of: place), Int(place.line))
    if let depth = text.indentation(ofLine: line), text.lines.bytes(ofLine: line).lowerBound + depth == offset {
      return text.blankBlock(at: line)
    }
    return text.blankRest(from: offset, ofLine: line)
  }

  /// A colon where no key can end: the second one of a line, or that of a line that continues a text by its depth.
  private mutating func mendValue(_ place: SourcePosition) -> Bool {
    let (offset, line) = (text.lines.offset(of: place), Int(place.line))
    let before = text.bytes[text.lines.bytes(ofLine: line).lowerBound..<offset]
    let isSecond = zip(before, before.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == 0x20 }
    return isSecond ? text.blankRest(from: offset, ofLine: line) : text.blankBlock(at: line)
  }
}

extension Mender {
  private mutating func mendQuoted(from start: SourcePosition, _ problem: YAMLProblem) -> Bool {
    guard problem.problem.contains("escape") || problem.problem.contains("hexdecimal") else {
      return close(quotedFrom: start)
    }
    // libyaml names the backslash, or what follows it.
    var index = min(text.lines.offset(of: problem.place), text.bytes.count - 1)
    while index > 0, text.bytes[index] != UInt8(ascii: "\\") { index -= 1 }
    guard text.bytes[index] == UInt8(ascii: "\\") else { return false }
    text.replace(index, by: UInt8(ascii: "?"))
    return true
  }

  /// Closes a text in quotes at the end of the last line that can belong to it.
  private mutating func close(quotedFrom start: SourcePosition) -> Bool {
    let offset = text.lines.offset(of: start)
    guard offset < text.bytes.count else { return false }
    let quote = text.bytes[offset]
    let last = text.lastLine(of: offset, inLine: Int(start.line))
    let end = text.lines.bytes(ofLine: last).upperBound
    if quote == UInt8(ascii: "\"") {
      let slashes = text.bytes[..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if slashes % 2 == 1 { text.replace(end - 1, by: 0x20) }
    }
    text.close(quote, from: offset, before: end)
    return true
  }

  /// A text in quotes that goes on below its key: its end is the beginning of another one, and what follows is the problem.
  private func swallowing(_ probe: MendingProbe, _ problem: YAMLProblem) -> SourcePosition? {
    guard let quoted = probe.longText else { return nil }
    let places = [problem.place.line, problem.contextPlace?.line]
    guard places.contains(where: { $0.map { $0 >= quoted.end.line && $0 <= quoted.end.line + 1 } ?? false }) else {
      return nil
    }
    let last = text.lastLine(of: text.lines.offset(of: quoted.start), inLine: Int(quoted.start.line))
    return last < Int(quoted.end.line) ? quoted.start : nil
  }

  private mutating func mendBrackets(_ flows: [MendingProbe.Flow], _ problem: YAMLProblem) -> Bool {
    let start = flows[0].start
    let open = text.lines.offset(of: start)
    let last = text.lastLine(of: open, inLine: Int(start.line))
    let offset = text.lines.offset(of: problem.place)
    // Nothing but blanks and comments may stand behind the problem.
    let isInside =
      Int(problem.place.line) <= last && offset < text.endOfWords(inLine: last, inBracketsFrom: open)
    if isInside { return text.blankRest(from: offset, ofLine: Int(problem.place.line)) }
    var line = last
    while line > Int(start.line), text.indentation(ofLine: line) == nil { line -= 1 }
    let brackets = flows.filter { Int($0.start.line) <= line }.reversed().map(\.closing)
    text.close(brackets: Array(brackets), before: text.endOfWords(inLine: line, inBracketsFrom: open))
    return true
  }
}

/// Looks at events for what is open, and for what may have swallowed more than it should.
struct MendingProbe: YAMLEventTaker {
  /// A map or list in brackets.
  struct Flow {
    let start: SourcePosition
    let closing: UInt8
  }

  /// Brackets that nobody has closed, the outermost first.
  private(set) var flows: [Flow] = []
  /// The last text in quotes of several lines.
  private(set) var longText: (start: SourcePosition, end: SourcePosition)?
  private(set) var secondDocument: SourcePosition?
  private(set) var isTooDeep = false
  private var open: [Bool] = []
  private var documents = 0

  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents == 2 { secondDocument = event.start }
    case .scalar:
      let isQuoted = event.style == .single || event.style == .double
      if isQuoted, event.end.line > event.start.line { longText = (event.start, event.end) }
    case .mappingStart, .sequenceStart:
      let isFlow = event.style == .flow
      let closing = event.kind == .mappingStart ? UInt8(ascii: "}") : UInt8(ascii: "]")
      open.append(isFlow)
      if isFlow { flows.append(Flow(start: event.start, closing: closing)) }
      isTooDeep = open.count > YAMLLimits.standard.depth
    case .containerEnd: if open.popLast() == true { flows.removeLast() }
    case .alias, .other: break
    }
    return secondDocument == nil && !isTooDeep
  }
}
