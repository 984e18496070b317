// SPDX-License-Identifier: Apache-2.0

public import Values

/// An answer to a question.
public struct Answer: Sendable {
  /// The question's number.
  public let request: Int
  /// The choice that was made; nil when the inputs are handed in.
  public let choice: String?
  /// The inputs by name; a secret may come as text and becomes one, and a pick is the place of its item, counted from 1.
  ///
  /// Secrets are handed over: they are wiped once the answer is taken or refused.
  public let values: Record
  /// For a choice that confirms first: whether the user said yes.
  ///
  /// No is as if nothing had been chosen.
  public let isConfirmed: Bool

  /// An answer by the number of its question, for an app that sends it from elsewhere.
  public init(to request: Int, choice: String? = nil, values: Record = Record(), isConfirmed: Bool = true) {
    self.request = request
    self.choice = choice
    self.values = values
    self.isConfirmed = isConfirmed
  }

  /// An answer to the question at hand.
  public init(
    to question: borrowing Question, choice: String? = nil, values: Record = Record(), isConfirmed: Bool = true
  ) {
    self.init(to: question.request, choice: choice, values: values, isConfirmed: isConfirmed)
  }
}

/// Why an answer changed nothing.
public enum Refusal: Sendable, Hashable {
  /// It answers another question than the one that is open.
  case stale
  /// The step has no such choice. What was chosen is not told: it may be a code that was typed in the wrong place.
  case unknownChoice
  /// The choice is not offered now.
  case notOffered(String)
  /// The step asks for nothing that could be handed in.
  case nothingToSubmit
  /// An input that the step asks for was not handed in; its name.
  case missingValue(String)
  /// The step asks for no such input; its name, or nil if no step of the flow does: then the name may be a secret that was
  /// handed in at the wrong place.
  case unknownValue(String?)
  /// The value is not of the input's type.
  case wrongType(String, ValueType)
  /// What was picked is not offered; the name of the pick.
  case noSuchItem(String)
  /// The text has fewer characters than the contract wants; its name.
  case tooShort(String, minimum: Int)
  /// The text has more characters than the contract takes; its name.
  case tooLong(String, maximum: Int)
  /// The number is less or more than the contract takes; its name, and the bounds that the contract states.
  case outOfBounds(String, minimum: Int?, maximum: Int?)
  /// A check of the flow failed; with what the flow says to it.
  case failedCheck(String?)
}
