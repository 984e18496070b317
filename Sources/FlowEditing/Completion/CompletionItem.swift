// SPDX-License-Identifier: Apache-2.0

/// Something that can stand where somebody writes.
package struct CompletionItem: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case key, word, step, end, message, choice, input, event, call, code, field, file, snippet
  }

  package let label: String
  package let kind: Kind
  /// A few words beside it.
  package let detail: String
  /// What it means.
  package let explanation: String
  package let replaced: Range<Int>
  /// What is put in; with `$1`, `${1:word}` and `$0` where it is a template for an editor.
  package let text: String
  package let isTemplate: Bool
  /// What is meant more likely comes first.
  package let rank: Int
}
