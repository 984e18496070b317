// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler

/// The lines of a flow that name another one of its files, below `use:` or behind `run:`.
///
/// An allowance in such a line speaks of all that the rule finds in the file that is named: the file may be somebody else's.
struct NamingLines {
  /// A line of a file.
  struct Line: Hashable {
    let file: FileID
    let line: Int32
  }

  private var byFile: [FileID: [Line]] = [:]

  /// - Parameter places: the lines to look at.
  init(_ sources: SourceMap, _ places: [(file: FileID, line: Int32)]) {
    let files = sources.files.enumerated().map { (FileID(index: UInt16(truncatingIfNeeded: $0)), $1.path) }
    let byPath = Dictionary(files.map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })
    var tables: [FileID: LineTable] = [:]
    for place in Set(places.map { Line(file: $0.file, line: $0.line) }) {
      guard let file = sources.file(place.file) else { continue }
      let lines = tables[place.file] ?? LineTable(file)
      tables[place.file] = lines
      let named = Self.words(lines.text(ofLine: Int(place.line))).compactMap { word in
        // `../login@1.2`: a base, and its version.
        byPath[FilePath.place(String(word.prefix { $0 != "@" }), from: file.path)]
      }
      for other in named where other != place.file { byFile[other, default: []].append(place) }
    }
  }

  /// The lines that name a file.
  func lines(naming file: FileID) -> [Line] { byFile[file] ?? [] }

  /// What may be a path in a line: its words, without commas, brackets, quotes and the comment behind them.
  private static func words(_ line: String) -> [String] {
    let text = line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line[...]
    return text.split { " ,[]{}\"'".contains($0) }.map(String.init)
  }
}
