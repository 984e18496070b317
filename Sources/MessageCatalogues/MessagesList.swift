// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowSyntax
import MessageLanguages

/// How much of a flow is translated, language by language.
package struct MessagesList {
  private let texts: FlowTexts

  package init(_ texts: FlowTexts) { self.texts = texts }

  /// What there is in a language.
  private struct Share {
    let language: LanguageTag
    /// The places of the messages that have no text.
    let missing: [Int]
    /// The places of the messages whose text lacks words that stand beside it, with the keys of those words.
    let partial: [(index: Int, keys: [String])]
    /// How many have the text of a wider language.
    let wider: Int
    /// That language; nil if there is none.
    let widest: LanguageTag?
  }

  /// A line for each language, that of the flow itself first.
  package var lines: [String] {
    let own = texts.base.map(\.description) ?? "-"
    let width = ([own] + shares.map(\.language.description)).map(\.count).max() ?? 0
    func line(_ name: String, _ words: String) -> String {
      name + String(repeating: " ", count: width - name.count) + "  " + words
    }
    return [line(own, "the flow's own texts: \(indices.count)")]
      + shares.map { line($0.language.description, words(for: $0)) }
  }

  /// An object of the kind `language` for each, that of the flow itself first: `language` is null if no line names it.
  package var json: String {
    var json = JSONWriter()
    func write(_ language: LanguageTag?, isOwn: Bool, _ missing: [Int], partial: [Int]) {
      json.object { json in
        json.field("kind", "language")
        json.field("language", language?.description)
        json.field("own", isOwn)
        json.field("messages", indices.count)
        json.field("translated", indices.count - missing.count)
        json.field("missing", missing.map(name))
        json.field("partial", partial.map(name))
      }
      json.newline()
    }
    write(texts.base, isOwn: true, [], partial: [])
    for share in shares { write(share.language, isOwn: false, share.missing, partial: share.partial.map(\.index)) }
    return json.text
  }

  private func name(_ index: Int) -> String { texts.messages[index].name.value }

  private var indices: [Int] { texts.messages.indices.filter { texts.hasWords($0) } }

  private var shares: [Share] { texts.languages.filter { $0 != texts.base }.map(share) }

  private func share(of tag: LanguageTag) -> Share {
    let chain = tag.chain.prefix { $0 != texts.base }
    let found = chain.map { texts.texts(in: $0) }
    let missing =
      chain.count < tag.chain.count ? [] : indices.filter { index in !found.contains { $0[index] != nil } }
    let partial = indices.compactMap { index -> (index: Int, keys: [String])? in
      guard let text = found.lazy.compactMap({ $0[index] }).first else { return nil }
      let keys = texts.lacking(in: text, of: index)
      return keys.isEmpty ? nil : (index, keys)
    }
    return Share(
      language: tag, missing: missing, partial: partial,
      wider: indices.count { found.first?[$0] == nil } - missing.count,
      widest: tag.chain.last)
  }

  private func words(for share: Share) -> String {
    let count = "\(indices.count - share.missing.count) of \(indices.count)"
    let rest =
      share.wider > 0 ? ", \(share.wider) of them from \(share.widest.map { "`\($0)`" } ?? "")" : ""
    guard !share.missing.isEmpty || !share.partial.isEmpty else { return "complete: \(count)\(rest)" }
    let state = share.missing.isEmpty ? "incomplete" : "missing \(share.missing.count)"
    let missing = share.missing.map { "`\(name($0))`" }.joined(separator: ", ")
    let partial = share.partial.map { "`\(name($0.index))` (\($0.keys.joined(separator: ", ")))" }.joined(
      separator: ", ")
    return "\(state): \(count)\(rest)" + (missing.isEmpty ? "" : "; without a text: \(missing)")
      + (partial.isEmpty ? "" : "; without all words: \(partial)")
  }
}
