// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// How often a secret can be guessed: in a run, for one account in a run, and for one until the SDK counts from the beginning.
struct GuessFigures {
  var most: GuessLimit
  var account: GuessLimit
  var untilRefill: GuessLimit

  func narrowed(by other: GuessFigures) -> GuessFigures {
    GuessFigures(
      most: .narrower(other.most, most), account: .narrower(other.account, account),
      untilRefill: .narrower(other.untilRefill, untilRefill))
  }

  static func + (one: GuessFigures, other: GuessFigures) -> GuessFigures {
    GuessFigures(
      most: one.most + other.most, account: one.account + other.account,
      untilRefill: one.untilRefill + other.untilRefill)
  }
}

extension StepGraph {
  /// The most that one way through the flow can take, where each step takes so much however often it is come to: a run that has left a
  /// group of steps for good does not come back to it.
  func most(of own: [Int: GuessLimit], in flow: Flow) -> GuessLimit {
    var worst = Array(repeating: GuessLimit.times(0), count: count)
    for group in components(where: { _ in true }) {
      let members = Set(group)
      var onward = GuessLimit.times(0)
      var here = GuessLimit.times(0)
      for step in group {
        here = here + (own[step] ?? .times(0))
        for edge in edges(from: step) where !members.contains(edge.to) {
          onward = .worse(onward, worst[edge.to])
        }
      }
      for step in group { worst[step] = here + onward }
    }
    var most = worst[Int(flow.start.index)]
    for interrupt in flow.interrupts { most = most + worst[interrupt.index] }
    return most
  }
}
