// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import MessageLanguages

/// What two flows do not say alike in their other languages.
struct TranslationDifferences {
  private(set) var found: [Difference] = []

  init(_ old: FlowImage, _ new: FlowImage) {
    let (mine, theirs) = (old.flow.languages, new.flow.languages)
    if mine.base != theirs.base, !new.flow.messages.isEmpty {
      let (before, after) = (mine.base.map { "`\($0)`" }, theirs.base.map { "`\($0)`" })
      let words =
        switch (before, after) {
        case (let before?, let after?): "the texts of the flow itself are in \(after) instead of \(before)"
        case (_, let after?): "it is said now that the texts of the flow itself are in \(after)"
        case (let before?, nil): "it is said no more that the texts of the flow itself are in \(before)"
        case (nil, nil): ""
        }
      found.append(Difference(.wording, words, old: Difference.Side(before, nil), new: Difference.Side(after, nil)))
    }
    for tag in mine.offered where !theirs.offered.contains(tag) {
      found.append(
        Difference(.wording, "there are no texts in `\(tag)` any more", old: Difference.Side("`\(tag)`", nil)))
    }
    for tag in theirs.offered where !mine.offered.contains(tag) {
      found.append(Difference(.wording, "there are texts in `\(tag)` now", new: Difference.Side("`\(tag)`", nil)))
    }
    for tag in theirs.offered where mine.offered.contains(tag) {
      for (index, message) in zip(new.flow.messages.indices, new.flow.messages) {
        let name = message.name.value
        guard let twin = old.flow.messages.firstIndex(where: { $0.name.value == name }) else { continue }
        let (before, after) = (old.translation(of: twin, in: tag), new.translation(of: index, in: tag))
        guard before != after else { continue }
        let words =
          before == nil ? "is translated now" : after == nil ? "is translated no more" : "says something else"
        found.append(
          Difference(
            .wording, "in `\(tag)` the message `\(name)` \(words)",
            old: Difference.Side(before?.words, before?.range, said: before?.words),
            new: Difference.Side(after?.words, after?.range, said: after?.words)))
      }
    }
  }
}

extension FlowImage {
  /// What a message says in another language; nil where its own text is shown.
  fileprivate func translation(of message: Int, in tag: LanguageTag) -> ShownText? {
    flow.languages.texts[tag]?[message].map { ShownText($0, at: flow.languages.places[tag]?[message]) }
  }
}
