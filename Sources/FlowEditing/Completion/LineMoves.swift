// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowLanguage
import SDKContract
import YAMLTree

/// Where a line of `then:` may lead by what it takes.
struct LineMoves {
  let mayStay: Bool
  let mayRetry: Bool
  /// Whether it takes what went wrong.
  let isFailure: Bool
}

extension CompletionSearch {
  /// Of the line around the place, as a target or as the map of one; nil where no line stands.
  var moves: LineMoves? {
    let words = Array(keys)
    let name = words.last == "to" ? words.dropLast().last : words.last
    let section = words.last == "to" ? words.dropLast(2).last : words.dropLast().last
    guard words.count > 3, let name, section == "then" else { return nil }
    guard let step, let contract = workspace.contract(for: text.path) else {
      let isWord = ReservedWords.ofContracts.contains { $0.description == name }
      return LineMoves(mayStay: true, mayRetry: !isWord, isFailure: name == "else")
    }
    let call = words[2] == "choices" ? writtenCall(ofChoice: words[3]) : nil
    let trigger = WrittenTrigger(name, at: step, call: call, in: contract)
    // Only what comes again asks again, and another challenge cannot be left open. Who asks nobody cannot stay.
    let isOwn = trigger.isOwn(of: step, contract) ?? true
    let isChallenge = contract.event(named: trigger.name).map { contract[$0].kind == .challenge } ?? false
    return LineMoves(
      mayStay: !step.isSilent && (isOwn || !isChallenge), mayRetry: !step.isSilent && isOwn,
      isFailure: trigger.isFailure(contract))
  }

  /// Whether a key of a target can have a meaning there: the check refuses the others.
  func mayMove(by key: String) -> Bool {
    let words = Array(keys)
    guard ["stay", "retry"].contains(key), words.count > 2, ["steps", "interrupts"].contains(words[0]) else {
      return true
    }
    if let moves { return key == "stay" ? moves.mayStay : moves.mayRetry }
    // A choice, and what leads on by itself, have no event to ask again with.
    return key == "stay"
  }

  /// The other items of the list around the place, where none may stand twice.
  var itemsBeside: Set<String> {
    guard keys.last == PlaceMeaning.item, !kindIsScenario || keys.dropLast().last == "offered" else { return [] }
    return Set(cursor.tree.items(around: cursor.mark))
  }
}

extension SourceTree {
  /// The texts of the innermost list around a byte, without the one there.
  fileprivate func items(around offset: Int) -> [String] {
    var found: [String] = []
    func walk(_ node: SourceNode, depth: Int) {
      guard depth < 40 else { return }
      if case .list = node.form {
        found = node.entries.map(\.value).filter { item in
          !item.isContainer && !(item.range.lowerBound <= offset && offset <= item.range.upperBound)
        }.map { unquoted($0) }
      }
      for entry in node.entries where entry.start <= offset && offset <= entry.value.range.upperBound {
        walk(entry.value, depth: depth + 1)
      }
    }
    walk(root, depth: 0)
    return found
  }
}
