// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// Reads `requires` of an event, `{ sessionType: [app, user] }`: the values of its fields with which it is a success.
enum RequiredValuesReader {
  static func read(_ node: YAMLNode?, of event: RecordType, in scope: inout ContractScope) -> [RequiredValues] {
    var required: [RequiredValues] = []
    for entry in node?.mapping("`requires` of an event", &scope.findings)?.entries ?? [] {
      guard case .numbered(_, let numbers)? = event.type(of: entry.key.value) else {
        scope.findings.append(.noNumberedChoice(entry.key, event))
        continue
      }
      let names = scope.names(entry.value, "a value")
      let found = names.compactMap { name -> Int? in
        if let number = numbers.first(where: { $0.name == name.value })?.number { return number }
        scope.findings.append(.unknownName(name, "a value of `\(entry.key.value)`", among: numbers.map(\.name)))
        return nil
      }
      required.append(RequiredValues(field: entry.key.value, numbers: found))
    }
    return required
  }
}

extension Diagnostic {
  fileprivate static func noNumberedChoice(_ key: Spanned<String>, _ event: RecordType) -> Diagnostic {
    Diagnostic(
      ContractRules.wrongType, "`\(event.name)` has no numbered choice \(quoting(key.value))", at: key.range,
      help: "name a field of a type such as `{ app: 0, user: 1 }`")
  }
}
