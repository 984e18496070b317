// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Calls that the new flow makes at other places than the old one, and with less care.
///
/// What is made at places that stand for each other is compared there.
struct CallDifferences {
  private(set) var found: [Difference] = []

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
    var gap: Int? { facets[.every]?.amount.map { -$0 } }
  }

  init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence) {
    let before = Dictionary(grouping: Self.uses(old), by: \.call)
    let uses = Self.uses(new)
    for use in uses {
      let others = before[use.call] ?? []
      let twin = others.first { Self.isKept(use, $0, match) }
      var lacks: [String] = []
      if use.pattern.accepts == true {
        // A choice that is new is told as one, and so is whatever else becomes of an interrupt.
        let isTold = twin == nil ? use.choice != nil : new.flow.steps[use.step].isInterrupt
        if twin?.pattern.accepts != true, !isTold || !match.isKnown(new: use.step) {
          lacks = ["and so accepts what it answers, and did not before"]
        }
      } else if twin == nil {
        lacks = Self.lacks(use, others, uses, new)
      }
      let what = use.choice.map { ": the choice `\(new.flow.steps[use.step].choices[$0].name.value)`" } ?? ""
      let words = "\(new.quoted(use.step))\(what) calls `\(use.call?.text ?? "")`"
      found += lacks.map { Difference(.weaker, "\(words) \($0)", new: Difference.Side(nil, use.range)) }
    }
  }

  /// What the old flow takes care of wherever it makes a call, and a new place does not.
  ///
  /// - Parameters:
  ///   - others: the places of the old flow that make the call.
  ///   - uses: all places of the new flow.
  private static func lacks(_ use: Use, _ others: [Use], _ uses: [Use], _ new: FlowImage) -> [String] {
    guard let first = others.first else { return [] }
    var lacks: [String] = []
    let missing = others.dropFirst().reduce(first.pattern.gate) { $0.intersection($1.pattern.gate) }
      .subtracting(use.pattern.gate)
    if !missing.isEmpty {
      lacks.append(
        "without asking \(missing.sorted().map { "`\($0)`" }.joined(separator: ", ")), as was done everywhere")
    }
    guard use.choice != nil else { return lacks }
    // Who says no needs no second question.
    if use.pattern.accepts == nil, others.allSatisfy({ $0.facets[.confirm]?.items != nil }), use.facets[.confirm] == nil
    {
      lacks.append("without `confirm`, which was asked everywhere")
    }
    let gaps = others.compactMap(\.gap)
    guard gaps.count == others.count, let least = gaps.min(), use.facets[.max]?.amount != 1 else { return lacks }
    let twin = uses.first { $0.step == use.step && $0.choice != use.choice && $0.call == use.call }
    if let index = twin?.choice {
      let name = new.flow.steps[use.step].choices[index].name.value
      lacks.append("beside `\(name)`: whoever uses both in turn waits less than `every` says")
    } else if use.gap ?? 0 < least {
      lacks.append("more often than every \(Milliseconds.words(least))")
    }
    return lacks
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
