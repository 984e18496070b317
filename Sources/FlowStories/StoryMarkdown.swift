// SPDX-License-Identifier: Apache-2.0

import MessageLanguages

/// Storyboards as Markdown, for a review of words.
package struct StoryMarkdown: Sendable {
  private let stories: [SpokenStory]
  /// Nil where the boards are of scenarios: they show what they show, and each has the texts of its flow.
  private let texts: FlowWording?
  private let name: String

  package init(_ name: String, _ stories: [SpokenStory], _ texts: FlowWording?) {
    self.name = name
    self.stories = stories
    self.texts = texts
  }

  package var text: String {
    var lines = ["# What the user sees in \(MarkdownText.line(name))", ""]
    lines += wording
    for story in stories {
      lines += ["## \(MarkdownText.line(story.title))", ""]
      for panel in 0..<story.panelCount { lines += self.lines(of: panel, in: story) }
    }
    return lines.joined(separator: "\n").trimmedEnd + "\n"
  }

  /// What a reviewer of words has to know first.
  private var wording: [String] {
    let lines = (texts?.remarks ?? stories.remarks).map { "- " + MarkdownText.line($0) }
    return lines.isEmpty ? [] : lines + [""]
  }

  private func lines(of panel: Int, in story: SpokenStory) -> [String] {
    switch story.boards[0].panels[panel] {
    case .between(let lines): return lines.map { "- \(MarkdownText.line($0))" } + [""]
    case .end(let name, let outcome, let key, _):
      return ["**End: \(MarkdownText.line(name))** (\(outcome))", ""] + messages(at: panel, key, story)
    case .screen(let screen):
      var lines = ["**Screen: \(MarkdownText.line(screen.step))**" + (screen.isInterrupt ? " (an interrupt)" : ""), ""]
      lines += messages(at: panel, screen.key, story)
      lines += screen.facts.map { "- \(MarkdownText.said($0))" }
      for (aside, texts) in story.asides(at: panel) {
        lines += zip(story.languages, texts).map { language, text in
          let tag = story.languages.count > 1 ? " (\(language))" : ""
          let mark = flaws(aside.key, language, story).map { " — **\($0)**" }.joined()
          let said = MarkdownText.said(text, isRightToLeft: isRightToLeft(aside.key, language, story))
          return "- " + MarkdownText.line("\(aside.occasion)\(tag):") + " \(said)\(mark)"
        }
        lines[lines.count - 1] += " _\(MarkdownText.line(aside.key))_"
      }
      return lines + (screen.facts.isEmpty && screen.asides.isEmpty ? [] : [""])
    }
  }

  private func flaws(_ key: String, _ language: String, _ story: SpokenStory) -> [String] {
    (story.wording ?? texts)?.flaws(key, language) ?? []
  }

  private func isRightToLeft(_ key: String, _ language: String, _ story: SpokenStory) -> Bool? {
    (story.wording ?? texts)?.isRightToLeft(key, language)
  }

  private func messages(at panel: Int, _ key: String?, _ story: SpokenStory) -> [String] {
    guard let key else { return [] }
    var lines: [String] = []
    for (language, text) in zip(story.languages, story.texts(at: panel)) {
      guard let text else { continue }
      let mark = flaws(key, language, story).map { " — **\($0)**" }.joined()
      let lead = story.languages.count > 1 ? "\(MarkdownText.line(language)): " : ""
      let words = MarkdownText.lines(text, isRightToLeft: isRightToLeft(key, language, story))
      for (index, line) in words.enumerated() {
        lines.append("> " + (index == 0 ? lead : "") + line)
      }
      if !mark.isEmpty { lines[lines.count - 1] += mark }
      lines.append(">")
    }
    return lines.isEmpty ? [] : lines.dropLast() + ["", "_\(MarkdownText.line(key))_", ""]
  }
}

extension Screen {
  /// What stands on it besides the message, a line each.
  package var facts: [String] {
    var facts = inputs.map { input in
      "asks for \(input.name)" + (input.kind == "secret" ? ", hidden" : "")
        + (input.suggestion.map { ", offers \(WritingDirection.line($0))" } ?? "")
        + (input.items.isEmpty ? "" : ": " + input.items.map { WritingDirection.line($0) }.joined(separator: " / "))
    }
    facts += choices.map { choice in
      "button \(choice.name)" + (choice.obstacle.map { " (\($0))" } ?? "")
        + (choice.call.map { ", calls \($0)" } ?? "")
    }
    return facts + notes
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == "\n" }.reversed())
  }
}
