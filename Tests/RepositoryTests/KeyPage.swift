// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// The page with the keys of all files, as the table of the language has them.
struct KeyPage {
  private static let titles: [FileKind: String] = [
    .flow: "Flows", .part: "Parts", .contract: "Contracts", .scenarios: "Scenarios", .world: "Worlds",
    .answers: "Answers", .config: "The configuration file", .catalogue: "Catalogues",
  ]

  private(set) var lines: [String] = []
  private var known: Set<String> = []

  init() {
    for kind in FileKind.allCases { add(kind) }
  }

  private mutating func add(_ kind: FileKind) {
    lines += ["## \(Self.titles[kind] ?? kind.rawValue)", ""]
    let new = kind.shapes.filter { known.insert($0.name).inserted }
    for shape in new { add(shape) }
    // A scenario has them, too.
    guard new.isEmpty, let first = kind.shapes.first else { return }
    lines += ["Such a file has the keys of [\(first.name)](#\(first.name.lowercased())).", ""]
  }

  private mutating func add(_ shape: Shape) {
    // A variant has keys of a flow, and of nothing else.
    let isMerged = shape.keys.allSatisfy { $0.merge != nil }
    lines += ["### \(shape.name)", "", shape.meaning, ""]
    lines += [
      "| key | value | meaning |" + (isMerged ? " in a variant |" : ""), "|---|---|---|" + (isMerged ? "---|" : ""),
    ]
    lines += shape.keys.map { key in
      let merge = isMerged ? key.merge.map { " \($0.words) |" } ?? "" : ""
      return "| `\(key.name)` | \(Self.words(key.value)) | \(Self.meaning(key)) |\(merge)"
    }
    if let others = shape.others { lines.append("| any other name | \(Self.words(others)) |  |") }
    lines.append("")
    if !shape.needsOneOf.isEmpty {
      lines += ["One of these must be there: \(shape.needsOneOf.map(\.description).quotedList("or")).", ""]
    }
  }

  private static func meaning(_ key: Key) -> String { key.sentences.replacing("|", with: "\\|") }

  private static func words(_ value: ValueShape) -> String {
    value.words { "[\($0.name)](#\($0.name.lowercased()))" }.replacing("|", with: "\\|")
  }
}
