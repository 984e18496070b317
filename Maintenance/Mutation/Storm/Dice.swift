// SPDX-License-Identifier: Apache-2.0

/// Random numbers that can be had again: SplitMix64.
struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The numbers of one of many runs.
  init(seed: UInt64, run: Int) {
    var dice = Dice(seed: seed)
    self.init(seed: dice.next() ^ (UInt64(run) &* 0xd134_2543_de82_ef95))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// From 0 to one less than `count`.
  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// True so many times of a hundred.
  mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
