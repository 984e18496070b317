// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
package import FlowStories

/// What the user sees, screen by screen, and all texts.
package struct StorySections {
  private let stories: [SpokenStory]
  private let wording: FlowWording?
  /// What the ids of the boards begin with.
  private let id: String
  /// What is told where there is no run.
  private let nothing: String
  /// What is told above the texts; empty for nothing.
  private let caution: String

  init(_ article: FlowArticle) {
    id = article.id
    stories = article.paged.stories
    wording = article.paged.wording
    nothing = article.doesNotRun ? FlowArticle.notRun : Self.noRun
    caution =
      article.doesNotRun
      ? "<p class=\"note\">The flow has errors: its own texts alone are listed, and not what a run shows.</p>"
      : article.paged.wording?.translated.map { "<p class=\"note\">\(HTMLText.line($0))</p>" } ?? ""
  }

  /// Of storyboards alone.
  package init(_ stories: [SpokenStory], _ wording: FlowWording?) {
    self.stories = stories
    self.wording = wording
    id = "f0"
    nothing = Self.noRun
    caution = ""
  }

  /// A page with nothing but the boards and the texts; first what a reviewer of words has to know.
  package func page(title: String) -> String {
    // Of scenarios only what they show is told.
    let remarks = remarks(of: wording?.remarks ?? stories.remarks)
    let body =
      "<main><article class=\"flow boards\"><header><h1>\(HTMLText.line(title))</h1>"
      + "<p class=\"summary\">What the user sees, screen by screen</p></header>"
      + (remarks.isEmpty ? "" : "<section class=\"part\" aria-label=\"What is missing\">\(remarks)</section>")
      + "<section class=\"part screens\"><h2>Screens</h2>\(boards)</section>"
      + (wording == nil ? "" : "<section class=\"part texts\"><h2>Texts</h2>\(table)</section>") + "</article></main>"
    return PageShell(title: title, body: body, hasScript: false).text
  }

  private func remarks(of remarks: [String]) -> String {
    remarks.isEmpty ? "" : "<ul class=\"remarks\">\(remarks.map { "<li>\(HTMLText.line($0))</li>" }.joined())</ul>"
  }

  private static let noRun = "<p class=\"note\">There is no run to show.</p>"

  /// The boards as a part of a page; first the ends that have none.
  package var html: String {
    let missing = (wording?.remarksOfEnds ?? []).map {
      "<p class=\"note\"><strong>No board:</strong> \(HTMLText.line($0)).</p>"
    }
    return missing.joined() + boards
  }

  private var boards: String {
    guard !self.stories.isEmpty else { return nothing }
    let left = self.stories.dropFirst(FlowArticle.most)
    let cut = left.first.map {
      "<p class=\"note\"><strong>Left out here:</strong> \(left.count) boards, from <code>\(HTMLText.line($0.title))</code> on.</p>"
    }
    let stories = self.stories.prefix(FlowArticle.most)
    let links = stories.enumerated().map { number, story in
      "<li><a href=\"#\(id)-b\(number)\">\(HTMLText.line(story.title))</a></li>"
    }
    let index = stories.count > 3 ? "<ul class=\"index\">\(links.joined())</ul>" : ""
    return (cut ?? "") + index + stories.enumerated().map { story($1, $0) }.joined(separator: "\n")
  }

  private func story(_ story: SpokenStory, _ number: Int) -> String {
    let panels = (0..<story.panelCount).map { "<li>\(panel($0, story))</li>" }
    return
      "<section class=\"story\" id=\"\(id)-b\(number)\"><h3>\(HTMLText.line(story.title))</h3><ol class=\"board\">\(panels.joined())</ol></section>"
  }

  private func panel(_ index: Int, _ story: SpokenStory) -> String {
    switch story.boards[0].panels[index] {
    case .between(let lines):
      return "<div class=\"between\">\(lines.map { "<p>\(HTMLText.line($0))</p>" }.joined())</div>"
    case .end(let name, let outcome, let key, _):
      return "<div class=\"screen end \(HTMLText.line(outcome))\"><p class=\"name\">\(HTMLText.line(name)) "
        + "<small>\(HTMLText.line(outcome))</small></p>\(says(index, key, story))</div>"
    case .screen(let screen):
      var parts = [
        "<p class=\"name\">\(HTMLText.line(screen.step))\(screen.isInterrupt ? " <small>above</small>" : "")</p>"
      ]
      parts.append(says(index, screen.key, story))
      for input in screen.inputs {
        let offered = ([input.suggestion].compactMap(\.self) + input.items).map { HTMLText.value($0) }
        parts.append(
          "<p class=\"field\"><span>\(HTMLText.line(input.name))</span> "
            + "<small>\(offered.isEmpty ? HTMLText.line(input.kind) : offered.joined(separator: ", "))</small></p>")
      }
      if !screen.choices.isEmpty {
        let choices = screen.choices.map { choice in
          let more = [choice.obstacle, choice.call.map { "calls \($0)" }].compactMap(\.self)
          return "<li\(choice.obstacle == nil ? "" : " class=\"off\"")>\(HTMLText.line(choice.name))"
            + (more.isEmpty ? "" : " <small>\(HTMLText.message(more.joined(separator: ", ")))</small>") + "</li>"
        }
        parts.append("<ul class=\"buttons\">\(choices.joined())</ul>")
      }
      for (aside, texts) in story.asides(at: index) {
        let said = zip(story.languages, texts).map { language, text in
          (story.languages.count > 1 ? "<small>\(HTMLText.line(language))</small> " : "")
            + "<span\(spoken(aside.key, language, story.wording))>\(HTMLText.message(text))</span>"
            + mark(aside.key, language, story.wording)
        }
        parts.append(
          "<p class=\"small\">\(HTMLText.line(aside.occasion)): \(said.joined(separator: "<br>")) "
            + "<span class=\"key\">\(HTMLText.line(aside.key))</span></p>")
      }
      let notes = screen.notes.joined(separator: "; ")
      if !notes.isEmpty { parts.append("<p class=\"small\">\(HTMLText.line(notes))</p>") }
      return "<div class=\"screen\">\(parts.joined())</div>"
    }
  }

  private func says(_ panel: Int, _ key: String?, _ story: SpokenStory) -> String {
    guard let key else { return "" }
    let texts = zip(story.languages, story.texts(at: panel)).compactMap { language, text -> String? in
      guard let text else { return nil }
      let (words, manner) = (HTMLText.message(text), spoken(key, language, story.wording))
      let mark = mark(key, language, story.wording)
      guard story.languages.count > 1 else {
        return "<p class=\"say\"\(manner)>\(words)\(mark.isEmpty ? "" : "<span\(Self.plain)>\(mark)</span>")</p>"
      }
      // The name of the language is no word of the text, and does not tell from which side that is read.
      return "<p class=\"say\"><small>\(HTMLText.line(language))</small> <span\(manner)>\(words)</span>\(mark)</p>"
    }
    return texts.joined() + "<p class=\"key\">\(HTMLText.line(key))</p>"
  }

  /// What is wrong with a text in a language, to stand behind it.
  ///
  /// - Parameter texts: those of the story; nil for those of the page.
  private func mark(_ key: String, _ language: String, _ texts: FlowWording?) -> String {
    ((texts ?? wording)?.flaws(key, language) ?? []).map { " <strong class=\"untaken\">\($0)</strong>" }.joined()
  }

  /// In which language a text is to be read aloud, and from which side it is read: one that is not translated is in the flow's own.
  private func spoken(_ key: String, _ language: String, _ texts: FlowWording? = nil) -> String {
    let wording = texts ?? self.wording
    let isOwn = language == FlowWording.own || (wording?.isUntranslated(key, language) ?? false)
    return (isOwn ? "" : " lang=\"\(HTMLText.line(language))\"")
      + HTMLText.direction(wording?.isRightToLeft(key, language))
  }

  /// What the page itself says between words of a flow.
  private static let plain = " lang=\"en\" dir=\"ltr\""

  /// All messages, with what is missing.
  package var texts: String {
    guard let wording, !wording.keys.isEmpty else { return Self.noMessages }
    return caution + remarks(of: wording.remarks) + table
  }

  private static let noMessages = "<p class=\"note\">The flow has no messages.</p>"

  private var table: String {
    guard let wording, !wording.keys.isEmpty else { return Self.noMessages }
    let head = wording.languages.map { language in
      let missing = wording.untranslated(in: language).count
      return "<th scope=\"col\">\(HTMLText.line(language == FlowWording.own ? "text" : language))"
        + (missing > 0 ? " <small>\(missing) missing</small>" : "") + "</th>"
    }
    let unseen = Set(wording.unseen)
    let left = wording.keys.dropFirst(FlowArticle.most)
    let cut = left.first.map {
      "<p class=\"note\"><strong>Left out here:</strong> \(left.count) messages, from <code>\(HTMLText.line($0))</code> on.</p>"
    }
    let rows = wording.keys.prefix(FlowArticle.most).map { key -> String in
      let cells = zip(wording.languages, wording.texts[key] ?? []).map { language, text in
        let manner = spoken(key, language)
        let marks = text.flaws.map { "<strong class=\"untaken\">\($0)</strong> " }.joined()
        let forms = text.forms.map { form in
          "<dt>\(HTMLText.line(form.use))</dt><dd\(manner)>\(HTMLText.message(form.words))</dd>"
        }
        let list = forms.isEmpty ? "" : "<dl class=\"forms\"\(Self.plain)>\(forms.joined())</dl>"
        let mark = marks.isEmpty ? "" : "<span\(Self.plain)>\(marks)</span>"
        return "<td\(manner)>\(mark)\(HTMLText.message(text.words))\(list)</td>"
      }
      let mark = unseen.contains(key) ? "<br><strong class=\"untaken\">not seen in a run</strong>" : ""
      return "<tr><th scope=\"row\">\(HTMLText.line(key))\(mark)</th>\(cells.joined())</tr>"
    }
    return (cut ?? "")
      + "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Texts\"><table><thead><tr><th scope=\"col\">key</th>"
      + "\(head.joined())</tr></thead><tbody>\(rows.joined())</tbody></table></div>"
  }
}
