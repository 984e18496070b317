// SPDX-License-Identifier: Apache-2.0

extension FlowWording {
  /// In which languages no text is missing, or that there is but one, in a sentence; nil where each other language lacks some.
  ///
  /// Of the texts in all languages of a flow: the remarks tell what is missing, and nobody reads out of their silence that nothing is.
  package var translated: String? {
    guard let own = languages.first, !keys.isEmpty else { return nil }
    guard languages.count > 1 else {
      return own == Self.own
        ? "The flow has texts in one language only, and does not say in which." : "The flow has texts in \(own) only."
    }
    let whole = languages.indices.dropFirst().filter { isWhole(in: $0) }.map { languages[$0] }
    return whole.isEmpty ? nil : "No text is missing in \(whole.joined(separator: ", "))."
  }

  /// - Parameter place: which of the languages.
  private func isWhole(in place: Int) -> Bool {
    keys.allSatisfy { key in
      guard let texts = texts[key], place < texts.count else { return false }
      return !texts[place].isUntranslated && texts[place].untranslatedKeys.isEmpty
    }
  }
}
