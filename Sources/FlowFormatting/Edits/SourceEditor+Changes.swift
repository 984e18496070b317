// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension SourceEditor {
  // What is replaced.

  func replacing(_ entry: SourceEntry, in place: Place, by new: SourceValue) throws(EditProblem) -> [TextChange] {
    let old = entry.value
    guard !old.isNamed else { throw .shared }
    guard place.parent.isBlock else {
      guard !old.holdsComments else { throw .commentBetween }
      return [TextChange(old.range, writer.inline(new, like: old.form, inFlow: true))]
    }
    if old.isBlock { return try replacing(block: entry, by: new) }
    let isBlock = new.isContainer && !old.isContainer && isOpened(new, among: place.parent)
    if !isBlock { return [TextChange(old.range, text(new, like: old))] }
    guard let key = entry.key else {
      guard entry.comment == nil else { throw .commentBetween }
      return [TextChange(old.range, writer.block(new, column(old.start)))]
    }
    // A comment behind the value stays behind the key.
    let colon = try colon(behind: key)
    return [
      TextChange(colon..<old.range.upperBound, ""),
      TextChange(
        endOfLine(old.range.upperBound)..<endOfLine(old.range.upperBound), writer.below(new, column(key.start) + 2)),
    ]
  }

  /// A scalar, or what stands in brackets.
  private func text(_ new: SourceValue, like old: SourceNode) -> String {
    guard old.form == .block, case .scalar(let said, false) = new, said.contains("\n") else {
      return writer.inline(new, like: old.form, inFlow: false)
    }
    let lines = tree.text(old.range).lines
    let head = lines[0]
    let sign = said.hasSuffix("\n\n") ? "+" : said.hasSuffix("\n") ? "" : "-"
    let indent = lines.dropFirst().first { !$0.withoutSpaces(.max).isEmpty }?.indentation
    guard head == "|" + sign, let indent, sign != "+", let first = said.utf8.first, first != 0x20, first != 0x0A else {
      return writer.inline(new, inFlow: false)
    }
    let margin = writer.lineBreak + String(repeating: " ", count: indent)
    let saidLines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast(sign.isEmpty ? 1 : 0)
    return saidLines.reduce(into: head) { $0 += $1.isEmpty ? writer.lineBreak : margin + $1 }
  }

  /// A map or list on lines of its own: all of its lines go.
  private func replacing(block entry: SourceEntry, by new: SourceValue) throws(EditProblem) -> [TextChange] {
    let old = entry.value
    let end = end(of: entry)
    let isOpened = new.isContainer && !isEmpty(new)
    guard let key = entry.key else {
      return [
        TextChange(old.start..<end, isOpened ? writer.block(new, column(old.start)) : writer.inline(new, inFlow: false))
      ]
    }
    let colon = try colon(behind: key)
    let line = endOfLine(key.range.upperBound)
    if isOpened {
      // A list may stand as deep as its key.
      let depth = old.entries.first.map { column(start(of: $0)) } ?? column(key.start) + 2
      return [
        TextChange(line..<max(line, end), writer.below(new, new.isList ? depth : max(depth, column(key.start) + 2)))
      ]
    }
    return [TextChange(colon..<colon, " " + writer.inline(new, inFlow: false)), TextChange(line..<max(line, end), "")]
  }

  func colon(behind key: SourceNode) throws(EditProblem) -> Int {
    var place = key.range.upperBound
    while place < tree.bytes.count, tree.bytes[place] == 0x20 { place += 1 }
    guard place < tree.bytes.count, tree.bytes[place] == UInt8(ascii: ":") else { throw .nothingThere }
    return place + 1
  }

  private func isEmpty(_ value: SourceValue) -> Bool { value == .map([]) || value == .list([]) }

  /// Whether a map or list gets lines of its own: where those beside it have, or where it is too long for one.
  private func isOpened(_ new: SourceValue, among parent: SourceNode) -> Bool {
    guard parent.isBlock, !isEmpty(new) else { return false }
    let beside = parent.entries.map(\.value).filter { $0.isContainer && !$0.entries.isEmpty }
    let isLong = writer.inline(new, inFlow: false).unicodeScalars.count + 20 > Formatter.width
    return isLong || beside.isEmpty || beside.contains { $0.isBlock }
  }

  // What is inserted.

  func insertion(
    of new: SourceValue, named key: String?, isWord: Bool, at index: Int, into node: SourceNode
  ) throws(EditProblem) -> TextChange {
    guard node.isBlock else { return inFlow(new, named: key, isWord: isWord, at: index, into: node) }
    let indent = column(start(of: node.entries[0]))
    let isBlock = isOpened(new, among: node)
    let text =
      if let key {
        writer.entry(
          SourceValue.Member(key, new), indent, isBlock: isBlock, like: node.quotesOfKeys, isWord: isWord)
      } else {
        "- " + (isBlock ? writer.block(new, indent + 2) : writer.inline(new, inFlow: false))
      }
    let margin = String(repeating: " ", count: indent)
    let blank = isSpaced(node) ? writer.lineBreak : ""
    guard index == 0 else {
      let place = endOfLine(end(of: node.entries[index - 1]))
      return TextChange(place..<place, writer.lineBreak + blank + margin + text)
    }
    let first = start(of: node.entries[0])
    guard isFirst(first) else {
      // Behind a dash.
      return TextChange(first..<first, text + writer.lineBreak + blank + margin)
    }
    let place = lines.bytes(ofLine: firstLine(of: node.entries[0])).lowerBound
    return TextChange(place..<place, margin + text + writer.lineBreak + blank)
  }

  /// Whether blank lines stand between the members of a block.
  func isSpaced(_ node: SourceNode) -> Bool {
    let below = node.entries.dropFirst()
    return !below.isEmpty && below.allSatisfy { $0.above.first == .blank }
  }

  private func inFlow(
    _ new: SourceValue, named key: String?, isWord: Bool, at index: Int, into node: SourceNode
  ) -> TextChange {
    let value = writer.inline(new, inFlow: true)
    let text = key.map { writer.key($0, like: node.quotesOfKeys, isWord: isWord, inFlow: true) + ": " + value } ?? value
    guard index > 0 else {
      let place = node.entries[0].start
      return TextChange(place..<place, text + ", ")
    }
    let last = node.entries[index - 1]
    let place = max(last.value.range.upperBound, last.key?.range.upperBound ?? 0)
    return TextChange(place..<place, ", " + text)
  }

  // What is taken out.

  func removal(of index: Int, from node: SourceNode) throws(EditProblem) -> TextChange {
    let entry = node.entries[index]
    guard node.isBlock else {
      guard !node.holdsComments else { throw .commentBetween }
      if index > 0 {
        return TextChange(node.entries[index - 1].value.range.upperBound..<entry.value.range.upperBound, "")
      }
      return TextChange(entry.start..<node.entries[1].start, "")
    }
    let first = start(of: entry)
    guard isFirst(first) else {
      // Behind a dash: what comes next takes its place.
      let next = node.entries[index + 1]
      guard index == 0, next.above.allSatisfy({ $0 == .blank }) else { throw .commentBetween }
      return TextChange(first..<start(of: next), "")
    }
    var begin = firstLine(of: entry)
    var end = line(end(of: entry))
    if index > 0 {
      // Blank lines above go, too, unless a comment above them stays.
      let above = entry.above.dropLast(line(first) - begin)
      if above.allSatisfy({ $0 == .blank }) { begin -= above.count }
    } else {
      while end < lines.count, node.entries[1].above.first == .blank, lines.isBlank(end + 1) { end += 1 }
    }
    let from = lines.bytes(ofLine: begin).lowerBound
    guard end == lines.count, begin > 1 else {
      return TextChange(from..<nextLine(lines.bytes(ofLine: end).lowerBound), "")
    }
    // The last line of a file that ends without a break: the break above goes.
    return TextChange(lines.bytes(ofLine: begin - 1).upperBound..<tree.bytes.count, "")
  }
}

extension SourceValue {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}
