// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import SDKContract

extension Resolver {
  /// `require:` of a flow, an end or a step, its proofs looked up in the contract.
  mutating func requirement(_ syntax: RequireSyntax) -> Requirement {
    let after = syntax.after.flatMap { name in stepToBeEntered(name).map { Spanned($0, name.range) } }
    return Requirement(
      kinds: syntax.kinds, authenticators: syntax.authenticators, phishingResistant: syntax.phishingResistant,
      proofs: syntax.proofs.compactMap { proof in proofName(proof).map { Spanned($0, proof.range) } },
      gates: syntax.gates, after: after, afterName: syntax.after?.value, range: syntax.range)
  }

  /// The step that an `after` names; nil, with a finding, if there is no such.
  private mutating func stepToBeEntered(_ name: Spanned<String>) -> StepID? {
    if let id = places[name.value]?.step, Int(id.index) < document.steps.count { return id }
    isDamaged = true
    guard places[name.value] != nil || !(document.unreadPlaces.contains(name.value) || document.lacksParts) else {
      return nil
    }
    report(
      GraphRules.unknownTarget,
      places[name.value] == nil
        ? "there is no step `\(name.value)` after which anything could be shown"
        : "`\(name.value)` is no step of the flow, and nothing is shown after it", name.range,
      help: suggestion(name.value, document.steps.map(\.name.value)) ?? "name the step with which the new proof begins",
      missing: name.value)
    return nil
  }

  /// What flows inside claim; the same words twice are looked up once.
  mutating func claims() -> [Demand] {
    linked.claims.map { claim in
      Demand(goal: claim.goal.map { Goal($0) }, requirements: claim.requirements.map { requirement($0) })
    }
  }

  /// `earns:` of a step: no more than the contract says of its calls.
  ///
  /// - Parameter mode: that of the step's event; nil for any.
  mutating func earnLimit(_ syntax: EarnsSyntax, of step: StepSyntax, _ mode: Int?, calling calls: [CallID])
    -> EarnLimit
  {
    let names = syntax.proofs.compactMap { proof in proofName(proof).map { Spanned($0, proof.range) } }
    let limit = EarnLimit(names.map(\.value), at: syntax.range)
    guard !isDamaged else { return limit }
    guard !calls.isEmpty else {
      report(
        GraphRules.earnsMore, "`\(step.name.value)` makes no call that could earn anything", syntax.range,
        help: "take `earns:` out, or write it at the step whose call shows the proof")
      return limit
    }
    var earned: [Proof] = []
    for call in calls {
      for reply in contract[call].replies {
        if let under = reply.underMode, let mode, under != mode { continue }
        for proof in reply.earns where !earned.contains(proof) { earned.append(proof) }
      }
    }
    for name in names where !earned.contains(where: { name.value.names($0) }) {
      reportMore(name, than: earned, calls)
    }
    return limit
  }

  private mutating func reportMore(_ name: Spanned<ProofName>, than earned: [Proof], _ calls: [CallID]) {
    let callNames = calls.map { contract[$0].name }.unique.quoted
    let words = earned.map(\.words)
    report(
      GraphRules.earnsMore, "no answer of this step earns `\(name.value.text)`", name.range,
      help: words.isEmpty
        ? "take `earns:` out: the contract lets this step show nothing"
        : "a flow may count less than the contract says, never more: keep some of \(words.quoted)",
      notes: [
        Note(
          "the contract `\(contract.name)` says of \(callNames) here: "
            + (words.isEmpty ? "it earns nothing" : "it earns \(words.joined(separator: ", "))"))
      ])
  }

  /// A proof that the contract's calls may show; nil, with a finding, if there is no such.
  private mutating func proofName(_ written: Spanned<ProofSyntax>) -> ProofName? {
    let known = contract.earnedProofs
    let factor = Factor(rawValue: written.value.word)
    let name: ProofName
    if let authenticator = written.value.authenticator {
      guard let factor else {
        return unknownProof(
          written.value.word, written.range, among: Factor.allCases.map(\.rawValue), "a kind of proof")
      }
      name = ProofName(factor: factor, authenticator: authenticator)
    } else {
      name = ProofName(factor: factor, authenticator: factor == nil ? written.value.word : nil)
    }
    if let authenticator = name.authenticator, !known.contains(where: { $0.authenticator == authenticator }) {
      let names = known.map(\.authenticator).unique
      let words = written.value.authenticator == nil ? Factor.allCases.map(\.rawValue) + names : names
      return unknownProof(authenticator, written.range, among: words, "an authenticator that earns anything")
    }
    guard known.contains(where: { name.names($0) }) else {
      report(
        GraphRules.unknownProof, "nothing earns `\(name.text)` by the contract `\(contract.name)`", written.range,
        help: known.isEmpty
          ? "its calls earn nothing"
          : "its calls earn \(known.map(\.words).quoted)")
      return nil
    }
    return name
  }

  private mutating func unknownProof(
    _ word: String, _ range: SourceRange, among names: [String], _ what: String
  ) -> ProofName? {
    report(
      GraphRules.unknownProof, "\(Diagnostic.quoting(word)) is not \(what) in `\(contract.name)`", range,
      help: suggestion(word, names)
        ?? (names.isEmpty ? "its calls earn nothing" : "write one of \(names.quoted)"))
    return nil
  }
}

extension Contract {
  /// Every proof that a call may show, in the order of the contract.
  var earnedProofs: [Proof] {
    calls.flatMap { call in call.replies.flatMap(\.earns) }.unique
  }
}
