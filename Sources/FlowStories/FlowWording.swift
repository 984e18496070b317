// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph

/// The messages of a flow in its languages, with what is missing: for whoever reviews words.
package struct FlowWording: Sendable {
  /// A message in one language.
  package struct Text: Sendable {
    package let words: String
    /// Whether it is the flow's own text, since the language has none.
    package let isUntranslated: Bool
    package let isRightToLeft: Bool
  }

  /// As the boards name them; the flow's own first.
  package let languages: [String]
  /// The keys, in the order of the flow.
  package let keys: [String]
  /// By key, then by language in the order of ``languages``.
  package let texts: [String: [Text]]
  /// Keys that none of the runs shows that were looked at.
  package let unseen: [String]
  /// Whether all runs were looked at.
  private let isComplete: Bool

  /// - Parameters:
  ///   - languages: those that are wanted, as tags; empty for all that the flow has.
  ///   - seen: the keys that runs show.
  package init(_ flow: ValidFlow, in languages: [String] = [], seen: Set<String>, isComplete: Bool) {
    let own = flow.flow.languageTags
    let tags = languages.isEmpty ? (own.isEmpty ? [Self.own] : own) : languages
    let base = own.first
    self.languages = tags
    self.isComplete = isComplete
    keys = flow.flow.messages.map(\.name.value)
    var texts: [String: [Text]] = [:]
    for tag in tags {
      let spoken = tag == Self.own ? flow.flow : flow.speaking(tag).flow
      for message in spoken.messages {
        let isOwn = tag == Self.own || tag == base || base.map { tag.hasPrefix($0 + "-") } ?? false
        let hasWords = message.pieces.contains {
          if case .text(let words) = $0 { words.contains(where: \.isLetter) } else { false }
        }
        texts[message.name.value, default: []].append(
          Text(
            words: message.written, isUntranslated: !isOwn && message.base == nil && hasWords,
            isRightToLeft: message.isRightToLeft))
      }
    }
    self.texts = texts
    unseen = keys.filter { !seen.contains($0) }
  }

  /// What stands for the language of a flow whose author names none.
  package static let own = "own"

  package func isUntranslated(_ key: String, _ language: String) -> Bool {
    guard let place = languages.firstIndex(of: language), let texts = texts[key], place < texts.count else {
      return false
    }
    return texts[place].isUntranslated
  }

  /// The keys that have no text in a language.
  package func untranslated(in language: String) -> [String] { keys.filter { isUntranslated($0, language) } }

  /// What a reviewer has to know, a sentence each.
  package var remarks: [String] {
    var remarks: [String] = []
    for language in languages {
      let keys = untranslated(in: language)
      if !keys.isEmpty {
        remarks.append("not translated into \(language): \(keys.joined(separator: ", "))")
      }
    }
    if !unseen.isEmpty {
      remarks.append(
        "\(isComplete ? "never shown" : "shown in none of the runs that were looked at"): "
          + unseen.joined(separator: ", "))
    }
    return remarks
  }
}
