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
