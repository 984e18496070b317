// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A line that stands too deep or not deep enough, alone or with what stands below it: with it elsewhere, the file can be read.
struct MovedLine {
  let line: WrittenLine
  /// The last line that moves with it.
  let last: Int
  /// Whether all that is deeper below it moves with it.
  let isWhole: Bool
  /// How many spaces it is to begin with.
  let indentation: Int
  /// A line that stands where it is to stand; nil where none does.
  let model: WrittenLine?

  /// How far it is to move to the right.
  var shift: Int { indentation - line.indentation }

  var wording: ProblemWording {
    let fault = shift < 0 ? "is indented too deep" : "stands too far to the left"
    return ProblemWording(
      headline: "\(line.isItem ? "this item of the list" : "this line") \(fault)", help: help, place: place)
  }

  /// Where the line begins now.
  var place: SourcePosition { SourcePosition(line: line.number, column: line.indentation + 1) }

  private var help: String {
    let what = line.isItem ? "the dash" : "it"
    let model = model.map { model in
      if line.isItem { return "in line \(model.number)" }
      return model.isItem ? "what stands behind the dash in line \(model.number)" : "line \(model.number)"
    }
    let others = last == line.number ? "" : LineMove.others(below: line.number, downTo: isWhole ? nil : last)
    return LineMove.cure(what, to: indentation, as: model) + others
  }

  /// The bytes of the file with the line where it is to be.
  func moved(_ bytes: [UInt8], _ lines: LineTable) -> [UInt8] {
    var moved: [UInt8] = []
    moved.reserveCapacity(bytes.count + max(0, shift) * (last - line.number + 1))
    var copied = 0
    for number in line.number...last {
      let range = lines.bytes(ofLine: number)
      guard !range.isEmpty else { continue }
      moved += bytes[copied..<range.lowerBound]
      let spaces = bytes[range].prefix { $0 == 0x20 }.count
      if shift > 0 { moved += repeatElement(0x20, count: shift) }
      copied = range.lowerBound + min(spaces, max(0, -shift))
    }
    return moved + bytes[copied...]
  }
}

/// Looks for the line that stands wrong by moving lines and reading the file again.
///
/// Why: where libyaml stops is often below the line that is wrong, and the same stop has many causes. What makes the file
/// readable is a cure, whatever the cause; of several, the one that leaves the least to be said of the file.
struct MovedLineSearch {
  let lines: LineTable
  let problem: YAMLProblem
  let bytes: [UInt8]
  let read: ([UInt8]) -> Trial

  /// What comes of reading changed bytes.
  enum Trial {
    /// They are a tree; so many of its keys and values have no meaning, or are written wrong.
    case tree(misfits: Int)
    /// They can be read up to a line.
    case stop(line: Int)
  }

  /// So many bytes are read at most, however long the file is.
  private static let mostBytes = 1 << 20
  private static let mostLines = 24

  /// What libyaml says where a line of a block stands wrong.
  private static let kinds = [
    "mapping values are not allowed in this context", "did not find expected key", "could not find expected ':'",
    "did not find expected '-' indicator", "did not find expected <document start>",
    "block sequence entries are not allowed in this context", slip,
  ]
  /// What stands for the words of libyaml where it read all of the file.
  static let slip = "a slip"

  func line() -> MovedLine? {
    guard Self.kinds.contains(problem.problem), !problem.context.contains("flow") else { return nil }
    let block = WrittenBlock(around: Int(problem.place.line), from: problem.contextPlace.map { Int($0.line) }, lines)
    var left = Self.mostBytes / max(1, bytes.count)
    var best: (rank: [Int], line: MovedLine)?
    for (order, candidate) in candidates(block).enumerated() {
      let rank = [block.unevenness(with: candidate), candidate.last > candidate.line.number ? 1 : 0, order]
      if let best, !([0, 0] + rank).lexicographicallyPrecedes(best.rank) { continue }
      guard left > 0 else { break }
      left -= 1
      let found: [Int]
      switch read(candidate.moved(bytes, lines)) {
      case .tree(let misfits): found = [0, misfits] + rank
      // A line further down stands wrong, too.
      case .stop(let line): found = [1, -line] + rank
      }
      guard found[0] == 0 || -found[1] > Int(problem.place.line) else { continue }
      if best.map({ found.lexicographicallyPrecedes($0.rank) }) ?? true { best = (found, candidate) }
      if found.prefix(4).allSatisfy({ $0 == 0 }) { break }
    }
    return best?.line
  }

  /// Each line near the problem, at each depth at which a line near it stands.
  private func candidates(_ block: WrittenBlock) -> [MovedLine] {
    let near = nearLines(block)
    let moves =
      near.flatMap { line in block.moves(of: line, isWhole: false) }
      + near.flatMap { line in block.moves(of: line, isWhole: true) }
    return moves.filter { !isBelowItsOwnKey($0, block) }
  }

  /// Whether a line would stand in the block of a key that is called like its own: then that key stands twice, and no line stands wrong.
  private func isBelowItsOwnKey(_ move: MovedLine, _ block: WrittenBlock) -> Bool {
    guard let key = move.line.key, move.shift > 0 else { return false }
    let owner = block.lines.last { $0.number < move.line.number && $0.indentation < move.indentation && $0.key != nil }
    return owner?.key == key
  }

  /// The lines that may stand wrong: what is likely comes first.
  private func nearLines(_ block: WrittenBlock) -> [WrittenLine] {
    let place = Int(problem.place.line)
    var numbers: [Int] = []
    func add(_ line: WrittenLine?) {
      if let line, numbers.count < Self.mostLines, !numbers.contains(line.number) { numbers.append(line.number) }
    }
    let above = block.lines.last { $0.number < place }
    add(above)
    add(block.lines.first { $0.number >= place })
    if let start = problem.contextPlace {
      add(block.lines.first { $0.number >= Int(start.line) })
      add(block.lines.last { $0.number < Int(start.line) })
    }
    // Those to which the line above belongs.
    var depth = Int.max
    for line in block.lines.reversed() where line.number < place && line.indentation < depth {
      add(line)
      depth = line.indentation
    }
    add(block.lines.first { $0.number > place })
    block.lines.last { $0.number < place - 1 }.map(add)
    for line in block.lines.reversed() where line.number < place && line.number > place - 12 { add(line) }
    return numbers.compactMap { number in block.lines.first { $0.number == number } }
  }
}

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
