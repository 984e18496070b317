// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import MessageLanguages

/// What two flows do not say alike in their other languages.
struct TranslationDifferences {
  private(set) var found: [Difference] = []

  init(_ old: FlowImage, _ new: FlowImage) {
    let (mine, theirs) = (old.flow.languages, new.flow.languages)
    for tag in mine.offered where !theirs.offered.contains(tag) {
      found.append(
        Difference(.wording, "there are no texts in `\(tag)` any more", old: Difference.Side("`\(tag)`", nil)))
    }
    for tag in theirs.offered where !mine.offered.contains(tag) {
      found.append(Difference(.wording, "there are texts in `\(tag)` now", new: Difference.Side("`\(tag)`", nil)))
    }
    for tag in theirs.offered where mine.offered.contains(tag) {
      let names = zip(new.flow.messages.indices, new.flow.messages).compactMap { index, message -> String? in
        let name = message.name.value
        guard let twin = old.flow.messages.firstIndex(where: { $0.name.value == name }) else { return nil }
        return old.translation(of: twin, in: tag) == new.translation(of: index, in: tag) ? nil : name
      }
      guard !names.isEmpty else { continue }
      let words = names.map { "`\($0)`" }.firstThree
      found.append(
        Difference(
          .wording, "in `\(tag)` \(words) \(names.count == 1 ? "says" : "say") something else",
          old: Difference.Side(nil, nil), new: Difference.Side(nil, nil)))
    }
  }
}

extension FlowImage {
  /// All that a message says in another language; nil where its own text is shown.
  fileprivate func translation(of message: Int, in tag: LanguageTag) -> String? {
    flow.languages.texts[tag]?[message].map { Text($0, "").content }
  }
}
