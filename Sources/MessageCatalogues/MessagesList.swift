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
    func write(_ language: LanguageTag?, isOwn: Bool, _ missing: [Int]) {
      json.object { json in
        json.field("kind", "language")
        json.field("language", language?.description)
        json.field("own", isOwn)
        json.field("messages", indices.count)
        json.field("translated", indices.count - missing.count)
        json.field("missing", missing.map { texts.messages[$0].name.value })
      }
      json.newline()
    }
    write(texts.base, isOwn: true, [])
    for share in shares { write(share.language, isOwn: false, share.missing) }
    return json.text
  }

  private var indices: [Int] { texts.messages.indices.filter { texts.hasWords($0) } }

  private var shares: [Share] { texts.languages.filter { $0 != texts.base }.map(share) }

  private func share(of tag: LanguageTag) -> Share {
    let chain = tag.chain.prefix { $0 != texts.base }
    let found = chain.map { texts.texts(in: $0) }
    let missing =
      chain.count < tag.chain.count ? [] : indices.filter { index in !found.contains { $0[index] != nil } }
    return Share(
      language: tag, missing: missing, wider: indices.count { found.first?[$0] == nil } - missing.count,
      widest: tag.chain.last)
  }

  private func words(for share: Share) -> String {
    let count = "\(indices.count - share.missing.count) of \(indices.count)"
    let rest =
      share.wider > 0 ? ", \(share.wider) of them from \(share.widest.map { "`\($0)`" } ?? "")" : ""
    guard !share.missing.isEmpty else { return "complete: \(count)\(rest)" }
    return "missing \(share.missing.count): \(count)\(rest); without a text: "
      + share.missing.map { "`\(texts.messages[$0].name.value)`" }.joined(separator: ", ")
  }
}
