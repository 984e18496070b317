// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// A word of a file and what it is, so that an editor can colour it.
package struct ColouredWord: Sendable, Hashable {
  /// Their order is the order of ``names``.
  package enum Kind: Int, Sendable, CaseIterable {
    case keyword, property, step, end, message, choice, input, event, call, number, text, comment, path
  }

  package let range: Range<Int>
  package let kind: Kind
  package let isDefinition: Bool
}

extension EditedText {
  /// The words of the file in its order, none over another one, each on one line.
  package func colouredWords(_ names: [NamePlace]) -> [ColouredWord] {
    guard let tree else { return [] }
    var words: [ColouredWord] = []
    var named = names.filter { $0.kind.colour != nil }[...]
    func add(_ range: Range<Int>, _ kind: ColouredWord.Kind) {
      let range = place(range)
      guard !bytes[range.clamped(to: 0..<bytes.count)].contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return }
      words.append(ColouredWord(range: range, kind: kind, isDefinition: false))
    }
    func walk(_ node: SourceNode) {
      for entry in node.entries {
        if let key = entry.key { add(key.range, .keyword) }
        switch entry.value.form {
        case .plain: add(entry.value.range, isNumber(tree.bytes[entry.value.range]) ? .number : .text)
        case .single, .double: add(entry.value.range, .text)
        default: walk(entry.value)
        }
      }
    }
    walk(tree.root)
    for comment in tree.comments { add(comment, .comment) }
    words.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [ColouredWord] = []
    for word in words {
      while let first = named.first, first.range.upperBound <= word.range.lowerBound { named.removeFirst() }
      var isReplaced = false
      while let first = named.first, first.range.lowerBound >= word.range.lowerBound,
        first.range.upperBound <= word.range.upperBound
      {
        named.removeFirst()
        guard let colour = first.kind.colour, result.last.map({ $0.range.upperBound <= first.range.lowerBound }) ?? true
        else { continue }
        result.append(ColouredWord(range: first.range, kind: colour, isDefinition: first.isDefinition))
        isReplaced = true
      }
      guard !isReplaced, result.last.map({ $0.range.upperBound <= word.range.lowerBound }) ?? true else { continue }
      result.append(word)
    }
    return result
  }

  private func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, (48...57).contains(first) else { return false }
    return bytes.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }
}

extension NamePlace.Kind {
  fileprivate var colour: ColouredWord.Kind? {
    switch self {
    case .flow, .part, .scenario: nil
    case .step, .target, .needed: .step
    case .end: .end
    case .message: .message
    case .budget, .gate, .parameter: .property
    case .choice, .offered, .counted: .choice
    case .input: .input
    case .event, .trigger: .event
    case .call: .call
    case .file, .sdk: .path
    case .ofContract(let name):
      switch name {
      case .event: .event
      case .call: .call
      case .field, .mode, .code, .error: .input
      case .phase: .step
      case .type, .authenticator, .constant, .population: .property
      }
    }
  }
}
