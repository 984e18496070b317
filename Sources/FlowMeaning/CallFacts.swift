// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import SDKContract
import Values

/// From what part of a step something happens.
package enum Origin: Hashable, Sendable {
  /// The step's own call.
  case call
  case answer
  /// A choice, as an index.
  case choice(Int)
  /// What comes by itself: an event that nobody asked for here, or a deadline.
  case itself
  /// The tries of the step are spent, or nothing is offered.
  case exhausted
}

/// A call that a step can make, and what may come back from it.
///
/// A class, as every rule looks at every call, and its lists would be copied each time.
package final class CallFacts: Sendable {
  package let use: CallUse
  package let origin: Origin
  /// The transitions that lie over the step's own, key by key.
  package let over: [Transition]
  /// All that counts of what it shows; nil for what the contract says.
  package let earns: EarnLimit?
  /// Whether the flow itself bounds how often the call is made in a run.
  package let isBudgeted: Bool
  /// What the contract lets come back, for the step's mode and the literal arguments.
  package let arrivals: [Arrival]
  /// Whether one of these signs the user in.
  package let maySignIn: Bool
  /// The lines that are in force while the call is open: those that lie over, then those of the step that they do not hide.
  package let lines: [Transition]
  /// The line that leads away as soon as the SDK takes the call; nil if its replies come back to the step.
  package let departure: Transition?

  init(
    _ use: CallUse, at step: Step, _ contract: Contract, from origin: Origin, over: [Transition], isBudgeted: Bool
  ) {
    self.use = use
    self.origin = origin
    self.over = over
    self.isBudgeted = isBudgeted
    earns = step.earns
    var arrivals: [Arrival] = []
    arrivals.reserveCapacity(contract[use.call].replies.count)
    use.forEachPossibleReply(at: step, contract) { index, isCertain in
      arrivals.append(Arrival(contract[use.call].replies, index, isCertain: isCertain))
    }
    self.arrivals = arrivals
    maySignIn = arrivals.contains { contract.signsIn($0.event, $0.outcome) }
    lines =
      over.isEmpty
      ? step.transitions
      : over
        + step.transitions.filter { line in
          !over.contains { $0.trigger == line.trigger && $0.range != line.range }
        }
    let accepted = lines.first(where: \.trigger.isAccepted)
    departure = accepted.flatMap { $0.target.staysAtStep(of: step) ? nil : $0 }
  }
}

/// One thing that the contract lets come back.
package struct Arrival: Sendable, Equatable {
  package let event: EventID
  /// Nil if it has no mode, or may have any.
  package let mode: Int?
  package let outcome: ReplyOutcome

  /// Its place among the call's replies.
  package let reply: Int
  /// The mode of the answered event in which alone it comes; nil for any.
  let underMode: Int?
  /// Whether the arguments are surely those with which the contract lets it show or set up anything.
  package let isCertain: Bool
  /// Whether it shows anything.
  package let earns: Bool
  /// Whether it may set anything up.
  let enrols: Bool

  init(_ replies: [Reply], _ index: Int, isCertain: Bool) {
    event = replies[index].event
    mode = replies[index].mode
    outcome = replies[index].outcome
    reply = index
    underMode = replies[index].underMode
    self.isCertain = isCertain
    earns = isCertain && !replies[index].earns.isEmpty
    enrols = !replies[index].enrols.isEmpty
  }

  /// The same reply, with another outcome.
  private init(_ arrival: Arrival, as outcome: ReplyOutcome) {
    (event, mode, self.outcome) = (arrival.event, arrival.mode, outcome)
    (reply, underMode, isCertain) = (arrival.reply, arrival.underMode, arrival.isCertain)
    (earns, enrols) = (arrival.earns, arrival.enrols)
  }

  /// The same reply, bearing each informational code with which a success may come.
  package func informing(_ contract: Contract) -> [Arrival] {
    guard outcome == .success else { return [] }
    return contract.codes.map(\.number).filter { contract.isInformational($0, in: event) }.map {
      Arrival(self, as: .code($0))
    }
  }

  /// Whether the event carries an error.
  package var isError: Bool { outcome.isError }
}

extension ReplyOutcome {
  /// Whether it is an error, whatever its number.
  package var isError: Bool { if case .error = self { true } else { false } }
}

extension CallUse {
  /// Visits the replies of the call that its literal arguments and the mode of the step's event leave open.
  ///
  /// - Parameter body: is given the place of a reply among the call's, and whether the arguments surely lead to it: one that
  ///   hangs on an argument only the run knows earns nothing, for it may be the other one.
  package func forEachPossibleReply(at step: Step, _ contract: Contract, _ body: (Int, Bool) -> Void) {
    let mode = step.awaited?.mode
    let replies = contract[call].replies
    // By index, since a copy of a whole reply is costly.
    for index in replies.indices {
      if let under = replies[index].underMode, let mode, under != mode { continue }
      var isCertain = true
      var isPossible = true
      for condition in replies[index].given.fields {
        switch arguments.first(where: { $0.name == condition.name })?.source {
        case .literal(let value)?: if value != condition.value { isPossible = false }
        default: isCertain = false
        }
      }
      if isPossible { body(index, isCertain) }
    }
  }
}
