// SPDX-License-Identifier: Apache-2.0

extension FileKind {
  /// The maps with keys of their own that such a file may have, each once, the file itself first.
  package var shapes: [Shape] {
    var found: [Shape] = []
    var open = [shape]
    var known: Set<String> = []
    while !open.isEmpty {
      let next = open
      open = []
      for shape in next where known.insert(shape.name).inserted {
        found.append(shape)
        for key in shape.keys { key.value.collect(into: &open) }
        shape.others?.collect(into: &open)
      }
    }
    return found
  }
}

extension ValueShape {
  /// The maps with keys of the language that may stand here.
  fileprivate func collect(into shapes: inout [Shape]) {
    switch self {
    case .shape(let shape): shapes.append(shape())
    case .list(let inner), .oneOrList(let inner), .map(let inner): inner.collect(into: &shapes)
    case .either(let several): for inner in several { inner.collect(into: &shapes) }
    case .limited(let inner, _, _, _): inner.collect(into: &shapes)
    case .text, .pattern, .word, .count, .number, .flag, .always, .anything: break
    }
  }

  /// Whether any name may stand there, whatever it is of.
  private var isName: Bool {
    guard case .pattern(_, let example) = self, case .pattern(_, let other) = Self.ownName else { return false }
    return example == other
  }

  /// What may stand there, in words.
  ///
  /// - Parameter naming: how a map with keys of its own is named.
  package func words(naming: (Shape) -> String = { $0.name }) -> String {
    switch self {
    case .text: "a text"
    case _ where isName: "a name"
    case .pattern(_, let example): "such as `\(example)`"
    case .word(let words): words.quotedList("or")
    case .count(.min, nil): "a whole number"
    case .count(.min, let most?): "a whole number, \(most) or less"
    case .count(let least, let most?): "a whole number from \(least) to \(most)"
    case .count(let least, nil): "a whole number, \(least) or more"
    case .number: "a number"
    case .flag: "`true` or `false`"
    case .always(let flag): "`\(flag)`"
    case .anything: "any value"
    case .list(let inner) where inner.isName: "a list of names"
    case .list(let inner): "a list: \(inner.wordsOfMember(naming: naming))"
    case .oneOrList(let inner): "one or a list: \(inner.wordsOfMember(naming: naming))"
    case .map(let inner): "a map, by name: \(inner.wordsOfMember(naming: naming))"
    case .shape(let shape): naming(shape())
    case .either(let several): several.map { $0.words(naming: naming) }.joined(separator: "; or ")
    case .limited(let inner, _, _, _): inner.words(naming: naming)
    }
  }

  /// The same for each member of a list or a map: where it is one of several, in brackets, so that nobody takes one of them for what may
  /// stand in place of the whole.
  private func wordsOfMember(naming: (Shape) -> String) -> String {
    guard case .either = self else { return words(naming: naming) }
    return "(\(words(naming: naming)))"
  }
}

extension Key {
  /// All that is said of it: its meaning, whether it must be there, and beside what it stands.
  package var sentences: String {
    var sentences = [meaning]
    if isRequired { sentences.append("Must be there.") }
    if let other = isRequiredWithout { sentences.append("Must be there, unless `\(other)` is.") }
    if !needs.isEmpty { sentences.append("Only beside \(needs.quotedList("or")).") }
    if !beside.isEmpty { sentences.append("Only where \(beside.map(\.words).joined(separator: ", or ")).") }
    if !excludes.isEmpty { sentences.append("Not beside \(excludes.quotedList("or")).") }
    for key in narrows {
      sentences.append("Beside it, `\(key.name)` says \(key.meaning.prefix(1).lowercased() + key.meaning.dropFirst())")
    }
    return sentences.joined(separator: " ")
  }
}

extension Neighbour {
  fileprivate var words: String { value.map { "`\(name)` is \($0.words())" } ?? "`\(name)` is there" }
}

extension [String] {
  /// The words in backticks, with another word before the last.
  package func quotedList(_ word: String) -> String {
    let quoted = map { "`\($0)`" }
    guard quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " \(word) " + quoted[quoted.count - 1]
  }
}
