// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Makes nodes with their places of events.
struct SourceBuilder: YAMLEventTaker {
  private struct Open {
    var node: SourceNode
    var key: SourceNode?
  }

  private let bytes: [UInt8]
  private let lines: LineTable
  private var open: [Open] = []
  private(set) var root: SourceNode?
  private(set) var documents = 0

  /// - Parameter lines: those of the bytes.
  init(_ bytes: [UInt8], _ lines: LineTable) {
    self.bytes = bytes
    self.lines = lines
  }

  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .documentStart: documents += 1
    case .other: break
    case .scalar: add(scalar(event))
    case .alias: add(SourceNode(form: .alias, anchor: nil, range: range(event)))
    case .mappingStart: begin(event, .map(isFlow: event.style == .flow))
    case .sequenceStart: begin(event, .list(isFlow: event.style == .flow))
    case .containerEnd: end(event)
    }
    return documents < 2
  }

  private func range(_ event: YAMLEvent) -> Range<Int> {
    let start = lines.offset(of: event.start)
    return start..<max(start, lines.offset(of: event.end))
  }

  /// A name behind `&`, and the first byte of what it names.
  private func split(_ event: YAMLEvent) -> (anchor: Range<Int>?, start: Int) {
    let start = lines.offset(of: event.start)
    guard let name = event.anchor else { return (nil, start) }
    let anchor = start..<start + 1 + name.count
    var next = anchor.upperBound
    while next < bytes.count, [0x20, 0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes[next]) {
      // A comment may stand between the two.
      if bytes[next] == UInt8(ascii: "#") {
        next = bytes[next...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else {
        next += 1
      }
    }
    return (anchor, next)
  }

  private func scalar(_ event: YAMLEvent) -> SourceNode {
    let (anchor, start) = split(event)
    var end = max(start, lines.offset(of: event.end))
    let form: SourceNode.Form
    switch event.style {
    case .single: form = .single
    case .double: form = .double
    case .block:
      form = .block
      end = endOfBlock(event, from: start)
    case .plain, .flow: form = .plain
    }
    return SourceNode(form: form, anchor: anchor, range: start..<end)
  }

  /// libyaml ends a text behind `|` below the blank lines that follow it; they belong to it only where its sign is `+`.
  private func endOfBlock(_ event: YAMLEvent, from start: Int) -> Int {
    var last = max(start, lines.offset(of: event.end))
    let sign = bytes[start..<last].prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }
    if sign.contains(UInt8(ascii: "+")) { return withoutBreak(last, from: start) }
    let depth = depthOfBlock(event.text, from: start, to: last)
    while last > start {
      let line = bytes[start..<last].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? start
      // Spaces that are deeper than the text belong to it.
      guard line > start, line + depth >= last, bytes[line..<last].allSatisfy({ $0 == 0x20 }) else { break }
      last = withoutBreak(line, from: start)
    }
    return last
  }

  /// An end of a line, without its line break.
  private func withoutBreak(_ end: Int, from start: Int) -> Int {
    var end = end
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// How many spaces at the beginning of the lines of a text behind `|` do not belong to it; all, if there is no text.
  private func depthOfBlock(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    let blank = text.prefix { $0 == 0x0A }.count
    guard blank < text.count else { return .max - end }
    // The blank lines above the text are part of it.
    var line = start
    for _ in 0...blank {
      guard let mark = bytes[line..<end].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return 0 }
      line = mark + (bytes[mark] == 0x0D && mark + 1 < end && bytes[mark + 1] == 0x0A ? 2 : 1)
    }
    let written = bytes[line..<end].prefix { $0 == 0x20 }.count
    return written - text[blank...].prefix { $0 == 0x20 }.count
  }

  private mutating func begin(_ event: YAMLEvent, _ form: SourceNode.Form) {
    let (anchor, start) = split(event)
    open.append(Open(node: SourceNode(form: form, anchor: anchor, range: start..<start), key: nil))
  }

  private mutating func end(_ event: YAMLEvent) {
    guard var node = open.popLast()?.node else { return }
    let last = node.entries.last?.value.range.upperBound ?? node.range.lowerBound
    let end = node.isBlock ? last : max(last, lines.offset(of: event.end))
    node.range = node.range.lowerBound..<max(node.range.lowerBound, end)
    add(node)
  }

  private mutating func add(_ node: SourceNode) {
    guard let last = open.indices.last else {
      root = root ?? node
      return
    }
    if open[last].node.isMap, open[last].key == nil {
      open[last].key = node
    } else {
      open[last].node.entries.append(SourceEntry(key: open[last].key, value: node))
      open[last].key = nil
    }
  }
}
