// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import MessageLanguages

/// One of the texts that stand in a message where a placeholder does, such as the words for one attempt.
package struct MessageForm: Sendable, Hashable {
  /// When it is shown, such as `{attemptsLeft} one`, `each {threats}` or `none`.
  package let use: String
  package let words: String
}

extension Message {
  /// Every text that it may show besides its own, each once, in the order in which they stand.
  package var forms: [MessageForm] {
    var forms: [MessageForm] = []
    func add(_ use: String, _ words: String) {
      let form = MessageForm(use: use, words: words)
      if !words.isEmpty, !forms.contains(form) { forms.append(form) }
    }
    for piece in pieces {
      switch piece {
      case .text: break
      case .placeholder(let path, let none): add("no {\(path.joined(separator: "."))}", none)
      case .list(let path, let list):
        let name = path.joined(separator: ".")
        add("each {\(name)}", list.each.written)
        add("more than \(list.most)", list.more.written)
        add("no {\(name)}", list.none.written)
      case .plural(let path, let plural):
        let name = path.joined(separator: ".")
        for form in plural.forms { add("{\(name)} \(form.category.rawValue)", form.pieces.written) }
        add("no {\(name)}", plural.none)
      }
    }
    return forms
  }
}
