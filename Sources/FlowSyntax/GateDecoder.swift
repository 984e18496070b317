// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import YAMLTree

/// `gate: [isDeviceSecure, allowLogin]`, or `gate: sign-in`: what the security modules are asked.
package struct GateSyntax: Sendable {
  /// The questions where they are written; empty where a list of them is named.
  package var questions: [Spanned<String>] = []
  /// The name of a list below `gates:`; nil where the questions are written.
  package var list: Spanned<String>?

  /// What a security module can be asked.
  package static let words = ValueShape.questionWords

  /// Whether nothing is asked.
  package var isEmpty: Bool { questions.isEmpty && list == nil }

  /// The same, with another name of the list.
  package func naming(_ lists: (Spanned<String>) -> Spanned<String>) -> GateSyntax {
    GateSyntax(questions: questions, list: list.map(lists))
  }
}

/// `gates: { sign-in: [isDeviceSecure, allowLogin] }`, one of them.
package struct QuestionListSyntax: Sendable {
  /// As `gate:` names it.
  package var name: Spanned<String>
  /// What is asked.
  package var questions: [Spanned<String>]
}

/// What the security modules are asked: by a step of its own, before a call, or at any time before.
extension DocumentDecoder {
  /// `gate: [isDeviceSecure, allowLogin]`, or the name of such a list; nil, with a finding, where it does not say what is asked.
  mutating func gate(_ node: YAMLNode) -> GateSyntax? {
    if let text = node.text, text.isName, !GateSyntax.words.contains(text) {
      return GateSyntax(list: Spanned(text, node.range))
    }
    return askedQuestions(node, "`gate`").map { GateSyntax(questions: $0) }
  }

  /// What stands below `gates:` of a flow or a part.
  mutating func gateLists(_ map: YAMLMapping) -> [QuestionListSyntax] {
    map["gates"]?.mapping("`gates`", &findings)?.compactMap { entry in
      guard let name = name(entry.key, "a list of questions") else { return nil }
      return askedQuestions(entry.value, "`\(name.value)`").map { QuestionListSyntax(name: name, questions: $0) }
    } ?? []
  }

  /// A list of questions; nil, with a finding, where it asks nothing or what nobody can be asked.
  mutating func askedQuestions(_ node: YAMLNode, _ what: String) -> [Spanned<String>]? {
    guard let items = node.sequence(what, &findings) else { return nil }
    guard !items.isEmpty else {
      report(
        SyntaxRules.emptyGate, "this gate asks nothing", node.range,
        help: "name what it asks, such as `gate: [isDeviceSecure, allowLogin]`")
      return nil
    }
    let questions = questions(items, what, twice: what == "`gate`" ? "this gate asks" : "\(what) asks")
    return questions.count < items.count ? nil : questions
  }

  /// `gates: [isDeviceSecure]` below `require:`.
  mutating func gates(_ node: YAMLNode) -> [Spanned<String>] {
    guard let items = node.sequence("`gates`", &findings) else { return [] }
    if items.isEmpty { requiresNothing("`gates` names nothing", node.range) }
    return questions(items, "`gates`", twice: "`gates` names")
  }

  private mutating func questions(_ items: [YAMLNode], _ what: String, twice: String) -> [Spanned<String>] {
    let questions = items.compactMap { item in
      let before = findings.count
      let question = word(item, "a question of \(what)", among: GateSyntax.words)
      if let names = item.text?.separateNames { cureCommas(since: before, names) }
      return question
    }
    tellTwice(questions) { "\(twice) `\($0)` twice" }
    return questions
  }

  /// A call with what stands beside it: its arguments, and its gate.
  mutating func call(_ name: Spanned<String>, _ map: YAMLMapping) -> CallSyntax {
    CallSyntax(
      name: name, arguments: map["with"].map { arguments($0) } ?? [],
      gate: map["gate"].flatMap { gate($0) } ?? GateSyntax())
  }

  /// The call of an `answer:`, with the gate that stands beside it.
  mutating func answer(_ node: YAMLNode, _ map: YAMLMapping) -> CallSyntax? {
    let gate = map["gate"].flatMap { self.gate($0) } ?? GateSyntax()
    guard var call = call(node, "`answer`") else { return nil }
    call.gate = gate
    return call
  }
}
