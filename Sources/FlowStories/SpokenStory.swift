// SPDX-License-Identifier: Apache-2.0

/// The same run in one or more languages, panel by panel.
package struct SpokenStory: Sendable {
  package let title: String
  /// By language, in the order of the languages; all of one length.
  package let boards: [Storyboard]
  /// What languages the boards are in, such as `de`; `own` where the author names none.
  package let languages: [String]
  /// The texts of its flow, where stories of several flows may stand together.
  package let wording: FlowWording?

  /// Boards of one run: what is no longer told in all languages is left out.
  package init(_ title: String, _ boards: [Storyboard], in languages: [String], _ wording: FlowWording? = nil) {
    self.title = title
    self.boards = boards
    self.languages = languages
    self.wording = wording
  }

  /// What a screen says when something is done there, each text by language.
  package func asides(at panel: Int) -> [(aside: Screen.Aside, texts: [String])] {
    guard case .screen(let first) = boards[0].panels[panel] else { return [] }
    return first.asides.enumerated().map { index, aside in
      let texts = boards.map { board -> String in
        guard case .screen(let screen) = board.panels[panel], index < screen.asides.count else { return aside.text }
        return screen.asides[index].text
      }
      return (aside, texts)
    }
  }

  package var panelCount: Int { boards.map(\.panels.count).min() ?? 0 }

  /// The texts of a panel, by language, each with its key and whether it is a translation.
  package func texts(at panel: Int) -> [String?] {
    boards.map { board in
      switch board.panels[panel] {
      case .screen(let screen): screen.message
      case .end(_, _, _, let message): message
      case .between: nil
      }
    }
  }
}

extension [SpokenStory] {
  /// What a reviewer of words has to know of the texts of their flows, each once.
  package var remarks: [String] {
    compactMap(\.wording).flatMap(\.remarksOfTexts).reduce(into: []) { known, remark in
      if !known.contains(remark) { known.append(remark) }
    }
  }
}
