// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph

/// What the figures of two flows say: what it takes to get through, and how often something can be tried.
struct MeasureDifferences {
  private(set) var found: [Difference] = []

  init(_ old: FlowMeasures, _ new: FlowMeasures) {
    guard old.isComplete, new.isComplete else {
      found.append(Difference(.notDecided, "what it takes to get through: a flow has more runs than are followed"))
      return
    }
    for price in new.prices where !old.prices.contains(where: { $0.items.isSubset(of: price.items) }) {
      found.append(
        Difference(
          .weaker,
          "\(subject(price)) enough to get through now, and \(price.items.count > 1 ? "were" : "was") not before",
          old: Difference.Side(words(old.prices), nil), new: Difference.Side(words(new.prices), nil), way: price.way,
          isSum: true
        ).shown(by: .way(price.way.map(\.range), showing: price.items)))
    }
    let isShut = new.prices.isEmpty && !old.prices.isEmpty
    if isShut {
      found.append(
        Difference(
          .stronger, "no run comes to a success end any more", old: Difference.Side(words(old.prices), nil),
          new: Difference.Side("nothing is enough", nil)))
    }
    for price in old.prices where !isShut && !new.prices.contains(where: { $0.items.isSubset(of: price.items) }) {
      found.append(
        Difference(
          .stronger, "\(subject(price)) no longer enough to get through",
          old: Difference.Side(words(old.prices), nil), new: Difference.Side(words(new.prices), nil), way: price.way))
    }
    compareShowings(old, new, .weaker)
    compareShowings(new, old, .stronger)
    compareCounts(old, new)
    compareTelling(old, new)
    if !old.prices.isEmpty, !new.prices.isEmpty { compareFinishing(old, new) }
  }

  /// Whoever shows no more than before may have to show it less often: a second password that is asked for on no way any more.
  ///
  /// - Parameter verdict: of the new flow; stronger where the flows are in each other's place.
  private mutating func compareShowings(_ old: FlowMeasures, _ new: FlowMeasures, _ verdict: SafetyVerdict) {
    guard let mine = old.showings, let theirs = new.showings else { return }
    var ends: Set<String> = []
    for showing in theirs.sorted(by: { ($0.end, $0.count) < ($1.end, $1.count) }) where !ends.contains(showing.end) {
      // An end of a new name may stand for any.
      let isNew = !mine.contains { $0.end == showing.end }
      let counts = mine.filter { (isNew || $0.end == showing.end) && $0.items.isSubset(of: showing.items) }.map(\.count)
      guard let least = counts.min(), showing.count < least else { continue }
      ends.insert(showing.end)
      let told = verdict == .weaker ? (old: least, new: showing.count) : (old: showing.count, new: least)
      found.append(
        Difference(
          verdict, "proofs for `\(showing.end)`: \(told.new) instead of \(told.old) (\(words(showing.items)))",
          old: Difference.Side("\(told.old)", nil), new: Difference.Side("\(told.new)", nil),
          way: verdict == .weaker ? showing.way : [], isSum: true
        ).shown(by: verdict == .weaker ? .way(showing.way.map(\.range), showing: showing.items) : nil))
    }
  }

  private mutating func compareCounts(_ old: FlowMeasures, _ new: FlowMeasures) {
    for secret in new.guesses {
      guard let twin = old.guesses.first(where: { $0.secret == secret.secret }) else { continue }
      compare(
        twin.most, secret.most, "guesses at `\(secret.secret)` over all accounts in a run", twin.sum(\.most),
        secret.sum(\.most),
        shownBy: .calls(secret.calls, above: twin.most.number, isOverAccounts: true))
      compare(
        twin.account, secret.account, "guesses at `\(secret.secret)` for one account in a run", twin.sum(\.account),
        secret.sum(\.account), shownBy: .calls(secret.calls, above: twin.account.number))
      compare(twin.untilRefill, secret.untilRefill, "guesses at `\(secret.secret)` until the SDK counts anew")
    }
    // What only one of the flows makes is sent so often more.
    for call in (new.sends + old.sends).map(\.call).unique {
      func most(_ flow: FlowMeasures) -> GuessLimit { flow.sends.first { $0.call == call }?.most ?? .times(0) }
      let places = new.sends.first { $0.call == call }?.places ?? []
      compare(
        most(old), most(new), "calls of `\(call)` in a run",
        shownBy: .calls(
          Dictionary(places.map { ($0, []) }) { first, _ in first }, above: most(old).number, isOverAccounts: nil))
    }
  }

  /// - Parameters:
  ///   - sum: of what the first is made; empty where that is not told.
  ///   - newSum: of what the second is made.
  ///   - evidence: what a run comes to that shows that it is more.
  private mutating func compare(
    _ mine: GuessLimit, _ theirs: GuessLimit, _ what: String, _ sum: String = "", _ newSum: String = "",
    shownBy evidence: Evidence? = nil
  ) {
    guard mine != theirs else { return }
    let isWorse = theirs.isWorse(than: mine)
    found.append(
      Difference(
        isWorse ? .weaker : .stronger, "\(what): \(theirs.words) instead of \(mine.words)",
        old: Difference.Side(mine.words + sum, nil), new: Difference.Side(theirs.words + newSum, nil), isSum: true
      ).shown(by: isWorse ? evidence : nil))
  }

  private mutating func compareTelling(_ old: FlowMeasures, _ new: FlowMeasures) {
    let replies = Set(old.telling.keys).union(new.telling.keys).sorted()
    for (verdict, isMore) in [(SafetyVerdict.weaker, { $0 > $1 }), (.stronger, { $0 < $1 })]
      as [(SafetyVerdict, (Int, Int) -> Bool)]
    {
      let changed = replies.filter { isMore(new.telling[$0] ?? 0, old.telling[$0] ?? 0) }
      guard !changed.isEmpty else { continue }
      let (mine, theirs) = (old.telling.values.reduce(0, +), new.telling.values.reduce(0, +))
      let names = changed.map { "`\($0)`" }.firstThree
      found.append(
        Difference(
          verdict,
          "replies that tell who has an account (MFA430): \(theirs) instead of \(mine), \(verdict == .weaker ? "now" : "no more") by \(names)"
        ).shown(
          by: verdict == .weaker ? .revelation : nil,
          orNot: verdict == .weaker ? "it takes two, that of a user who exists and that of one who does not" : nil))
    }
    for (name, left) in new.undecided.sorted(by: { $0.key < $1.key }) where old.undecided[name] == nil {
      found.append(
        Difference(
          .weaker, "`\(name)` may be left undecided, which bars \(left.calls) (MFA410)",
          new: Difference.Side("leads to an end without an answer", left.place)
        ).shown(by: .transition(left.place, isSignedIn: false)))
    }
    for (name, left) in old.undecided.sorted(by: { $0.key < $1.key }) where new.undecided[name] == nil {
      found.append(
        Difference(
          .stronger, "`\(name)` is no longer left undecided (MFA410)",
          old: Difference.Side("led to an end without an answer", left.place)))
    }
    for name in Set(old.yesOnly.keys).union(new.yesOnly.keys).sorted() {
      let (mine, theirs) = (old.yesOnly[name] ?? [], new.yesOnly[name] ?? [])
      if mine.count < theirs.count {
        for question in theirs.beside(mine) {
          found.append(
            Difference(
              .weaker, "all that a user can do at `\(question.step)` is to accept (MFA442)",
              new: Difference.Side(question.reason, question.range)
            ).shown(by: .question(question.index, isLacking: question.reason != nil)))
        }
      } else if mine.count > theirs.count {
        for question in mine.beside(theirs) {
          found.append(
            Difference(
              .stronger, "at `\(question.step)` a user can do something else than accept now (MFA442)",
              old: Difference.Side(question.reason, question.range)))
        }
      }
    }
    // The session of flows that log nobody off outlives their runs.
    let endSessions = old.endsSessions || new.endsSessions
    for left in new.leftOpen where endSessions && !old.leftOpen.contains(where: { $0.end == left.end }) {
      var difference = Difference(
        .weaker, "runs may end as `\(left.end)` now with the user signed in (MFA447)",
        new: Difference.Side("leads to `\(left.end)` without a log-off", left.place)
      ).shown(by: .transition(left.place, isSignedIn: true))
      difference.ends = [left.index]
      found.append(difference)
    }
    for left in old.leftOpen where endSessions && !new.leftOpen.contains(where: { $0.end == left.end }) {
      found.append(
        Difference(
          .stronger, "no run ends as `\(left.end)` any more with the user signed in (MFA447)",
          old: Difference.Side("led to `\(left.end)` without a log-off", left.place)))
    }
    for (name, step) in new.stranded where !old.stranded.contains(where: { $0.name == name }) {
      found.append(
        Difference(.changed, "`\(name)` can come to no end any more at some step (MFA408)")
          .shown(by: .question(step, isLacking: false)))
    }
    for (name, _) in old.stranded where !new.stranded.contains(where: { $0.name == name }) {
      found.append(Difference(.changed, "`\(name)` can come to an end from every step now (MFA408)"))
    }
  }

  /// Who can only fail in one flow; where nobody gets through any more, that is told.
  private mutating func compareFinishing(_ old: FlowMeasures, _ new: FlowMeasures) {
    func tell(_ words: String, _ mine: [(name: String, meaning: String)], _ theirs: [(name: String, meaning: String)]) {
      for (name, meaning) in mine where !theirs.contains(where: { $0.name == name }) {
        found.append(
          Difference(.changed, "`\(name)` \(words)" + (meaning.isEmpty ? "" : " (\(meaning))"), isSum: true))
      }
    }
    tell("can only fail now", old.finishing, new.finishing)
    tell("no longer only fails", new.finishing, old.finishing)
  }

  private func words(_ price: FlowMeasures.Price) -> String { words(price.items) }

  /// Such as "inherence by device and possession by device are".
  private func subject(_ price: FlowMeasures.Price) -> String {
    let items = price.items.sorted()
    guard items.count > 1, let last = items.last else { return "\(items.first ?? "no proof") is" }
    return "\(items.dropLast().joined(separator: ", ")) and \(last) are"
  }

  private func words(_ items: Set<String>) -> String {
    items.isEmpty ? "nothing" : items.sorted().joined(separator: ", ")
  }

  private func words(_ prices: [FlowMeasures.Price]) -> String {
    prices.map(words).sorted().joined(separator: "; or ")
  }
}

extension SecretGuesses {
  /// Where the calls are written by which it is guessed, each with the codes by which the SDK counts what is wrong.
  fileprivate var calls: [SourceRange: [Int]] {
    Dictionary(places.map { ($0.call, $0.counters) }) { first, _ in first }
  }

  /// How often at which step, such as `: 8 at `password`, 3 at `again``; empty where there is one step only.
  fileprivate func sum(_ figure: KeyPath<Place, GuessLimit>) -> String {
    places.count < 2
      ? "" : ": " + places.map { "\($0[keyPath: figure].words) at `\($0.step.value)`" }.joined(separator: ", ")
  }
}

extension [FlowMeasures.ForcedYes] {
  /// Those of steps whose names none of the others has; all if there are none.
  fileprivate func beside(_ others: [FlowMeasures.ForcedYes]) -> [FlowMeasures.ForcedYes] {
    let own = filter { question in !others.contains { $0.step == question.step } }
    return own.isEmpty ? self : own
  }
}
