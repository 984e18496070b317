// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowDifference
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Whether a flow has become weaker or stronger, by all runs of the old one and of the new one, each by itself.
///
/// It knows three measures: with what somebody gets through, how often that is shown on the way, and how often a secret can be guessed.
struct PairClass {
  /// With what somebody gets through who could not before, and who could and cannot now.
  private let cheaper: Set<Set<String>>
  private let dearer: Set<Set<String>>
  /// The success ends that somebody comes to who shows no more than before, and less often: by name, with how often.
  private let shorter: [(end: String, words: String)]?
  /// The secrets that both flows ask for, and that can be guessed more often, and less often.
  private let easier: [String]
  private let harder: [String]
  /// Whether what is said of the price lists is judged: where modules are asked, it also takes what they allow to get through.
  private let tellsPrices: Bool

  /// Nil if there are too many runs of one of them.
  ///
  /// - Parameters:
  ///   - judged: `goal` where the price lists can be held against each other, `guesses` where the guesses can.
  ///   - bounds: what is played.
  init?(
    _ old: Program, _ new: Program, judging judged: Set<Property>, within bounds: BruteForce.Bounds = .init()
  ) {
    guard !judged.isEmpty else { return nil }
    let views = [old, new].map { RunView(program: $0, graph: BruteForce($0, within: bounds).explore()) }
    guard views.allSatisfy(\.graph.isComplete) else { return nil }
    let isPriced = judged.contains(.goal)
    let (mine, theirs) = isPriced ? (views[0].graph.prices, views[1].graph.prices) : ([], [])
    cheaper = theirs.filter { price in !mine.contains { $0.isSubset(of: price) } }
    dearer = mine.filter { price in !theirs.contains { $0.isSubset(of: price) } }
    tellsPrices = isPriced && old.flow.questions.isEmpty && new.flow.questions.isEmpty
    shorter = isPriced ? Self.shorter(views[0], views[1]) : nil
    // How the SDK counts by itself is not played.
    let isCounted = judged.contains(.guesses) && old.flow.contract.codes.allSatisfy { $0.attempts == nil }
    let secrets = isCounted ? Checker.measures(old.flow)?.guesses.map(\.secret) ?? [] : []
    let most = secrets.map { secret in views.map { $0.mostGuesses(at: secret) ?? Int.max } }
    easier = secrets.indices.filter { most[$0][1] > most[$0][0] && most[$0][0] > 0 }.map { secrets[$0] }
    harder = secrets.indices.filter { most[$0][1] < most[$0][0] && most[$0][1] > 0 }.map { secrets[$0] }
  }

  /// What the comparison says that the runs refute, or leaves out that they show; nil if nothing.
  func contradiction(with told: [Difference]) -> String? {
    let isWeaker = told.contains { $0.verdict == .weaker || $0.verdict == .notDecided && $0.mayBeWeaker }
    let isStronger = told.contains { $0.verdict == .stronger || $0.verdict == .notDecided }
    if let price = cheaper.first, !isWeaker { return "weaker: \(words(price)) gets through" }
    if let end = shorter?.first, !isWeaker { return "weaker: \(end.words)" }
    if let secret = easier.first, !isWeaker { return "weaker: `\(secret)` can be guessed more often" }
    if let price = dearer.first, !isStronger { return "stronger: \(words(price)) gets through no more" }
    if let secret = harder.first, !isStronger { return "stronger: `\(secret)` can be guessed less often" }
    // What is said of the measures themselves must be so.
    for difference in told where difference.spot == .none && tellsPrices {
      if difference.words.contains(" enough to get through now"), cheaper.isEmpty {
        return "no run gets through with less"
      }
      if difference.words.contains(" no longer enough to get through"), dearer.isEmpty {
        return "all that was enough is still"
      }
      if difference.words.hasPrefix("no run comes to a success end"), dearer.isEmpty { return "some run comes to one" }
      let parts = difference.words.split(separator: "`")
      if difference.words.hasPrefix("proofs for `"), difference.verdict == .weaker, let shorter,
        !shorter.contains(where: { $0.end == parts[1] })
      {
        return "no run shows less often what it must"
      }
    }
    return nil
  }

  /// What an interrupt keeps or gives up is not counted: flows with interrupts are not judged, nor what was set up in the run.
  private static func shorter(_ old: RunView, _ new: RunView) -> [(end: String, words: String)]? {
    let contract = old.program.flow.contract
    let replies = contract.calls.flatMap(\.replies)
    guard old.program.flow.interrupts.isEmpty, new.program.flow.interrupts.isEmpty,
      replies.allSatisfy({ $0.enrols.isEmpty && $0.given.fields.isEmpty && $0.underMode == nil })
    else { return nil }
    func named(_ view: RunView) -> [(end: String, items: Set<String>, least: Int)] {
      view.graph.showings.map { (view.program.flow[$0.end].name.value, $0.items, $0.least) }
    }
    let mine = named(old)
    return named(new).compactMap { showing in
      let counts = mine.filter { $0.end == showing.end && $0.items.isSubset(of: showing.items) }.map(\.least)
      guard let least = counts.min(), showing.least < least else { return nil }
      return (showing.end, "`\(showing.end)` takes \(showing.least) instead of \(least) proofs")
    }
  }

  private func words(_ price: Set<String>) -> String {
    price.isEmpty ? "nothing" : price.sorted().joined(separator: ", ")
  }
}
