// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Which devices' replies a scenario holds, item by item: what is held already cannot be held, nor released what is not.
struct HeldReplies {
  private var devices: Set<Int> = []

  /// What is wrong with the holding and releasing of a scenario.
  static func findings(of items: [Scenario.Item]) -> [Diagnostic] {
    var held = HeldReplies()
    return items.compactMap { held.finding(of: $0) }
  }

  private mutating func finding(of item: Scenario.Item) -> Diagnostic? {
    guard let device = item.device else { return nil }
    switch item.what {
    case .hold:
      guard !devices.insert(device).inserted else { return nil }
      return Diagnostic(
        ScenarioRules.repliesNotHeld, "the replies are held already", at: item.range,
        help: item.isImplied
          ? "`during` holds them by itself: write `release: replies` before this answer"
          : "take this out, or write `release: replies` before it")
    case .release:
      guard devices.remove(device) == nil, !item.isImplied else { return nil }
      return Diagnostic(
        ScenarioRules.repliesNotHeld, "no replies are held here", at: item.range,
        help: "take this out, or write `hold: replies` before what is to be held")
    case .answer, .decline, .expect, .after, .background, .event, .reject, .module: return nil
    }
  }
}
