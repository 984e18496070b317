// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
package import Values

extension Resolver {
  /// A call with its arguments: those that are written, then inputs of the same name.
  ///
  /// - Parameter id: the call of that name; nil if the contract has none.
  mutating func callUse(
    _ syntax: CallSyntax, _ id: CallID?, _ context: StepContext, knowingInputs: Bool = true
  ) -> CallUse? {
    guard let id else {
      report(
        GraphRules.unknownCall, "`\(contract.name)` has no call `\(syntax.name.value)`", syntax.name.range,
        help: callInstead(of: syntax.name.value, context))
      return nil
    }
    let spec = contract[id]
    checkAnswers(spec, syntax.name.range, context)
    // What another call takes follows from that, and is told with it.
    guard mayAnswer(id, context) else { return nil }
    var arguments: [CallUse.Argument] = []
    arguments.reserveCapacity(spec.parameters.count)
    var isWhole = true
    for written in syntax.arguments {
      guard let parameter = spec.parameter(named: written.name.value) else {
        report(
          GraphRules.unknownParameter, "`\(spec.name)` takes no `\(written.name.value)`", written.name.range,
          help: suggestion(written.name.value, spec.parameters.map(\.name))
            ?? (spec.parameters.isEmpty ? "it takes nothing" : "it takes \(spec.parameters.map(\.name).quoted)"))
        isWhole = false
        continue
      }
      guard let source = source(written, for: parameter, context, knowingInputs) else {
        isWhole = false
        continue
      }
      arguments.append(CallUse.Argument(name: parameter.name, source: source))
    }
    var missing: [String] = []
    for parameter in spec.parameters where !arguments.contains(where: { $0.name == parameter.name }) {
      if knowingInputs, let index = context.inputs.firstIndex(where: { $0.isMeant(for: parameter) }) {
        guard mayTake(context.inputs[index], for: parameter) else {
          isWhole = false
          continue
        }
        arguments.append(CallUse.Argument(name: parameter.name, source: .input(index)))
      } else if !parameter.isOptional, isWhole, !isMaybeGiven(context) {
        missing.append(parameter.name)
      }
    }
    if !missing.isEmpty {
      let it = missing.count == 1 ? "it" : "them"
      report(
        GraphRules.missingArgument, "`\(spec.name)` needs \(missing.quoted)", syntax.name.range,
        help: knowingInputs && context.mayAsk
          ? "ask for \(it) with `ask: [\(missing.joined(separator: ", "))]`, or give \(it) below `with:`"
          : "give \(it) below `with:`")
      isWhole = false
    }
    guard let gate = questions(of: syntax.gate), isWhole else { return nil }
    let written = syntax.arguments.first.flatMap { first in
      syntax.arguments.last.map { SourceRange(first.name.range.start, $0.range.end, in: first.name.range.file) }
    }
    return CallUse(
      call: id, arguments: arguments, gate: gate, range: syntax.name.range, argumentsRange: written,
      gateRange: syntax.gate.list?.range ?? syntax.gate.questions.first?.range)
  }

  /// What to do about a call that is not there: at a step for an event only those answer that are for it.
  private mutating func callInstead(of name: String, _ context: StepContext) -> Cure {
    // A call that answers another event would be refused here, too.
    let all = contract.calls.indices.filter { mayAnswer(CallID(index: UInt16($0)), context) }.map {
      contract.calls[$0].name
    }
    let fitting = calls(answering: context)
    if let near = suggestion(name, fitting.isEmpty ? all : fitting) { return near }
    if !fitting.isEmpty, let awaited = context.awaited {
      return "`\(contract[awaited.event].name)` is answered by \(fitting.quoted)"
    }
    return Cure(whereListed("calls"))
  }

  /// The calls that answer the step's own event.
  private func calls(answering context: StepContext) -> [String] {
    guard let awaited = context.awaited else { return [] }
    return contract.calls.filter { call in
      call.answers.contains(awaited.event) && (call.answersCode == nil || call.answersCode == awaited.code)
    }.map(\.name)
  }

  /// Whether arguments may be given in words that have a flaw of their own.
  private func isMaybeGiven(_ context: StepContext) -> Bool {
    context.inputs.count < context.syntax.inputs.count || document.isDamaged(context.syntax.range)
  }

  /// Whether the author asks for it, in words that have a flaw of their own.
  private func wasAsked(_ name: String, _ context: StepContext) -> Bool {
    context.syntax.inputs.contains { $0.name.value == name }
  }

  private func isInput(_ name: String, _ context: StepContext) -> Bool {
    context.inputs.contains { $0.name == name }
  }

  private mutating func source(
    _ written: ArgumentSyntax, for parameter: CallSpec.Parameter, _ context: StepContext, _ knowingInputs: Bool
  ) -> CallUse.Argument.Source? {
    switch written.content {
    case .literal(let text):
      if parameter.isUser {
        reportForeignUser(Diagnostic.quoting(text), parameter, written.range, context)
        return nil
      }
      return literal(text, for: parameter, written.range, context, knowingInputs).map { .literal($0) }
    case .reference(let reference):
      return referred(reference, for: parameter, context, knowingInputs, written.range)
    }
  }

  private mutating func literal(
    _ text: String, for parameter: CallSpec.Parameter, _ range: SourceRange, _ context: StepContext,
    _ knowingInputs: Bool
  ) -> Value? {
    if parameter.type.holdsSecret {
      report(
        GraphRules.secretLeak, "`\(parameter.name)` is a secret and cannot stand in a flow file", range,
        help: cureOfWrittenSecret(text, for: parameter, context, knowingInputs: knowingInputs))
      return nil
    }
    if let value = parameter.type.literal(text) {
      if parameter.type == .text,
        reportLostSign(text, for: parameter, range, context, knowingInputs: knowingInputs)
      {
        return nil
      }
      if let bound = parameter.bound(brokenBy: value) {
        report(
          GraphRules.wrongArgument, "`\(parameter.name)` must \(bound), not \(Diagnostic.quoting(text))", range,
          help: "the SDK refuses the call otherwise")
      }
      return value
    }
    report(
      GraphRules.wrongArgument,
      "`\(parameter.name)` must be of type \(parameter.type), not \(Diagnostic.quoting(text))",
      range, help: cureOfLostSign(text, context, knowingInputs: knowingInputs) ?? Cure(parameter.type.wanted))
    return nil
  }

  private mutating func referred(
    _ reference: ReferenceSyntax, for parameter: CallSpec.Parameter, _ context: StepContext, _ knowingInputs: Bool,
    _ range: SourceRange
  ) -> CallUse.Argument.Source? {
    let written = "$" + reference.path.joined(separator: ".")
    let type: ValueType
    let source: CallUse.Argument.Source
    if reference.path.first == "event" {
      let path = Array(reference.path.dropFirst())
      guard let awaited = context.awaited else {
        if context.isEventUnknown { return nil }
        report(
          GraphRules.unknownReference, "`\(written)`: this step is for no event", range,
          help: "only a step with `challenge:` or `event:` has the data of an event")
        return nil
      }
      let fields = contract[awaited.event].fields
      guard let found = fields.type(at: path) else {
        let event = contract[awaited.event].name
        report(
          GraphRules.unknownReference,
          path.isEmpty
            ? "`$event` is all of `\(event)`: name a field of it"
            : "`\(event)` has no field `\(path.joined(separator: "."))`", range,
          help: cureOfUnknownField(path, of: fields.fields.map(\.name), context, knowingInputs: knowingInputs))
        return nil
      }
      (type, source) = (found, .event(path))
    } else if reference.path == ["user"] {
      (type, source) = (.text, .user)
    } else if knowingInputs, let found = picked(reference.path, context) {
      guard let field = found.type else {
        reportUnknownField(reference.path, of: context.inputs[found.index], range)
        return nil
      }
      (type, source) = (field, .picked(found.index, Array(reference.path.dropFirst())))
    } else if knowingInputs, reference.path.count == 1,
      let index = context.inputs.firstIndex(where: { $0.name == reference.path[0] })
    {
      (type, source) = (context.inputs[index].type, .input(index))
    } else {
      if let name = reference.path.first, knowingInputs,
        wasAsked(name, context) && !isInput(name, context)
          || mayBeInput(name, beside: ["event"] + context.inputs.map(\.name), context)
      {
        return nil
      }
      report(
        GraphRules.unknownReference, "`\(written)` refers to nothing that this step knows", range,
        help: cureOfUnknownReference(reference.path, for: parameter, context, knowingInputs: knowingInputs))
      return nil
    }
    if type.holdsSecret, !parameter.type.holdsSecret {
      report(
        GraphRules.secretLeak, "`\(written)` is a secret, and `\(parameter.name)` is not one", range,
        help: "a secret may only go into a parameter of type secret")
      return nil
    }
    guard parameter.type != .secret else {
      guard case .input(let index) = source, context.inputs[index].isTypedSecret else {
        reportSecretFromElsewhere(written, source, parameter, range, context)
        return nil
      }
      return source
    }
    if type.fits(parameter.type) {
      if !parameter.isUser || isSignedInUser(source, context) { return source }
      reportForeignUser("`\(written)`", parameter, range, context)
      return nil
    }
    report(
      GraphRules.wrongArgument,
      "`\(parameter.name)` must be of type \(parameter.type), and `\(written)` is of type \(type)",
      range,
      help: Self.cureOfRecord(written, type, for: parameter) ?? "pass a value of that type")
    return nil
  }

  /// Whether a call is one for the step's own event: the parameters of another say nothing of the inputs.
  func mayAnswer(_ call: CallID, _ context: StepContext) -> Bool {
    guard let awaited = context.awaited else { return true }
    let answers = contract[call].answers
    return answers.isEmpty || answers.contains(awaited.event)
  }

  /// A call must answer the step's own event, if it answers events at all.
  private mutating func checkAnswers(_ spec: CallSpec, _ range: SourceRange, _ context: StepContext) {
    guard let awaited = context.awaited, !spec.answers.isEmpty else { return }
    let event = contract[awaited.event].name
    guard !spec.answers.contains(awaited.event) else {
      guard let code = spec.answersCode, awaited.code != code else { return }
      return report(
        GraphRules.wrongAnswer, "`\(spec.name)` answers `\(event)` only with the code \(code)", range,
        help: "make the call at a step that is for `\(event) \(code)`")
    }
    let fitting = calls(answering: context)
    report(
      GraphRules.wrongAnswer, "`\(spec.name)` does not answer `\(event)`", range,
      help: fitting.isEmpty ? "no call of the contract answers it" : "it is answered by \(fitting.quoted)")
  }
}

extension Input {
  /// Whether a call takes it for a parameter that is not written below `with:`.
  fileprivate func isMeant(for parameter: CallSpec.Parameter) -> Bool {
    name == parameter.name && (pick == nil || type.fits(parameter.type))
  }
}

extension CallSpec.Parameter {
  /// What the contract wants of a value that it is not, such as `be 1 or more`; nil for nothing.
  fileprivate func bound(brokenBy value: Value) -> String? {
    let number: Int
    let isSize: Bool
    switch value {
    case .int(let whole): (number, isSize) = (whole, false)
    case .text(let text): (number, isSize) = ((isTrimmed ? Trimming.trimmed(text) : text).unicodeScalars.count, true)
    default: return nil
    }
    if let minimum, number < minimum { return isSize ? "have at least \(minimum) characters" : "be \(minimum) or more" }
    if let maximum, number > maximum { return isSize ? "have at most \(maximum) characters" : "be \(maximum) or less" }
    return nil
  }
}

extension ValueType {
  /// A scalar of a flow file as this type reads it; nil if it is none.
  ///
  /// A secret is never read so.
  func literal(_ text: String) -> Value? {
    switch self {
    case .text: .text(text)
    case .int: Int(text).map(Value.int)
    case .count, .seconds: Int(text).flatMap { $0 >= 0 ? .int($0) : nil }
    case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
    case .oneOf(_, let words): words.contains(text) ? .text(text) : nil
    case .numbered(_, let numbers):
      (numbers.first { $0.name == text || String($0.number) == text }).map { .int($0.number) }
    case .secret, .list, .record: nil
    }
  }

  /// What to write for a value of this type.
  var wanted: String {
    switch self {
    case .flag: "write `true` or `false`"
    case .int, .count, .seconds: "write a whole number"
    case .oneOf(_, let words): "write one of \(words.quoted)"
    case .numbered(_, let numbers): "write one of \(numbers.map(\.name).quoted)"
    default: "pass a field of the event"
    }
  }

  /// Whether a value of this type may be passed where the other is wanted.
  package func fits(_ other: ValueType) -> Bool {
    if self == other { return true }
    return switch (self, other) {
    case (.count, .int), (.seconds, .int), (.count, .seconds), (.seconds, .count): true
    case (.oneOf, .text), (.numbered, .int): true
    default: false
    }
  }
}
