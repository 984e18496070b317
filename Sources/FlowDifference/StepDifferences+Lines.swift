// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// What outcomes lead to at two steps that stand for each other.
extension StepDifferences {
  /// What one outcome leads to, at one site of a step.
  private struct Line {
    let trigger: Trigger
    let words: String
    /// The call whose outcome it is, in words; empty where the step waits without one, or makes its own.
    let site: String
    /// The same, where it has to be told apart from an outcome of the same name.
    let origin: String
    /// The choice whose call it is; nil for none.
    let choice: StepTexts.Choice?
    /// Whether it comes while the step waits, and no call is open.
    var isIdle: Bool { origin == Line.idle }
    static let idle = " while it waits"

    /// The shortest first; what is written before stays before what is equal by this.
    static func isPlainer(_ one: Line, _ other: Line) -> Bool {
      let lengths = (one.words.utf8.count, other.words.utf8.count)
      return (lengths.0, one.words, one.site) == (lengths.1, other.words, other.site)
        ? one.trigger.order < other.trigger.order
        : (lengths.0, one.words, one.site) < (lengths.1, other.words, other.site)
    }

    /// By the first of their words; none of the lines is in both.
    static func comesFirst(_ some: [Line], _ others: [Line]) -> Bool {
      let words = (some.map(\.words).min() ?? "", others.map(\.words).min() ?? "")
      guard words.0 == words.1, let one = some.first, let other = others.first else { return words.0 < words.1 }
      return isPlainer(one, other)
    }
  }

  /// What leads to other places is told once, wherever at the step it comes.
  mutating func compareLines(_ pair: Correspondence.Pair) {
    let (mine, theirs) = (old.patterns[pair.old], new.patterns[pair.new])
    var groups: [(ways: [ComparedTarget?], lines: [Line])] = []
    func compare(
      _ mine: OutcomeWays, _ theirs: OutcomeWays, _ site: String = "", of origin: String = "",
      _ choice: StepTexts.Choice? = nil, besides own: EventID? = nil
    ) {
      for ways in mine.pairs(with: theirs, where: { !leadAlike($0, $1) }) {
        if case .event(let event, _, _) = ways.trigger, event == own, ways.old == .stay || ways.new == .stay {
          continue
        }
        let line = Line(
          trigger: ways.trigger, words: ways.trigger.wordsOfMany(new.flow.contract), site: site,
          origin: origin, choice: choice)
        if let group = groups.firstIndex(where: { $0.ways == [ways.old, ways.new] }) {
          groups[group].lines.append(line)
        } else {
          groups.append(([ways.old, ways.new], [line]))
        }
      }
    }
    // What is the step's own event has changed with what the step is for.
    let isForOther = mine.facets[.awaits] != theirs.facets[.awaits]
    let own = isForOther ? new.flow.steps[pair.new].awaited?.event : nil
    compare(mine.lines, theirs.lines, of: Line.idle, besides: own)
    if let call = mine.call, let twin = theirs.call { compare(call.lines, twin.lines, of: " after the call") }
    if let call = mine.answer, let twin = theirs.answer { compare(call.lines, twin.lines, of: " after the answer") }
    for (index, twin) in match.choices(at: pair).sorted(by: { $0.key < $1.key }) {
      guard let call = mine.choices[index].call, let other = theirs.choices[twin].call else { continue }
      let site = " behind `\(new.flow.steps[pair.new].choices[twin].name.value)`"
      compare(call.lines, other.lines, site, of: site, .there(twin))
    }
    for index in groups.indices { groups[index].lines.sort(by: Line.isPlainer) }
    groups.sort { Line.comesFirst($0.lines, $1.lines) }
    for (index, (ways, lines)) in groups.enumerated() {
      let others = groups.indices.filter { $0 != index }.flatMap { groups[$0].lines.map(\.trigger) }
      let isTwofold = groups.count { $0.lines[0].words == lines[0].words && $0.lines[0].site == lines[0].site } > 1
      found.append(difference(ways, lines, pair, isTwofold: isTwofold, beside: others))
    }
  }

  /// - Parameters:
  ///   - isTwofold: whether an outcome of the same name leads elsewhere, too, at another moment of the step.
  ///   - others: the outcomes that lead to other places.
  private mutating func difference(
    _ ways: [ComparedTarget?], _ lines: [Line], _ pair: Correspondence.Pair, isTwofold: Bool, beside others: [Trigger]
  ) -> Difference {
    // Of all that goes another way together, the plainest is named first.
    let first = lines[0]
    var names: [String] = []
    let triggers = lines.map(\.trigger)
    for line in lines where !names.contains(line.words) && !line.trigger.isOneMode(among: triggers, beside: others) {
      names.append(line.words)
    }
    let count = names.count
    let named = names.map { "`\($0)`" }.firstThree
    let said = texts.take(lines: lines.map { ($0.choice, $0.trigger) })
    let isOfCalls = !lines.contains(where: \.isIdle)
    let isOfOne = lines.allSatisfy { isTwofold ? $0.origin == first.origin : $0.site == first.site }
    let site = isOfOne ? (isTwofold ? first.origin : first.site) : isTwofold && isOfCalls ? " of its calls" : ""
    let sides = (old.range(of: first.trigger, at: pair.old), new.range(of: first.trigger, at: pair.new))
    var difference = lead(
      "\(new.quoted(pair.new)): \(named)\(site)", ways[0], ways[1], pair, sides,
      at: .outcome(pair, lines.map(\.trigger)), isMany: count > 1, saying: said)
    if lines.contains(where: { $0.trigger == .exhausted }) {
      difference.uses = [old.uses(at: pair.old), new.uses(at: pair.new)].compactMap(\.self).min()
    }
    difference.isOfCalls = isOfCalls ? true : lines.allSatisfy(\.isIdle) ? false : nil
    return difference
  }
}

extension FlowImage {
  /// After how many uses nothing is left at a step: of its tries, of its own call, or of all its choices; nil for no such number.
  fileprivate func uses(at index: Int) -> Int? {
    let step = flow.steps[index]
    if let own = step.tries?.value ?? step.max?.value { return own }
    let bounds = step.choices.indices.map { bound(ofChoice: $0, at: index) }
    return bounds.isEmpty || bounds.contains(nil) ? nil : Set(bounds.compactMap(\.self)).total
  }
}

extension Trigger {
  /// Whether it is an event of one mode where the event leads to the same place in any mode.
  ///
  /// - Parameter others: what leads to other places.
  fileprivate func isOneMode(among triggers: [Trigger], beside others: [Trigger]) -> Bool {
    guard case .event(let event, _?, let outcome) = self else { return false }
    return triggers.contains(.event(event, mode: nil, outcome: outcome))
      && !others.contains { if case .event(event, _, outcome) = $0 { true } else { false } }
  }
}
