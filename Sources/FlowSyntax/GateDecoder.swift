// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// What the security modules are asked: by a step of its own, before a call, or at any time before.
extension DocumentDecoder {
  /// What a security module can be asked.
  private static let questions = ["isDeviceSecure", "allowLogin"]

  /// `gate: [isDeviceSecure, allowLogin]`; nil, with a finding, where it does not say what is asked.
  mutating func gate(_ node: YAMLNode) -> [Spanned<String>]? {
    guard let items = node.sequence("`gate`", &findings) else { return nil }
    guard !items.isEmpty else {
      report(
        SyntaxRules.emptyGate, "this gate asks nothing", node.range,
        help: "name what it asks, such as `gate: [isDeviceSecure, allowLogin]`")
      return nil
    }
    let questions = questions(items, "`gate`", twice: "this gate asks")
    return questions.count < items.count ? nil : questions
  }

  /// `gates: [isDeviceSecure]` below `require:`.
  mutating func gates(_ node: YAMLNode) -> [Spanned<String>] {
    guard let items = node.sequence("`gates`", &findings) else { return [] }
    if items.isEmpty { requiresNothing("`gates` names nothing", node.range) }
    return questions(items, "`gates`", twice: "`gates` names")
  }

  private mutating func questions(_ items: [YAMLNode], _ what: String, twice: String) -> [Spanned<String>] {
    let questions = items.compactMap { word($0, "a question of \(what)", among: Self.questions) }
    for (index, question) in questions.enumerated() {
      guard let first = questions[..<index].first(where: { $0.value == question.value }) else { continue }
      findings.append(
        Diagnostic(
          SyntaxRules.askedTwice, "\(twice) `\(question.value)` twice", at: question.range,
          help: "take one of the two out", notes: [Note("the first is here", at: first.range)]))
    }
    return questions
  }

  /// A call with what stands beside it: its arguments, and its gate.
  mutating func call(_ name: Spanned<String>, _ map: YAMLMapping) -> CallSyntax {
    CallSyntax(
      name: name, arguments: map["with"].map { arguments($0) } ?? [], gate: map["gate"].flatMap { gate($0) } ?? [])
  }

  /// The call of an `answer:`, with the gate that stands beside it.
  mutating func answer(_ node: YAMLNode, _ map: YAMLMapping) -> CallSyntax? {
    let gate = map["gate"].flatMap { self.gate($0) } ?? []
    guard var call = call(node, "`answer`") else { return nil }
    call.gate = gate
    return call
  }
}
