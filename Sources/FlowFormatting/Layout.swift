// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// Writes a tree as lines.
struct Layout {
  private let tree: SourceTree
  /// Where texts begin that need quotes.
  private let needing: Set<Int>
  private var written: [String] = []
  /// How many of them end with a text whose last line breaks count (`|+`), where that is the last of all.
  private var kept = 0

  init(_ tree: SourceTree, quoting needing: Set<Int>) {
    self.tree = tree
    self.needing = needing
  }

  /// The lines of the file, its root being this node.
  mutating func lines(in root: SourceNode) -> [String] {
    if let above = tree.aboveMark {
      add(above, 0)
      written.append("---")
    }
    add(tree.head, 0)
    var foot = root.foot[...]
    if root.isBlock || isBroken(root, at: 0, behind: "") {
      if let anchor = root.anchor { written.append(tree.text(anchor)) }
      addMembers(of: root, 0)
    } else {
      if let text = inline(root, inFlow: false) {
        written.append(text)
      } else {
        written += tree.text(root.range).lines.map(\.trimmed)
      }
      if let comment = comment(rightBehind: root) {
        written[written.count - 1] += behind(comment)
        foot = foot.dropFirst()
      }
    }
    add(Array(foot), 0)
    while written.count > kept, written.last?.isEmpty ?? false { written.removeLast() }
    if tree.hasEndMark { written.append("...") }
    return written
  }

  /// The comment behind the last bracket of the file, in its line.
  private func comment(rightBehind root: SourceNode) -> Range<Int>? {
    guard case .comment(let place)? = root.foot.first, place.lowerBound >= root.range.upperBound else { return nil }
    let between = tree.bytes[root.range.upperBound..<place.lowerBound]
    return between.contains { $0 == 0x0A || $0 == 0x0D } ? nil : place
  }

  /// One blank line is as good as several, and none is needed at the beginning.
  private mutating func add(_ lines: [SourceLine], _ indent: Int) {
    for line in lines {
      switch line {
      // Below a text whose last line breaks count, a blank line would be one more of them.
      case .blank: if let last = written.last, !last.isEmpty, written.count > kept { written.append("") }
      case .comment(let range): written.append(spaces(indent) + tree.text(range).trimmed)
      }
    }
  }

  private mutating func addMembers(of node: SourceNode, _ indent: Int) {
    let keepsQuotes = keepsQuotes(node)
    for (index, entry) in node.entries.enumerated() {
      // A member that comes first stands right below what it belongs to.
      add(index == 0 ? Array(entry.above.drop { $0 == .blank }) : entry.above, indent)
      if let key = entry.key {
        let text = keepsQuotes ? tree.text(key.range) : text(of: key, inFlow: false)
        let name = label(of: key) + text
        if key.form != .block, ValueWriter.needsNoMark(name) {
          add(entry, behind: spaces(indent) + name + ":", indent)
        } else {
          var entry = entry
          // Behind the colon in a line of its own, it would be about the first member of the value.
          if let comment = entry.comment.take() { add([.comment(comment)], indent) }
          addText(text, of: key, in: entry, behind: (spaces(indent) + "? " + label(of: key)).trimmed, indent)
          add(entry, behind: spaces(indent) + ":", indent)
        }
      } else {
        addItem(entry, indent)
      }
    }
  }

  /// A value behind its key.
  private mutating func add(_ entry: SourceEntry, behind start: String, _ indent: Int) {
    let value = entry.value
    let anchor = value.anchor.map { " " + tree.text($0) } ?? ""
    guard value.isContainer else {
      return addText(
        text(of: value, inFlow: false), of: value, in: entry, behind: start + anchor, indent, entry.comment)
    }
    if value.entries.isEmpty || !value.isBlock && !isBroken(value, at: indent, behind: start + anchor) {
      return addRaw(value, behind: start + anchor, indent, comment: entry.comment)
    }
    written.append(start + anchor + behind(entry.comment))
    addMembers(of: value, indent + 2)
    add(value.foot, indent + 2)
  }

  private mutating func addItem(_ entry: SourceEntry, _ indent: Int) {
    let value = entry.value
    let dash = spaces(indent) + "-"
    let isOpened = value.isBlock || isBroken(value, at: indent, behind: dash)
    guard value.isContainer, !value.entries.isEmpty, isOpened, value.anchor == nil else {
      return add(entry, behind: dash, indent)
    }
    // The first member stands behind the dash; what stands above it, or behind the whole item, above the dash.
    if let comment = entry.comment { add([.comment(comment)], indent) }
    var first = written.count
    addMembers(of: value, indent + 2)
    while written[first].isEmpty || written[first].withoutSpaces(indent + 2).utf8.first == UInt8(ascii: "#") {
      written[first] = written[first].withoutSpaces(2)
      first += 1
    }
    written[first] = dash + written[first].withoutSpaces(indent + 1)
    add(value.foot, indent + 2)
  }

  /// A key or a value that is no map and no list.
  private mutating func addText(
    _ text: String, of node: SourceNode, in entry: SourceEntry, behind start: String, _ indent: Int,
    _ comment: Range<Int>? = nil
  ) {
    let lines = text.lines
    guard lines.count > 1 else {
      return written.append(start + " " + text + behind(comment))
    }
    if node.form == .block {
      // Without a line break at its end, a text may stand at the end of a file alone: `-` says the same of one that has it.
      let isOpen = node.range.upperBound == tree.bytes.count
      let sign = isOpen ? withoutLastBreak(lines[0]) : lines[0]
      written.append(start + " " + sign.trimmed)
      return addBlock(Array(lines.dropFirst()), sign: sign, indent, of: entry)
    }
    written.append(start + " " + lines[0].trimmed)
    for line in lines.dropFirst() {
      let words = line.withoutIndentation
      written.append(words.trimmed.isEmpty ? "" : spaces(indent + 2) + words)
    }
    written[written.count - 1] += behind(comment)
  }

  /// The sign of a text behind `|` or `>` whose last line break does not count.
  private func withoutLastBreak(_ line: String) -> String {
    let sign = line.signOfBlock
    return sign.filter { $0 != "+" && $0 != "-" } + "-"
      + String(line.unicodeScalars.dropFirst(sign.unicodeScalars.count))
  }

  /// The lines of a text behind `|` or `>`, as deep as the new place needs.
  private mutating func addBlock(_ lines: [String], sign: String, _ indent: Int, of entry: SourceEntry) {
    let head = sign.signOfBlock
    let explicit = head.compactMap(\.wholeNumberValue).first
    // Without a number, a text of blanks alone is as deep as its deepest line: none of them belongs to it.
    let content = lines.first { !$0.trimmed.isEmpty }?.indentation ?? .max
    // With one, what is deeper than it belongs to the text.
    let old = explicit.map { $0 + depthOfParent(of: entry) } ?? content
    let new = explicit.map { $0 + indent } ?? indent + 2
    for line in lines {
      let rest = line.withoutSpaces(old)
      written.append(rest.isEmpty ? "" : spaces(new) + rest)
    }
    if head.contains("+") { kept = written.count }
  }

  /// How deep what holds a text behind `|` stands: its key, the `?` in front of that, or the dash of its item.
  private func depthOfParent(of entry: SourceEntry) -> Int {
    let bytes = tree.bytes
    let first = entry.start
    let place =
      (entry.key == nil ? bytes.dash(inFrontOf: first) : bytes.questionMark(inFrontOf: first)) ?? first
    var start = place
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return place - start
  }

  /// A value in brackets, in its line.
  private mutating func addRaw(_ value: SourceNode, behind start: String, _ indent: Int, comment: Range<Int>?) {
    if let text = inline(value, inFlow: false) { return written.append(start + " " + text + behind(comment)) }
    let lines = tree.text(value.range).lines
    written.append(start + " " + lines[0].trimmed)
    let isClosing = { (line: String) in line.allSatisfy { " }]".contains($0) } }
    let least = lines.dropFirst().filter { !isClosing($0) }.map(\.indentation).min() ?? 0
    for line in lines.dropFirst() {
      let words = line.withoutSpaces(.max).trimmed
      let deeper = isClosing(line) ? indent : indent + 2 + line.indentation - least
      written.append(words.isEmpty ? "" : spaces(deeper) + words)
    }
    written[written.count - 1] += behind(comment)
  }

  /// Whether a map or list in brackets is too long for its line, and can be written line by line.
  private func isBroken(_ node: SourceNode, at indent: Int, behind start: String) -> Bool {
    guard node.isContainer, !node.entries.isEmpty, let text = inline(node, inFlow: false) else { return false }
    return start.unicodeScalars.count + 1 + text.unicodeScalars.count > Formatter.width
  }

  /// A node in one line; nil if a comment or a text of several lines stands in it.
  private func inline(_ node: SourceNode, inFlow: Bool) -> String? {
    let anchor = inFlow ? label(of: node) : ""
    guard node.isContainer else {
      let text = text(of: node, inFlow: inFlow)
      return text.hasLineBreak ? nil : anchor + text
    }
    guard !node.holdsComments else { return nil }
    var members: [String] = []
    let keepsQuotes = keepsQuotes(node)
    for entry in node.entries {
      guard let value = inline(entry.value, inFlow: true) else { return nil }
      guard let key = entry.key else {
        members.append(value)
        continue
      }
      let name = label(of: key) + (keepsQuotes ? tree.text(key.range) : text(of: key, inFlow: true))
      guard !name.hasLineBreak else { return nil }
      members.append(name + (key.form == .alias ? " : " : ": ") + value)
    }
    let list = members.joined(separator: ", ")
    if node.isMap { return anchor + (list.isEmpty ? "{}" : "{ " + list + " }") }
    return anchor + "[" + list + "]"
  }

  /// Whether all keys of a map stay in quotes: a number among them is a status code only beside others in quotes.
  private func keepsQuotes(_ node: SourceNode) -> Bool {
    node.quotesOfKeys != nil
      && node.entries.contains { $0.key.map { Quotes.isNumber(Quotes.said(tree.text($0.range))) } ?? false }
  }

  private func text(of node: SourceNode, inFlow: Bool) -> String {
    Quotes.written(
      node, tree.text(node.range), isNeeded: needing.contains(node.range.lowerBound), inFlow: inFlow)
  }

  private func behind(_ comment: Range<Int>?) -> String {
    comment.map { " " + tree.text($0).trimmed } ?? ""
  }

  /// The name behind `&` that a node has, with a space.
  private func label(of node: SourceNode) -> String { node.anchor.map { tree.text($0) + " " } ?? "" }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
