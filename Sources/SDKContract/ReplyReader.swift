// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads what a call may lead to: `onUserLoggedIn`, `getPassword(set) 164 190`, `getUser error`.
struct ReplyReader {
  private static let keys = Shape.reply.names

  let parameters: [CallSpec.Parameter]
  /// Whether some of them could not be read, so that nothing is missed of them.
  let lacksParameters: Bool
  let answered: [EventSpec]
  /// How well founded a reply is that does not say so itself.
  let confidence: Confidence
  let source: String
  /// The mode of the answered event under which these replies stand; nil for any.
  var underMode: Int?

  /// A list of replies, or a map with what is said of each.
  func read(_ node: YAMLNode, into replies: inout [Reply], in scope: inout ContractScope) {
    guard node.kind == .mapping else {
      for text in scope.names(node, "a reply") {
        add(text, Terms(confidence: confidence, source: source), to: &replies, in: &scope)
      }
      return
    }
    for entry in node.mapping("what a call leads to", &scope.findings)?.entries ?? [] {
      guard let terms = readTerms(entry.value, in: &scope) else { continue }
      let texts = Pieces.byComma(entry.key)
      let isCut = texts.dropFirst().contains { $0.value.isCode }
      if isCut { scope.findings.append(.commasBetweenCodes(entry.key, texts.map(\.value))) }
      for text in texts where !(isCut && text.value.isCode) { add(text, terms, to: &replies, in: &scope) }
    }
  }

  /// What is said of a reply.
  private struct Terms {
    var given = Record()
    var earns: [Proof] = []
    var enrols: [Proof] = []
    var echo: Spanned<String>?
    var confidence: Confidence
    var source: String
  }

  private func readTerms(_ node: YAMLNode, in scope: inout ContractScope) -> Terms? {
    var terms = Terms(confidence: confidence, source: source)
    let sourceNode: YAMLNode?
    if node.kind == .mapping {
      guard let mapping = node.mapping("a reply", keys: Self.keys, &scope.findings) else { return nil }
      if let given = mapping["given"], !lacksParameters {
        terms.given = GivenReader.read(given, parameters, &scope.findings)
      }
      terms.earns = readProofs(mapping["earns"], isEarned: true, in: &scope)
      if !lacksParameters { EarnedProofs(parameters: parameters).check(mapping["earns"], in: &scope) }
      terms.enrols = readProofs(mapping["enrols"], isEarned: false, in: &scope)
      terms.echo = mapping["echo"]?.text("an echo", &scope.findings)
      sourceNode = mapping["source"]
    } else {
      sourceNode = node
    }
    if let line = sourceNode.flatMap({ Provenance($0, &scope.findings) }) {
      terms.confidence = line.confidence
      terms.source = line.reference
    }
    return terms
  }

  private func readProofs(_ node: YAMLNode?, isEarned: Bool, in scope: inout ContractScope) -> [Proof] {
    var proofs: [Proof] = []
    for entry in node?.mapping("a list of proofs", &scope.findings)?.entries ?? [] {
      guard let factor = Factor(rawValue: entry.key.value) else {
        scope.findings.append(.unknownFactor(entry.key))
        continue
      }
      for name in scope.names(entry.value, "an authenticator")
      where AuthenticatorReader.mayName(name, &scope.findings) && scope.mayShow(name, isEarned: isEarned) {
        proofs.append(Proof(factor: factor, authenticator: name.value))
        ContractLimits.checkProof(proofs[proofs.count - 1], at: name.range, in: &scope)
      }
    }
    return proofs
  }

  /// Reads one reply, which stands for several where it names several codes.
  private func add(
    _ text: Spanned<String>, _ terms: Terms, to replies: inout [Reply], in scope: inout ContractScope
  ) {
    let words = Pieces.bySpace(text)
    guard let first = words.first else {
      scope.findings.append(.emptyReply(text.range))
      return
    }
    guard let place = EventPlace(first, in: &scope), scope.kind(place.event) != nil else { return }
    if scope.kind(place.event) == .notice { scope.findings.append(.replyByNotice(first)) }
    if words.count > 1, !scope.hasStatus(place.event) { scope.findings.append(.noStatus(text.range)) }
    if let echo = terms.echo, let event = scope[place.event] { checkEcho(echo, event, in: &scope) }
    let outcomes = words.count == 1 ? [.success] : OutcomeReader.read(words.dropFirst(), place, in: &scope)
    guard scope.replyCount + outcomes.count <= ContractLimits.replies else {
      if scope.replyCount <= ContractLimits.replies {
        scope.findings.append(.tooLarge("a contract", ContractLimits.replies, "replies", at: text.range))
      }
      scope.replyCount = ContractLimits.replies + 1
      return
    }
    scope.replyCount += outcomes.count
    for outcome in outcomes {
      let reply = Reply(
        event: place.event, mode: place.mode, outcome: outcome, underMode: underMode, given: terms.given,
        earns: terms.earns, enrols: terms.enrols,
        echo: terms.echo.map { $0.value.split(separator: ".").map(String.init) },
        confidence: terms.confidence, source: terms.source)
      if outcome != .success, !terms.earns.isEmpty || !terms.enrols.isEmpty {
        scope.findings.append(.proofOfFailure(text))
      }
      if replies.contains(where: { $0.isSame(as: reply) }) { scope.findings.append(.replyTwice(text)) }
      replies.append(reply)
    }
  }

  /// An echo is told by ids that both the answered event and the reply carry.
  private func checkEcho(_ echo: Spanned<String>, _ event: EventSpec, in scope: inout ContractScope) {
    if answered.isEmpty { scope.findings.append(.answersNothing("echo", echo.range)) }
    let path = echo.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for event in [event] + answered where !event.fields.has(path) {
      if let first = path.first, scope.lostFields.contains("\(event.name).\(first)") { return }
      scope.findings.append(.unknownField(echo, event))
      return
    }
  }
}

extension RecordType {
  /// Whether a path leads somewhere, through lists as if they were their elements.
  fileprivate func has(_ path: [String]) -> Bool {
    guard let first = path.first, var type = type(of: first) else { return false }
    while case .list(let element) = type { type = element }
    guard path.count > 1 else { return true }
    guard case .record(let record) = type else { return false }
    return record.has(Array(path.dropFirst()))
  }
}

extension Reply {
  fileprivate func isSame(as other: Reply) -> Bool {
    event == other.event && mode == other.mode && outcome == other.outcome && underMode == other.underMode
      && given == other.given
  }
}

extension String {
  /// Whether it can be a number of a status code, and nothing else.
  fileprivate var isCode: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}

extension Diagnostic {
  fileprivate static func commasBetweenCodes(_ key: Spanned<String>, _ texts: [String]) -> Diagnostic {
    let written = texts.reduce("") { $0.isEmpty ? $1 : $0 + ($1.isCode ? " " : ", ") + $1 }
    return Diagnostic(
      ContractRules.badReply, "a comma stands between events, and not between the codes of one", at: key.range,
      help: Cure("write \(quoting(written, limit: 160))", .whole(by: written)))
  }

  static func answersNothing(_ key: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.answersNothing, "`\(key)` speaks of the answered event, and this call answers none", at: range,
      help: "add `answers:`, or remove `\(key)`")
  }

  fileprivate static func unknownFactor(_ name: Spanned<String>) -> Diagnostic {
    let factors = Factor.allCases.map(\.rawValue)
    return Diagnostic(
      ContractRules.unknownName, "\(quoting(name.value)) is not a factor", at: name.range,
      help: (name.value == "ownership" ? Cure("did you mean `possession`?", .word(name.value, by: "possession")) : nil)
        ?? Suggestion.cure(
          for: name.value, among: factors,
          otherwise: "the factors are \(factors.map { "`\($0)`" }.joined(separator: ", "))"))
  }

  fileprivate static func emptyReply(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.badReply, "a reply must name an event", at: range,
      help: "remove the comma, or write an event such as `getUser`")
  }

  static func replyByNotice(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.replyByNotice, "\(quoting(name.value)) is a notice and ends no wait", at: name.range,
      help: "remove it, or make the event a `result`")
  }

  fileprivate static func proofOfFailure(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.proofOfFailure, "\(quoting(text.value)) is no success and shows nothing", at: text.range,
      help: "let only the success earn and enrol, in a line of its own")
  }

  fileprivate static func replyTwice(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.replyTwice, "\(quoting(text.value)) stands twice among the replies of this call", at: text.range,
      help: "remove one of the two")
  }
}
