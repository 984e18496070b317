// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SDKContract

/// What a flow file means: names resolved to steps, ends, messages, events and calls.
///
/// A `Flow` may still be wrong. Only a ``ValidFlow`` can be run.
public struct Flow: Sendable {
  public let name: String
  public let version: String
  public let summary: String?
  /// The assurance that the author claims; nil for none.
  public let goal: Spanned<String>?
  public let contract: Contract
  public let start: StepID
  /// The steps in the order of the file, then the interrupts in the order of the file.
  public let steps: [Step]
  /// How many of `steps` are plain steps.
  public let plainCount: Int
  public let ends: [End]
  public let messages: [Message]
  /// The whole document.
  public let range: SourceRange
  /// Whether every word of the file could be read and resolved. Where not, steps are missing, ids of steps do not fit
  /// `steps`, and there is no ``ValidFlow`` to be had from it.
  public let isWhole: Bool

  public subscript(step: StepID) -> Step { steps[Int(step.index)] }
  public subscript(end: EndID) -> End { ends[Int(end.index)] }
  public subscript(message: MessageID) -> Message { messages[Int(message.index)] }

  /// The interrupts, as steps.
  public var interrupts: ArraySlice<Step> { steps[plainCount...] }

  /// Nil if the flow has no step or interrupt of that name.
  public func step(named name: String) -> Step? { steps.first { $0.name.value == name } }
}

/// A step of a flow, as an index.
public struct StepID: Sendable, Hashable {
  public let index: UInt16
  package init(_ index: Int) { self.index = UInt16(truncatingIfNeeded: index) }
}

/// An end of a flow, as an index.
public struct EndID: Sendable, Hashable {
  public let index: UInt16
  package init(_ index: Int) { self.index = UInt16(truncatingIfNeeded: index) }
}

/// A message of a flow, as an index.
public struct MessageID: Sendable, Hashable {
  public let index: UInt16
  package init(_ index: Int) { self.index = UInt16(truncatingIfNeeded: index) }
}

/// How a flow came out.
public enum EndOutcome: String, Sendable, Hashable, CaseIterable {
  /// The user is signed in, with the proofs that the flow claims.
  case success
  case failure
  /// Over, by the user's own will: neither.
  case ended
}

/// A place where a flow is over.
public struct End: Sendable {
  public let name: Spanned<String>
  public let outcome: EndOutcome
  public let say: MessageID?
}

/// A text that the user sees, with what is to be filled in.
public struct Message: Sendable {
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// A path into the event's data.
    case placeholder([String])
  }

  public let name: Spanned<String>
  public let pieces: [Piece]
  public let range: SourceRange
}

/// A flow that the checker found no error in: the only thing that runs.
///
/// Its initialiser is called in one place, the checker; so running an unchecked flow does not compile.
public struct ValidFlow: Sendable {
  public let flow: Flow

  package init(checked flow: Flow) { self.flow = flow }
}

extension EndID {
  /// The end at an index of a flow's `ends`.
  package init(at index: UInt16) { self.index = index }
}

extension MessageID {
  /// The message at an index of a flow's `messages`.
  package init(at index: UInt16) { self.index = index }
}
