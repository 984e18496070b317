// SPDX-License-Identifier: Apache-2.0

/// What SARIF 2.1.0 says of the objects that we write: which properties each may have, which it must have, and of what
/// kind they are.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, section 3.
enum SARIFShape {
  typealias Object = [String: Any]

  private indirect enum Kind: Sendable {
    case text
    /// A whole number, not below this.
    case number(Int)
    case flag
    case words([String])
    case object(String)
    case list(Kind, atLeast: Int, isSet: Bool)
  }

  private static func list(_ name: String, atLeast: Int = 0, isSet: Bool = false) -> Kind {
    .list(.object(name), atLeast: atLeast, isSet: isSet)
  }

  private static let kinds: [String: (properties: [String: Kind], required: [String])] = [
    "log": (
      ["$schema": .text, "version": .words(["2.1.0"]), "runs": list("run")], ["version", "runs"]
    ),
    "run": (
      [
        "tool": .object("tool"), "invocations": list("invocation"), "results": list("result"),
        "columnKind": .words(["utf16CodeUnits", "unicodeCodePoints"]),
      ], ["tool"]
    ),
    "tool": (["driver": .object("component")], ["driver"]),
    "component": (
      ["name": .text, "semanticVersion": .text, "rules": list("rule", isSet: true)], ["name"]
    ),
    "rule": (
      [
        "id": .text, "name": .text, "shortDescription": .object("page"), "help": .object("page"), "helpUri": .text,
        "defaultConfiguration": .object("configuration"),
      ], ["id"]
    ),
    "page": (["text": .text, "markdown": .text], ["text"]),
    "configuration": (["level": .words(["none", "note", "warning", "error"])], []),
    "invocation": (["executionSuccessful": .flag], ["executionSuccessful"]),
    "result": (
      [
        "ruleId": .text, "level": .words(["none", "note", "warning", "error"]), "message": .object("message"),
        "locations": list("location"), "relatedLocations": list("location", isSet: true),
        "codeFlows": list("codeFlow"), "fixes": list("fix", isSet: true),
      ], ["message"]
    ),
    "message": (["text": .text], ["text"]),
    "fix": (
      ["description": .object("message"), "artifactChanges": list("artifactChange", atLeast: 1)], ["artifactChanges"]
    ),
    "artifactChange": (
      ["artifactLocation": .object("artifactLocation"), "replacements": list("replacement", atLeast: 1)],
      ["artifactLocation", "replacements"]
    ),
    "replacement": (
      ["deletedRegion": .object("region"), "insertedContent": .object("message")], ["deletedRegion"]
    ),
    "location": (
      ["id": .number(-1), "physicalLocation": .object("physicalLocation"), "message": .object("message")], []
    ),
    "physicalLocation": (
      ["artifactLocation": .object("artifactLocation"), "region": .object("region")], ["artifactLocation"]
    ),
    "artifactLocation": (["uri": .text, "uriBaseId": .text], []),
    "region": (
      ["startLine": .number(1), "startColumn": .number(1), "endLine": .number(1), "endColumn": .number(1)], []
    ),
    "codeFlow": (["message": .object("message"), "threadFlows": list("threadFlow", atLeast: 1)], ["threadFlows"]),
    "threadFlow": (["locations": list("threadFlowLocation", atLeast: 1)], ["locations"]),
    "threadFlowLocation": (["location": .object("location"), "executionOrder": .number(-1)], []),
  ]

  /// What is wrong with a log; empty for nothing.
  static func problems(in log: Any) -> [String] { problems(log, .object("log"), "log") }

  private static func problems(_ value: Any, _ kind: Kind, _ place: String) -> [String] {
    switch kind {
    case .text: value is String ? [] : ["\(place) is no text"]
    case .flag: value is Bool ? [] : ["\(place) is no flag"]
    case .number(let least): (value as? Int).map { $0 >= least } == true ? [] : ["\(place) is no fit number"]
    case .words(let words): (value as? String).map(words.contains) == true ? [] : ["\(place) is none of \(words)"]
    case .object(let name): problems(inObject: value, name, place)
    case .list(let item, let least, let isSet): problems(inList: value, item, least, isSet, place)
    }
  }

  private static func problems(
    inList value: Any, _ item: Kind, _ least: Int, _ isSet: Bool, _ place: String
  ) -> [String] {
    guard let values = value as? [Any] else { return ["\(place) is no array"] }
    var problems = values.enumerated().flatMap { Self.problems($1, item, "\(place)[\($0)]") }
    if values.count < least { problems.append("\(place) has too few items") }
    if isSet, Set(values.map { String(describing: $0) }).count < values.count { problems.append("\(place): one twice") }
    return problems
  }

  private static func problems(inObject value: Any, _ name: String, _ place: String) -> [String] {
    guard let object = value as? Object, let kind = kinds[name] else { return ["\(place) is no object"] }
    let missing = kind.required.filter { object[$0] == nil }.map { "\(place) has no \($0)" }
    return missing
      + object.flatMap { key, value in
        kind.properties[key].map { problems(value, $0, "\(place).\(key)") } ?? ["\(place) cannot have \(key)"]
      }
  }
}
