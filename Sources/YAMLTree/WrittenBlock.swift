// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The lines of a file around a place, as far as they can matter for how deep it stands.
struct WrittenBlock {
  let lines: [WrittenLine]
  /// By how much lines are usually indented.
  let unit: Int

  /// From the outermost line above two places to some lines below them.
  init(around place: Int, from start: Int?, _ table: LineTable) {
    var number = max(1, min(place, start ?? place) - 1)
    let least = max(1, number - WrittenLine.most)
    while number > least {
      let line = WrittenLine(number, in: table)
      if !line.isEmpty, line.indentation == 0, line.number < place - 1 { break }
      number -= 1
    }
    lines = (number...max(number, min(table.count, place + 40))).lazy.map { WrittenLine($0, in: table) }
      .filter { !$0.isEmpty }
    let all = (least...place + 40).lazy.map { WrittenLine($0, in: table) }.filter { !$0.isEmpty }
    var counts: [Int: Int] = [:]
    for (above, line) in zip(all, all.dropFirst()) where line.indentation > above.depth {
      counts[line.indentation - above.depth, default: 0] += 1
    }
    // Two spaces, as nearly everybody writes, unless most lines say otherwise.
    unit = counts.max { ($0.value, $0.key == 2 ? 1 : 0, $1.key) < ($1.value, $1.key == 2 ? 1 : 0, $0.key) }?.key ?? 2
  }

  /// A line at each depth at which it may belong.
  ///
  /// - Parameter isWhole: whether what stands below it moves as well.
  func moves(of line: WrittenLine, isWhole: Bool) -> [MovedLine] {
    guard line.hasPlainKey || line.isItem, let index = lines.firstIndex(where: { $0.number == line.number }) else {
      return []
    }
    let deeper = lines[(index + 1)...].prefix { $0.indentation > line.indentation }
    let below = isWhole ? deeper.prefix { $0.indentation >= deeper.first?.indentation ?? 0 } : []
    guard !isWhole || !below.isEmpty else { return [] }
    var depths: [Int] = []
    for other in lines[max(0, index - 40)..<min(lines.count, index + 12)] {
      for depth in [other.indentation, other.depth, other.indentation + unit, other.depth + unit] {
        if depth != line.indentation, !depths.contains(depth) { depths.append(depth) }
      }
    }
    // Of two that are as far away, what stands deeper: a line is more often left out of its block than put into it.
    depths.sort { (abs($0 - line.indentation), $1) < (abs($1 - line.indentation), $0) }
    return depths.prefix(10).map { depth in
      // What is already as deep as the line is to be stands beside it then.
      let own = depth > line.indentation ? below.prefix { $0.indentation != depth } : below
      let last = (own.last ?? below.last ?? line).number
      return MovedLine(
        line: line, last: last, isWhole: last == deeper.last?.number, indentation: depth,
        model: model(for: line, at: index, last, depth))
    }
  }

  /// The line nearest to one that would stand in the same block with it.
  private func model(for line: WrittenLine, at index: Int, _ last: Int, _ depth: Int) -> WrittenLine? {
    func isModel(_ other: WrittenLine) -> Bool {
      line.isItem ? other.isItem && other.indentation == depth : other.depth == depth
    }
    let above = lines[..<index].reversed().prefix { $0.indentation >= depth || isModel($0) }.first(where: isModel)
    return above
      ?? lines[(index + 1)...].drop { $0.number <= last }.prefix { $0.indentation >= depth }.first(where: isModel)
  }

  /// How many lines stand otherwise than by one unit below their key, once a line has moved.
  func unevenness(with move: MovedLine) -> Int {
    var open: [Int] = []
    var count = 0
    for line in lines {
      let shift = (move.line.number...move.last).contains(line.number) ? move.shift : 0
      let indentation = line.indentation + shift
      while let depth = open.last, depth > indentation { open.removeLast() }
      if open.last != indentation {
        let step = indentation - (open.last ?? 0)
        if open.isEmpty ? step != 0 : step != unit { count += 1 }
        open.append(indentation)
      }
      if line.isItem, line.depth + shift > indentation { open.append(line.depth + shift) }
    }
    return count
  }
}
