// SPDX-License-Identifier: Apache-2.0

import LanguageServerProtocol
import RuleBook

/// What the server can do.
enum ServerAbilities {
  static var version: String { Release.version }

  static let tokenKinds: JSONValue = [
    "keyword", "property", "function", "class", "string", "enumMember", "parameter", "event", "method", "number",
    "regexp", "comment", "namespace",
  ]

  static func json(for client: ClientAbilities) -> JSONValue {
    [
      "positionEncoding": .text(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "diagnosticProvider": [
        "identifier": "mfaflow", "interFileDependencies": true, "workspaceDiagnostics": true,
      ],
      "completionProvider": ["triggerCharacters": [" ", "{", "[", ",", "(", "$", ".", "\n"]],
      "hoverProvider": true,
      "signatureHelpProvider": ["triggerCharacters": [":", " ", "[", "{", ",", "\n"], "retriggerCharacters": [","]],
      "callHierarchyProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "renameProvider": ["prepareProvider": true],
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "semanticTokensProvider": [
        "legend": ["tokenTypes": tokenKinds, "tokenModifiers": ["declaration"]], "full": true, "range": true,
      ],
      "inlayHintProvider": true,
      "codeActionProvider": [
        "codeActionKinds": ["quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"],
        "resolveProvider": true,
      ],
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "\n"],
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": ["commands": .list(ServedCommand.allCases.map { .text($0.rawValue) })],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
