// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import FlowMeaning
import SDKContract

/// How safe a flow is, in figures that can be compared with those of another flow.
package struct FlowMeasures: Sendable {
  /// A weakest set of what somebody has shown, and modules have allowed, who has got through.
  package struct Price: Sendable {
    /// Proofs and questions in words; empty for nothing.
    package let items: Set<String>
    /// How runs come there.
    package let way: [WayStep]
  }

  /// The price list of getting through: of two sets none holds the other.
  package let prices: [Price]
  /// How often each secret can be guessed.
  package let guesses: [SecretGuesses]
  /// How often each call that has something sent can be made, each call once.
  package let sends: [(call: String, most: GuessLimit)]
  /// The steps, as indices, that somebody sees who has shown nothing.
  package let seenByStrangers: Set<Int>
  /// How many replies tell who has an account.
  package let tellingLines: Int
  /// Populations that nothing leads to an end at some step.
  package let stranded: [String]
  /// Whether all runs could be followed: else the price list may lack some.
  package let isComplete: Bool
}

extension Checker {
  /// The figures of a flow; nil if a name of it could not be resolved.
  ///
  /// - Parameter counts: whether budgets are counted for the price list, which takes longer; else each may be spent at any time.
  package static func measures(_ flow: Flow, countingBudgets counts: Bool = false) -> FlowMeasures? {
    guard flow.isWhole else { return nil }
    let context = CheckContext(flow)
    let cheap = ProofStates(context.relation, context.moves)
    let states = counts ? cheap.counting() ?? cheap : cheap
    var sends: [(call: String, most: GuessLimit)] = []
    for send in GuessCount.sends(in: context) where !sends.contains(where: { $0.call == send.call }) {
      sends.append((send.call, send.total))
    }
    let strangers = states.states.filter { $0.assurance.proofs == 0 }.map(\.place.step)
    return FlowMeasures(
      prices: prices(states), guesses: GuessCount.secrets(in: context), sends: sends,
      seenByStrangers: Set(strangers + flow.interrupts.map { Int($0.id.index) }),
      tellingLines: TellsWhoExists.count(in: context),
      stranded: PopulationStranded.populations(context), isComplete: !states.isCut)
  }

  private static func prices(_ states: ProofStates) -> [FlowMeasures.Price] {
    let relation = states.relation
    var prices: [FlowMeasures.Price] = []
    for claim in states.claims {
      guard case .end(let end) = claim.target, relation.meets(relation.flow.demand(at: end), claim.assurance) else {
        continue
      }
      let shown = relation.shown(claim.assurance)
      let items = Set(
        shown.proofs.map { "\($0.factor.rawValue) by \($0.authenticator)" } + shown.allowed.map { "gate \($0)" })
      guard !prices.contains(where: { $0.items.isSubset(of: items) }) else { continue }
      prices.removeAll { items.isSubset(of: $0.items) }
      prices.append(FlowMeasures.Price(items: items, way: states.way(to: claim)))
    }
    return prices
  }
}

extension GuessLimit {
  /// Whether it bounds guessing less than another limit does.
  package func isWorse(than other: GuessLimit) -> Bool { self != other && GuessLimit.worse(self, other) == self }
}
