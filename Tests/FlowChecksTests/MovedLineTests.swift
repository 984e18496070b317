// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

/// A flow in which one line stands too far to the left or to the right, alone or with what stands below it.
private struct MovedLine: CustomStringConvertible {
  let number: Int
  let last: Int
  let shift: Int
  let text: String

  var description: String {
    "line \(number)\(last > number ? " and what stands below it" : "") moved by \(shift)"
  }

  /// Each line of a flow by each of some distances; none in front of the first column.
  static func all(of flow: String) -> [MovedLine] {
    let lines = flow.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.filter { !lines[$0].isEmpty }.flatMap { index in
      let depth = depth(lines[index])
      let below = lines[(index + 1)...].prefix { Self.depth($0) > depth && !$0.isEmpty }.count
      return [-4, -3, -2, -1, 1, 2, 3, 4].filter { depth + $0 >= 0 }.flatMap { shift in
        Set([index, index + below]).sorted().map { last in
          MovedLine(number: index + 1, last: last + 1, shift: shift, text: moved(lines, index...last, by: shift))
        }
      }
    }
  }

  static func moved(_ lines: [String], _ range: ClosedRange<Int>, by shift: Int) -> String {
    lines.enumerated().map { index, line in
      guard range.contains(index), !line.isEmpty else { return line }
      return shift > 0 ? String(repeating: " ", count: shift) + line : String(line.dropFirst(min(-shift, depth(line))))
    }.joined(separator: "\n")
  }

  static func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}

@Suite("A line that stands wrong")
struct MovedLineTests {
  @Test("is told where it is, and nothing else is")
  func isTold() {
    var elsewhere: [String] = []
    for moved in MovedLine.all(of: WrittenSlip.flow) {
      let findings = Compiler().compile(SourceFile(path: "moved.yaml", text: moved.text)).findings
      // A first line that stands alone may stand anywhere.
      guard !findings.isEmpty else { continue }
      if findings.map({ Int($0.range.start.line) }) != [moved.number] {
        elsewhere.append("\(moved): \(findings.map { "\($0.range.start.line) \($0.message)" })")
      }
    }
    #expect(elsewhere == [])
  }

  @Test("stands right once its cure is followed")
  func isCured() throws {
    var uncured: [String] = []
    for moved in MovedLine.all(of: WrittenSlip.flow) {
      let findings = Compiler().compile(SourceFile(path: "moved.yaml", text: moved.text)).findings
      guard let help = findings.first?.help, let match = help.firstMatch(of: /with ([0-9]+) space/),
        let wanted = Int(match.1)
      else { continue }
      let lines = moved.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let first = Int(findings[0].range.start.line) - 1
      let depth = MovedLine.depth(lines[first])
      let below = lines[(first + 1)...].prefix { MovedLine.depth($0) > depth && !$0.isEmpty }.count
      let named = help.firstMatch(of: /move (?:line|lines [0-9]+ to) ([0-9]+) as well/).flatMap { Int($0.1) }
      let last = named.map { $0 - 1 } ?? (help.contains("move what stands below it") ? first + below : first)
      let cured = MovedLine.moved(lines, first...last, by: wanted - depth)
      let left = Compiler().compile(SourceFile(path: "moved.yaml", text: cured)).findings
      if !left.isEmpty { uncured.append("\(moved): \(help): \(left.map(\.message))") }
    }
    #expect(uncured == [])
  }
}
