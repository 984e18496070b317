// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import Guards
import SDKContract
import Values

extension Resolver {
  mutating func step(_ syntax: StepSyntax, _ id: StepID) -> Step? {
    isDamaged = document.isDamaged(syntax.range)
    let awaited: Awaited?
    if case .event(let event) = takers[Int(id.index)].takes { awaited = event } else { awaited = nil }
    let answerCall = syntax.answer.flatMap { contract.call(named: $0.name.value) }
    var context = StepContext(id: id, syntax: syntax, awaited: awaited)
    let fitting = answerCall.flatMap { mayAnswer($0, context) ? $0 : nil }
    for written in syntax.inputs {
      if let input = input(written, for: fitting, context) { context.inputs.append(input) }
    }
    let answer = syntax.answer.flatMap { callUse($0, answerCall, context) }
    let own: CallUse?
    if case .call(let call) = syntax.kind {
      own = callUse(call, contract.call(named: call.name.value), context)
    } else {
      own = nil
    }
    let choices = syntax.choices.compactMap { choice($0, context) }
    let transitions = transitions(syntax.then, context, from: .step)
    let say = say(syntax.say, filledBy: context.source, at: StepCounts(context.syntax, in: document))
    let checks = syntax.checks.compactMap { check($0, context) }
    reportToldSecrets(context, checks)
    if let answer, !isDamaged { reportUnusedPicks(context, answer, checks) }
    let autos = syntax.autos.compactMap { name in
      auto(name, choices, syntax).map { Spanned($0, name.range) }
    }
    let countdown = syntax.countdown.flatMap { self.countdown($0, context) }
    let to = syntax.to.flatMap { target($0, context, trigger: nil, from: .step) }
    let earns = syntax.earns.map { earnLimit($0, of: syntax, awaited?.mode, calling: Self.calls(answer, own, choices)) }
    let requirement = syntax.requirement.map { self.requirement($0) }
    let tries = syntax.tries.flatMap { self.tries($0) }
    let max = syntax.max.flatMap { maxOfCall($0) }
    guard let kind = kind(of: syntax, awaited, own) else { return nil }
    return Step(
      id: id, name: syntax.name, kind: kind, kindRange: syntax.kindRange, say: say, inputs: context.inputs,
      checks: checks, requirement: requirement, answer: answer, choices: choices, autos: autos, tries: tries,
      max: max,
      within: syntax.within, countdown: countdown, to: to, transitions: transitions, earns: earns,
      range: syntax.range, isWhole: !isDamaged)
  }

  private static func calls(_ answer: CallUse?, _ own: CallUse?, _ choices: [Choice]) -> [CallID] {
    let ofChoices = choices.compactMap { choice in
      if case .call(let use, _) = choice.action { use.call } else { nil }
    }
    return [answer?.call, own?.call].compactMap(\.self) + ofChoices
  }

  private mutating func kind(of syntax: StepSyntax, _ awaited: Awaited?, _ own: CallUse?) -> Step.Kind? {
    switch syntax.kind {
    case .challenge: awaited.map { .challenge($0) }
    case .event: awaited.map { .event($0) }
    case .interrupt: awaited.map { .interrupt($0) }
    case .call: own.map { .call($0) }
    case .wait: .wait
    case .gate(let gate): questions(of: gate).map { .gate($0) }
    // The flow stands in its place before names are resolved; one that does not could not be read.
    case .run: nil
    }
  }

  private mutating func auto(_ name: Spanned<String>, _ choices: [Choice], _ syntax: StepSyntax) -> Int? {
    if let index = choices.firstIndex(where: { $0.name.value == name.value }) { return index }
    if !document.isDamaged(syntax.range), !syntax.choices.contains(where: { $0.name.value == name.value }) {
      report(
        GraphRules.unknownChoice, "`\(syntax.name.value)` has no choice `\(name.value)`", name.range,
        help: suggestion(name.value, syntax.choices.map(\.name.value)) ?? Cure(Self.choices(of: syntax)),
        missing: LinkedFlow.choice(name.value, of: syntax.name.value))
    }
    return nil
  }

  private static func choices(of step: StepSyntax) -> String {
    let names = step.choices.prefix(8).map(\.name.value)
    return names.isEmpty
      ? "it has none: add them below `choices:`, or take `auto` out" : "its choices are \(Array(names).quoted)"
  }

  private mutating func input(_ syntax: InputSyntax, for call: CallID?, _ context: StepContext) -> Input? {
    if let written = syntax.pick { return pick(syntax, written, context) }
    let parameter = call.flatMap { contract[$0].parameter(named: syntax.name.value) }
    let stated = syntax.type.flatMap { type(named: $0) }
    if syntax.type != nil, stated == nil { return nil }
    if let parameter, let stated, let range = syntax.type?.range, stated != parameter.type {
      report(
        GraphRules.wrongArgument,
        "`\(syntax.name.value)` is of type \(parameter.type) in the contract, not of type \(stated)", range,
        help: "leave the type out: the contract states it")
      return nil
    }
    guard let type = parameter?.type ?? stated else {
      if call != nil {
        report(
          GraphRules.unknownType, "`\(syntax.name.value)` is no parameter of the call and has no type",
          syntax.name.range,
          help: call.flatMap { self.suggestion(syntax.name.value, contract[$0].parameters.map(\.name)) }
            ?? call.flatMap { cureOfEcho(syntax.name.value, $0) }
            ?? call.flatMap { askedInstead(of: syntax.name.value, $0, context).map { Cure($0) } }
            ?? "state its type, such as `ask: { \(syntax.name.value): secret }`")
      }
      return nil
    }
    let suggestion = syntax.suggestion.flatMap { suggested($0, type, context) }
    let rules = call.flatMap { CallSpec.Parameter(together: handed(syntax.name.value, type, to: $0, context)) }
    return Input(
      name: syntax.name.value, type: type, parameter: rules ?? parameter, suggestion: suggestion, pick: nil,
      range: syntax.name.range)
  }

  /// The parameters of the step's answer that get what is typed for an input.
  private func handed(_ input: String, _ type: ValueType, to call: CallID, _ context: StepContext)
    -> [CallSpec.Parameter]
  {
    let arguments = context.syntax.answer?.arguments ?? []
    return contract[call].parameters.filter { parameter in
      guard parameter.type == type else { return false }
      guard let argument = arguments.first(where: { $0.name.value == parameter.name }) else {
        return parameter.name == input
      }
      guard case .reference(let reference) = argument.content else { return false }
      return reference.path == [input]
    }
  }

  /// What to do with a field that the call sends back, so that nobody types it; nil for any other.
  private func cureOfEcho(_ name: String, _ call: CallID) -> Cure? {
    contract[call].echoes.contains(name)
      ? Cure("take it out: `\(contract[call].name)` sends `\(name)` of the event back by itself") : nil
  }

  /// The advice to ask for what the call needs and nobody gives; nil if nothing is missing.
  private func askedInstead(of name: String, _ call: CallID, _ context: StepContext) -> String? {
    let given = context.syntax.inputs.map(\.name.value) + (context.syntax.answer?.arguments.map(\.name.value) ?? [])
    let missing = contract[call].parameters.filter { !$0.isOptional && !given.contains($0.name) }.map(\.name)
    guard !missing.isEmpty else { return nil }
    return "`\(contract[call].name)` needs \(missing.quoted): ask for that, or take another call for `\(name)`"
  }

  private mutating func type(named name: Spanned<String>) -> ValueType? {
    if let type = ValueType.ofInputs.first(where: { $0.description == name.value }) { return type }
    let types = ValueType.ofInputs.map(\.description)
    report(
      GraphRules.unknownType, "`\(name.value)` is not a type", name.range,
      help: suggestion(name.value, types) ?? "the types are \(types.quoted)")
    return nil
  }

  /// The path of what to offer, such as `$event.recentlyLoggedInUser`; nil, with a finding, if it does not fit.
  private mutating func suggested(
    _ reference: Spanned<ReferenceSyntax>, _ type: ValueType, _ context: StepContext
  ) -> [String]? {
    let path = reference.value.path
    if case .secret = type {
      report(
        GraphRules.secretLeak, "a secret cannot have a default", reference.range,
        help: "take the default out: a secret is typed each time")
      return nil
    }
    if context.isEventUnknown { return nil }
    let found = path.first == "event" ? fieldType(path, context) : nil
    guard let found, found == type else {
      report(
        GraphRules.unknownReference, "`$\(path.joined(separator: "."))` is no \(type) of this step's event",
        reference.range,
        help: suggestion(path.last ?? "", fieldNames(context)) ?? Cure(defaults(of: type, context)))
      return nil
    }
    if let awaited = context.awaited, contract[awaited.event].fields.isPrivate(at: Array(path.dropFirst())) {
      report(
        GraphRules.privateShown, "the default `$\(path.joined(separator: "."))` would show what is private",
        reference.range, help: "what the contract marks private goes into calls and nowhere else; take the default out")
      return nil
    }
    return Array(path.dropFirst())
  }

  /// Which fields may be a default, in words.
  private func defaults(of type: ValueType, _ context: StepContext) -> String {
    let fields =
      context.awaited.map { contract[$0.event].fields.fields.filter { $0.type == type && !$0.isPrivate } } ?? []
    return fields.isEmpty
      ? "take the default out: the event has no \(type)"
      : "name a field of the event: \(fields.map { "$event.\($0.name)" }.quoted)"
  }

  private func fieldNames(_ context: StepContext) -> [String] {
    context.awaited.map { contract[$0.event].fields.fields.map(\.name) } ?? []
  }

  private mutating func countdown(_ reference: Spanned<ReferenceSyntax>, _ context: StepContext) -> [String]? {
    let path = reference.value.path
    if context.isEventUnknown { return nil }
    if path.first == "event", fieldType(path, context) == .seconds {
      if let event = context.awaited?.event, contract[event].fields.isPrivate(at: Array(path.dropFirst())) {
        report(
          GraphRules.privateShown, "the countdown of `$\(path.joined(separator: "."))` would show what is private",
          reference.range, help: "count something down that the contract does not mark `private`")
        return nil
      }
      return Array(path.dropFirst())
    }
    report(
      GraphRules.unknownReference, "`$\(path.joined(separator: "."))` is no number of seconds of this event",
      reference.range,
      help: suggestion(path.last ?? "", fieldNames(context))
        ?? "name a field of type seconds, such as `$event.timeLeftInSeconds`")
    return nil
  }

  /// The type of a field of the step's event, for a path that begins with `event`.
  private func fieldType(_ path: [String], _ context: StepContext) -> ValueType? {
    context.awaited.flatMap { contract[$0.event].fields.type(at: Array(path.dropFirst())) }
  }

  private mutating func check(_ syntax: CheckSyntax, _ context: StepContext) -> Check? {
    var scope = scope(of: context)
    for input in context.inputs { scope.declare(input.name, input.type) }
    // Where an input could not be read, an unknown name may be that one's.
    if context.inputs.count < context.syntax.inputs.count,
      syntax.check.expression.names.contains(where: { !scope.names.contains($0) })
    {
      isDamaged = true
      return nil
    }
    guard let expression = bound(syntax.check, scope, context) else { return nil }
    return Check(
      expression: expression,
      say: say(syntax.say, filledBy: context.source, at: StepCounts(context.syntax, in: document)),
      range: syntax.check.range)
  }

  /// Patterns that together leave so few values to a secret that they as good as hold it.
  private mutating func reportToldSecrets(_ context: StepContext, _ checks: [Check]) {
    // Whoever can read the flow can read the contract.
    let constants = contract.constants.fields.map { Guard.Fact(["contract", $0.name], is: $0.value) }
    for input in context.inputs where input.type == .secret {
      let most = Swift.max(input.leastSize, input.parameter?.maximum ?? .max)
      guard
        let told = ToldSecret(
          input.name, of: input.leastSize...most, in: checks.map(\.expression), knowing: constants),
        let last = told.places.last
      else { continue }
      report(
        GraphRules.guardType, told.message, checks[last].range, help: told.help,
        notes: told.places.dropLast().map { Note("together with this", at: checks[$0].range) })
    }
  }

  private mutating func choice(_ syntax: ChoiceSyntax, _ context: StepContext) -> Choice? {
    let when = syntax.when.flatMap { bound($0, scope(of: context), context) }
    if syntax.when != nil, when == nil { return nil }
    let confirm = say(syntax.confirm, filledBy: context.source, at: StepCounts(context.syntax, in: document))
    let action: Choice.Action
    switch syntax.action {
    case .go(let target):
      guard let target = self.target(target, context, trigger: nil, from: .step) else { return nil }
      action = .go(target)
    case .call(let call):
      let use = callUse(call, contract.call(named: call.name.value), context, knowingInputs: false)
      let over = transitions(syntax.then, context, from: .call(call))
      guard let use else { return nil }
      action = .call(use, over)
    }
    let max = syntax.max.flatMap { self.max($0) }
    if syntax.max != nil, max == nil { return nil }
    return Choice(
      name: syntax.name, action: action, when: when, whenRange: syntax.when?.range, confirm: confirm,
      max: max?.plain, scopedMax: max?.scoped, sharedMax: max?.shared,
      every: syntax.every,
      within: syntax.within)
  }

  /// What guards may name at a step, but for what is typed and picked there.
  func scope(of context: StepContext) -> GuardScope {
    contract.guardScope(
      awaiting: context.awaited?.event,
      interrupting: context.isInterrupt ? document.steps.map(\.name.value) + document.unreadPlaces.sorted() : nil)
  }

  /// The guard with its names bound to their types; nil, with findings, if it does not fit the scope.
  mutating func bound(_ syntax: GuardSyntax, _ scope: GuardScope, _ context: StepContext) -> Guard? {
    let problems = syntax.expression.check(in: scope)
    guard !problems.isEmpty else { return syntax.expression.bound(in: scope) }
    isDamaged = true
    guard !readsWhatIsUnknown(syntax, scope, context) else { return nil }
    for problem in problems {
      report(
        GraphRules.guardType, problem.message,
        syntax.range.part(problem.start, problem.end, of: syntax.expression.text), help: problem.cure)
    }
    return nil
  }

  /// Whether a guard reads the event or an input that has a flaw of its own, or the name of a step that may be one of those that are missing.
  private func readsWhatIsUnknown(_ syntax: GuardSyntax, _ scope: GuardScope, _ context: StepContext) -> Bool {
    syntax.expression.names.contains { name in
      (name == "event" && context.isEventUnknown) || (name == "interrupted" && document.lacksParts)
        || (context.syntax.inputs.contains { $0.name.value == name } && !context.inputs.contains { $0.name == name })
        || mayBeInput(name, beside: scope.names, context)
    }
  }

  /// Whether a name may be that of an input in words that have a flaw of their own: of a name that is nearly known, that is not so.
  func mayBeInput(_ name: String, beside known: [String], _ context: StepContext) -> Bool {
    document.isDamaged(context.syntax.range) && !known.contains(name)
      && Suggestion.nearest(to: name, among: known) == nil
  }
}

/// What the parts of a step are resolved against.
struct StepContext {
  let id: StepID
  let syntax: StepSyntax
  let awaited: Awaited?
  var inputs: [Input] = []

  init(id: StepID, syntax: StepSyntax, awaited: Awaited?) {
    self.id = id
    self.syntax = syntax
    self.awaited = awaited
  }

  /// The step is for an event that could not be resolved: what refers to it is no flaw of its own.
  var isEventUnknown: Bool {
    switch syntax.kind {
    case .challenge, .event, .interrupt: awaited == nil
    case .call, .wait, .gate, .run: false
    }
  }

  /// Whose data fill a message that the step shows by itself; nil where that cannot be told.
  var source: MessageUse.Source? {
    if case .wait = syntax.kind { return .kept(at: id) }
    return isEventUnknown ? nil : awaited.map { .event($0.event) } ?? .nothing
  }

  /// Whether a user is asked for anything there.
  var mayAsk: Bool { if case .call = syntax.kind { false } else { true } }

  var isInterrupt: Bool { if case .interrupt = syntax.kind { true } else { false } }

  var isGate: Bool { if case .gate = syntax.kind { true } else { false } }

  /// Whether there is no question that staying could ask again.
  var asksNobody: Bool {
    switch syntax.kind {
    case .call, .gate: true
    case .challenge, .event, .interrupt, .wait, .run: false
    }
  }
}
