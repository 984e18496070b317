// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// The page with the keys of all files, as the table of the language has them.
struct KeyPage {
  private static let titles: [FileKind: String] = [
    .flow: "Flows", .part: "Parts", .contract: "Contracts", .scenarios: "Scenarios", .world: "Worlds",
    .answers: "Answers", .config: "The configuration",
  ]

  private(set) var lines: [String] = []
  private var known: Set<String> = []

  init() {
    for kind in FileKind.allCases { add(kind) }
  }

  private mutating func add(_ kind: FileKind) {
    lines += ["## \(Self.titles[kind] ?? kind.rawValue)", ""]
    var open = [kind.shape]
    while !open.isEmpty {
      let shape = open.removeFirst()
      guard known.insert(shape.name).inserted else { continue }
      add(shape)
      for key in shape.keys { collect(key.value, into: &open) }
      if let others = shape.others { collect(others, into: &open) }
    }
  }

  private mutating func add(_ shape: Shape) {
    lines += ["### \(shape.name)", "", shape.meaning, "", "| key | value | meaning |", "|---|---|---|"]
    lines += shape.keys.map { "| `\($0.name)` | \(Self.words($0.value)) | \(Self.meaning($0)) |" }
    if let others = shape.others { lines.append("| any other name | \(Self.words(others)) |  |") }
    lines.append("")
    if !shape.needsOneOf.isEmpty {
      lines += ["One of these must be there: \(Self.list(shape.needsOneOf.map(\.description), "or")).", ""]
    }
  }

  private func collect(_ value: ValueShape, into shapes: inout [Shape]) {
    switch value {
    case .shape(let shape): shapes.append(shape())
    case .list(let inner), .oneOrList(let inner), .map(let inner): collect(inner, into: &shapes)
    case .either(let several): for inner in several { collect(inner, into: &shapes) }
    case .text, .pattern, .word, .count, .number, .flag, .always, .anything: break
    }
  }

  private static func meaning(_ key: Key) -> String {
    var sentences = [key.meaning]
    if key.isRequired { sentences.append("Must be there.") }
    if let other = key.isRequiredWithout { sentences.append("Must be there, unless `\(other)` is.") }
    if !key.needs.isEmpty { sentences.append("Only beside \(list(key.needs, "or")).") }
    if !key.excludes.isEmpty { sentences.append("Not beside \(list(key.excludes, "or")).") }
    return sentences.joined(separator: " ").replacing("|", with: "\\|")
  }

  private static func list(_ names: [String], _ word: String = "and") -> String {
    let quoted = names.map { "`\($0)`" }
    guard quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " \(word) " + quoted[quoted.count - 1]
  }

  private static func words(_ value: ValueShape) -> String {
    switch value {
    case .text: "a text"
    case .pattern(_, let example): "such as `\(example)`".replacing("|", with: "\\|")
    case .word(let words): list(words, "or")
    case .count(let least, let most?): "a whole number from \(least) to \(most)"
    case .count(let least, nil): "a whole number, \(least) or more"
    case .number: "a number"
    case .flag: "`true` or `false`"
    case .always(let flag): "`\(flag)`"
    case .anything: "any value"
    case .list(let inner): "a list: \(words(inner))"
    case .oneOrList(let inner): "one or a list: \(words(inner))"
    case .map(let inner): "a map, by name: \(words(inner))"
    case .shape(let shape): "[\(shape().name)](#\(shape().name.lowercased()))"
    case .either(let several): several.map(words).joined(separator: "; or ")
    }
  }
}
