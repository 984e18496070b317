// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SDKContract
public import Values

/// A call as a step makes it.
public struct CallUse: Sendable {
  /// A value that the call is made with.
  public struct Argument: Sendable, Hashable {
    /// Where a value comes from.
    public enum Source: Sendable, Hashable {
      case literal(Value)
      /// An input of the step, as an index.
      case input(Int)
      /// A path into the event's data.
      case event([String])
      /// A path into the record that an input of the step, an index, has picked.
      case picked(Int, [String])
      /// Whom the SDK last named.
      case user
    }

    /// The name of the parameter.
    public let name: String
    /// Where the value comes from.
    public let source: Source
  }

  /// The call of the contract.
  public let call: CallID
  /// What is written below `with:`, then the inputs of the same names.
  public let arguments: [Argument]
  /// What the security modules are asked each time before it is made; empty for nothing.
  public let gate: [String]
  /// Where the call's name is written.
  public let range: SourceRange
  /// Where what is below `with:` is written; nil for nothing.
  package let argumentsRange: SourceRange?
  /// Where the questions, or the name of their list, are written; nil for nothing.
  package let gateRange: SourceRange?
}
