// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import SDKContract

/// The assurance that a flow claims (NIST SP 800-63B, AAL).
package struct Goal: Sendable {
  /// As the author writes it behind `goal:`.
  package let name: String

  /// The names of all of them: who reaches one reaches those before it.
  package static let levels = ["aal1", "aal2", "aal3"]

  /// - Parameter name: what stands behind `goal:`.
  package init(_ name: String) { self.name = name }

  /// AAL1 wants one proof; AAL2 wants two of different kinds (SP 800-63B-4 section 2.2.1); AAL3 wants one of them to be by a
  /// phishing-resistant key that cannot be exported (section 2.3.2).
  ///
  /// - Parameter contract: what states of the authenticators which of them are so.
  package func isReached(by shown: [Proof], in contract: Contract) -> Bool {
    let proofs = shown.counted
    return switch name {
    case "aal1": !proofs.isEmpty
    case "aal2": proofs.kinds >= 2
    case "aal3":
      proofs.kinds >= 2 && proofs.contains { contract.authenticator(named: $0.authenticator)?.isKeyOfAAL3 ?? false }
    default: false
    }
  }

  /// What of it a line of `require:` can ask for, too: all but the key of AAL3 that cannot be exported.
  var demands: [RequiredLine.Demand] {
    switch name {
    case "aal1": [.kinds(1)]
    case "aal2": [.kinds(1), .kinds(2)]
    default: [.kinds(1), .kinds(2), .phishingResistance]
    }
  }

  /// What it takes, for a message.
  package var needs: String {
    switch name {
    case "aal1": "one proof"
    case "aal2": "two kinds of factor"
    default: "two kinds of factor, one by a phishing-resistant key that cannot be exported"
    }
  }
}

extension Flow {
  /// What the goal asks for of each success end, as lines of `require:`; nil for `aal3`, which no line says.
  package var linesOfGoal: [RequiredLine]? {
    guard let goal else { return [] }
    guard goal.value != Goal.levels[2] else { return nil }
    return Goal(goal.value).demands.suffix(1).map { RequiredLine($0, after: nil, nil, at: goal.range) }
  }
}

extension Authenticator {
  fileprivate var isKeyOfAAL3: Bool { isPhishingResistant && isNonExportable }
}

extension [Proof] {
  /// Those that count: a biometric alone shows nothing, but only together with something that the user has
  /// (SP 800-63B-4 section 3.2.3).
  package var counted: [Proof] {
    contains { $0.factor == .possession } ? self : filter { $0.factor != .inherence }
  }

  /// How many kinds of factor there are.
  package var kinds: Int { Set(map(\.factor)).count }

  /// How many authenticators there are.
  package var authenticators: Int { Set(map(\.authenticator)).count }
}
