// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// The ends of one flow only that nothing else tells of, such as one to which a new step leads: a host knows ends by their names.
struct EndDifferences {
  private(set) var found: [Difference] = []

  /// - Parameter told: what differs otherwise.
  init(_ old: FlowImage, _ new: FlowImage, besides told: [Difference]) {
    let (mine, theirs) = (Self.ends(of: old), Self.ends(of: new))
    let choices = told.filter { $0.verdict != .wording }.compactMap { Self.choices(at: $0.spot, old.flow, new.flow) }
    func untold(_ ends: [End], without others: [End], of flow: Flow, _ choices: [Choice]) -> [End] {
      ends.filter { end in
        !others.contains { $0.name.value == end.name.value }
          && !told.contains { $0.words.contains("`\(end.name.value)`") }
          && !choices.contains { $0.leads(to: end, of: flow) }
      }
    }
    for end in untold(theirs, without: mine, of: new.flow, choices.compactMap(\.new)) {
      found.append(
        Difference(
          .changed, "runs may end as `\(end.name.value)` now (\(end.outcome.rawValue))",
          new: Difference.Side(nil, end.name.range), isSum: true))
    }
    for end in untold(mine, without: theirs, of: old.flow, choices.compactMap(\.old)) {
      found.append(
        Difference(
          .changed, "no run ends as `\(end.name.value)` any more (\(end.outcome.rawValue))",
          old: Difference.Side(nil, end.name.range), isSum: true))
    }
  }

  /// The choices that a difference is about; nil for none.
  private static func choices(at spot: Difference.Spot, _ old: Flow, _ new: Flow) -> (old: Choice?, new: Choice?)? {
    guard case .choice(let pair, let mine, let theirs) = spot else { return nil }
    return (mine.map { old.steps[pair.old].choices[$0] }, theirs.map { new.steps[pair.new].choices[$0] })
  }

  /// The ends to which a step leads that runs come to, in the order of the flow.
  private static func ends(of image: FlowImage) -> [End] {
    let led = image.reached.flatMap { image.flow.steps[$0].targets.map(\.target) }
    return image.flow.ends.filter { end in led.contains { $0.leads(to: end, of: image.flow) } }
  }
}

extension Target {
  fileprivate func leads(to end: End, of flow: Flow) -> Bool {
    if case .end(let id) = move { flow[id].name.value == end.name.value } else { false }
  }
}

extension Choice {
  fileprivate func leads(to end: End, of flow: Flow) -> Bool {
    switch action {
    case .go(let target): target.leads(to: end, of: flow)
    case .call(_, let lines): lines.contains { $0.target.leads(to: end, of: flow) }
    }
  }
}
