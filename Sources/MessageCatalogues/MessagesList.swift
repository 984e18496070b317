// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowSyntax
import MessageLanguages

/// How much of a flow is translated, language by language.
package struct MessagesList {
  private let texts: FlowTexts

  package init(_ texts: FlowTexts) { self.texts = texts }

  /// A line for each language, that of the flow itself first.
  package var lines: [String] {
    let indices = texts.messages.indices.filter { texts.hasWords($0) }
    let own = texts.base.map(\.description) ?? "-"
    let others = texts.languages.filter { $0 != texts.base }
    let width = ([own] + others.map(\.description)).map(\.count).max() ?? 0
    func line(_ name: String, _ words: String) -> String {
      name + String(repeating: " ", count: width - name.count) + "  " + words
    }
    return [line(own, "the flow's own texts: \(indices.count)")]
      + others.map { line($0.description, words(for: $0, of: indices)) }
  }

  private func words(for tag: LanguageTag, of indices: [Int]) -> String {
    let chain = tag.chain.prefix { $0 != texts.base }
    let found = chain.map { texts.texts(in: $0) }
    let missing =
      chain.count < tag.chain.count ? [] : indices.filter { index in !found.contains { $0[index] != nil } }
    let count = "\(indices.count - missing.count) of \(indices.count)"
    let wider = indices.count { found.first?[$0] == nil } - missing.count
    let rest = wider > 0 ? ", \(wider) of them from \(tag.chain.last.map { "`\($0)`" } ?? "")" : ""
    guard !missing.isEmpty else { return "complete: \(count)\(rest)" }
    return "missing \(missing.count): \(count)\(rest); without a text: "
      + missing.map { "`\(texts.messages[$0].name.value)`" }.joined(separator: ", ")
  }
}
