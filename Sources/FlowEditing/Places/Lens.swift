// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Something that can be done with what stands at a place.
package struct Lens: Sendable, Hashable {
  package enum Task: Sendable, Hashable {
    /// Plays a scenario, or all of a file where no name is given.
    case play(name: String?)
    /// Tells how much scenarios take of a flow, or of one of its steps.
    case coverage(step: String?)
    /// Tells what interrupts do at each step.
    case matrix
  }

  package let range: Range<Int>
  package let title: String
  package let task: Task
}

extension FlowWorkspace {
  package func lenses(in path: String) -> [Lens] {
    guard let text = texts.text(path), let tree = text.tree else { return [] }
    switch text.kind {
    case .scenarios:
      let own = text.symbols.filter { $0.kind == .scenario }
      let first = tree.root.entries.first { $0.key.map { tree.unquoted($0) } == "scenarios" }?.key
      return [first.map { Lens(range: text.place($0.range), title: "Play all", task: .play(name: nil)) }].compactMap(
        \.self)
        + own.map { symbol in
          let name = KeyedPlace.scalar(symbol.name)
          return Lens(range: symbol.nameRange, title: "Play this scenario", task: .play(name: name))
        }
    case .flow:
      let name = tree.root.entries.first { $0.key.map { tree.unquoted($0) } == "flow" }?.key
      let own = name.map { name in
        [
          Lens(range: text.place(name.range), title: "Coverage", task: .coverage(step: nil)),
          Lens(range: text.place(name.range), title: "Matrix", task: .matrix),
        ]
      }
      return (own ?? []) + stepLenses(in: text)
    case .part: return stepLenses(in: text)
    default: return []
    }
  }

  /// Above each step and interrupt; nothing is counted before somebody asks.
  private func stepLenses(in text: EditedText) -> [Lens] {
    text.symbols.filter { $0.kind == .step || $0.kind == .interrupt }.map { step in
      Lens(range: step.nameRange, title: "Coverage of this step", task: .coverage(step: step.name))
    }
  }

  /// The scenario files that are for a flow.
  package func scenarioFiles(of flow: String) -> [String] {
    knownPaths.filter { path in
      names(in: path).contains { $0.kind == .file(.played) && names.target(of: $0, in: path) == flow }
    }
  }
}

extension KeyedPlace {
  /// A text without the quotes around it.
  static func scalar(_ written: String) -> String {
    // Sign by sign: to Swift, a quote and the accent that follows it are one character.
    let scalars = written.unicodeScalars
    guard scalars.count >= 2, let first = scalars.first, first == scalars.last, first == "\"" || first == "'" else {
      return written
    }
    return String(scalars.dropFirst().dropLast())
  }
}
