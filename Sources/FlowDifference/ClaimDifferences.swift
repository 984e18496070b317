// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// What two flows do not claim alike: of all their ends, and of one of them.
struct ClaimDifferences {
  private(set) var found: [Difference] = []
  private let match: Correspondence
  private let image: FlowImage
  /// Whether the goals are compared with what each end requires: where the flows claim in unlike ways, one may say as a goal what the
  /// other one requires.
  private let addsGoals: Bool
  /// What both flows claim as their goal; nil if one of them has none.
  private let commonGoal: Goal?

  /// - Parameters:
  ///   - image: of the new flow.
  ///   - silent: the severities of threats that pass without asking in each.
  init(_ old: Flow, _ image: FlowImage, _ match: Correspondence, silent: (old: Set<String>, new: Set<String>)) {
    let new = image.flow
    (self.match, self.image) = (match, image)
    let goals = (old.goal?.value, new.goal?.value)
    commonGoal = if let mine = goals.0, let theirs = goals.1 { Goal(min(mine, theirs)) } else { nil }
    let successes = Set(new.ends.indices.filter { new.ends[$0].outcome == .success })
    addsGoals =
      goals.0 != goals.1 && old.linesOfGoal != nil && new.linesOfGoal != nil && old.wordsOfEnds != new.wordsOfEnds
    if goals.0 != goals.1, !addsGoals {
      add(
        (goals.1 ?? "") < (goals.0 ?? "") ? .weaker : .stronger, "the goal", goals.0, goals.1, old.goal?.range,
        new.goal?.range, of: successes, shownBy: success(at: successes, of: new, insteadOf: old))
    }
    compareThreats(old, new, passing: silent)
    for (index, end) in new.ends.enumerated() {
      guard let twin = old.ends.first(where: { $0.name.value == end.name.value }) else {
        compare(end, index, of: new, with: old)
        continue
      }
      if twin.outcome != end.outcome {
        add(
          end.outcome == .success ? .weaker : twin.outcome == .success ? .stronger : .changed,
          "the outcome of the end `\(end.name.value)`", twin.outcome.rawValue, end.outcome.rawValue,
          twin.outcomeRange, end.outcomeRange, of: [index], shownBy: .success([index: []]))
      }
      let (mine, theirs) = required(at: twin, of: old, and: end, of: new)
      guard twin.outcome == .success || end.outcome == .success, mine.words != theirs.words else { continue }
      let least = required(at: twin, of: old, and: end, of: new, orLaterBefore: index).0
      let isAsStrict = theirs.implied.isSuperset(of: least.words)
      // The same in other words.
      if isAsStrict, mine.implied.isSuperset(of: theirs.words) { continue }
      add(
        isAsStrict ? .stronger : .weaker, "what the end `\(end.name.value)` requires", mine.text, theirs.text,
        twin.requirement?.range ?? twin.name.range, end.requirement?.range ?? end.name.range, of: [index],
        shownBy: success(at: [index], of: new, insteadOf: old))
    }
  }

  /// That a run comes to one of some success ends short of what the old flow asked for there; nil where that hangs on its steps.
  ///
  /// At an end with a new name, it is short of what any end asked for.
  private func success(at ends: Set<Int>, of new: Flow, insteadOf old: Flow) -> Evidence? {
    let successes = old.ends.indices.filter { old.ends[$0].outcome == .success }
    var demands: [Int: [Demand]] = [:]
    for end in ends {
      let twin = successes.first { old.ends[$0].name.value == new.ends[end].name.value }
      demands[end] = (twin.map { [$0] } ?? successes).map { old.demand(at: EndID($0)) }
    }
    let lines = demands.values.joined().flatMap(\.requirements).flatMap(\.lines)
    let areOfSteps = lines.contains { $0.after != nil }
    return areOfSteps ? nil : .success(demands)
  }

  /// A success end of a new name requires as much as one of the old flow.
  private mutating func compare(_ end: End, _ index: Int, of new: Flow, with old: Flow) {
    let known = old.ends.filter { $0.outcome == .success }.map { self.required(at: $0, of: old, and: end, of: new).0 }
    let required = words(lines(at: end, of: new), of: new)
    guard end.outcome == .success, !known.isEmpty,
      !known.contains(where: { required.implied.isSuperset(of: $0.words) })
    else { return }
    let least = known.min { ($0.words.count, $0.text) < ($1.words.count, $1.text) }
    add(
      .weaker, "what the new end `\(end.name.value)` requires", least?.text, required.text, nil, end.name.range,
      of: [index], shownBy: success(at: [index], of: new, insteadOf: old))
  }

  /// What two ends require, in words: a step since which something must be shown has one name in both if it stands for the other one.
  ///
  /// - Parameter place: the end of the new flow, as an index, before which a later step may stand for it, too; nil for none.
  private func required(
    at mine: End, of old: Flow, and theirs: End, of new: Flow, orLaterBefore place: Int? = nil
  ) -> (RequiredWords, RequiredWords) {
    // What both goals claim anyway is claimed with them.
    let claimed = [RequiredLine]().implied(in: new.contract, with: commonGoal) { _ in "" }
    func isClaimed(_ line: RequiredLine) -> Bool { line.after == nil && claimed.contains(line.textOfDemand) }
    let before = lines(at: mine, of: old).filter { !isClaimed($0) }
    let after = lines(at: theirs, of: new).filter { !isClaimed($0) }
    let mine = RequiredWords(before, with: commonGoal, old.contract) { line in
      guard let step = line.after else { return nil }
      let (alike, others) = (
        after.filter { $0.textOfDemand == line.textOfDemand }, after.filter { $0.textOfDemand != line.textOfDemand }
      )
      let twin = (alike + others).lazy.compactMap(\.after).first { twin in
        if match.matches(step.place, twin.place) { return true }
        guard let place, let first = match.new(for: step.place) else { return false }
        return image.isLater(twin.place, than: first, at: .end(place))
      }
      let known = twin?.place ?? match.new(for: step.place)
      return known.map { new.steps[$0].name.value } ?? old[step].name.value
    }
    return (mine, words(after, of: new))
  }

  private func lines(at end: End, of flow: Flow) -> [RequiredLine] {
    flow.requiredLines(at: end) + (addsGoals && end.outcome == .success ? flow.linesOfGoal ?? [] : [])
  }

  private func words(_ lines: [RequiredLine], of flow: Flow) -> RequiredWords {
    RequiredWords(lines, with: commonGoal, flow.contract) { line in line.after.map { flow[$0].name.value } }
  }

  private mutating func compareThreats(
    _ old: Flow, _ new: Flow, passing: (old: Set<String>, new: Set<String>)
  ) {
    let (mine, theirs) = (Set(old.silentThreats.map(\.value)), Set(new.silentThreats.map(\.value)))
    guard mine != theirs else { return }
    // A severity with which no threat passes may be named or not.
    let isSame = passing.old == passing.new
    add(
      isSame ? .changed : passing.new.isSubset(of: passing.old) ? .stronger : .weaker,
      "the threats that may pass without asking", mine.sorted().joined(separator: ", "),
      theirs.sorted().joined(separator: ", "), old.silentThreats.first?.range, new.silentThreats.first?.range,
      adding: isSame ? "; the same pass as before" : "")
  }

  private mutating func add(
    _ verdict: SafetyVerdict, _ what: String, _ mine: String?, _ theirs: String?, _ before: SourceRange?,
    _ after: SourceRange?, of ends: Set<Int> = [], adding more: String = "", shownBy evidence: Evidence? = nil
  ) {
    func words(_ text: String?) -> String { text.map { $0.isEmpty ? "nothing" : $0 } ?? "nothing" }
    var difference = Difference(
      verdict, "\(what): \(words(theirs)) instead of \(words(mine))\(more)", old: Difference.Side(mine, before),
      new: Difference.Side(theirs, after)
    ).shown(
      by: verdict == .weaker ? evidence : nil,
      orNot: verdict == .weaker && evidence != nil
        ? "none was found that succeeds with less than the old flow asks for" : nil)
    difference.ends = ends
    found.append(difference)
  }
}

/// What an end requires, in words.
struct RequiredWords {
  /// Its lines.
  let words: Set<String>
  /// What is met wherever they are: they themselves, and all that asks for less.
  let implied: Set<String>

  /// - Parameters:
  ///   - goal: what is reached beside them; nil for nothing.
  ///   - name: the name of the step since which a line wants something shown; nil for none.
  fileprivate init(
    _ lines: [RequiredLine], with goal: Goal? = nil, _ contract: Contract, since name: (RequiredLine) -> String?
  ) {
    func since(_ line: RequiredLine) -> String { name(line).map { " since `\($0)`" } ?? "" }
    words = Set(lines.map { $0.textOfDemand + since($0) })
    implied = lines.implied(in: contract, with: goal, since: since)
  }

  fileprivate var text: String { words.sorted().joined(separator: ", ") }
}

extension Flow {
  /// What an end requires beside the goal, by itself and with all others; the steps behind `after` have one name.
  func required(at end: End) -> RequiredWords {
    RequiredWords(requiredLines(at: end), with: goal.map { Goal($0.value) }, contract) {
      $0.after == nil ? nil : "a step"
    }
  }

  fileprivate func requiredLines(at end: End) -> [RequiredLine] {
    [requirement, end.requirement].compactMap(\.self).flatMap(\.lines)
  }

  /// By success end, what it requires beside the goal.
  fileprivate var wordsOfEnds: [String: Set<String>] {
    let successes = ends.filter { $0.outcome == .success }
    return Dictionary(successes.map { ($0.name.value, required(at: $0).words) }) { first, _ in first }
  }
}
