// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowGraph
package import FlowRuntime
import SDKContract

/// The matrix for people: a table, a legend of the words in it, and a line of summary.
package struct MatrixTextReport {
  private let matrix: InterruptMatrix
  private let program: Program
  /// How wide the screen is; nil where nothing breaks lines.
  private let columns: Int?

  package init(_ matrix: InterruptMatrix, _ program: Program, in columns: Int? = nil) {
    self.matrix = matrix
    self.program = program
    self.columns = columns
  }

  /// The table.
  package var text: String {
    let flow = program.flow
    var lines = ["\(flow.name) \(flow.version): what an interrupt does at a step", ""]
    if matrix.columns.isEmpty {
      lines.append("\(flow.contract.name) has no interrupts")
    } else {
      let table = TextTable(header: header, groups: [group(false), group(true)].filter { !$0.isEmpty })
      lines += table.lines(in: columns)
      lines += [""] + legend
    }
    let rest = matrix.unexplored == 0 ? "" : "; NOT COMPLETE: \(matrix.unexplored) ways were not followed"
    let cells = matrix.rows.count * matrix.columns.count
    let rules = matrix.broken.isEmpty ? "every rule held" : "\(matrix.broken.count) broken"
    lines += ["", "\(cells) cells, \(matrix.runs) runs from \(matrix.standings) standings: \(rules)\(rest)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: [[String]] {
    [["step"]] + matrix.columns.map { Self.folded($0.name) + ($0.isHandled ? [] : ["(no entry)"]) }
  }

  private func group(_ isInterrupt: Bool) -> [[[String]]] {
    matrix.rows.filter { $0.isInterrupt == isInterrupt && ($0.isReached || !isInterrupt) }.map { row in
      let name = isInterrupt ? "⌃ " + row.name : row.name
      return [Self.folded(name, to: 16)]
        + row.cells.map { cell in
          row.isReached ? CellWords(cell, program.flow).lines { Self.folded($0, to: 16) } : ["-"]
        }
    }
  }

  private var legend: [String] {
    let used = Set((group(false) + group(true)).flatMap { $0.dropFirst() }.flatMap { $0 }.flatMap(Self.parts))
    let entries = [
      ("⌃ name", "the interrupt of that name is open"),
      ("resume", "it is dealt with, and the step goes on where it was"),
      ("end name", "the run ends there"), ("to name", "the flow goes to that step"),
      ("deferred", "it waits until the one that is open is done with"),
      ("kept", "the step below takes it when the one above is left, by a line that names it or by `else`"),
      ("reply:", "a line below `then` of the step names it, and leads there"),
      ("else:", "no line of the step names it, so it takes the step's `else`"),
      ("unhandled", "no line takes it, and the step has no `else`: the run ends as a failure"),
      ("stay", "nothing changes"), ("left over", "the run ends first, and leaves it to the host"),
      ("waits", "nobody is asked, and it stays open"), ("closed", "one above it led to a step"),
      ("no call:", "while no call is under way"), ("in call:", "while a call is under way"),
      ("over", "only where that step of the flow is below; `--cell` names all of several"),
      ("-", "no run was found that reaches the step"),
    ]
    let hasRows = matrix.rows.contains { $0.isInterrupt && $0.isReached }
    return entries.filter { hasRows && $0.0 == "⌃ name" || used.contains($0.0) }.map { word, meaning in
      "  " + word.padded(to: 10) + "  " + meaning
    }
  }

  /// The words of a cell's line that the legend explains, such as `reply:` and `end name` for `reply: end done`.
  private static func parts(of line: String) -> [String] {
    if line.hasPrefix("over ") { return ["over"] }
    var words = line.split(separator: " ").map(String.init)
    var parts: [String] = []
    if words.count > 1, words[0] == "reply:" || words[0] == "else:" { parts.append(words.removeFirst()) }
    if words == ["end", "unhandled"] { return parts + ["unhandled"] }
    if words.count == 2, words[0] == "end" || words[0] == "to" { words[1] = "name" }
    return parts + [words.joined(separator: " ")]
  }

  /// A name in lines that are broken before capital letters.
  private static func folded(_ name: String, to width: Int = 12) -> [String] {
    var humps: [String] = []
    for character in name {
      let isNew = character.isUppercase && !(humps.last?.last?.isUppercase ?? false) || humps.last?.last == "/"
      if humps.isEmpty || isNew { humps.append("") }
      humps[humps.count - 1].append(character)
    }
    var lines: [String] = []
    for hump in humps {
      if let last = lines.last, last.count + hump.count <= width, last.last != "/" {
        lines[lines.count - 1] = last + hump
      } else {
        lines.append(hump)
      }
    }
    return lines
  }
}
