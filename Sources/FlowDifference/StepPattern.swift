// SPDX-License-Identifier: Apache-2.0

/// All that a step does, without its name and its texts: two flows whose steps have equal patterns do the same.
struct StepPattern: Hashable {
  var facets: [Facet: FacetValue] = [:]
  /// Where what comes leads while no call is open.
  var lines = OutcomeWays()
  /// Where it goes at once; nil for a step that does not.
  var to: ComparedTarget?
  /// The step since whose entry something must have been shown; nil for none.
  var after: ComparedTarget?
  /// Its own call; nil for none.
  var call: CallPattern?
  /// What handing in its inputs does; nil for none.
  var answer: CallPattern?
  var choices: [ChoicePattern] = []

  func mapped(_ place: (ComparedTarget) -> ComparedTarget) -> StepPattern {
    StepPattern(
      facets: facets, lines: lines.mapped(place), to: to.map(place), after: after.map(place),
      call: call?.mapped(place), answer: answer?.mapped(place), choices: choices.map { $0.mapped(place) })
  }

  /// Every place that it leads to or names.
  var ways: [ComparedTarget] { goals + [after].compactMap(\.self) }

  /// Every place that it leads to.
  var goals: [ComparedTarget] {
    var ways = lines.ways + [to].compactMap(\.self)
    for call in [call, answer].compactMap(\.self) + choices.compactMap(\.call) { ways += call.lines.ways }
    return ways + choices.compactMap(\.to)
  }
}
