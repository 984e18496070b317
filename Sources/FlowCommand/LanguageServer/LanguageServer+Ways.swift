// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import LanguageServerProtocol

/// The calls of a step, and how runs come there.
extension LanguageServer {
  func signatures(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    let signatures = workspace.signatures(at: offset, in: text.path)
    guard !signatures.isEmpty else { return .null }
    return [
      "signatures": .list(
        signatures.map { signature in
          .fields([
            "label": .text(signature.label),
            "documentation": signature.explanation.isEmpty ? nil : .text(signature.explanation),
            "parameters": .list(
              signature.parameters.map { ["label": .text($0.label), "documentation": .text($0.explanation)] }),
            "activeParameter": active(signature),
          ])
        }),
      "activeSignature": 0,
      "activeParameter": active(signatures[0]),
    ]
  }

  /// Of a call with nothing left to write, none: that is one behind the last.
  private func active(_ signature: CallSignature) -> JSONValue {
    .int(signature.active ?? signature.parameters.count)
  }

  func prepareWays(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let (text, offset) = try place(params)
    let places = workspace.flowPlaces(at: offset, in: text.path)
    return places.isEmpty ? .null : .list(places.compactMap { json($0, saying: nil) })
  }

  func waysHere(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try flowPlace(params)
    return .list(
      workspace.waysTo(place).compactMap { joined in
        guard let text = workspace.texts.text(joined.place.path), let item = json(joined.place, saying: joined.words)
        else { return nil }
        return ["from": item, "fromRanges": .list(joined.ranges.map { json($0, in: text) })]
      })
  }

  func waysOn(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try flowPlace(params)
    guard let text = workspace.texts.text(place.path) else { return [] }
    return .list(
      workspace.waysFrom(place).compactMap { joined in
        json(joined.place, saying: joined.words).map {
          ["to": $0, "fromRanges": .list(joined.ranges.map { json($0, in: text) })]
        }
      })
  }

  /// - Parameter words: what makes runs come from there, or go there; nil for the place that was asked for.
  private func json(_ place: FlowPlace, saying words: [String]?) -> JSONValue? {
    guard let text = workspace.texts.text(place.path) else { return nil }
    let flow = place.flow.split(separator: "/").last.map(String.init) ?? place.flow
    let said = words.map { $0.joined(separator: ", ") } ?? "\(place.deed), in \(flow)"
    return [
      "name": .text(place.name), "kind": .int(place.kind.number), "detail": .text(said),
      "uri": .text(address(of: place.path)),
      "range": json(place.range, in: text), "selectionRange": json(place.nameRange, in: text),
      "data": [
        "flow": .text(address(of: place.flow)), "kind": .text(place.kind.rawValue), "name": .text(place.name),
      ],
    ]
  }

  /// The place of an item that was handed out, as the flow has it now.
  private func flowPlace(_ params: JSONValue) throws(ResponseError) -> FlowPlace {
    let data = params["item"]?["data"]
    guard let flow = data?["flow"]?.text, let name = data?["name"]?.text,
      let kind = data?["kind"]?.text.flatMap({ FlowPlace.Kind(rawValue: $0) })
    else { throw ResponseError(.invalidParams, "an item has the `data` that it was handed out with") }
    guard let place = workspace.flowPlace(kind, named: name, inFlow: path(of: flow)) else {
      throw ResponseError(.requestFailed, "the flow does not have that place any more")
    }
    return place
  }
}

extension FlowPlace.Kind {
  /// Source: LSP 3.17, `SymbolKind`; as in the list of what a file holds.
  fileprivate var number: Int {
    switch self {
    case .start: 2
    case .step: 12
    case .interrupt: 24
    case .end: 10
    }
  }
}
