// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowTrials

@Suite("Times that are counted in classes")
struct LatencyHistogramTests {
  @Test("are exact while they are small")
  func small() {
    var times = LatencyHistogram()
    for time in 1...50 { times.add(Int64(time)) }
    #expect(times.value(perMille: 500) == 25)
    #expect(times.value(perMille: 990) == 50)
    #expect(times.value(perMille: 1) == 1)
    #expect(times.largest == 50 && times.total == 50)
  }

  @Test("are at most 3 percent too large, and never too small", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func close(seed: UInt64) {
    var generator = HostileMutator(seed: seed)
    var times = LatencyHistogram()
    var all: [Int64] = []
    for _ in 0..<5000 {
      // Each order of magnitude, up to an hour in nanoseconds.
      let time = Int64.random(in: 0...(1 << Int64.random(in: 1...42, using: &generator)), using: &generator)
      times.add(time)
      all.append(time)
    }
    all.sort()
    for perMille in [1, 250, 500, 900, 950, 990, 999] as [UInt64] {
      let exact = all[Int((5000 * perMille + 999) / 1000) - 1]
      let told = times.value(perMille: perMille)
      #expect(
        told >= exact && Double(told) <= Double(exact) * 1.032, "seed \(seed), p\(perMille): \(told) for \(exact)")
    }
    #expect(times.value(perMille: 1000) == all.last && times.largest == all.last)
  }

  @Test("are the same when they are counted apart and put together")
  func added() {
    var (one, other, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
    for time in [3, 70, 1_000_000, 5, 900] as [Int64] {
      one.add(time)
      both.add(time)
    }
    for time in [2_000_000_000, 0, -7] as [Int64] {
      other.add(time)
      both.add(time)
    }
    var (forth, back) = (one, other)
    forth.add(other)
    back.add(one)
    for perMille in [1, 400, 500, 800, 1000] as [UInt64] {
      #expect(forth.value(perMille: perMille) == both.value(perMille: perMille))
      #expect(back.value(perMille: perMille) == both.value(perMille: perMille))
    }
    #expect(forth.total == 8 && back.largest == 2_000_000_000)
  }

  @Test("of which there are none are 0; the largest number has a place")
  func edges() {
    var times = LatencyHistogram()
    #expect(times.value(perMille: 500) == 0 && times.largest == 0)
    times.add(.max)
    #expect(times.value(perMille: 500) == .max)
  }
}
