// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import RuleBook
import SDKContract
import YAMLTree

/// What a variant changes, by its path; and rules, by their codes.
extension CompletionSearch {
  /// Paths below `change:`, `add:` and `remove:`: one more key behind what has been typed.
  ///
  /// - Returns: whether a path stands there.
  mutating func addPaths(asKeys: Bool) -> Bool {
    let words = Array(keys)
    guard kind == .flow, let deed = words.first, ["change", "add", "remove"].contains(deed),
      words.count == (asKeys ? 1 : 2), asKeys == (deed != "remove")
    else { return false }
    let parent = cursor.typed.split(separator: ".", omittingEmptySubsequences: false).dropLast().map(String.init)
    var seen: Set<String> = []
    let trees = workspace.names.space(of: text.path).dropFirst().compactMap { file in
      workspace.texts.text(file)?.tree.map { (file, $0) }
    }
    if deed == "add" {
      for key in keysToAdd(below: parent, beside: Set(trees.flatMap { $0.1.keys(below: parent) })) {
        addKey((parent + [key]).joined(separator: "."), .key, "not there yet", "", rank: 5)
      }
    }
    for (file, tree) in trees {
      // Below `needs`, a part has values that a variant changes as if the flow had them.
      let lent = deed == "change" && workspace.texts.text(file)?.kind == .part ? tree.parameterKeys(below: parent) : []
      for key in tree.keys(below: parent) + lent where seen.insert(key).inserted {
        guard !parent.isEmpty || Self.sections.contains(key) else { continue }
        // What is there cannot be added; below it something may be.
        guard deed != "add" || tree.isContainer(parent + [key]) else { continue }
        let path = (parent + [key]).joined(separator: ".")
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        if asKeys {
          addKey(path, .key, "in \(name)", "", rank: 10)
        } else {
          // One key at a time: those behind the cursor stay.
          add(path, .key, "in \(name)", replacing: cursor.word, rank: 10)
        }
      }
    }
    return true
  }

  /// What the language and the contract let stand behind a row of keys, and what does not stand there.
  private func keysToAdd(below parent: [String], beside there: Set<String>) -> [String] {
    guard let section = parent.first else { return [] }
    let contract = workspace.contract(for: text.path)
    var names = ValueShape.shape({ .flow }).values(at: parent[...]).compactMap(\.shape).flatMap { shape in
      shape.keys.map(\.name).filter { shape.mayAdd($0, to: Array(there)) }
    }
    if section == "interrupts", parent.count == 1 {
      names += contract?.events.filter { $0.kind == .interrupt }.map(\.name) ?? []
    }
    if parent.count == 3, parent[2] == "then", let contract {
      let step = workspace.names.space(of: text.path).dropFirst().lazy.compactMap {
        self.workspace.writtenStep(parent[1], in: section, of: $0)
      }.first
      if let step {
        let written = Set(there.map { WrittenTrigger($0, at: step, call: nil, in: contract) })
        names += contract.triggers(of: step).map(\.words).filter {
          !written.contains(WrittenTrigger($0, at: step, call: nil, in: contract))
        }
      }
    }
    return names.filter { !there.contains($0) }
  }

  /// What of a base or a part can be changed.
  private static let sections = Shape.flow.words(merged: .byName, .byPath).map(\.description)

  /// The rules that a configuration may judge otherwise, by their codes.
  mutating func addRules(asKeys: Bool) {
    for code in RuleBook.all where code.isOpenToPolicy {
      if asKeys {
        addKey(code.id, .code, code.slug, "", rank: 20)
      } else {
        add(code.id, .code, code.slug, rank: 20)
      }
    }
  }
}

extension SourceTree {
  /// The keys of the map behind a row of keys.
  func keys(below path: [String]) -> [String] {
    node(at: path)?.entries.compactMap { $0.key.map { unquoted($0) } } ?? []
  }

  /// The texts of the list behind a row of keys.
  func items(below path: [String]) -> [String] {
    node(at: path)?.entries.filter { $0.key == nil && !$0.value.isContainer }.map { unquoted($0.value) } ?? []
  }

  /// The text behind a row of keys; nil for none.
  func word(at path: [String]) -> String? {
    node(at: path).flatMap { $0.isContainer ? nil : unquoted($0) }
  }

  /// Whether something else may stand behind a row of keys.
  func isContainer(_ path: [String]) -> Bool { node(at: path)?.isContainer ?? false }

  /// Nil where one of the keys is not there.
  private func node(at path: [String]) -> SourceNode? {
    var node = root
    for key in path {
      guard let entry = node.entries.first(where: { $0.key.map { unquoted($0) } == key }) else { return nil }
      node = entry.value
    }
    return node
  }
}
