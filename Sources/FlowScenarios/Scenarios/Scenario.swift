// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import FlowRuntime
public import RELIDSimulator

/// The scenarios of a file: tests of one flow, for people who write no code.
public struct ScenarioFile: Sendable {
  /// The flow's file, as a path from the folder of the scenario file.
  public let flow: Spanned<String>
  /// In the order of the file.
  public let scenarios: [Scenario]
  /// Where the worlds write passwords and codes.
  let secrets: [SourceRange]
}

/// One test of a flow: a world, what happens in it in order, and how it must come out.
public struct Scenario: Sendable {
  /// A sentence; no other scenario of the file has it.
  public let name: Spanned<String>
  /// What the simulated SDK finds around it.
  public let world: World
  /// What happens, in order.
  public let items: [Item]
  /// How the run must come out.
  public let expectation: EndExpectation

  /// One thing that happens.
  public struct Item: Sendable {
    /// The kinds of things that happen.
    public enum What: Sendable {
      /// The user answers the step that asks.
      case answer(ScriptedAnswer)
      /// What the step that asks must be like.
      case expect(StepExpectation)
      /// Time passes, in milliseconds.
      case after(Int)
      /// The SDK sends an event by itself.
      case event(SDKEvent)
      /// The SDK refuses the next call of that name at once.
      case reject(call: String, code: Int)
      /// The SDK's replies are kept back.
      case hold
      /// The SDK's replies are let go.
      case release
    }

    /// What happens.
    public let what: What
    /// Where the scenario says so.
    public let range: SourceRange
  }
}

/// What must be so at a step; nil for what does not matter.
public struct StepExpectation: Sendable {
  /// The step or interrupt that asks.
  public var step: Spanned<String>?
  /// The event that it answers.
  public var event: Spanned<String>?
  /// The event's status code.
  public var status: Spanned<Int>?
  /// The event's error number; 0 for none.
  public var error: Spanned<Int>?
  /// By the SDK's own word.
  public var attemptsLeft: Spanned<Int>?
  /// Why the run refused the last answer, in the words of the trace; a refusal that is not expected is a failure.
  public var refused: Spanned<String>?
  /// The number with which the SDK refused the last call of this step.
  public var rejected: Spanned<Int>?
  /// The text that is shown.
  public var say: Spanned<String>?
  /// Exactly these choices.
  public var offered: Spanned<[String]>?
}

/// What must be so when the run is over; nil for what does not matter.
public struct EndExpectation: Sendable {
  /// The end, as the flow names it.
  public var end: Spanned<String>?
  /// `success`, `failure` or `ended`.
  public var outcome: Spanned<String>?
  /// The step at which nobody answers any more, instead of an end.
  public var waiting: Spanned<String>?
  /// The text that is shown.
  public var say: Spanned<String>?
  /// Exactly these kinds of proof.
  public var proofs: Spanned<[String]>?
  /// Exactly these kinds of what was set up.
  public var enrolled: Spanned<[String]>?
  /// The steps that were entered, in order.
  public var path: Spanned<[String]>?
}

/// What can be wrong with a scenario file, and with what it says of a flow.
public enum ScenarioRules {
  static let notAnItem = DiagnosticCode("MFA940", "not-a-scenario-item")
  static let duplicateScenario = DiagnosticCode("MFA941", "duplicate-scenario")
  static let unexpected = DiagnosticCode("MFA942", "scenario-failed")
  static let unused = DiagnosticCode("MFA943", "scenario-not-played-out")
  static let emptyExpectation = DiagnosticCode("MFA944", "empty-expectation")
  static let contradiction = DiagnosticCode("MFA945", "contradicting-expectation")
  static let unknownWord = DiagnosticCode("MFA946", "unknown-scenario-word")

  /// Every code of this part.
  public static let all = [
    notAnItem, duplicateScenario, unexpected, unused, emptyExpectation, contradiction, unknownWord,
  ]
}
