// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// How often something can be done in a run.
struct Bound: Hashable {
  let most: Int
  let counter: Counter

  /// What counts the uses.
  ///
  /// Choices with the same counter share the limit.
  enum Counter: Hashable {
    case budget(String)
    case step(Int)
    case choice(Int, Int)
  }
}

extension Bound {
  /// The one that lets something be done less often; nil for no limit.
  static func lesser(_ one: Bound?, _ other: Bound?) -> Bound? {
    guard let one, let other else { return one ?? other }
    return one.most <= other.most ? one : other
  }

  /// Those of two limits that let something be done least often; nil for no limit.
  static func least(_ limits: Set<Bound>?, _ other: Bound?) -> Set<Bound>? {
    guard let limits, let other else { return limits ?? other.map { [$0] } }
    return limits.total <= other.most ? limits : [other]
  }
}

extension Set<Bound> {
  /// How often all of them together let something be done.
  var total: Int { reduce(0) { $0 + $1.most } }
}

/// The screens of a flow, and where choices lead from each, without a call and without anything that the user gives.
struct Navigation {
  /// A screen to which choices lead from some place.
  struct Visit {
    let step: Int
    /// The screen before it, as an index of the visits; below 0 for the place itself.
    let parent: Int
    /// The choice of that screen that leads to it.
    let choice: Int
    /// How many choices are made to come there.
    let distance: Int
    /// How often the choices that lead there can be made; nil for no limit.
    fileprivate(set) var limits: Set<Bound>?
  }

  private let image: FlowImage
  /// By step: its choices that lead to screens, each with the screen and its limit.
  private let doors: [[(choice: Int, to: Int, bound: Bound?)]]

  init(_ image: FlowImage) {
    self.image = image
    doors = image.patterns.indices.map { step in
      image.patterns[step].choices.enumerated().compactMap { index, choice in
        guard case .step(let next)? = choice.to, image.patterns[next].call == nil else { return nil }
        return (index, next, image.bound(ofChoice: index, at: step))
      }
    }
  }

  /// The steps from which choices lead to one of some steps, these among them.
  func leading(to steps: Set<Int>) -> Set<Int> {
    var sources: [Int: [Int]] = [:]
    for step in doors.indices { for door in doors[step] { sources[door.to, default: []].append(step) } }
    var (known, open) = (steps, Array(steps))
    while let step = open.popLast() {
      for source in sources[step] ?? [] where known.insert(source).inserted { open.append(source) }
    }
    return known
  }

  /// The screens to which choices lead from a step, itself first: those without a limit, then the others.
  func visits(from step: Int) -> [Visit] {
    var visits = [Visit(step: step, parent: -1, choice: -1, distance: 0, limits: nil)]
    var places = [step: 0]
    func go(from index: Int, by door: (choice: Int, to: Int, bound: Bound?), _ limits: Set<Bound>?) {
      places[door.to] = visits.count
      visits.append(
        Visit(
          step: door.to, parent: index, choice: door.choice, distance: visits[index].distance + 1, limits: limits))
    }
    var index = 0
    while index < visits.count {
      for door in doors[visits[index].step] where door.bound == nil && places[door.to] == nil {
        go(from: index, by: door, nil)
      }
      index += 1
    }
    index = 0
    while index < visits.count {
      for door in doors[visits[index].step] {
        guard let limits = Bound.least(visits[index].limits, door.bound) else { continue }
        guard let known = places[door.to] else {
          go(from: index, by: door, limits)
          continue
        }
        // What was gone through already leads no further by another way there.
        if known > index, let others = visits[known].limits { visits[known].limits = others.union(limits) }
      }
      index += 1
    }
    return visits
  }

  /// The choices that lead from a step back to it as often as somebody likes, by their steps; nil where none do.
  func round(from step: Int) -> [(step: Int, choice: Int)]? {
    let visits = visits(from: step)
    for (index, visit) in visits.enumerated() where visit.limits == nil {
      if let door = doors[visit.step].first(where: { $0.to == step && $0.bound == nil }) {
        return visits.path(to: index) + [(visit.step, door.choice)]
      }
    }
    return nil
  }
}

extension FlowImage {
  /// How often a choice can be made; nil for no limit.
  func bound(ofChoice index: Int, at step: Int) -> Bound? {
    let choice = flow.steps[step].choices[index]
    guard let most = choice.max?.value ?? choice.scopedMax?.count.value else { return nil }
    return Bound(most: most, counter: choice.sharedMax.map { .budget($0.value) } ?? .choice(step, index))
  }

  /// How often the call of a step can be made; nil for no limit.
  func bound(ofCallAt step: Int) -> Bound? {
    let facets = flow.steps[step]
    guard let most = facets.max?.value else { return nil }
    return Bound(most: most, counter: facets.sharedMax.map { .budget($0.value) } ?? .step(step))
  }
}

extension [Navigation.Visit] {
  /// The choices that lead to one, by their steps, from the place itself.
  func path(to index: Int) -> [(step: Int, choice: Int)] {
    var path: [(step: Int, choice: Int)] = []
    var visit = self[index]
    while visit.parent >= 0 {
      path.append((self[visit.parent].step, visit.choice))
      visit = self[visit.parent]
    }
    return path.reversed()
  }
}

extension Correspondence {
  /// The first choice on a way through screens of the new flow that stands for none of the old flow; nil if there is none, or if it is at a
  /// screen that stands for none.
  ///
  /// - Parameters:
  ///   - path: the choices of the new flow, by their steps.
  ///   - pair: the steps at which the way begins.
  func firstNewChoice(of path: [(step: Int, choice: Int)], from pair: Pair) -> (pair: Pair, choice: Int)? {
    for (step, choice) in path {
      guard let own = step == pair.new ? pair : pairs.first(where: { $0.new == step }) else { return nil }
      if !choices(at: own).values.contains(choice) { return (own, choice) }
    }
    return nil
  }
}
