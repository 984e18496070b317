// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import FlowMeaning
package import SDKContract

/// Something that the contract lets come at a step, and that no line of the step names: `else` takes it.
package struct UnnamedOutcome: Sendable {
  /// The step, as the flow names it.
  package let step: Spanned<String>
  /// The choice to whose `then:` the line belongs; nil where it belongs to that of the step.
  package let choice: Spanned<String>?
  /// Whether the step is an interrupt.
  package let isInterrupt: Bool
  /// What may come.
  package let trigger: Trigger
  /// The calls of the step after which it comes, in their order; empty for what comes of no call.
  package internal(set) var calls: [String]
  /// What the contract says of it, such as the name of a status code; empty for nothing.
  package let meaning: String
  /// To whom it comes; empty where the contract names nobody.
  package let populations: [Population]
  /// The `else` that takes it.
  package let otherwise: Transition
  /// Where that leads, in words.
  package let destination: String
  /// Whether no success end can be reached from there.
  package let fails: Bool
  /// A line that names it, ready for `then:`: it leads where `else` leads.
  package let line: String
  /// Whether that is among the lines of the `else` that takes it.
  package let isBesideElse: Bool
  /// What changes by that line; nil where it takes just what `else` takes.
  package let caution: Caution?
  /// Where it might lead instead: to the step that is for it, or back to the same step; nil where nothing is known.
  package let alternative: String?

  /// What a line does that `else` does not, though it leads to the same place.
  package enum Caution: Sendable, Equatable {
    /// The first rejection goes there; without the line, the step asks again twice.
    case endsAsking
    /// It takes the step's own event, which is asked again without the line while no call is open.
    case takesOwn
    /// It tells that the user exists.
    case reveals
    /// The step waits where it has nothing to offer.
    case letsWait
    /// It takes what another line takes while the call of a choice is open: the `else` of that choice, which leads elsewhere.
    case takesFrom(choice: String)
  }

  /// Whether nothing changes by that line beside the `else` that takes it.
  package var mayBeNamed: Bool { caution == nil && isBesideElse }

  /// The path by which a variant adds the line.
  package func path(_ contract: Contract) -> String {
    let place = choice.map { ".choices.\($0.value)" } ?? ""
    return "\(isInterrupt ? "interrupts" : "steps").\(step.value)\(place).then.\(trigger.words(contract))"
  }

  /// Where that `else` leads.
  package var target: Target { otherwise.target }

  /// Whether it is a success of the SDK: an event that carries neither a failure nor an error, an acceptance, or a verdict that allows.
  package func isSuccess(_ contract: Contract) -> Bool {
    switch trigger {
    case .event(_, _, .success), .accepted, .allow: true
    case .event(let event, _, .code(let code)): contract.isInformational(code, in: event)
    default: false
    }
  }
}

/// An interrupt of the contract that a flow has no entry for, and that some `else` takes.
package struct UnlistedInterrupt: Sendable {
  package let event: EventID
  package let name: String
  /// What the contract says of it; empty for nothing.
  package let meaning: String
  /// What it is about, where a flow should have an entry for it; nil where it may well be left to `else`.
  package let weight: Weight?
  /// The steps whose `else` takes it, in the order of the flow, each with where that leads.
  package let takers: [(step: Spanned<String>, destination: String)]
  /// An entry for it, ready for `interrupts:`.
  package let line: String
  /// Whether a rule that always speaks tells that the entry is missing, and what to write.
  let isTold: Bool

  /// Why a flow should not leave it to `else`.
  package enum Weight: Sendable {
    case threat
    case session
    case question
  }
}

/// What a flow leaves to `else`.
package struct UnnamedReport: Sendable {
  package let flow: Spanned<String>
  package let contract: Contract
  /// In the order of the flow, and of the contract at each step.
  package let outcomes: [UnnamedOutcome]
  package let interrupts: [UnlistedInterrupt]
  /// The populations that a line names at some step.
  package let named: Set<String>
}

extension UnnamedOutcome.Caution {
  /// What a line with it does, for a reader.
  package var words: String {
    switch self {
    case .endsAsking: "with this line the first one goes there, and without it the third in a row"
    case .takesOwn: "without this line it is asked again while no call is open"
    case .reveals: "this line tells that the user exists"
    case .letsWait: "with this line the step waits where it has nothing to offer"
    case .takesFrom(let choice): "with this line it goes there behind the choice `\(choice)`, too"
    }
  }
}
