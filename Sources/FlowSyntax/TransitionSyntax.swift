// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage

/// `getUser 141`, `getPassword(set)`: an event, its mode and how it came out.
package struct EventSyntax: Sendable {
  /// The name of the event, with the place of all that is written of it.
  package var name: Spanned<String>
  /// The mode's name or number, as written.
  package var mode: String?
  /// How it came out.
  package var outcome: Outcome

  /// How an event came out.
  package enum Outcome: Sendable, Hashable {
    case success
    /// A status code, by number or by its name in the contract.
    case code(String)
    /// An error, by number or by its name in the contract; nil for any.
    case error(String?)
  }
}

/// One line of `then:`: what may come back, and where it goes.
package struct TransitionSyntax: Sendable {
  /// What may come back.
  package var key: KeySyntax
  /// Where the flow goes then.
  package var target: TargetSyntax
  /// Where the key stands.
  package var range: SourceRange
}

/// What may come back.
package enum KeySyntax: Sendable {
  /// An event; or a code's name, if the contract has no event of that name.
  case event(EventSyntax)
  /// A status code by its number, where only one event can carry it.
  case code(Int)
  /// `error`, `error 131`; the number may be a name of the contract.
  case error(String?)
  /// `rejected`, `rejected 170`; the number may be a name of the contract.
  case rejected(String?)
  case accepted
  case timeout
  case exhausted
  /// Every security module allows it.
  case allow
  /// A security module denies it, errs or is silent.
  case deny
  case otherwise
}

/// Where a line of `then:` goes.
package struct TargetSyntax: Sendable {
  /// The way to go.
  package enum Kind: Sendable, Hashable {
    /// A step or an end.
    case to(String)
    case stay
    case retry
    case resume
  }

  /// The way to go.
  package var move: Kind
  /// The message to show.
  package var say: Spanned<String>?
  /// Where the target is written.
  package var range: SourceRange
  /// What success ends of flows inside claim that are passed on the way: a place in the list of the linked flow.
  ///
  /// Nil if none is passed, as in whatever an author writes.
  package var claim: UInt16?
  /// Which line of a `run:` step is taken on the way: a place in the list of the linked flow; nil for none.
  package var passage: Int32?
  /// Where the line of an inner flow is written that leads to the end of it that is passed; nil where none is passed.
  package var innerRange: SourceRange?
}

extension KeySyntax {
  /// The words of the language that may stand for what comes back.
  package static let words = Shape.outcomes.names

  /// The one of these words that other languages call so; nil for a word that is no other name.
  package static func word(called name: String) -> String? { Shape.outcome(called: name) }
}
