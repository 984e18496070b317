// SPDX-License-Identifier: Apache-2.0

import LanguageServerProtocol
import Testing

@testable import FlowCommand

@Suite("What an editor says of itself")
struct ClientAbilitiesTests {
  private func abilities(_ document: JSONValue) -> ClientAbilities {
    ClientAbilities(["capabilities": ["textDocument": document]])
  }

  @Test("an editor that knows no offers and no Markdown gets none; one that says nothing of them gets both")
  func offers() {
    let old = abilities(["codeAction": [:], "hover": [:], "completion": ["completionItem": [:]]])
    #expect(!old.takesActions && !old.takesMarkdown && !old.takesInsertModes && !old.takesSnippets)
    let silent = abilities([:])
    #expect(silent.takesActions && silent.takesMarkdown && !silent.takesInsertModes)
    let new = abilities([
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
      "hover": ["contentFormat": ["plaintext", "markdown"]],
      "completion": ["completionItem": ["insertTextModeSupport": ["valueSet": [1, 2]]]],
    ])
    #expect(new.takesActions && new.takesMarkdown && new.takesInsertModes)
  }

  @Test("each colour of a word has a name of its own in the legend")
  func legend() {
    let kinds = ServerAbilities.tokenKinds.list?.compactMap(\.text) ?? []
    #expect(kinds.count == 13 && Set(kinds).count == kinds.count)
  }
}
