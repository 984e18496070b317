// SPDX-License-Identifier: Apache-2.0

/// Times, counted in classes that grow with them: as much room for a million as for ten.
///
/// Up to 63 each number has a class of its own; above, a class is at most a thirty-second of its numbers wide. So a
/// percentile is exact, or too large by 3 percent at most; the largest is always exact.
struct LatencyHistogram: Sendable {
  /// By class; as long as the largest number needs.
  private var counts: [UInt64] = []
  private(set) var total: UInt64 = 0
  private(set) var largest: Int64 = 0

  private static let bits = 5

  /// Counts a time, in the unit of this histogram; below 0 counts as 0.
  mutating func add(_ time: Int64) {
    let time = max(0, time)
    let place = Self.place(of: UInt64(time))
    if place >= counts.count { counts += Array(repeating: 0, count: place + 1 - counts.count) }
    counts[place] += 1
    total += 1
    if time > largest { largest = time }
  }

  /// Counts everything that another one has counted.
  mutating func add(_ other: LatencyHistogram) {
    if other.counts.count > counts.count {
      counts += Array(repeating: 0, count: other.counts.count - counts.count)
    }
    for (place, count) in other.counts.enumerated() { counts[place] += count }
    total += other.total
    largest = max(largest, other.largest)
  }

  /// The time within which so many of a thousand were; 0 if nothing was counted.
  func value(perMille: UInt64) -> Int64 {
    let wanted = max(1, (total * perMille + 999) / 1000)
    var sum: UInt64 = 0
    for (place, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return min(largest, Self.last(of: place)) }
    }
    return largest
  }

  private static func place(of number: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - number.leadingZeroBitCount - bits - 1)
    return shift << bits + Int(number >> UInt64(shift))
  }

  /// The largest number of a class.
  private static func last(of place: Int) -> Int64 {
    guard place >= 2 << bits else { return Int64(place) }
    let shift = place >> bits - 1
    let head = UInt64(place - shift << bits)
    return Int64(clamping: (head + 1) << UInt64(shift) - 1)
  }
}
