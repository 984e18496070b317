// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// What the cases of a scenario put into the places of `$name`, and into those of its beginnings.
extension SourceTree {
  /// By the name of a value, without the dollar, what it is.
  typealias CaseValues = [String: SourceNode]

  /// The values of each case of a scenario; empty for one without cases.
  func cases(of scenario: SourceNode) -> [CaseValues] {
    (member("cases", of: scenario)?.entries ?? []).map { one in
      Dictionary(
        one.value.entries.compactMap { entry in entry.key.map { (scalar($0), entry.value) } },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// The beginnings of a scenario by their names, the last one first.
  func beginnings(of scenario: SourceNode) -> [(name: String, value: SourceNode)] {
    guard let all = member("beginnings", of: root) else { return [] }
    var found: [(name: String, value: SourceNode)] = []
    var next = member("begin", of: scenario).map(scalar)
    while let name = next, !found.contains(where: { $0.name == name }), let value = member(name, of: all) {
      found.append((name, value))
      next = member("begin", of: value).map(scalar)
    }
    return found
  }

  /// The value that a case gives for a node; nil where the node asks for none.
  func value(of node: SourceNode, in values: CaseValues) -> SourceNode? {
    isOfCase(node) ? values[String(text(node.range).dropFirst())] : nil
  }

  /// A node as it stands in a case.
  func filled(_ node: SourceNode, by values: CaseValues) -> SourceNode { value(of: node, in: values) ?? node }

  /// Whether a case is to give what stands at a node: in quotes, it is a text.
  func isOfCase(_ node: SourceNode) -> Bool { node.form == .plain && text(node.range).hasPrefix("$") }
}

extension NamePlace.Kind {
  /// The step that has what is named; nil for what no step has.
  var owner: String? {
    switch self {
    case .choice(let step), .input(let step), .parameter(let step): step
    default: nil
    }
  }

  /// Whether a case may give such a name.
  var mayBeOfCase: Bool {
    switch self {
    case .file, .sdk, .scenario: false
    default: true
    }
  }
}
