// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Calls that the new flow makes at other places than the old one, and with less care.
///
/// What is made at places that stand for each other is compared there.
struct CallDifferences {
  private var found: [Difference] = []

  /// What a place lacks.
  private struct Lack {
    let words: String
    /// What is said of the other flow, where it is the old one.
    let before: String
    /// The least time between two uses that is not kept, in milliseconds; nil where it lacks something else.
    var gap: Int?
  }

  /// A place that makes a call.
  private struct Use {
    let step: Int
    /// Nil for the step's own call, and for its answer.
    let choice: Int?
    let pattern: CallPattern
    let facets: [Facet: FacetValue]
    let range: SourceRange

    var call: FacetValue? { pattern.facets[.call] }
    /// The least time between two uses, in milliseconds; nil for none.
    var gap: Int? { CallDifferences.gap(facets) }
  }

  private static func gap(_ facets: [Facet: FacetValue]) -> Int? { facets[.every]?.amount.map { -$0 } }

  /// Of the places of the new flow, and of those of the old flow that are gone.
  static func found(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence) -> [Difference] {
    let gone = CallDifferences(new, old, match.reversed, isGone: true)
    return CallDifferences(old, new, match, isGone: false).found + gone.found.map(\.reversed)
  }

  /// - Parameter isGone: whether the flows are in each other's place, and it is told of what is gone.
  private init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, isGone: Bool) {
    let before = Dictionary(grouping: Self.uses(old), by: \.call)
    let uses = Self.uses(new)
    for use in uses {
      let others = before[use.call] ?? []
      let twin = others.first { Self.isKept(use, $0, match) }
      var lacks: [Lack] = []
      if use.pattern.accepts == true {
        // A choice that is new is told as one, and so is whatever else becomes of an interrupt.
        let isTold = twin == nil ? use.choice != nil : new.flow.steps[use.step].isInterrupt
        if twin?.pattern.accepts != true, !isTold || !match.isKnown(new: use.step) {
          lacks = [Lack(words: "and so accepts what it answers", before: ", and did not before")]
        }
      } else if twin == nil {
        lacks = Self.lacks(use, others, uses, old, new)
      }
      let what = use.choice.map { ": the choice `\(new.flow.steps[use.step].choices[$0].name.value)`" } ?? ""
      let words = "\(new.quoted(use.step))\(what) \(isGone ? "no longer calls" : "calls") `\(use.call?.text ?? "")`"
      found += lacks.map { lack in
        Difference(
          .weaker, "\(words) \(lack.words)\(isGone ? "" : lack.before)", new: Difference.Side(nil, use.range)
        ).shown(by: isGone ? nil : Self.evidence(that: lack, of: use))
      }
      if twin == nil, !isGone, let terms = Self.newTerms(use, others) {
        found.append(Difference(.notDecided, "\(words) with \(terms)", new: Difference.Side(nil, use.range)))
      }
    }
  }

  /// What a run comes to that shows what a place lacks: two uses without the time between them, or the call itself.
  private static func evidence(that lack: Lack, of use: Use) -> Evidence? {
    guard let call = use.call?.text else { return nil }
    return lack.gap.map { .again(call: call, within: $0) } ?? .call(call, at: use.step)
  }

  private static let inTurn = ": whoever uses both in turn waits less than `every` says"

  /// What the old flow takes care of wherever it makes a call, and a new place does not.
  ///
  /// - Parameters:
  ///   - others: the places of the old flow that make the call.
  ///   - uses: all places of the new flow.
  private static func lacks(
    _ use: Use, _ others: [Use], _ uses: [Use], _ old: FlowImage, _ new: FlowImage
  ) -> [Lack] {
    guard let first = others.first else { return [] }
    var lacks: [Lack] = []
    let missing = others.dropFirst().reduce(first.pattern.gate) { $0.intersection($1.pattern.gate) }
      .subtracting(use.pattern.gate)
    if !missing.isEmpty {
      let words = missing.sorted().map { "`\($0)`" }.joined(separator: ", ")
      lacks.append(Lack(words: "without asking \(words)", before: ", as was done everywhere"))
    }
    let entries = use.choice == nil ? entries(use.step, new) : [use.facets]
    // Who says no needs no second question.
    if use.pattern.accepts == nil, others.allSatisfy({ $0.facets[.confirm]?.items != nil }),
      entries.contains(where: { $0?[.confirm] == nil })
    {
      lacks.append(Lack(words: "without `confirm`", before: ", which was asked everywhere"))
    }
    if use.pattern.sends, !isAsked(use, new), others.allSatisfy({ isAsked($0, old) }) {
      lacks.append(Lack(words: "without asking the user", before: ", who was asked everywhere before"))
    }
    let gaps = others.compactMap(\.gap)
    let same = uses.filter { $0.call == use.call && ($0.step, $0.choice) != (use.step, use.choice) }
    guard gaps.count == others.count, let least = gaps.min(), use.facets[.max]?.amount != 1 || !same.isEmpty else {
      return lacks
    }
    if let index = same.first(where: { $0.step == use.step })?.choice {
      let name = new.flow.steps[use.step].choices[index].name.value
      lacks.append(Lack(words: "beside `\(name)`", before: Self.inTurn, gap: least))
    } else if entries.contains(where: { $0.flatMap(Self.gap) ?? 0 < least }) {
      lacks.append(Lack(words: "more often than every \(Milliseconds.words(least))", before: "", gap: least))
    } else if others.count == 1, let other = same.first(where: { areInTurn(use.step, $0.step, new) }) {
      lacks.append(Lack(words: "beside \(new.quoted(other.step))", before: Self.inTurn, gap: least))
    }
    return lacks
  }

  /// What a new place hands a call that may decide how much is asked for, and that no place of the old flow handed it; nil for nothing.
  private static func newTerms(_ use: Use, _ others: [Use]) -> String? {
    guard !others.isEmpty else { return nil }
    func terms(_ use: Use) -> Set<FacetValue.Part> { use.pattern.facets[.arguments]?.terms ?? [] }
    guard !others.contains(where: { terms($0) == terms(use) }) else { return nil }
    let all = terms(use).sorted { $0.name < $1.name }.map { "`\($0.name)`: \($0.text)" }
    let given = all.isEmpty ? "nothing that decides how much is asked for" : all.joined(separator: ", ")
    return "\(given), which no place did before"
  }

  /// Whether a run may go from each of two steps to the other.
  private static func areInTurn(_ step: Int, _ other: Int, _ image: FlowImage) -> Bool {
    image.reach(from: step).contains(other) && image.reach(from: other).contains(step)
  }

  /// Whether a call is made only where the user says so: by a choice or an answer, or by a step to which choices alone lead.
  private static func isAsked(_ use: Use, _ image: FlowImage) -> Bool {
    if use.choice != nil { return use.facets[.auto] == nil }
    guard case .call = image.flow.steps[use.step].kind else { return true }
    return entries(use.step, image).allSatisfy { $0 != nil }
  }

  /// What is said of each choice that leads to a step; nil for what is no choice of the user's.
  private static func entries(_ step: Int, _ image: FlowImage) -> [[Facet: FacetValue]?] {
    image.reached.flatMap { from -> [[Facet: FacetValue]?] in
      let pattern = image.patterns[from]
      let choices = pattern.choices.filter { $0.to == .step(step) }
      let isLed = pattern.goals.count { $0 == .step(step) } > choices.count
      return choices.map { $0.facets[.auto] == nil ? $0.facets : nil } + (isLed ? [nil] : [])
    } + (Int(image.flow.start.index) == step ? [nil] : [])
  }

  /// Whether two places that make the same call stand for each other.
  private static func isKept(_ use: Use, _ mine: Use, _ match: Correspondence) -> Bool {
    guard match.matches(mine.step, use.step) else { return false }
    guard let choice = mine.choice else { return use.choice == nil }
    return use.choice != nil
      && match.choices(at: Correspondence.Pair(old: mine.step, new: use.step))[choice] == use.choice
  }

  private static func uses(_ image: FlowImage) -> [Use] {
    image.reached.flatMap { index -> [Use] in
      let (step, pattern) = (image.flow.steps[index], image.patterns[index])
      let own = [pattern.call, pattern.answer].compactMap(\.self).map {
        Use(step: index, choice: nil, pattern: $0, facets: pattern.facets, range: step.name.range)
      }
      return own
        + pattern.choices.enumerated().compactMap { place, choice in
          choice.call.map {
            Use(step: index, choice: place, pattern: $0, facets: choice.facets, range: step.choices[place].name.range)
          }
        }
    }
  }
}
