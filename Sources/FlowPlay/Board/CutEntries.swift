// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The entries of a list on one row each, where there is no room for all their words: those that begin alike are cut in the middle, so that
/// what tells them apart is seen.
struct CutEntries {
  private let columns: Int
  /// By entry that begins like another one: where the word begins in which they differ, and where they do, in characters.
  private var partings: [String: (word: Int, letter: Int)] = [:]
  /// By such an entry, how wide the widest of them is from there on: so their ends stand in one column.
  private var widths: [String: Int] = [:]

  init(_ entries: [String], in columns: Int) {
    self.columns = columns
    let long = Set(entries.filter { $0.terminalWidth > columns })
    for group in Dictionary(grouping: long, by: { $0.beginning(in: columns) }).values where group.count > 1 {
      let parting = Self.parting(of: group)
      let width = group.map { String($0.dropFirst(parting.word)).terminalWidth }.max() ?? 0
      for entry in group { (partings[entry], widths[entry]) = (parting, width) }
    }
  }

  private static func parting(of entries: [String]) -> (word: Int, letter: Int) {
    let first = Array(entries[0])
    let same = entries.dropFirst().reduce(first.count) { count, entry in
      min(count, zip(first, entry).prefix { $0 == $1 }.count)
    }
    return (first[..<same].lastIndex { $0 == " " || $0 == "." }.map { $0 + 1 } ?? same, same)
  }

  func text(of entry: String) -> String {
    guard entry.terminalWidth > columns else { return entry }
    guard let parting = partings[entry] else { return entry.beginning(in: columns) }
    // At least the first word is seen of the beginning, and of the rest as much as there is room for.
    let least = min(columns / 2, (entry.split(separator: " ").first?.description.terminalWidth ?? 0) + 2)
    let width = widths[entry] ?? columns
    let isRoom = width <= columns - least
    let own = String(entry.dropFirst(isRoom ? parting.word : parting.letter))
    let lead = entry.beginning(in: max(least, columns - (isRoom ? width : own.terminalWidth)))
    return lead + own.beginning(in: columns - lead.terminalWidth)
  }
}
