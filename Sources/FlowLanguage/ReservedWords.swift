// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// The words of the language that cannot be names.
package enum ReservedWords {
  /// What nothing may be called, neither in a contract nor in a flow: keys of `then:` and of scenarios.
  private static let shared: [StaticString] =
    ["retry", "stay", "resume"] + outcomes + ["expect", "after", "during", "event", "hold", "release"]
  /// What no event, call or other thing of a contract may be called.
  package static let ofContracts: [StaticString] = shared + flags
  /// What no step, end, choice, input or budget of a flow may be called.
  package static let ofFlows: [StaticString] =
    shared + ["contract", "user", "answer", "reject", "background"] + endsOfEveryFlow + flags
  /// What a step, a choice or an interrupt may get back that is no event.
  package static let outcomes = Shape.outcomes.words
  /// What YAML reads as a yes or no where no quotes stand around it: with quotes, it would still look like one to a reader.
  package static let flags: [StaticString] = ["true", "True", "TRUE", "false", "False", "FALSE"]
  /// What no type of a contract may be called: words of types.
  package static let ofTypes: [StaticString] = [
    "text", "int", "count", "seconds", "flag", "secret", "list", "mode", "optional", "trimmed", "user", "attempts",
    "from", "private",
  ]
  /// What no authenticator may be called: words of proofs.
  package static let ofProofs: [StaticString] = ["knowledge", "possession", "inherence", "none", "by"]
  /// Failure ends that every flow has: no line fits what came, or proofs are missing at a success end.
  package static let endsOfEveryFlow: [StaticString] = [EndWords.unhandled, EndWords.goalNotReached]
}

extension String {
  /// Whether an author may give it to a step, an end, a choice, an input or a budget.
  package var isFreeName: Bool { isName && !isOne(of: ReservedWords.ofFlows) }
}
