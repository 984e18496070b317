// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A regular expression in Foundation's dialect, whose `^` and `$` stand at the ends of lines.
///
/// Why: these tests read the whole repository, and a debug build is slow at the ones of the standard library.
struct Pattern: Sendable, CustomTestStringConvertible {
  let source: String
  private let expression: NSRegularExpression?

  init(_ source: String) {
    self.source = source
    expression = try? NSRegularExpression(pattern: source, options: [.anchorsMatchLines])
    if expression == nil { Issue.record("`\(source)` is no regular expression") }
  }

  var testDescription: String { source }

  /// All matches in the order of the text.
  func matches(in text: String) -> [Match] {
    let whole = text as NSString
    let found = expression?.matches(in: text, range: NSRange(location: 0, length: whole.length)) ?? []
    return found.map { result in
      let groups = (0..<result.numberOfRanges).map { index in
        let range = result.range(at: index)
        return range.location == NSNotFound ? "" : whole.substring(with: range)
      }
      return Match(offset: result.range.location, groups: groups)
    }
  }

  /// The lines, from 1, on which a match begins.
  func lines(in text: String) -> [Int] {
    let found = matches(in: text)
    guard !found.isEmpty else { return [] }
    var lines: [Int] = []
    var line = 1
    var waiting = found[...]
    for (offset, unit) in text.utf16.enumerated() {
      while let first = waiting.first, first.offset <= offset {
        lines.append(line)
        waiting.removeFirst()
      }
      if waiting.isEmpty { break }
      if unit == 10 { line += 1 }
    }
    return lines + waiting.map { _ in line }
  }

  /// A place where the pattern fits.
  struct Match: Sendable {
    /// In UTF-16 units from the beginning of the text.
    let offset: Int
    /// The whole match, then its groups; a group that took no part is empty.
    let groups: [String]

    /// The text of a group.
    subscript(group: Int) -> String { groups[group] }
  }
}
