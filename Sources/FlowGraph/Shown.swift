// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import SDKContract

/// What a run has at a place, as far as a requirement asks for it.
package struct Shown: Sendable {
  /// What the user has shown.
  package var proofs: [Proof]
  /// The questions that the security modules have allowed for the sign-in that stands.
  package var allowed: [String]
  /// By step that an `after` names: those of the proofs that were earned since it was last entered; nothing where it never was.
  package var fresh: [StepID: [Proof]]

  package init(_ proofs: [Proof], allowed: [String] = [], fresh: [StepID: [Proof]] = [:]) {
    self.proofs = proofs
    self.allowed = allowed
    self.fresh = fresh
  }

  /// What was shown, and what security modules have allowed, in words.
  package var words: Set<String> { Set(proofs.map(\.words) + allowed.map { "gate \($0)" }) }
}

extension Flow {
  /// What security modules are asked for the flow, and what its requirements name, each question once.
  package var questions: [String] {
    (askedQuestions + everyRequired.flatMap { $0.gates.map(\.value) }).unique
  }

  /// What a step asks the security modules, or a call before it is made; each question once.
  package var askedQuestions: [String] {
    steps.flatMap { $0.asksModules ? $0.askedQuestions : [] }.unique
  }

  /// The steps that an `after` names, each once.
  package var stepsOfAfter: [StepID] { everyRequired.compactMap { $0.after?.value }.unique }

  /// Every requirement: of the flow, its ends and its steps, and of flows inside.
  package var everyRequired: [Requirement] {
    requirements + steps.compactMap { $0.requirement } + claims.flatMap { $0.requirements }
  }

  /// The most that a run can have: all these proofs, each of them fresh, and an answer to each question that is asked.
  package func most(showing proofs: [Proof]) -> Shown {
    Shown(
      proofs, allowed: askedQuestions,
      fresh: Dictionary(stepsOfAfter.map { ($0, proofs) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension Step {
  /// What it asks the security modules, or asks them before its calls.
  fileprivate var askedQuestions: [String] {
    if case .gate(let questions) = kind { questions } else { calls.flatMap { $0.use.gate } }
  }

  /// Whether that is anything; told without a list of its calls, since few steps ask.
  var asksModules: Bool {
    switch kind {
    case .gate(let questions): return !questions.isEmpty
    case .call(let use) where !use.gate.isEmpty: return true
    case .challenge, .event, .call, .wait, .interrupt: break
    }
    if let answer, !answer.gate.isEmpty { return true }
    return choices.indices.contains { index in
      if case .call(let use, _) = choices[index].action { !use.gate.isEmpty } else { false }
    }
  }
}
