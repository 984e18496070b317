// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// More time to answer at steps of the new flow than the old one gave, since a new choice leads to a screen and back; and less time, since
/// such a choice is gone.
///
/// Whoever goes there has the time of that screen, and whoever comes back has the step's own `within` again from its beginning. A time that
/// became longer at steps that stand for each other is compared there.
struct AddedTime {
  private var found: [Difference] = []
  private let old: FlowImage
  private let new: FlowImage
  private let match: Correspondence
  /// Whether the flows are in each other's place, and it is told of what is gone.
  private let isGone: Bool

  /// How long a screen waits.
  private enum Length: Comparable {
    /// In milliseconds.
    case of(Int)
    case endless
  }

  /// What was added, and what is gone.
  static func found(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence) -> [Difference] {
    let gone = AddedTime(new, old, match.reversed, isGone: true)
    return AddedTime(old, new, match, isGone: false).found + gone.found.map(\.reversed)
  }

  private init(_ old: FlowImage, _ new: FlowImage, _ match: Correspondence, isGone: Bool) {
    (self.old, self.new, self.match, self.isGone) = (old, new, match, isGone)
    guard old.reached.contains(where: { old.patterns[$0].facets[.within] != nil }) else { return }
    let (before, after) = (Navigation(old), Navigation(new))
    for pair in match.pairs where old.flow.steps[pair.old].waitsForSomebody && new.flow.steps[pair.new].waitsForSomebody
    {
      let limit = Self.longest(Self.screens(around: pair.old, old, before), old)
      guard limit < .endless else { continue }
      let count = found.count
      let places = Self.places(ofAnswerAt: pair.new, new)
      let leadingBack = after.leading(to: places)
      let visits = after.visits(from: pair.new)
      for (index, visit) in visits.enumerated().dropFirst()
      where leadingBack.contains(visit.step) && Self.length(visit.step, new) > limit {
        let back = after.visits(from: visit.step)
        let end = back.firstIndex { places.contains($0.step) } ?? 0
        // What is new on the way there or back is the reason.
        let path = visits.path(to: index) + back.path(to: end)
        guard let first = match.firstNewChoice(of: path, from: pair) else { continue }
        found.append(difference(pair, visit.step, limit, first))
      }
      // Who comes back as often as they like has no end of time, and had none if the old flow let them.
      if found.count == count, case .of(let time) = Self.length(pair.new, new), before.round(from: pair.old) == nil,
        let path = after.round(from: pair.new), let last = path.last,
        let first = match.firstNewChoice(of: path, from: pair)
      {
        found.append(difference(pair, roundBy: last.step, time, first))
      }
    }
  }

  private func difference(
    _ pair: Correspondence.Pair, _ screen: Int, _ limit: Length, _ spot: (pair: Correspondence.Pair, choice: Int)
  ) -> Difference {
    let before = if case .of(let time) = limit { Milliseconds.words(time) } else { "" }
    let time =
      if case .of(let time) = Self.length(screen, new) {
        "`within` \(isGone ? "was" : "is") \(Milliseconds.words(time)) instead of \(before)"
      } else {
        isGone ? "no time ended; now, it ends after \(before)" : "no time ends; before, it ended after \(before)"
      }
    return difference(
      pair, spot, "\(isGone ? "no longer leads" : "leads") to \(new.quoted(screen)) and back, where \(time)")
  }

  /// - Parameters:
  ///   - last: the screen from which a choice leads back to the step.
  ///   - time: how long the step waits.
  private func difference(
    _ pair: Correspondence.Pair, roundBy last: Int, _ time: Int, _ spot: (pair: Correspondence.Pair, choice: Int)
  ) -> Difference {
    let way = last == pair.new ? "back to it" : "to \(new.quoted(last)) and back"
    let words = Milliseconds.words(time)
    return difference(
      pair, spot,
      isGone
        ? "no longer leads \(way), where its `within` of \(words) began again"
        : "leads \(way), where its `within` of \(words) begins again")
  }

  private func difference(
    _ pair: Correspondence.Pair, _ spot: (pair: Correspondence.Pair, choice: Int), _ words: String
  ) -> Difference {
    let choice = new.flow.steps[spot.pair.new].choices[spot.choice].name
    let by = spot.pair == pair ? "" : " of \(new.quoted(spot.pair.new))"
    return Difference(
      .weaker, "\(new.quoted(pair.new)): the choice `\(choice.value)`\(by) \(words)",
      old: Difference.Side(nil, old.range(of: .within, at: pair.old)), new: Difference.Side(nil, choice.range),
      at: .choice(spot.pair, old: nil, new: spot.choice), by: .time, isTime: true)
  }

  /// A step, and the screens to which choices lead from it and from which they lead to where its answer is given.
  private static func screens(around step: Int, _ image: FlowImage, _ navigation: Navigation) -> [Int] {
    let leadingBack = navigation.leading(to: places(ofAnswerAt: step, image))
    return navigation.visits(from: step).map(\.step).filter(leadingBack.contains)
  }

  /// A step, and all others at which the same answer is given.
  private static func places(ofAnswerAt step: Int, _ image: FlowImage) -> Set<Int> {
    guard let answer = image.patterns[step].answer?.facets[.call] else { return [step] }
    return Set(image.reached.filter { image.patterns[$0].answer?.facets[.call] == answer }).union([step])
  }

  private static func longest(_ screens: [Int], _ image: FlowImage) -> Length {
    screens.map { length($0, image) }.max() ?? .endless
  }

  private static func length(_ step: Int, _ image: FlowImage) -> Length {
    let pattern = image.patterns[step]
    // A time after which the step only asks again ends nothing.
    guard let time = pattern.facets[.within]?.amount, pattern.lines.way(of: .timeout, isNamed: false) != .stay else {
      return .endless
    }
    return .of(time)
  }
}
