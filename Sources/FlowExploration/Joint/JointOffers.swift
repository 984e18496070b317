// SPDX-License-Identifier: Apache-2.0

import FlowDifference
import FlowRuntime

/// What two flows offer where they stand, as far as only one of them does.
struct JointOffers {
  /// The choices that only the old flow offers, by its names.
  let onlyOld: Set<String>
  /// The choices that only the new flow offers, by its names.
  let onlyNew: Set<String>
  /// Whether a choice that both flows have is offered by only one of them.
  let hidesKnown: Bool
  /// Whether only one of them asks, or takes the inputs, or they take others.
  let asksOther: Bool

  /// A choice by its name in the new flow.
  private struct Choice: Hashable {
    let name: String
    /// When it can be made; nil for now.
    let at: Duration?
  }

  init(_ old: FlowMachine, _ new: FlowMachine, _ flows: JointFlows) {
    let mine = old.isOver ? nil : old.question(at: old.time)
    let theirs = new.isOver ? nil : new.question(at: new.time)
    let names = flows.names(at: JointState.pair(old, new))
    let offered = Self.choices(of: mine).map { choice in
      (name: choice.name, twin: names[choice.name].map { Choice(name: $0, at: choice.at) })
    }
    let others = Set(Self.choices(of: theirs))
    let lost = offered.filter { !($0.twin.map(others.contains) ?? false) }
    onlyOld = Set(lost.map(\.name))
    onlyNew = Set(others.subtracting(offered.compactMap(\.twin)).map(\.name))
    hidesKnown = lost.contains { $0.twin != nil } || !onlyNew.isDisjoint(with: names.values)
    asksOther =
      (mine == nil) != (theirs == nil) || mine?.canSubmit != theirs?.canSubmit
      || mine?.inputs.map(\.name) != theirs?.inputs.map(\.name)
  }

  /// Whether they offer the same.
  var areAlike: Bool { !haveOtherChoices && !asksOther }

  /// Whether all that differs is choices that the other flow does not have.
  var areOnlyOtherChoices: Bool { haveOtherChoices && !hidesKnown && !asksOther }

  /// Whether one of them offers a choice that the other does not.
  var haveOtherChoices: Bool { !onlyOld.isEmpty || !onlyNew.isEmpty }

  private static func choices(of question: Question?) -> [Choice] {
    guard let question else { return [] }
    return question.choices.map { Choice(name: $0.name, at: nil) }
      + question.later.map { Choice(name: $0.name, at: $0.at) }
  }
}
