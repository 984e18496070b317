// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Something that an author has given a name, for a list of what a file holds.
package struct FileSymbol: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file, step, interrupt, end, message, budget, choice, input, scenario, other
  }

  package let name: String
  /// What stands beside the name, such as what a step waits for.
  package let detail: String
  package let kind: Kind
  package let range: Range<Int>
  package let nameRange: Range<Int>
  package var children: [FileSymbol] = []
}

extension EditedText {
  /// What the file holds, as a tree.
  package var symbols: [FileSymbol] {
    guard let tree, let kind else { return [] }
    return tree.root.entries.flatMap { section -> [FileSymbol] in
      let word = section.key.map { tree.unquoted($0) } ?? ""
      if kind == .scenarios { return word == "scenarios" ? scenarios(section.value, tree) : [] }
      return Self.named(by: word, in: kind).map { members(section.value, $0, tree) } ?? []
    }
  }

  /// What the members below an outermost key are; nil where they have no names of their author's.
  private static func named(by word: String, in kind: FileKind) -> FileSymbol.Kind? {
    switch (kind, word) {
    case (.flow, "steps"), (.part, "steps"): .step
    case (.flow, "interrupts"), (.part, "interrupts"): .interrupt
    case (.flow, "ends"), (.part, "ends"): .end
    case (.flow, "messages"), (.part, "messages"), (.catalogue, "messages"): .message
    case (.flow, "budgets"), (.part, "budgets"): .budget
    case (.flow, "gates"), (.part, "gates"), (.flow, "change"), (.flow, "add"), (.contract, "events"),
      (.contract, "calls"), (.contract, "codes"),
      (.world, "users"):
      .other
    default: nil
    }
  }

  private func members(_ node: SourceNode, _ kind: FileSymbol.Kind, _ tree: SourceTree) -> [FileSymbol] {
    guard node.isMap else { return [] }
    return node.entries.compactMap { entry in
      guard let key = entry.key else { return nil }
      var symbol = FileSymbol(
        name: tree.unquoted(key), detail: detail(of: entry.value, tree), kind: kind,
        range: place(entry.start..<max(key.range.upperBound, entry.value.range.upperBound)), nameRange: place(key.range)
      )
      guard kind == .step || kind == .interrupt else { return symbol }
      for part in entry.value.entries {
        switch part.key.map({ tree.unquoted($0) }) {
        case "choices"?: symbol.children += members(part.value, .choice, tree)
        case "ask"?: symbol.children += members(part.value, .input, tree)
        default: break
        }
      }
      return symbol
    }
  }

  /// What a step waits for or does, how an end is.
  private func detail(of node: SourceNode, _ tree: SourceTree) -> String {
    for entry in node.entries {
      guard let key = entry.key, !entry.value.isContainer else { continue }
      let word = tree.unquoted(key)
      if ["challenge", "event", "call", "wait", "run", "outcome", "to", "kind"].contains(word) {
        return "\(word) \(tree.unquoted(entry.value))"
      }
    }
    return ""
  }

  private func scenarios(_ node: SourceNode, _ tree: SourceTree) -> [FileSymbol] {
    node.entries.compactMap { item in
      let name = item.value.entries.first { $0.key.map { tree.unquoted($0) } == "name" }
      guard let name, name.value.range.upperBound > name.value.range.lowerBound else { return nil }
      return FileSymbol(
        name: tree.text(name.value.range), detail: "", kind: .scenario, range: place(item.value.range),
        nameRange: place(name.value.range))
    }
  }

  /// The stretches of several lines that can be folded, by their first and last lines, from 1.
  package var folds: [(first: Int, last: Int, isComment: Bool)] {
    guard let tree else { return [] }
    var folds: [(first: Int, last: Int, isComment: Bool)] = []
    func line(_ offset: Int) -> Int { Int(lines.position(at: offset).line) }
    func walk(_ node: SourceNode) {
      for entry in node.entries {
        let first = place(entry.start..<entry.start + 1).lowerBound
        let end = place(0..<max(entry.start, entry.value.range.upperBound)).upperBound
        let (from, to) = (line(first), line(end))
        if to > from, entry.value.isContainer || entry.value.form == .block { folds.append((from, to, false)) }
        walk(entry.value)
      }
    }
    walk(tree.root)
    var run: (first: Int, last: Int)?
    for comment in tree.comments {
      let start = place(comment).lowerBound
      let number = line(start)
      let isAlone = bytes[lines.bytes(ofLine: number).lowerBound..<start].allSatisfy { $0 == 0x20 }
      if isAlone, let open = run, open.last == number - 1 {
        run = (open.first, number)
      } else {
        if let open = run, open.last > open.first { folds.append((open.first, open.last, true)) }
        run = isAlone ? (number, number) : nil
      }
    }
    if let open = run, open.last > open.first { folds.append((open.first, open.last, true)) }
    return folds
  }

  /// The stretches around a byte, from the smallest one to the whole file.
  package func stretches(around offset: Int) -> [Range<Int>] {
    var found: [Range<Int>] = [0..<bytes.count]
    func add(_ range: Range<Int>) {
      let range = place(range)
      guard range.lowerBound <= offset, offset <= range.upperBound, let last = found.last, range != last,
        last.lowerBound <= range.lowerBound, range.upperBound <= last.upperBound
      else { return }
      found.append(range)
    }
    func walk(_ node: SourceNode) {
      add(node.range)
      for entry in node.entries {
        let range = entry.start..<max(entry.start, entry.value.range.upperBound)
        guard place(range).lowerBound <= offset, offset <= place(range).upperBound else { continue }
        add(range)
        if let key = entry.key { add(key.range) }
        walk(entry.value)
        return
      }
    }
    if let tree { walk(tree.root) }
    return found.reversed()
  }
}
