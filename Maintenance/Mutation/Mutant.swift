// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import YAMLTree

/// A corpus with one slip in it, such as its author could make.
struct Mutant: Sendable {
  let file: String
  let mutation: String
  /// Where, as a path through the document.
  let place: String
  /// The line of the original.
  let line: Int
  /// What was done there, in a few words.
  let words: String
  /// The text of each file that differs, by path.
  let changed: [String: String]

  /// What stays the same while lines move, and tells the mutant from all others.
  var key: String { "\(file) \(mutation) \(place): \(words)" }
}

/// One way to change a document.
struct Change {
  let place: SourcePath
  let words: String
  let draft: SourceValue
  /// A step that is gone, and where its users go instead, in all files of its flows.
  var replaced: (step: String, by: String)?

  init(_ place: SourcePath, _ words: String, _ draft: SourceValue, replaced: (step: String, by: String)? = nil) {
    self.place = place
    self.words = words
    self.draft = draft
    self.replaced = replaced
  }
}

/// A kind of slip.
struct Mutation: Sendable {
  /// As tables and keys call it, such as `drop-line`.
  let name: String
  let changes: @Sendable (FlowShape) -> [Change]

  static let all: [Mutation] = lines + targets + budgets + gates + steps + guards + arguments + words
}

extension Corpus {
  /// Every mutant, each once, in the order of the files and the mutations.
  var mutants: [Mutant] {
    var known: Set<[String: String]> = []
    var mutants: [Mutant] = []
    for shape in shapes {
      let original = shape.draft.fileText
      for mutation in Mutation.all {
        for change in mutation.changes(shape) {
          let mutant = mutant(of: shape, mutation, change)
          guard mutant.changed[shape.path] != original, known.insert(mutant.changed).inserted else { continue }
          mutants.append(mutant)
        }
      }
    }
    return mutants
  }

  /// The corpus with one slip in one of its files.
  func mutant(of shape: FlowShape, _ mutation: Mutation, _ change: Change) -> Mutant {
    var changed = [shape.path: change.draft.fileText]
    if let (step, target) = change.replaced {
      changed[shape.path] = change.draft.replacing(step, by: target, in: shape).fileText
      for neighbour in neighbours(of: shape.path) {
        let draft = neighbour.draft.replacing(step, by: target, in: neighbour)
        if draft != neighbour.draft { changed[neighbour.path] = draft.fileText }
      }
    }
    return Mutant(
      file: shape.path, mutation: mutation.name, place: change.place.description,
      line: line(of: change.place, in: shape.path), words: change.words, changed: changed)
  }

  /// The line of the deepest thing on the way to a place that is there.
  func line(of place: SourcePath, in file: String) -> Int {
    guard var node = trees[file] else { return 1 }
    var line = 1
    for part in place.parts {
      switch part {
      case .key(let key):
        guard let entry = node.entries.first(where: { $0.key.value == key }) else { return line }
        (line, node) = (Int(entry.key.range.start.line), entry.value)
      case .index(let index):
        guard node.items.indices.contains(index) else { return line }
        node = node.items[index]
        line = Int(node.range.start.line)
      }
    }
    return line
  }
}

extension [Mutant] {
  /// So many of them by lot; which they are depends on the seed and on each mutant alone, so that a new one moves few.
  func sample(_ count: Int, seed: UInt64) -> [Mutant] {
    guard count < self.count else { return self }
    let lots = map { mutant in
      var lot = Fingerprint()
      lot.add([UInt8]("\(seed) \(mutant.key)".utf8))
      return lot.text
    }
    let drawn = Set(indices.sorted { (lots[$0], $0) < (lots[$1], $1) }.prefix(count))
    return indices.filter(drawn.contains).map { self[$0] }
  }
}
