// SPDX-License-Identifier: Apache-2.0

import Diagnostics

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
