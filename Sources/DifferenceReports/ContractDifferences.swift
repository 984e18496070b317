// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What the contracts of two flows do not say alike, as far as one of the flows has to do with it: the calls that it makes, what may come
/// of them, and the interrupts.
///
/// What is said for people alone, such as a meaning or a source, is left out.
struct ContractDifferences {
  /// A line each; empty if the flows have to do with nothing that differs.
  let words: [String]

  init(_ old: Flow, _ new: Flow) {
    let calls = Self.calls(of: old).union(Self.calls(of: new))
    let events = Self.events(of: old, calls).union(Self.events(of: new, calls))
    let before = ContractFacts(old.contract, calls: calls, events: events)
    let after = ContractFacts(new.contract, calls: calls, events: events)
    let subjects = after.order + before.order.filter { after.said[$0] == nil }
    // Of what is new or gone as a whole nothing else is told.
    let whole = subjects.filter { (before.said[$0] == nil) != (after.said[$0] == nil) }
    words = subjects.compactMap { subject in
      let (was, now) = (before.said[subject], after.said[subject])
      guard was != now, !whole.contains(where: { subject.hasPrefix($0 + ":") }),
        was != nil || !Self.isOfNoMatterWhenNew(subject)
      else { return nil }
      return "contract: " + Self.words(of: subject, was, now)
    }
  }

  /// Whether something that is new matters only to a flow that names it, and there it is told with what the flow does.
  private static func isOfNoMatterWhenNew(_ subject: String) -> Bool {
    subject.contains(": the field `")
      || ["the mode `", "the constant `", "the authenticator `"].contains(where: subject.hasPrefix)
  }

  private static func words(of subject: String, _ was: String?, _ now: String?) -> String {
    if let verb = subject.split(separator: " ").last, ["earns", "enrols", "echoes", "reveals"].contains(verb) {
      return "\(subject) \(now ?? "nothing") instead of \(was ?? "nothing")"
    }
    let colon = subject.hasSuffix("`") ? " is " : ": "
    return switch (was, now) {
    case (nil, "there"?), (nil, "true"?): "\(subject) is new"
    case ("there"?, nil), ("true"?, nil): "\(subject) is gone"
    case (nil, let now?): "\(subject) is new: \(now)"
    case (let was?, nil): "\(subject) is gone; it was \(was)"
    case (let was, let now): "\(subject)\(colon)\(now ?? "") instead of \(was ?? "")"
    }
  }

  /// The names of the calls that a flow makes, or a run of it that fails.
  private static func calls(of flow: Flow) -> Set<String> {
    var calls = Set(flow.steps.flatMap { $0.calls.map { flow.contract[$0.use.call].name } })
    calls.formUnion(flow.contract.phases.compactMap { $0.abandon.map { flow.contract[$0].name } })
    return calls
  }

  /// The names of the events that a flow waits for or names, of those that may come of some calls, and of the interrupts.
  private static func events(of flow: Flow, _ calls: Set<String>) -> Set<String> {
    let contract = flow.contract
    var events = Set(contract.events.filter { $0.kind == .interrupt }.map(\.name))
    for call in contract.calls where calls.contains(call.name) {
      events.formUnion(call.replies.map { contract[$0.event].name })
    }
    for step in flow.steps {
      if let event = step.awaited?.event { events.insert(contract[event].name) }
      for line in step.transitions + step.calls.flatMap(\.over) {
        if case .event(let event, _, _) = line.trigger { events.insert(contract[event].name) }
      }
    }
    return events
  }
}
