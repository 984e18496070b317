// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// Holds what a scenario expects of a pick against what it shows of its items.
struct ShownComparison {
  private let expectation: ShownExpectation
  private let saying: SayComparison

  init(_ expectation: ShownExpectation, _ saying: SayComparison) {
    self.expectation = expectation
    self.saying = saying
  }

  func compare(_ question: Question) -> [Diagnostic] {
    let name = expectation.pick.value
    let lists = question.allLists(of: name)
    let found = lists.flatMap(\.items)
    let none = lists.compactMap(\.saidOfNone).first
    let wanted = expectation.items.value
    if wanted.count == found.count, zip(wanted, found).allSatisfy({ $0.fits($1, saying) }),
      expectation.none.map({ saying.fits($0, none) }) ?? true
    {
      return []
    }
    let words = expectation.none ?? (wanted.count == 1 ? "this item" : "these \(wanted.count) items")
    let shown = found.prefix(Self.mostShown).map { item in
      Diagnostic.quoting(item.text ?? "nothing of it") + (item.reason.map { " (\(Diagnostic.quoting($0)))" } ?? "")
    }
    return [
      Diagnostic(
        ScenarioRules.unexpected, "shown.\(name): expected \(words), found \(found.count) in all",
        at: expectation.items.range,
        help: found.isEmpty
          ? "shown instead: \(none.map { Diagnostic.quoting($0.text) } ?? "nothing")"
          : "shown, in this order: " + shown.joined(separator: ", "))
    ]
  }

  private static let mostShown = 8
}

extension ShownExpectation.Item {
  fileprivate func fits(_ item: PickList.Item, _ saying: SayComparison) -> Bool {
    switch self {
    case .offered(let text): item.place != nil && item.text == text
    case .unavailable(let text, let reason):
      item.place == nil && (text == nil || item.text == text) && (reason.map { saying.fits($0, item.said) } ?? true)
    }
  }
}
