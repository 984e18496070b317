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

  /// How often something must be shown on the way to a success end, by those who show no more than this.
  package struct Showing: Sendable {
    package let end: String
    /// As in ``Price/items``.
    package let items: Set<String>
    package let count: Int
    package let way: [WayStep]
  }

  /// A question that can be answered by accepting only.
  package struct ForcedYes: Sendable {
    /// The name of the step that asks.
    package let step: String
    /// Its index in the flow.
    package let index: Int
    /// Why what else there is may be missing; nil where there is nothing else.
    package let reason: String?
    /// Where that is written, or what accepts.
    package let range: SourceRange
  }

  /// An interrupt that may be left undecided at an end.
  package struct Undecided: Sendable {
    /// The calls that the SDK does not take then, in words.
    package let calls: String
    /// The first place that leads to such an end.
    package let place: SourceRange
  }

  /// An end that is no failure, and that runs may come to with somebody signed in.
  package struct LeftOpen: Sendable {
    /// Its name.
    package let end: String
    /// Its index in the flow.
    package let index: Int
    /// The first place that leads there.
    package let place: SourceRange
  }

  /// The price list of getting through: of two sets none holds the other.
  package private(set) var prices: [Price]
  /// The least that must be shown for each success end, of what is shown there; nil where that was not counted, or cannot be.
  package private(set) var showings: [Showing]?
  /// How often each secret can be guessed.
  package let guesses: [SecretGuesses]
  /// How often each call that has something sent can be made, each call once, with where it is written.
  package let sends: [(call: String, most: GuessLimit, places: [SourceRange])]
  /// The steps, as indices, that somebody sees who has shown nothing.
  package private(set) var seenByStrangers: Set<Int>
  /// The replies that tell who has an account: in how many ways by each.
  package let telling: [String: Int]
  /// The questions that can be answered by accepting only, by the event that asks; those of `wait:` steps without a name.
  package let yesOnly: [String: [ForcedYes]]
  /// Populations that nothing leads to an end at some step, each with the index of the first such step.
  package let stranded: [(name: String, step: Int)]
  /// Populations that may come to an end other than a failure by what they do, each with its meaning.
  package let finishing: [(name: String, meaning: String)]
  /// The severities that the flow lets pass without asking, of threats that pass so.
  package let silentThreats: Set<String>
  /// The interrupts that may be left undecided at an end, by name.
  package let undecided: [String: Undecided]
  /// The ends that are no failure and that runs may come to with somebody signed in.
  package let leftOpen: [LeftOpen]
  /// Whether users are logged off somewhere.
  package let endsSessions: Bool
  /// The steps, as indices, that runs come to by the contract; no interrupts.
  package private(set) var reached: Set<Int> = []
  /// The SDK's phases in which runs ask at a step, by its index, as indices of the contract's; no interrupts.
  package private(set) var phasesOfAsking: [Int: Set<UInt8>] = [:]
  /// Whether the price list is that of runs: else it may have what only a run gets through with that uses a budget too often, and
  /// lack what is dearer than that.
  package private(set) var isExact = false
  /// Whether all runs could be followed: else the price list may lack some.
  package private(set) var isComplete: Bool

  /// The same with budgets counted, which takes longer: before, each may be spent at any time.
  ///
  /// - Parameter flow: of which these are the figures.
  package func countingBudgets(of flow: Flow) -> FlowMeasures {
    let counting = CheckContext(flow).relation.countingBudgets()
    let states = ProofStates(counting, MoveTable(counting), countingShown: true)
    var exact = self
    if !isExact, isComplete, !counting.budgets.isEmpty, !states.isCut {
      exact.take(states)
      exact.isExact = true
    }
    exact.showings = Checker.showings(states)
    return exact
  }

  fileprivate mutating func take(_ states: ProofStates) {
    (prices, isExact) = Checker.prices(states)
    // While a call is open, nobody is shown anything new.
    let strangers = states.states.filter { $0.assurance.proofs == 0 && $0.place.isAsking }.map(\.place.step)
    seenByStrangers = Set(strangers + states.relation.flow.interrupts.map { Int($0.id.index) })
    reached = Set(states.states.map(\.place.step))
    phasesOfAsking = [:]
    for state in states.states where state.place.isAsking {
      phasesOfAsking[state.place.step, default: []].insert(state.assurance.phase)
    }
    isComplete = !states.isCut && states.relation.otherMarks.isEmpty
  }
}

extension Checker {
  /// The figures of a flow; nil if a name of it could not be resolved.
  package static func measures(_ flow: Flow) -> FlowMeasures? {
    guard flow.isWhole else { return nil }
    let context = CheckContext(flow)
    var sends: [(call: String, most: GuessLimit, places: [SourceRange])] = []
    for send in GuessCount.sends(in: context) {
      if let index = sends.firstIndex(where: { $0.call == send.call }) {
        sends[index].places.append(send.place)
      } else {
        sends.append((send.call, send.total, [send.place]))
      }
    }
    var measures = FlowMeasures(
      prices: [], guesses: GuessCount.secrets(in: context), sends: sends, seenByStrangers: [],
      telling: TellsWhoExists.counts(in: context), yesOnly: OneAnswerOnly.byEvent(in: context),
      stranded: PopulationStranded.stranded(context).map { ($0.population.name, $0.step) },
      finishing: PopulationWays.finishing(in: context).map { ($0.name, $0.meaning) },
      silentThreats: ThreatPassedSilently.severities(in: context).intersection(flow.silentThreats.map(\.value)),
      undecided: LeftUndecided.undecided(context), leftOpen: SessionLeftOpen.ends(context),
      endsSessions: SessionLeftOpen.endsSessions(context), isComplete: false)
    measures.take(ProofStates(context.relation, context.moves))
    return measures
  }

  /// The price list, and whether it is surely that of runs, though nothing was counted.
  fileprivate static func prices(_ states: ProofStates) -> (prices: [FlowMeasures.Price], isExact: Bool) {
    let relation = states.relation
    var prices: [(price: FlowMeasures.Price, claim: ProofStates.Claim)] = []
    var isEachMet = true
    for claim in states.claims {
      guard case .end(let end) = claim.target else { continue }
      guard relation.meets(relation.flow.demand(at: end), claim.assurance) else {
        isEachMet = false
        continue
      }
      let items = relation.shown(claim.assurance).words
      guard !prices.contains(where: { $0.price.items.isSubset(of: items) }) else { continue }
      prices.removeAll { items.isSubset(of: $0.price.items) }
      prices.append((FlowMeasures.Price(items: items, way: states.way(to: claim)), claim))
    }
    return (prices.map(\.price), isEachMet && prices.allSatisfy { states.spendsNothing(on: $0.claim) })
  }
}

extension Checker {
  /// Of each success end what must be shown there least often; nil if not all runs could be followed.
  fileprivate static func showings(_ states: ProofStates) -> [FlowMeasures.Showing]? {
    guard !states.isCut, states.relation.otherMarks.isEmpty else { return nil }
    let relation = states.relation
    var showings: [FlowMeasures.Showing] = []
    for claim in states.claims {
      guard case .end(let end) = claim.target, relation.meets(relation.flow.demand(at: end), claim.assurance) else {
        continue
      }
      let (name, items) = (relation.flow[end].name.value, relation.shown(claim.assurance).words)
      func isNoMore(_ known: FlowMeasures.Showing, than count: Int, _ items: Set<String>) -> Bool {
        known.end == name && known.count <= count && known.items.isSubset(of: items)
      }
      guard !showings.contains(where: { isNoMore($0, than: claim.shown, items) }) else { continue }
      showings.append(
        FlowMeasures.Showing(end: name, items: items, count: claim.shown, way: states.way(to: claim)))
    }
    return showings
  }
}

extension GuessLimit {
  /// Whether it bounds guessing less than another limit does.
  package func isWorse(than other: GuessLimit) -> Bool { self != other && GuessLimit.worse(self, other) == self }
}
