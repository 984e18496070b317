// SPDX-License-Identifier: Apache-2.0

@testable import RELIDSimulator

extension RELIDJournal {
  /// The calls that brought a password that was set, by their places among the calls, and the names of the arguments.
  func brought(_ number: Int) -> [(place: Int, name: String)] {
    var place = -1
    var found: [(place: Int, name: String)] = []
    for entry in entries {
      guard case .call(_, _, let secrets, _) = entry.what else { continue }
      place += 1
      for brought in secrets where brought.secret == .set(number) { found.append((place, brought.name)) }
    }
    return found
  }
}
