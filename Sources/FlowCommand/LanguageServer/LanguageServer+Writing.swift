// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// What helps while somebody writes.
extension LanguageServer {
  func completions(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    let items = workspace.completions(at: offset, in: text.path)
    return [
      "isIncomplete": false,
      "items": .list(items.enumerated().map { json($1, at: $0, in: text) }),
    ]
  }

  private func json(_ item: CompletionItem, at index: Int, in text: EditedText) -> JSONValue {
    let isTemplate = item.isTemplate && client.takesSnippets
    let words = item.isTemplate && !client.takesSnippets ? Self.withoutPlaces(item.text) : item.text
    return .fields([
      "label": .text(item.label),
      "kind": .int(item.kind.number),
      "detail": item.detail.isEmpty ? nil : .text(item.detail),
      "documentation": item.explanation.isEmpty ? nil : .text(item.explanation),
      "sortText": .text(String(repeating: "0", count: 4 - min(4, String(index).count)) + String(index)),
      "filterText": .text(item.label),
      "insertTextFormat": isTemplate ? 2 : 1,
      "insertTextMode": client.takesInsertModes ? 2 : nil,
      "textEdit": ["range": json(item.replaced, in: text), "newText": .text(words)],
    ])
  }

  /// A template for an editor that knows none: without its places, each with what is proposed there.
  static func withoutPlaces(_ template: String) -> String {
    var result = ""
    var rest = template[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if rest.first == "{", let close = rest.firstIndex(of: "}") {
        let inside = rest[rest.index(after: rest.startIndex)..<close]
        result += inside.split(separator: ":", maxSplits: 1).dropFirst().joined()
        rest = rest[rest.index(after: close)...]
      } else {
        rest = rest.drop { $0.isNumber }
      }
    }
    result += rest
    while result.last == " " { result.removeLast() }
    return result
  }

  func hover(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    guard let meaning = workspace.meaning(at: offset, in: text.path) else { return .null }
    return [
      "contents": client.takesMarkdown
        ? ["kind": "markdown", "value": .text(meaning.text)]
        : ["kind": "plaintext", "value": .text(meaning.text.withoutMarkdown)],
      "range": json(meaning.range, in: text),
    ]
  }

  func lenses(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    let address = JSONValue.text(address(of: text.path))
    return .list(
      workspace.lenses(in: text.path).map { lens in
        let command: ServedCommand
        var arguments = [address]
        switch lens.task {
        case .play(let name):
          command = .play
          if let name { arguments.append(.text(name)) }
        case .coverage(let step):
          command = .coverage
          if let step { arguments.append(.text(step)) }
        case .matrix: command = .matrix
        }
        return [
          "range": json(lens.range, in: text),
          "command": [
            "title": .text(lens.title), "command": .text(command.rawValue), "arguments": .list(arguments),
          ],
        ]
      })
  }
}

extension CompletionItem.Kind {
  /// Source: LSP 3.17, `CompletionItemKind`.
  fileprivate var number: Int {
    switch self {
    case .key: 10
    case .word: 12
    case .step: 3
    case .end: 7
    case .message: 1
    case .choice: 20
    case .input: 6
    case .event: 23
    case .call: 2
    case .code: 21
    case .field: 5
    case .file: 17
    case .snippet: 15
    }
  }
}
