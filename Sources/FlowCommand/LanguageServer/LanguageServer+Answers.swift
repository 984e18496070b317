// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// What an editor asks.
extension LanguageServer {
  func serve(_ method: String, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    switch method {
    case "textDocument/diagnostic": try findings(params)
    case "workspace/diagnostic": allFindings(params)
    case "textDocument/completion": try completions(params)
    case "textDocument/hover": try hover(params)
    case "textDocument/signatureHelp": try signatures(params)
    case "textDocument/prepareCallHierarchy": try prepareWays(params)
    case "callHierarchy/incomingCalls": try waysHere(params)
    case "callHierarchy/outgoingCalls": try waysOn(params)
    case "textDocument/definition": try definitions(params)
    case "textDocument/references": try references(params)
    case "textDocument/documentHighlight": try highlights(params)
    case "textDocument/prepareRename": try prepareRename(params)
    case "textDocument/rename": try rename(params)
    case "textDocument/documentSymbol": try symbols(params)
    case "workspace/symbol": workspaceSymbols(params)
    case "textDocument/foldingRange": try folds(params)
    case "textDocument/selectionRange": try selections(params)
    case "textDocument/documentLink": try links(params)
    case "textDocument/semanticTokens/full", "textDocument/semanticTokens/range": try tokens(params)
    case "textDocument/inlayHint": try inlays(params)
    case "textDocument/codeAction": try actions(params)
    case "codeAction/resolve": try resolveAction(params)
    case "textDocument/codeLens": try lenses(params)
    case "textDocument/formatting": try layout(params)
    case "textDocument/rangeFormatting": try layoutOfRange(params)
    case "textDocument/onTypeFormatting": try layoutOfLine(params)
    default: throw ResponseError(.methodNotFound, "\(Diagnostic.quoting(method)) is not known here")
    }
  }

  private func definitions(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    guard let name = workspace.name(at: offset, in: text.path) else { return .null }
    return .list(workspace.definitions(of: name, in: text.path).compactMap { location($0) })
  }

  private func references(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    guard let name = workspace.name(at: offset, in: text.path) else { return .null }
    let includes = params["context"]?["includeDeclaration"]?.flag ?? true
    return .list(
      workspace.references(of: name, in: text.path).filter { includes || !$0.place.isDefinition }
        .compactMap { location(FoundPlace($0.path, $0.place.range)) })
  }

  private func highlights(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    guard let name = workspace.name(at: offset, in: text.path) else { return .null }
    return .list(
      workspace.occurrences(of: name, withinFile: text.path).map {
        ["range": json($0.range, in: text), "kind": $0.isDefinition ? 3 : 2]
      })
  }

  private func prepareRename(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    do throws(RenamingProblem) {
      let name = try workspace.renamable(at: offset, in: text.path)
      return ["range": json(name.range, in: text), "placeholder": .text(name.name)]
    } catch {
      throw ResponseError(.requestFailed, error.words)
    }
  }

  private func rename(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    guard let name = params["newName"]?.text else { throw ResponseError(.invalidParams, "a new name is needed") }
    do throws(RenamingProblem) {
      return json(try workspace.renaming(at: offset, in: text.path, to: name))
    } catch {
      throw ResponseError(.requestFailed, error.words)
    }
  }

  private func symbols(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    if client.nestsSymbols { return .list(text.symbols.map { json($0, in: text) }) }
    return .list(text.symbols.flatMap { flat($0, within: nil, of: text) })
  }

  /// A symbol and all within it, one after another, for an editor that knows no tree of them.
  private func flat(_ symbol: FileSymbol, within outer: String?, of text: EditedText) -> [JSONValue] {
    let name = symbol.name.isEmpty ? "-" : symbol.name
    let own = JSONValue.fields([
      "name": .text(name), "kind": .int(symbol.kind.number), "containerName": outer.map { .text($0) },
      "location": ["uri": .text(address(of: text.path)), "range": json(symbol.range, in: text)],
    ])
    return [own] + symbol.children.flatMap { flat($0, within: name, of: text) }
  }

  private func json(_ symbol: FileSymbol, in text: EditedText) -> JSONValue {
    [
      "name": .text(symbol.name.isEmpty ? "-" : symbol.name), "detail": .text(symbol.detail),
      "kind": .int(symbol.kind.number), "range": json(symbol.range, in: text),
      "selectionRange": json(symbol.nameRange, in: text),
      "children": .list(symbol.children.map { json($0, in: text) }),
    ]
  }

  private func workspaceSymbols(_ params: JSONValue) -> JSONValue {
    let wanted = params["query"]?.text ?? ""
    let found = workspace.symbols(holding: wanted)
    return .list(
      found.compactMap { path, symbol in
        guard let text = workspace.texts.text(path) else { return nil }
        return [
          "name": .text(symbol.name), "kind": .int(symbol.kind.number),
          "containerName": .text(path.split(separator: "/").last.map(String.init) ?? ""),
          "location": ["uri": .text(address(of: path)), "range": json(symbol.nameRange, in: text)],
        ]
      })
  }

  private func folds(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    .list(
      try text(params).folds.map { fold in
        .fields([
          "startLine": .int(fold.first - 1), "endLine": .int(fold.last - 1),
          "kind": fold.isComment ? "comment" : nil,
        ])
      })
  }

  private func selections(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    let positions = params["positions"]?.list ?? []
    return .list(
      positions.map { value in
        let position = ProtocolPosition(value) ?? ProtocolPosition(line: 0, character: 0)
        let offset = client.encoding.offset(of: position, in: text.bytes, text.lines)
        var result: JSONValue?
        for range in text.stretches(around: offset).reversed() {
          result = .fields(["range": json(range, in: text), "parent": result])
        }
        return result ?? ["range": json(offset..<offset, in: text)]
      })
  }

  private func links(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    return .list(
      workspace.links(in: text.path).map { link in
        ["range": json(link.range, in: text), "target": .text(address(of: link.target))]
      })
  }

  private func tokens(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    let wanted = try params["range"].map { value throws(ResponseError) in try range(value, in: text) }
    var data: [JSONValue] = []
    var last = ProtocolPosition(line: 0, character: 0)
    for word in text.colouredWords(workspace.names(in: text.path)) {
      if let wanted, !wanted.overlaps(word.range) { continue }
      let start = client.encoding.position(at: word.range.lowerBound, in: text.bytes, text.lines)
      let end = client.encoding.position(at: word.range.upperBound, in: text.bytes, text.lines)
      guard end.line == start.line, end.character > start.character else { continue }
      let character = start.line == last.line ? start.character - last.character : start.character
      data += [
        .int(start.line - last.line), .int(character), .int(end.character - start.character), .int(word.kind.rawValue),
        .int(word.isDefinition ? 1 : 0),
      ]
      last = start
    }
    return ["data": .list(data)]
  }

  private func inlays(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    let wanted = try range(params["range"], in: text)
    return .list(
      workspace.asides(in: wanted, of: text.path).map { aside in
        [
          "position": client.encoding.position(at: aside.offset, in: text.bytes, text.lines).json,
          "label": .text(aside.words), "paddingLeft": true,
        ]
      })
  }

  private func layout(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    return .list(text.layoutChanges.map { json($0, in: text) })
  }

  private func layoutOfRange(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    guard let first = params["range"]?["start"]?["line"]?.int, let last = params["range"]?["end"]?["line"]?.int,
      first >= 0, last >= first, last < Int(Int32.max)
    else { throw ResponseError(.invalidParams, "a range has `start` and `end`") }
    return .list(text.layoutChanges(inLines: first + 1...last + 1).map { json($0, in: text) })
  }

  /// The line above the one that somebody has begun.
  private func layoutOfLine(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    guard let line = params["position"]?["line"]?.int, line > 0, line < Int(Int32.max) else { return [] }
    return .list(text.layoutChanges(ofEndedLine: line).map { json($0, in: text) })
  }

  private func actions(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let text = try text(params)
    guard client.takesActions else { return [] }
    let wanted = try range(params["range"], in: text)
    let only = params["context"]?["only"]?.list?.compactMap(\.text)
    let offers = workspace.offeredChanges(in: wanted, of: text.path)
    let changes = offers.filter { $0.kind != .names }.map { offer -> JSONValue in
      .fields([
        "title": .text(TerminalText.line(offer.title)), "kind": "quickfix",
        "diagnostics": offer.finding.flatMap { json($0) }.map { [$0] },
        "isPreferred": offer.kind == .mends ? true : nil,
        "edit": json(offer.edits),
      ])
    }
    let names = namings(offers.filter { $0.kind == .names }, in: wanted, of: text)
    let all = changes + names + scenarioOffers(in: wanted, of: text) + refactorings(in: wanted, of: text)
    guard let only else { return .list(all) }
    return .list(
      all.filter { action in
        let kind = action["kind"]?.text ?? ""
        return only.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty }
      })
  }
}

extension FileSymbol.Kind {
  /// Source: LSP 3.17, `SymbolKind`.
  fileprivate var number: Int {
    switch self {
    case .file: 1
    case .step: 12
    case .interrupt: 24
    case .end: 10
    case .message: 15
    case .budget: 16
    case .choice: 22
    case .input: 13
    case .scenario: 6
    case .other: 14
    }
  }
}
