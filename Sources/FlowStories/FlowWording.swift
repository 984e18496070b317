// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import MessageLanguages

/// The messages of a flow in its languages, with what is missing: for whoever reviews words.
package struct FlowWording: Sendable {
  /// A message in one language.
  package struct Text: Sendable {
    package let words: String
    /// What it shows where its placeholders stand.
    package let forms: [MessageForm]
    /// Whether it is the flow's own text, since the language has none.
    package let isUntranslated: Bool
    /// The keys of the words beside it that only the flow's own text has: `none` and `more`.
    let untranslatedKeys: [String]
    /// By how many characters it is longer than it may be; 0 where it is not.
    package let excess: Int
    /// Whether it is in a language that is written from right to left; nil where nobody says in which one it is.
    package let isRightToLeft: Bool?
  }

  /// As the boards name them; the flow's own first.
  package let languages: [String]
  /// The keys, in the order of the flow.
  package let keys: [String]
  /// By key, then by language in the order of ``languages``.
  package let texts: [String: [Text]]
  /// Keys that none of the runs shows that were looked at.
  package let unseen: [String]
  /// Those of them that nothing in the flow names.
  private let unnamed: Set<String>
  /// The ends to which none of the runs leads that were looked at.
  private let unreachedEnds: [String]
  /// Those of them to which nothing in the flow leads.
  private let unledEnds: Set<String>
  /// Whether all runs were looked at.
  private let isComplete: Bool
  /// What looks at more runs; nil for nothing that a reader can do.
  private let cure: String?

  /// - Parameters:
  ///   - languages: those that are wanted, as tags; empty for all that the flow has.
  ///   - seen: the keys that runs show.
  ///   - isComplete: whether all runs were looked at.
  ///   - unreachedEnds: the ends to which none of the runs leads that were looked at.
  ///   - cure: what looks at more runs; nil for nothing that a reader can do.
  package init(
    _ flow: ValidFlow, in languages: [String] = [], seen: Set<String>, isComplete: Bool, unreachedEnds: [String] = [],
    cure: String? = nil
  ) {
    let tags = languages.isEmpty ? Self.languages(of: flow.flow) : languages
    let base = flow.flow.languages.base == nil ? nil : flow.flow.languageTags.first
    self.languages = tags
    self.isComplete = isComplete
    self.unreachedEnds = unreachedEnds
    self.cure = cure
    keys = flow.flow.messages.map(\.name.value)
    var texts: [String: [Text]] = [:]
    for tag in tags {
      let spoken = tag == Self.own ? flow.flow : flow.speaking(tag).flow
      for (index, message) in spoken.messages.enumerated() {
        let isOwn = tag == Self.own || tag == base || base.map { tag.hasPrefix($0 + "-") } ?? false
        texts[message.name.value, default: []].append(
          Text(
            words: message.written, forms: message.forms,
            isUntranslated: !isOwn && message.base == nil && message.hasWords,
            untranslatedKeys: message.untranslatedKeys,
            excess: flow.flow.excess(ofMessage: index, in: tag == Self.own ? nil : tag),
            isRightToLeft: message.base != nil
              ? message.isRightToLeft : message.hasWords ? flow.flow.languages.base?.isRightToLeft : nil))
      }
    }
    self.texts = texts
    var unnamed = Set(keys).subtracting(seen)
    func name(_ message: MessageID) { unnamed.remove(flow.flow[message].name.value) }
    for step in flow.flow.steps { step.forEachMessage(name) }
    for case let say? in flow.flow.ends.map(\.say) { name(say) }
    self.unnamed = unnamed
    // What nothing names of a flow that is run belongs to its interrupts: the outer flow has its own.
    unseen = keys.filter { !seen.contains($0) && !($0.contains("/") && unnamed.contains($0)) }
    let led = Set(flow.flow.steps.flatMap(\.endsNamed))
    unledEnds = Set(unreachedEnds.filter { name in !led.contains { flow.flow[$0].name.value == name } })
  }

  /// The own texts of a flow that has errors, and no runs: nothing can be said of what these show.
  package init(ofBroken flow: Flow) {
    languages = [Self.languages(of: flow)[0]]
    (isComplete, unreachedEnds, unledEnds, unseen, unnamed, cure) = (true, [], [], [], [], nil)
    keys = flow.messages.map(\.name.value)
    let texts = flow.messages.enumerated().map { index, message in
      Text(
        words: message.written, forms: message.forms, isUntranslated: false, untranslatedKeys: [],
        excess: flow.excess(ofMessage: index, in: nil), isRightToLeft: flow.languages.base?.isRightToLeft)
    }
    self.texts = Dictionary(zip(keys, texts.map { [$0] }), uniquingKeysWith: { first, _ in first })
  }

  /// What stands for the language of a flow whose author names none.
  package static let own = "own"

  /// The languages of a flow as boards name them, that of its own texts first.
  package static func languages(of flow: Flow) -> [String] {
    let tags = flow.languageTags
    return flow.languages.base == nil ? [own] + tags : tags
  }

  /// A message in a language; nil where the flow has no such message, or these texts no such language.
  private func text(_ key: String, _ language: String) -> Text? {
    guard let place = languages.firstIndex(of: language), let texts = texts[key], place < texts.count else {
      return nil
    }
    return texts[place]
  }

  package func isUntranslated(_ key: String, _ language: String) -> Bool {
    text(key, language)?.isUntranslated ?? false
  }

  /// Whether a message in a language is written from right to left; nil where nobody says in which language its text is.
  package func isRightToLeft(_ key: String, _ language: String) -> Bool? { text(key, language)?.isRightToLeft }

  /// What is wrong with a message in a language, in words such as `not translated`.
  package func flaws(_ key: String, _ language: String) -> [String] {
    guard let text = text(key, language) else { return [] }
    return text.flaws
  }

  /// The texts that are longer than they may be in a language, each with its key.
  private func overlong(in language: String) -> [(key: String, excess: Int)] {
    keys.compactMap { key in
      guard let excess = text(key, language)?.excess, excess > 0 else { return nil }
      return (key, excess)
    }
  }

  /// The keys that have no text in a language.
  package func untranslated(in language: String) -> [String] { keys.filter { isUntranslated($0, language) } }

  /// Which texts are not translated, and which are too long, a sentence each.
  var remarksOfTexts: [String] {
    var remarks: [String] = []
    for language in languages {
      let keys = untranslated(in: language)
      if !keys.isEmpty {
        remarks.append("not translated into \(language): \(keys.joined(separator: ", "))")
      }
      let partial = self.keys.compactMap { key -> String? in
        let lacking = text(key, language)?.untranslatedKeys ?? []
        return lacking.isEmpty ? nil : "\(key) (\(lacking.joined(separator: ", ")))"
      }
      if !partial.isEmpty { remarks.append("without all words in \(language): \(partial.joined(separator: ", "))") }
      let long = overlong(in: language).map { "\($0.key) by \($0.excess)" }
      if !long.isEmpty {
        let name = language == Self.own ? "" : " in \(language)"
        remarks.append("longer\(name) than \(long.count == 1 ? "it" : "they") may be: \(long.joined(separator: ", "))")
      }
    }
    return remarks
  }

  /// What a reviewer has to know, a sentence each.
  package var remarks: [String] {
    var remarks = remarksOfTexts + remarksOfEnds
    let never = unseen.filter { isComplete || unnamed.contains($0) }
    if !never.isEmpty { remarks.append("never shown: \(never.joined(separator: ", "))") }
    let open = unseen.filter { !never.contains($0) }
    if !open.isEmpty {
      remarks.append("shown in none of the runs that were looked at\(more): \(open.joined(separator: ", "))")
    }
    return remarks
  }

  /// Which ends no storyboard shows, a sentence each for those to which no run leads and those that may be out of sight.
  package var remarksOfEnds: [String] {
    let never = unreachedEnds.filter { isComplete || unledEnds.contains($0) }
    let open = unreachedEnds.filter { !never.contains($0) }
    return (never.isEmpty ? [] : ["ends to which no run leads: \(never.joined(separator: ", "))"])
      + (open.isEmpty
        ? [] : ["ends to which none of the runs that were looked at leads\(more): \(open.joined(separator: ", "))"])
  }

  /// Of the first configurations only, unless that is said.
  private var more: String { isComplete ? "" : cure.map { " (\($0))" } ?? "" }
}

extension FlowWording.Text {
  /// What a reviewer of words has to know of it, each in a few words.
  package var flaws: [String] {
    (isUntranslated ? ["not translated"] : []) + untranslatedKeys.map { "no words for its \($0)" }
      + (excess > 0 ? ["\(excess) character\(excess == 1 ? "" : "s") too long"] : [])
  }
}
