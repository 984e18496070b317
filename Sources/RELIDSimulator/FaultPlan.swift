// SPDX-License-Identifier: Apache-2.0

/// The faults of a world, and how often each call has been made.
struct FaultPlan: Sendable {
  private let faults: [Fault]
  private var counts: [CallName: Int] = [:]
  /// Calls that are refused the next time, with the number, whatever the faults say.
  private var refusals: [(call: CallName, number: Int)] = []

  init(_ faults: [Fault]) { self.faults = faults }

  /// Counts a call, and gives what goes wrong with it; nil if nothing does.
  ///
  /// A fault with a number goes before one for each call.
  mutating func effect(on call: CallName) -> Fault.Effect? {
    if let place = refusals.firstIndex(where: { $0.call == call }) {
      return .reject(refusals.remove(at: place).number)
    }
    guard !faults.isEmpty else { return nil }
    let count = counts[call, default: 0] + 1
    counts[call] = count
    let fault =
      faults.first { $0.call == call && $0.nth == count } ?? faults.first { $0.call == call && $0.nth == nil }
    return fault?.effect
  }

  var pendingRefusals: [String] { refusals.map(\.call.rawValue) }

  mutating func refuseNext(_ call: CallName, with number: Int) { refusals.append((call, number)) }
}
