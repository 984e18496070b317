// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Finds for each comment and blank line what it is about.
///
/// A comment behind something belongs to it. One on a line of its own belongs to what follows; but at the end of a block, to the
/// block, if it stands as deep as its members.
struct CommentAttachment {
  private struct Loose {
    let offset: Int
    /// From 0; of no meaning for a blank line.
    let column: Int
    let line: SourceLine
  }

  private let bytes: [UInt8]
  private let lines: LineTable
  private var root: SourceNode
  private var loose: [Loose] = []
  private var next = 0
  private let comments: YAMLComments
  /// The comments behind something, each with its line.
  private var behind: [(line: Int, place: Range<Int>)] = []
  private var nextBehind = 0
  /// Where the line of `---` ends; nil if there is none.
  private var startMark: Int?
  /// Whether `...` stands at the end.
  private(set) var hasEndMark = false

  /// - Parameter lines: those of the bytes.
  init(_ bytes: [UInt8], _ lines: LineTable, _ root: SourceNode, _ comments: YAMLComments) {
    self.bytes = bytes
    self.lines = lines
    self.root = root
    self.comments = comments
    var spans: [Range<Int>] = []
    Self.addSpans(of: root, to: &spans)
    find(besides: spans)
  }

  /// What holds line breaks of its own: texts of several lines, and brackets.
  private static func addSpans(of node: SourceNode, to spans: inout [Range<Int>]) {
    guard node.isBlock else { return spans.append(node.range) }
    for entry in node.entries {
      if let key = entry.key { spans.append(key.range) }
      addSpans(of: entry.value, to: &spans)
    }
  }

  /// Sorts out what stands outside of the spans, which are in order.
  private mutating func find(besides spans: [Range<Int>]) {
    let comments = comments.places
    var comment = 0
    var span = 0
    for line in 1...max(1, lines.count) {
      let range = lines.bytes(ofLine: line)
      while span < spans.count, spans[span].upperBound <= range.lowerBound { span += 1 }
      while comment < comments.count, comments[comment].lowerBound < range.lowerBound { comment += 1 }
      // Inside of a text or of brackets.
      if span < spans.count, spans[span].lowerBound < range.lowerBound, spans[span].upperBound > range.upperBound {
        continue
      }
      let isInside = span < spans.count && spans[span].lowerBound < range.lowerBound
      let first = bytes[range].firstIndex { $0 != 0x20 && $0 != 0x09 }
      guard let first else {
        if !isInside, range.upperBound < bytes.count {
          loose.append(Loose(offset: range.lowerBound, column: 0, line: .blank))
        }
        continue
      }
      noteMark(bytes[range])
      guard comment < comments.count, comments[comment].lowerBound < range.upperBound else { continue }
      let place = comments[comment]
      if place.lowerBound == first {
        loose.append(Loose(offset: first, column: first - range.lowerBound, line: .comment(place)))
      } else if !spans[span...].prefix(while: { $0.lowerBound < place.lowerBound }).contains(where: {
        place.lowerBound < $0.upperBound
      }) {
        behind.append((line, place))
      }
    }
  }

  private mutating func noteMark(_ line: ArraySlice<UInt8>) {
    if startMark == nil, line.elementsEqual("---".utf8) || line.starts(with: "--- ".utf8) { startMark = line.endIndex }
    if line.elementsEqual("...".utf8) || line.starts(with: "... ".utf8) { hasEndMark = true }
  }

  /// The tree with its comments, and the head of the file: what stands above `---` or behind it, if that is there, and the rest.
  mutating func attached() -> (SourceNode, aboveMark: [SourceLine]?, head: [SourceLine]) {
    let start = root.isBlock ? root.entries.first?.start ?? root.start : root.start
    let above = startMark.map { takeAll(before: min($0, start)) }
    let head = takeAll(before: start)
    var root = root
    if !root.isBlock { root.holdsComments = root.isContainer && comments.begin(in: root.range) }
    attach(to: &root, until: bytes.count)
    root.foot += takeAll(before: .max)
    return (root, above, head)
  }

  /// What nothing has claimed, in its order: also comments behind what can have none, such as the dash of an item.
  private mutating func takeAll(before offset: Int) -> [SourceLine] {
    var taken: [SourceLine] = []
    while true {
      let line = next < loose.count && loose[next].offset < offset ? loose[next].offset : Int.max
      let stray = nextBehind < behind.count ? behind[nextBehind].place.lowerBound : Int.max
      if stray < min(line, offset) {
        taken.append(.comment(behind[nextBehind].place))
        nextBehind += 1
      } else if line < offset {
        taken.append(loose[next].line)
        next += 1
      } else {
        return taken
      }
    }
  }

  private mutating func attach(to node: inout SourceNode, until end: Int) {
    guard node.isBlock else { return }
    let column = Int(lines.position(at: begin(of: node)).column) - 1
    for index in node.entries.indices {
      let limit = index + 1 < node.entries.count ? node.entries[index + 1].start : end
      var entry = node.entries[index]
      entry.above = takeAll(before: entry.start)
      if let key = entry.key {
        claim(lineOf: key.range.upperBound, for: &entry)
        // Between a key and its value, a comment is about both.
        if !entry.value.isBlock {
          let between = takeAll(before: entry.value.range.lowerBound).filter { $0 != .blank }
          if !between.isEmpty, let first = entry.comment {
            entry.above.append(.comment(first))
            entry.comment = nil
          }
          entry.above += between
        }
      }
      attach(to: &entry.value, until: limit)
      if !entry.value.isBlock {
        entry.value.holdsComments = entry.value.isContainer && comments.begin(in: entry.value.range)
        claim(lineOf: max(entry.value.range.lowerBound, entry.value.range.upperBound - 1), for: &entry)
      }
      node.entries[index] = entry
    }
    node.foot = takeFoot(column: column, before: end)
  }

  /// Where a block begins: with its first key, the `?` in front of that, or the dash of its first item.
  private func begin(of node: SourceNode) -> Int {
    let first = node.entries.first?.start ?? node.start
    return (node.isMap ? bytes.questionMark(inFrontOf: first) : bytes.dash(inFrontOf: first)) ?? first
  }

  /// The comment at the end of a line, if nothing else has claimed it.
  private mutating func claim(lineOf offset: Int, for entry: inout SourceEntry) {
    guard nextBehind < behind.count, behind[nextBehind].line == Int(lines.position(at: offset).line) else { return }
    if let first = entry.comment { entry.above.append(.comment(first)) }
    entry.comment = behind[nextBehind].place
    nextBehind += 1
  }

  /// What stands below the members of a block, as deep as they do.
  private mutating func takeFoot(column: Int, before end: Int) -> [SourceLine] {
    // A comment behind the dash of the next item is not about this block, and neither is what follows it.
    let end = nextBehind < behind.count ? min(end, behind[nextBehind].place.lowerBound) : end
    var last = next
    var index = next
    while index < loose.count, loose[index].offset < end {
      if case .comment = loose[index].line {
        guard loose[index].column >= column, column > 0 else { break }
        last = index + 1
      }
      index += 1
    }
    defer { next = last }
    return loose[next..<last].map(\.line)
  }
}
