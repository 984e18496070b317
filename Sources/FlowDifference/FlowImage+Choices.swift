// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract

extension FlowImage {
  /// Whether a call ends the session, or takes the proofs away.
  func endsSession(by call: String) -> Bool {
    flow.contract.call(named: call).map(flow.contract.endsSession) ?? false
  }

  /// Which choices of two steps that may stand for each other do so themselves, by those of the old one.
  func choices(
    at pair: Correspondence.Pair, with new: FlowImage, _ likeness: Likeness, _ ends: EndClasses
  ) -> [Int: Int] {
    let mine = classed(pair.old, likeness.classes[0], ends.old)
    let theirs = new.classed(pair.new, likeness.classes[1], ends.new)
    let (mineNamed, theirsNamed) = (flow.steps[pair.old].choices, new.flow.steps[pair.new].choices)
    var matched: [Int: Int] = [:]
    var taken: Set<Int> = []
    func match(_ isMatch: (Int, Int) -> Bool) {
      for index in mine.indices where matched[index] == nil {
        guard let twin = theirs.indices.first(where: { !taken.contains($0) && isMatch(index, $0) }) else { continue }
        matched[index] = twin
        taken.insert(twin)
      }
    }
    let haveOneName = { (one: Int, other: Int) in mineNamed[one].name.value == theirsNamed[other].name.value }
    // The app answers by the name: what has one of the other's names stands for nothing else.
    match(haveOneName)
    match { mine[$0] == theirs[$1] }
    // One that declines stands for none that accepts.
    func makeOneCall(_ one: Int, _ other: Int) -> Bool {
      guard let call = mine[one].call, let twin = theirs[other].call else { return false }
      return call.facets[.call] == twin.facets[.call] && call.accepts == twin.accepts
    }
    match { makeOneCall($0, $1) && mine[$0].call?.facets[.arguments] == theirs[$1].call?.facets[.arguments] }
    match(makeOneCall)
    return matched
  }
}
