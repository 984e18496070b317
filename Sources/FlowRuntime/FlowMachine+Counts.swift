// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Values

/// What a user has drawn on the budgets that are counted for each user, in the order of the program.
struct DrawnByUser: Sendable, Hashable {
  let name: Spelling
  var counts: [UInt16]
}

/// Budgets that are counted for a session or a user: the section "Counts" of `Documentation/Semantics.md`.
extension FlowMachine {
  /// More than any budget has, and far from where a counter overflows.
  private static let spent: UInt16 = 1 << 15

  /// Somebody is signed in now, or is not any more: what is counted for a session begins again.
  mutating func beginSession() {
    for counter in program.sessionCounters { counters[counter] = 0 }
  }

  /// The SDK names another user than before.
  @inline(never)
  mutating func count(for next: String, after last: String) {
    let drawn = program.userCounters.map { counters[$0] }
    if let place = place(of: Spelling(last)) {
      drawnByUser[place].counts = drawn
    } else if drawnByUser.count < BudgetScope.mostUsers {
      drawnByUser.append(DrawnByUser(name: Spelling(last), counts: drawn))
    }
    let known = place(of: Spelling(next)).map { drawnByUser[$0].counts }
    let isTooMany = drawnByUser.count >= BudgetScope.mostUsers
    for (index, counter) in program.userCounters.enumerated() {
      counters[counter] = known?[index] ?? (isTooMany ? Self.spent : 0)
    }
  }

  private func place(of name: Spelling) -> Int? { drawnByUser.firstIndex { $0.name == name } }
}
