// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SDKContract

/// What a flow file means: names resolved to steps, ends, messages, events and calls.
///
/// A `Flow` may still be wrong. Only a ``ValidFlow`` can be run.
public struct Flow: Sendable {
  /// The name that scenarios and traces call it by.
  public let name: String
  /// Three numbers, such as `1.0.0`.
  public let version: String
  /// What the flow is for, in one sentence; nil if its author does not say.
  public let summary: String?
  /// The assurance that the author claims; nil for none.
  public let goal: Spanned<String>?
  /// What every success end requires beside the goal; nil for nothing.
  public let requirement: Requirement?
  /// How grave a threat may be that is accepted without asking the user: words of the contract; empty if none may be.
  public let silentThreats: [Spanned<String>]
  /// The SDK that the flow was resolved against.
  public let contract: Contract
  /// The budgets that steps share, in the order of the file.
  public let budgets: [SharedBudget]
  /// Where a run begins.
  public internal(set) var start: StepID
  /// The steps in the order of the file, then the interrupts in the order of the file.
  public let steps: [Step]
  /// How many of `steps` are plain steps.
  public let plainCount: Int
  /// The places where a run is over, in the order of the file.
  public let ends: [End]
  /// The texts that users see, in the order of the file.
  public internal(set) var messages: [Message]
  /// The languages that the messages are written in.
  package let languages: FlowLanguages
  /// The `run:` steps; the steps of their flows bear their names and a slash.
  public let runs: [Spanned<String>]
  /// The lines of the `run:` steps, each as it is shown, such as `signIn: done`.
  public let passages: [Spanned<String>]
  /// What success ends of flows inside claim, by ``Target/claim``.
  package let claims: [Demand]
  /// Whether the flow has a base, or changes what comes from other files.
  package let isChanged: Bool
  /// Its file and those of its bases; none that is also the file of a flow that it runs, or of a base of that.
  ///
  /// What they say inside an inner flow is said by this flow, and by no other.
  package let ownFiles: Set<FileID>
  /// The interrupts that a variant removed, each with the path of the line that does so.
  package let removedInterrupts: [String: Spanned<String>]
  /// The parts that the flow itself names below `use:`.
  public let uses: [UsedPart]
  /// The whole document.
  public let range: SourceRange
  /// Whether every word of the file could be read and resolved.
  ///
  /// If not, only the names of some steps are known, and no ``ValidFlow`` can be made of it.
  public let isWhole: Bool

  /// The step or interrupt of an id of this flow.
  public subscript(step: StepID) -> Step { steps[Int(step.index)] }
  /// The end of an id of this flow.
  public subscript(end: EndID) -> End { ends[Int(end.index)] }
  /// The message of an id of this flow.
  public subscript(message: MessageID) -> Message { messages[Int(message.index)] }

  /// The interrupts, as steps.
  public var interrupts: ArraySlice<Step> { steps[plainCount...] }

  /// Whether a step, or a call before it is made, asks the security modules of the host.
  package var asksModules: Bool { steps.contains { $0.asksModules } }

  /// The same flow, but for where a run begins: what can happen to a run that has come to a step.
  package func starting(at step: StepID) -> Flow {
    var flow = self
    flow.start = step
    return flow
  }

  /// Nil if the flow has no step or interrupt of that name.
  public func step(named name: String) -> Step? { steps.first { $0.name.value == name } }
}

/// A part that a flow names below `use:`.
public struct UsedPart: Sendable {
  /// The path as it is written.
  public let path: Spanned<String>
  /// The part's file, and those of the parts that it uses and nobody above it in the list does; empty where others use it already.
  public let files: [FileID]
}

/// A step of a flow, as an index.
public struct StepID: Sendable, Hashable {
  /// The place in ``Flow/steps``.
  public let index: UInt16
  package init(_ index: Int) { self.index = UInt16(truncatingIfNeeded: index) }
}

/// An end of a flow, as an index.
public struct EndID: Sendable, Hashable {
  /// The place in ``Flow/ends``.
  public let index: UInt16
  package init(_ index: Int) { self.index = UInt16(truncatingIfNeeded: index) }
}

/// What success ends of flows inside claim that are passed on one way, as an index; none, where no such end is passed.
package struct ClaimID: Sendable, Hashable {
  package static let none = ClaimID(nil)
  /// One more than the index, 0 for none: a machine holds very many of them.
  package let number: UInt16
  package init(_ index: UInt16?) { number = index.map { $0 + 1 } ?? 0 }
  /// The place in ``Flow/claims``; nil for none.
  package var index: Int? { number == 0 ? nil : Int(number) - 1 }
}

/// A message of a flow, as an index.
public struct MessageID: Sendable, Hashable {
  /// The place in ``Flow/messages``.
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
  /// As targets name it.
  public let name: Spanned<String>
  /// Whether somebody got through.
  public let outcome: EndOutcome
  /// The message of farewell; nil for none.
  public let say: MessageID?
  /// What a success end requires beside what the flow claims; nil for nothing.
  public let requirement: Requirement?
  /// Where the outcome is written.
  package let outcomeRange: SourceRange
}

extension EndID {
  /// The end at an index of a flow's `ends`.
  package init(at index: UInt16) { self.index = index }
}

extension MessageID {
  /// The message at an index of a flow's `messages`.
  package init(at index: UInt16) { self.index = index }
}
