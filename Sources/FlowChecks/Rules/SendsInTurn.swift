// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The same thing, sent from several screens or by several buttons: each of them waits for itself only, so that in turn they leave no
/// pause.
struct SendsInTurn {
  private struct SendingCall {
    let facts: StepFacts
    let call: CallFacts

    var part: UseNetwork.Part { UseNetwork.Part(step: facts.step.index, origin: call.origin) }

    /// Where an author looks for it.
    var range: SourceRange { facts.step.choiceName(of: call.origin) ?? call.use.range }
  }

  private let context: CheckContext
  private let graph: StepGraph

  init(_ context: CheckContext, _ graph: StepGraph) {
    self.context = context
    self.graph = graph
  }

  /// One finding for each call that is made so.
  func findings() -> [Diagnostic] {
    let sites = context.steps.flatMap { facts in
      facts.calls.filter {
        context.flow.contract[$0.use.call].sends && $0.origin != .answer
          && context.callsMade.contains($0, at: facts.step)
      }
      .map { SendingCall(facts: facts, call: $0) }
    }
    // One choice waits for itself.
    guard sites.count > 1 || sites.contains(where: { $0.call.origin == .call }) else { return [] }
    let groups = graph.components(where: isQuick)
    let groupOf = groups.numberOfEach(of: graph.count)
    var found: [Diagnostic] = []
    for (index, site) in sites.enumerated() {
      // What is told of one of them is told of all.
      func isSame(_ other: SendingCall) -> Bool {
        other.call.use.call == site.call.use.call && other.call.use.mayDoTheSame(as: site.call.use)
      }
      guard !sites[..<index].contains(where: isSame) else { continue }
      let same = Dictionary(grouping: sites.filter(isSame)) { groupOf[$0.facts.step.index] }
      found += same.sorted { $0.key < $1.key }.compactMap { finding($0.value, Set(groups[$0.key])) }
    }
    return found
  }

  /// So many steps that lead to one another by what they send leave a pause after these few.
  private static let fewSites = 2

  private func isRepeated(_ site: SendingCall) -> Bool { site.facts.step.budget(of: site.call.origin)?.value != 1 }

  private func finding(_ sites: [SendingCall], _ group: Set<Int>) -> Diagnostic? {
    let sites = withoutTwins(sites)
    // Two at one step have a finding of their own.
    guard let first = sites.first, Set(sites.map(\.facts.step.index)).count == sites.count else { return nil }
    let repeated = sites.filter(isRepeated)
    let buttons = buttons(repeated, group)
    // Of many, each can be used once before any pause is over.
    let isInTurn =
      sites.count > Self.fewSites
      || !buttons.isEmpty
        && buttons.allSatisfy { button in repeated.contains { isMadeAgain($0, group, without: button) } }
    guard isInTurn else { return nil }
    let name = context.flow.contract[first.call.use.call].name
    return SendWithoutLimit.finding(
      sites.count > 1
        ? "`\(name)` can be made at several steps in turn, with no pause"
        : "several buttons in turn lead to \(first.facts.step.quoted) with no pause",
      at: first.range, help: "let one choice with `every: 30s` alone lead to the call",
      notes: (sites.count > 1 ? sites.dropFirst().map(\.range) : buttons.compactMap(range)).prefix(4).map {
        Note("each of them waits for itself only", at: $0)
      })
  }

  /// Without choices of a step of which only one can be used: for what is sent, they are one.
  private func withoutTwins(_ sites: [SendingCall]) -> [SendingCall] {
    sites.indices.filter { index in
      !sites[..<index].contains { other in
        let step = sites[index].facts.step
        guard other.facts.step.index == step.index, case .choice(let one) = other.call.origin,
          case .choice(let another) = sites[index].call.origin
        else { return false }
        return step.shareOneUse(one, another)
      }
    }.map { sites[$0] }
  }

  /// The choices of a group that have a pause of their own.
  private func buttons(_ sites: [SendingCall], _ group: Set<Int>) -> [UseNetwork.Part] {
    let sending = Set(sites.map(\.part))
    return group.sorted().flatMap { step in
      context.flow.steps[step].choices.indices.map { UseNetwork.Part(step: step, origin: .choice($0)) }.filter { part in
        guard case .choice(let index) = part.origin,
          context.flow.steps[step].choices[index].every?.value ?? 0 >= SendWithoutLimit.leastPause
        else { return false }
        return sending.contains(part)
          || graph.edges(from: step).contains { $0.origin == part.origin && isQuick($0) && group.contains($0.to) }
      }
    }
  }

  /// Whether a call can be made and made again within its group, without a certain button.
  private func isMadeAgain(_ site: SendingCall, _ group: Set<Int>, without button: UseNetwork.Part) -> Bool {
    guard site.part != button else { return false }
    let start = site.facts.step.index
    if site.call.origin != .call, site.facts.asksAgain(after: site.call.origin, context.relation) { return true }
    func isOpen(_ edge: StepGraph.Edge) -> Bool {
      isQuick(edge) && group.contains(edge.to) && UseNetwork.Part(step: edge.from, origin: edge.origin) != button
    }
    // A call that failed and is made again has sent nothing yet.
    let first = graph.edges(from: start).filter { isOpen($0) && $0.origin == site.call.origin && $0.to != start }
    return graph.reached(from: first.map(\.to), by: isOpen)[start]
  }

  /// Whether a way takes no time and asks for nothing that is typed; its button may have a pause.
  private func isQuick(_ edge: StepGraph.Edge) -> Bool {
    guard edge.origin != .exhausted, edge.isUse || !sends(edge) else { return false }
    return context.isAtOnce(edge, unless: { $0.max?.value == 1 })
  }

  /// Whether a way belongs to a call that sends something.
  private func sends(_ edge: StepGraph.Edge) -> Bool {
    context.everyStep[edge.from].calls.contains {
      $0.origin == edge.origin && context.flow.contract[$0.use.call].sends
    }
  }

  private func range(of button: UseNetwork.Part) -> SourceRange? {
    context.flow.steps[button.step].choiceName(of: button.origin)
  }
}

extension Step {
  /// Where the name of a choice stands; nil for any other part.
  fileprivate func choiceName(of origin: Origin) -> SourceRange? {
    if case .choice(let index) = origin { choices[index].name.range } else { nil }
  }
}

extension StepGraph.Edge {
  /// Whether so much time passes on it that what is sent before and after is read.
  var isPause: Bool { deadline.map { $0 >= SendWithoutLimit.leastPause } ?? false }
}
