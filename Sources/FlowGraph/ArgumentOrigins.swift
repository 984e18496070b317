// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

/// Where an argument may come from: a secret from the user alone, who the user is from the SDK alone.
extension Resolver {
  /// Whether an input may be handed to a parameter of its name; a finding if not.
  mutating func mayTake(_ input: Input, for parameter: CallSpec.Parameter) -> Bool {
    if parameter.isUser {
      report(
        GraphRules.foreignUser, "`\(input.name)` is the user that the SDK has named, and cannot be typed",
        input.range,
        help: "take the input out, and pass `$user` below `with:`")
      return false
    }
    if parameter.type == .secret, !input.isTypedSecret {
      report(
        GraphRules.secretFromElsewhere, "`\(input.name)` is a secret, and is asked for as \(input.type)", input.range,
        help: "ask for it as what it is: `ask: { \(input.name): secret }`")
      return false
    }
    guard !input.type.fits(parameter.type) else { return true }
    report(
      GraphRules.wrongArgument,
      "`\(parameter.name)` must be of type \(parameter.type), and is asked for as \(input.type)", input.range,
      help: "ask for it as what it is: `ask: { \(input.name): \(parameter.type) }`")
    return false
  }

  /// Whether a value is the one with which the SDK named the user: at any time before, or in the event of the step.
  func isSignedInUser(_ source: CallUse.Argument.Source, _ context: StepContext) -> Bool {
    switch source {
    case .user: true
    case .event(let path): context.awaited.flatMap { contract[$0.event].userField }.map { [$0] == path } ?? false
    case .literal, .input, .picked: false
    }
  }

  /// - Parameter written: what the author gives, as it is shown.
  mutating func reportForeignUser(
    _ written: String, _ parameter: CallSpec.Parameter, _ range: SourceRange, _ context: StepContext
  ) {
    let field = context.awaited.flatMap { contract[$0.event].userField }
    report(
      GraphRules.foreignUser, "`\(parameter.name)` takes the user that the SDK has named, and never \(written)", range,
      help: "pass `$user`" + (field.map { " or `$event.\($0)`" } ?? ""))
  }

  mutating func reportSecretFromElsewhere(
    _ written: String, _ source: CallUse.Argument.Source, _ parameter: CallSpec.Parameter, _ range: SourceRange,
    _ context: StepContext
  ) {
    let help: String
    if case .input(let index) = source, context.inputs[index].pick == nil {
      let name = context.inputs[index].name
      help = "ask for it as a secret, which is not shown and not kept: `ask: { \(name): secret }`"
    } else {
      help = "a secret comes from the user: ask for it with `ask: [\(parameter.name)]` where the call is the `answer:`"
    }
    report(
      GraphRules.secretFromElsewhere, "`\(parameter.name)` takes what the user types as a secret, not `\(written)`",
      range, help: help)
  }
}

extension Input {
  /// Whether the user types it, and nobody is shown it.
  var isTypedSecret: Bool { type == .secret && pick == nil }
}
