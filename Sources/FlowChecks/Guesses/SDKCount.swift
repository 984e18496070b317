// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// What the SDK counts of the wrong answers at some places: by one code, or by several that may follow one call.
struct SDKCount {
  let codes: [StatusCode]

  /// The codes by which the SDK counts these guesses; nil if it counts none of them.
  init?(of guesses: [Guess], _ contract: Contract) {
    codes = Set(guesses.flatMap(\.counters)).sorted().map { contract.codes[$0] }
    if codes.isEmpty { return nil }
  }

  /// How many answers of a user the SDK takes before it takes no more; nil if the contract does not say it of each code.
  var attempts: Int? { StatusCode.attempts(with: codes) }

  /// The event's field that tells how many are left; nil for none.
  var boundedBy: String? { codes.lazy.compactMap(\.boundedBy).first }

  /// Whether a call begins one of the counts again.
  func isRenewed(by call: CallID) -> Bool { codes.contains { $0.renewedBy.contains(call) } }

  /// Whether the SDK counts what an event with such a code tells.
  func counts(_ number: Int, in event: EventID) -> Bool {
    codes.contains { code in code.number == number && code.arrivals.contains { $0.event == event } }
  }
}
