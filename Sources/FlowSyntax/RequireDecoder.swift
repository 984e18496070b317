// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension DocumentDecoder {
  static let requireKeys = Shape.requirement.words
  /// What an `after` puts a time to.
  private static let proofKeys = Shape.requirement.words(neededBy: "after")
  /// There are three kinds of proof.
  private static let mostKinds = 3
  /// A contract has no more proofs.
  private static let mostAuthenticators = 32

  /// `require:` of a flow, of an end or of a step.
  mutating func requirement(_ node: YAMLNode) -> RequireSyntax? {
    let before = findings.count
    guard let map = mapping(node, "`require`", Self.requireKeys) else {
      if node.kind == .sequence { cure(since: before, "write what is required, such as `require: { kinds: 2 }`") }
      return nil
    }
    guard !map.entries.isEmpty else {
      requiresNothing("`require` requires nothing", node.range)
      return nil
    }
    let after = map["after"]?.name("`after`", &findings)
    if let after, map.entries(among: Self.proofKeys).isEmpty, !map.hasKeys(otherThan: Self.requireKeys) {
      requiresNothing(
        "`after` alone requires nothing", after.range,
        help: "say what must be shown after `\(after.value)`, such as `proofs: [password]`")
    }
    return RequireSyntax(
      kinds: map["kinds"]?.count("`kinds`", atMost: Self.mostKinds, &findings),
      authenticators: map["authenticators"]?.count("`authenticators`", atMost: Self.mostAuthenticators, &findings),
      phishingResistant: map["phishing-resistant"].flatMap { phishingResistant($0) },
      proofs: map["proofs"].map { proofs($0, "`proofs`") } ?? [], gates: map["gates"].map { gates($0) } ?? [],
      after: after, range: node.range)
  }

  private mutating func phishingResistant(_ node: YAMLNode) -> SourceRange? {
    guard let flag = node.flag("`phishing-resistant`", &findings) else { return nil }
    if flag.value { return flag.range }
    requiresNothing("`phishing-resistant: false` requires nothing, and forbids nothing", flag.range)
    return nil
  }

  /// `none`, or a list of proofs.
  mutating func earns(_ node: YAMLNode) -> EarnsSyntax? {
    if node.kind == .scalar, node.text == "none" { return EarnsSyntax(proofs: [], range: node.range) }
    let before = findings.count
    let proofs = proofs(node, "`earns`")
    if node.kind == .scalar { cure(since: before, "write `earns: none`, or a list such as `earns: [password]`") }
    return proofs.isEmpty ? nil : EarnsSyntax(proofs: proofs, range: node.range)
  }

  private mutating func proofs(_ node: YAMLNode, _ what: String) -> [Spanned<ProofSyntax>] {
    guard let items = node.sequence(what, &findings) else { return [] }
    if items.isEmpty { requiresNothing("\(what) names nothing", node.range) }
    let proofs = items.compactMap { proof($0) }
    return tellTwice(proofs, as: SyntaxRules.proofTwice) { "\(Diagnostic.quoting($0.text)) is named twice" }
  }

  /// `password`, `knowledge`, `possession by passkey`.
  private mutating func proof(_ node: YAMLNode) -> Spanned<ProofSyntax>? {
    guard let text = node.text("a proof", &findings) else { return nil }
    let words = text.value.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    if words.count == 1, words[0].isName { return Spanned(ProofSyntax(word: words[0]), text.range) }
    if words.count == 3, words[1] == "by", words[0].isName, words[2].isName {
      return Spanned(ProofSyntax(word: words[0], authenticator: words[2]), text.range)
    }
    report(
      SyntaxRules.badWord, "\(Diagnostic.quoting(text.value)) cannot be read as a proof", text.range,
      help: "write a kind, an authenticator, or both as traces do: `possession by passkey`")
    return nil
  }

  mutating func requiresNothing(_ message: String, _ range: SourceRange, help: String? = nil) {
    report(
      SyntaxRules.requiresNothing, message, range,
      help: help ?? "take the line out, or say what is meant: an empty requirement is always met")
  }
}
