// SPDX-License-Identifier: Apache-2.0

/// Everything of a run on which hangs what it can still do and what is still to be seen of it, but for the time of day.
///
/// A ``MachineConfiguration`` with what that leaves out: two machines of one such value go on with the same traces and the same questions,
/// apart from how late it is.
package struct SeenConfiguration: Sendable, Hashable {
  package let configuration: MachineConfiguration
  /// Messages, refusals and cooldowns.
  let seen: [Int]
}

extension FlowMachine {
  /// What the run can still do, and what is still to be seen of it.
  package var seenConfiguration: SeenConfiguration {
    var seen: [Int] = []
    for frame in below + [top] {
      seen.append(Int(frame.say) << 8 | Int(frame.news.rawValue))
      seen.append(Int(frame.refusal))
      seen.append(Int(frame.refusals))
    }
    // A cooldown that is over says no more than none.
    for (place, last) in cooldowns.enumerated() where last != .min {
      guard let row = program.rows.first(where: { Int($0.cooldown) == place }), last + row.every > now else { continue }
      seen.append(place)
      seen.append(Int(last + row.every - now))
    }
    return SeenConfiguration(configuration: configuration, seen: seen)
  }
}
