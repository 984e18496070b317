// SPDX-License-Identifier: Apache-2.0

/// What a call of a step does, and where its outcome leads.
struct CallPattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// Where each outcome leads that the contract lets come.
  var lines = OutcomeWays()
  /// By parameter: how freely users say what is handed over, from what the flow or the SDK says to a text that nothing checks.
  var freedom: [String: Int] = [:]
  /// Whether it accepts what it answers, such as a threat; nil if the contract says of it that it never does.
  var accepts: Bool?
  /// Whether the user is sent something by it, such as a code.
  var sends = false

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> CallPattern {
    CallPattern(facets: facets, lines: lines.mapped(place), freedom: freedom, accepts: accepts, sends: sends)
  }

  /// The modules that are asked before it is made.
  var gate: Set<String> { facets[.gate]?.items ?? [] }

  /// Whether users say more freely than by another pattern what is handed over.
  func isFreer(than other: CallPattern?) -> Bool {
    freedom.contains { name, amount in other?.freedom[name].map { $0 < amount } ?? false }
  }

  /// Whether users say less freely than by another pattern what is handed over in some parameter, and more freely in none.
  func isTied(beside other: CallPattern?) -> Bool { other?.isFreer(than: self) ?? false && !isFreer(than: other) }
}

/// What a choice does.
struct ChoicePattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// The steps that its guard names, in the order in which they stand there.
  var named: [ComparedTarget] = []
  /// Where it leads; nil for one that makes a call.
  var to: ComparedTarget?
  /// The call that it makes; nil for none.
  var call: CallPattern?

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> ChoicePattern {
    ChoicePattern(facets: facets, named: named.map(place), to: to.map(place), call: call?.mapped(place))
  }
}
