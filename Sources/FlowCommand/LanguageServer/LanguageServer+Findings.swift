// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowEditing
import LanguageServerProtocol

/// What is wrong, as an editor is told.
extension LanguageServer {
  /// The findings that have changed, for an editor that does not ask for them.
  func tellFindings() -> [JSONValue] {
    let paths = workspace.takeChanged()
    guard !client.asksForFindings else { return [] }
    return paths.flatMap { path -> [JSONValue] in
      let findings = workspace.findings(of: path)
      let address = address(of: path)
      let last = told.removeValue(forKey: path)
      var messages: [JSONValue] = []
      // To an editor, another spelling of the address is another file.
      if let last, last != address { messages.append(Self.told([], at: last)) }
      if !findings.isEmpty { told[path] = address }
      guard !findings.isEmpty || last == address || versions[path] != nil else { return messages }
      return messages + [Self.told(findings.compactMap { json($0) }, at: address, version: versions[path])]
    }
  }

  private static func told(_ findings: [JSONValue], at address: String, version: Int? = nil) -> JSONValue {
    ProtocolMessage.notification(
      "textDocument/publishDiagnostics",
      .fields([
        "uri": .text(address), "version": version.map { .int($0) }, "diagnostics": .list(findings),
      ]))
  }

  /// The findings of one document, for an editor that asks.
  func findings(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    let path = try path(params)
    // With the others, an editor that can be told asks again.
    workspace.settle(path, alone: client.refreshesFindings)
    return report(path, previous: params["previousResultId"]?.text)
  }

  private func report(_ path: String, previous: String?) -> JSONValue {
    let items = JSONValue.list(workspace.findings(of: path).compactMap { json($0) })
    var fingerprint = Fingerprint()
    fingerprint.add(items.bytes)
    guard fingerprint.text != previous else { return ["kind": "unchanged", "resultId": .text(fingerprint.text)] }
    return ["kind": "full", "resultId": .text(fingerprint.text), "items": items]
  }

  /// The findings of all files, for an editor that asks.
  func allFindings(_ params: JSONValue) -> JSONValue {
    workspace.settle()
    var previous: [String: String] = [:]
    for known in params["previousResultIds"]?.list ?? [] {
      if let address = known["uri"]?.text, let value = known["value"]?.text { previous[path(of: address)] = value }
    }
    let paths = Set(workspace.checkedPaths).union(previous.keys).sorted()
    return [
      "items": .list(
        paths.map { path in
          guard case .object(let fields) = report(path, previous: previous[path]) else { return .null }
          let version: JSONValue = versions[path].map { .int($0) } ?? .null
          return .object(
            fields + [JSONValue.Field("uri", .text(address(of: path))), JSONValue.Field("version", version)])
        })
    ]
  }

  func json(_ placed: PlacedFinding) -> JSONValue? {
    guard let text = workspace.texts.text(placed.path) else { return nil }
    let finding = placed.finding
    let page = client.takesCodeAddresses ? workspace.check.page(of: finding.code, for: placed.path) : nil
    let related = placed.related.compactMap { related -> JSONValue? in
      guard let other = workspace.texts.text(related.path) else { return nil }
      let place = FoundPlace(related.path, other.bytes(of: related.range))
      return location(place).map { ["location": $0, "message": .text(TerminalText.line(related.message))] }
    }
    return .fields([
      "range": json(text.bytes(of: finding.range), in: text),
      "severity": finding.severity == .error ? 1 : 2,
      "code": .text(finding.code.id),
      "codeDescription": page.map { ["href": .text($0)] },
      "source": "mfaflow",
      // What stands beside a text that nobody has saved has a name alone.
      "message": .text(placed.words.replacing(Self.nowhere, with: "")),
      "tags": client.takesTags && finding.code.slug.hasPrefix("unused-") ? [1] : nil,
      "relatedInformation": client.takesRelatedPlaces && !related.isEmpty ? .list(related) : nil,
    ])
  }
}
