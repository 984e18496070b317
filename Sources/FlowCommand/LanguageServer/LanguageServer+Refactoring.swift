// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// Changes of what a flow is made of.
extension LanguageServer {
  /// What is offered for a stretch; an editor that can asks for the changes once somebody wants them.
  func refactorings(in wanted: Range<Int>, of text: EditedText) -> [JSONValue] {
    workspace.refactorings(in: wanted, of: text.path).compactMap { refactoring in
      guard refactoring.kind == .inlines || client.createsFiles else { return nil }
      let head: KeyValuePairs<String, JSONValue?> = [
        "title": .text(TerminalText.line(refactoring.title)), "kind": .text(refactoring.kind.protocolWord),
      ]
      guard client.resolvesActions else {
        guard let edits = try? workspace.edits(for: refactoring) else { return nil }
        return .object(JSONValue.fields(head).members + [JSONValue.Field("edit", json(withCreated: edits))])
      }
      let data: JSONValue = [
        "kind": .text(refactoring.kind.rawValue), "uri": .text(address(of: text.path)), "range": json(wanted, in: text),
      ]
      return .object(JSONValue.fields(head).members + [JSONValue.Field("data", data)])
    }
  }

  /// Lines for what only an `else` takes; whether nothing changes by them is looked at once somebody wants them.
  func namings(_ offers: [OfferedChange], in wanted: Range<Int>, of text: EditedText) -> [JSONValue] {
    // For an editor that cannot ask later, one is looked at: that takes its time.
    offers.prefix(client.resolvesActions ? offers.count : 1).compactMap { offer in
      let head: KeyValuePairs<String, JSONValue?> = [
        "title": .text(TerminalText.line(offer.title)), "kind": "refactor.rewrite",
      ]
      guard client.resolvesActions else {
        guard let edits = try? workspace.edits(forNaming: offer.title, in: wanted, of: text.path) else { return nil }
        return .object(JSONValue.fields(head).members + [JSONValue.Field("edit", json(edits))])
      }
      let data: JSONValue = [
        "kind": .text(Self.namingKind), "title": .text(offer.title), "uri": .text(address(of: text.path)),
        "range": json(wanted, in: text),
      ]
      return .object(JSONValue.fields(head).members + [JSONValue.Field("data", data)])
    }
  }

  private static let namingKind = "names"

  /// An offer with its changes.
  func resolveAction(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard case .object(let fields) = params, let data = params["data"], let address = data["uri"]?.text,
      let word = data["kind"]?.text, word == Self.namingKind || Refactoring.Kind(rawValue: word) != nil
    else { return params }
    guard let text = workspace.texts.text(path(of: address)) else {
      throw ResponseError(.requestFailed, "there is no such file")
    }
    let range = try range(data["range"], in: text)
    do throws(RefactoringProblem) {
      guard let kind = Refactoring.Kind(rawValue: word) else {
        let edits = try workspace.edits(forNaming: data["title"]?.text ?? "", in: range, of: text.path)
        return .object(fields.filter { $0.name != "edit" } + [JSONValue.Field("edit", json(edits))])
      }
      guard let refactoring = workspace.refactorings(in: range, of: text.path).first(where: { $0.kind == kind }) else {
        throw RefactoringProblem(words: "it is not to be had here any more")
      }
      let edits = try workspace.edits(for: refactoring)
      return .object(fields.filter { $0.name != "edit" } + [JSONValue.Field("edit", json(withCreated: edits))])
    } catch {
      throw ResponseError(.requestFailed, error.words)
    }
  }

  /// Changes, those of files among them that are not there yet.
  func json(withCreated edits: FileEdits) -> JSONValue {
    guard !edits.created.isEmpty else { return json(edits) }
    let created = CreatedFiles.json(edits, address: address)["documentChanges"]?.list ?? []
    return ["documentChanges": .list(created + changes(edits))]
  }

  /// An editor that makes files takes changes in this form, whatever it says of versions.
  private func changes(_ edits: FileEdits) -> [JSONValue] {
    let written = json(edits)
    if let versioned = written["documentChanges"]?.list { return versioned }
    return (written["changes"]?.members ?? []).map { field in
      ["textDocument": ["uri": .text(field.name), "version": .null], "edits": field.value]
    }
  }
}

/// Files that an editor is to make.
enum CreatedFiles {
  /// - Parameter address: that of a path.
  static func json(_ edits: FileEdits, address: (String) -> String) -> JSONValue {
    let start = ProtocolPosition(line: 0, character: 0).json
    return [
      "documentChanges": .list(
        edits.created.sorted { $0.key < $1.key }.flatMap { path, text -> [JSONValue] in
          let uri = JSONValue.text(address(path))
          return [
            ["kind": "create", "uri": uri, "options": ["ignoreIfExists": false]],
            [
              "textDocument": ["uri": uri, "version": .null],
              "edits": [["range": ["start": start, "end": start], "newText": .text(text)]],
            ],
          ]
        })
    ]
  }
}

extension JSONValue {
  fileprivate var members: [Field] { if case .object(let fields) = self { fields } else { [] } }
}

extension Refactoring.Kind {
  /// Source: LSP 3.17, `CodeActionKind`.
  fileprivate var protocolWord: String {
    switch self {
    case .extracts: "refactor.extract"
    case .inlines: "refactor.inline"
    }
  }
}
