// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// The calls that no run makes, since what they need is never there: the run goes to `else` in their place.
///
/// See *Entering a step*, Data, and *Answering* in Semantics.md.
struct UnmadeCalls {
  /// One of them.
  struct Unmade {
    let step: Step
    let call: CallFacts
    let lack: Lack
  }

  /// What is never there.
  enum Lack {
    /// A field of the event that the call answers: the step never has the data of an event that has it.
    case field(String)
    /// The user: no event has named one.
    case user

    var isOfField: Bool { if case .field = self { true } else { false } }
  }

  let all: [Unmade]

  init(_ context: CheckContext) {
    let flow = context.flow
    var all: [Unmade] = []
    let making = context.steps.filter { $0.step.isCall || $0.step.isWait }.flatMap { facts in
      facts.calls.map { (step: facts.step, call: $0, needed: flow.contract[$0.use.call].neededFields) }
    }.filter { !$0.needed.isEmpty }
    let data = making.isEmpty ? nil : DataOfSteps(flow)
    for (step, call, needed) in making {
      guard let lack = data.flatMap({ Self.lack(of: needed, in: $0[step], flow.contract) }) else { continue }
      all.append(Unmade(step: step, call: call, lack: .field(lack)))
    }
    self.all = all + Self.withoutUser(context)
  }

  /// The first field that is never there; nil where all may be, and where no way leads to the step.
  private static func lack(of needed: [String], in data: DataOfSteps.Sources, _ contract: Contract) -> String? {
    guard data.isEntered, !data.isOpen else { return nil }
    /// Those that some event has which the step may have the data of.
    var brought: Set<String> = []
    for event in data.events {
      let held = needed.filter { contract[event].fields.type(at: [$0]) != nil }
      if held.count == needed.count { return nil }
      brought.formUnion(held)
    }
    return needed.first { !brought.contains($0) } ?? needed[0]
  }

  /// The calls for `$user` in a flow in which no event can have named anybody before.
  private static func withoutUser(_ context: CheckContext) -> [Unmade] {
    let contract = context.flow.contract
    func isNaming(_ event: EventID) -> Bool { contract[event].userField != nil }
    let rest = context.steps.flatMap { facts in
      facts.calls.filter { $0.use.needsUser(contract) }.map { (facts.step, $0) }
    }
    guard !rest.isEmpty else { return [] }
    // What comes unasked may have come: an interrupt, or what a line names and no call of its step leads to.
    if contract.events.contains(where: { $0.userField != nil && $0.kind != .challenge && $0.kind != .result }) {
      return []
    }
    if context.flow[context.flow.start].awaited.map({ isNaming($0.event) }) ?? false { return [] }
    for facts in context.steps {
      var mayCome = false
      facts.forEachLine { line in
        guard case .event(let event, _, _) = line.trigger, isNaming(event) else { return }
        mayCome = mayCome || !facts.calls.contains { $0.arrivals.contains { $0.event == event } }
      }
      if mayCome { return [] }
    }
    let others = context.steps.flatMap { facts in facts.calls.filter { !$0.use.needsUser(contract) } }
    guard !others.contains(where: { $0.arrivals.contains { isNaming($0.event) } }) else { return [] }
    return rest.map { Unmade(step: $0, call: $1, lack: .user) }
  }
}

/// Whether calls may be made, as far as it is not told why they are not: ways lead to their steps, and what they need may be there.
struct CallsMade {
  private let data: DataOfSteps
  private let unmade: Set<SourceRange>

  init(_ context: CheckContext) {
    data = DataOfSteps(context.flow)
    // A flow that another one runs may begin with a user.
    unmade = Set(UnmadeCalls(context).all.filter(\.lack.isOfField).map(\.call.use.range))
  }

  func contains(_ call: CallFacts, at step: Step) -> Bool {
    data[step].isEntered && !unmade.contains(call.use.range)
  }
}

extension CallUse {
  /// Whether an argument that may not be left out is the user whom the SDK has named.
  fileprivate func needsUser(_ contract: Contract) -> Bool {
    arguments.contains { argument in
      guard case .user = argument.source else { return false }
      return !(contract[call].parameter(named: argument.name)?.isOptional ?? false)
    }
  }
}

extension CallSpec {
  /// The fields of the answered event without which the call is not made.
  fileprivate var neededFields: [String] { [requiresField, each].compactMap(\.self) + echoes }
}
