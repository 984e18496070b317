// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A flow of steps with buttons that lead from one to the other, made from a seed, and what is true of it by the
/// plainest reasoning there is.
struct RandomFlow {
  struct Edge {
    let from: Int
    let to: Int
    let isBudgeted: Bool
    /// Whether the button makes a call, and does not only lead on.
    let isCall: Bool
  }

  let count: Int
  var edges: [Edge] = []
  /// Which steps have a button that ends the flow.
  var ends: [Bool] = []

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    count = Int.random(in: 1...9, using: &random)
    for step in 0..<count {
      ends.append(Int.random(in: 0..<3, using: &random) == 0)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        edges.append(
          Edge(
            from: step, to: Int.random(in: 0..<count, using: &random),
            isBudgeted: Int.random(in: 0..<2, using: &random) == 0, isCall: Int.random(in: 0..<2, using: &random) == 0))
      }
    }
  }

  var file: SourceFile {
    var steps = ""
    for step in 0..<count {
      steps += "  s\(step):\n    wait: hello\n    choices:\n"
      for (index, edge) in edges.enumerated() where edge.from == step {
        let way =
          edge.isCall ? "call: getSDKVersion, then: { accepted: s\(edge.to), else: s\(edge.to) }" : "to: s\(edge.to)"
        steps += "      b\(index): { \(way)\(edge.isBudgeted ? ", max: 3" : "") }\n"
      }
      steps += ends[step] ? "      leave: { to: done }\n" : "      idle: { stay: hello }\n"
    }
    return SourceFile(
      path: "random.yaml",
      text: """
        language: mfaflow/1
        flow: random
        version: 1.0.0
        sdk: relid
        start: s0
        steps:
        \(steps)ends:
          done: { outcome: ended }
        messages:
          hello: Hello.

        """)
  }

  /// The causes of a way round that nothing limits and on which more is done than to press buttons that lead on: groups of
  /// steps with a call between two of them, each as its first step, and else steps that lead to themselves by a call.
  var roundsWithCalls: Set<Int> {
    let open = edges.filter { !$0.isBudgeted }
    let leads = leads(over: open)
    func group(_ step: Int) -> Int { (0..<count).first { $0 == step || leads[step][$0] && leads[$0][step] } ?? step }
    let calls = open.filter { $0.isCall && ($0.to == $0.from || leads[$0.to][$0.from]) }
    let groups = Set(calls.filter { $0.to != $0.from }.map { group($0.from) })
    return groups.union(calls.filter { $0.to == $0.from && !groups.contains(group($0.from)) }.map { $0.from + count })
  }

  /// Which steps lead to which, over any number of edges, but at least one.
  func leads(over edges: [Edge]) -> [[Bool]] {
    var leads = Array(repeating: Array(repeating: false, count: count), count: count)
    for edge in edges { leads[edge.from][edge.to] = true }
    for middle in 0..<count {
      for from in 0..<count where leads[from][middle] {
        for to in 0..<count where leads[middle][to] { leads[from][to] = true }
      }
    }
    return leads
  }
}

/// A generator with a seed, so that a failure can be repeated.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
