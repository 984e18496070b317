// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowReviews

@Suite("Tables of cells with several lines")
struct TextTableTests {
  private let table = TextTable(
    header: [["step"], ["onUser", "LoggedOff"], ["onSession", "Timeout"], ["getDevice", "Name"]],
    groups: [
      [
        [["identify"], ["end left"], ["resume"], ["kept"]],
        [["signedIn"], ["resume", "in call:"], ["kept"], ["stay"]],
      ],
      [[["⌃ alarm"], ["deferred"], ["kept"], ["kept"]]],
    ])

  @Test("one that fits a screen stays whole", arguments: [nil, 200, 41] as [Int?])
  func whole(columns: Int?) {
    #expect(table.lines(in: columns) == table.lines)
    #expect(table.lines.map(\.count).max() == 41)
  }

  @Test("one that is too wide becomes several, each with the first column", arguments: [40, 30, 29, 19])
  func parts(columns: Int) {
    let lines = table.lines(in: columns)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    let heads = lines.indices.filter { lines[$0].hasPrefix("step ") }
    #expect(heads.count == (columns >= 30 ? 2 : 3), "\(lines)")
    #expect(lines.count { $0.hasPrefix("identify ") } == heads.count)
    #expect(lines.count { $0.hasPrefix("⌃ alarm ") } == heads.count)
    for head in heads.dropFirst() { #expect(lines[head - 1].isEmpty) }
    let words = { (lines: [String]) in Set(lines.flatMap { $0.split(separator: " ") }.filter { !$0.hasPrefix("─") }) }
    #expect(words(lines) == words(table.lines))
  }

  @Test("a screen that has no room for two columns gets two in each table all the same")
  func narrow() {
    let lines = table.lines(in: 5)
    #expect(lines.count { $0.hasPrefix("step ") } == 3)
  }
}
