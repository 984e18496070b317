// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

extension Resolver {
  /// Where a line goes.
  ///
  /// A target must wait for the event that arrives: a challenge is never left without somebody who answers it.
  ///
  /// - Parameters:
  ///   - trigger: what leads there; nil for a choice or an interrupt that goes there by itself.
  ///   - source: whose replies come back at this place.
  mutating func target(
    _ syntax: TargetSyntax, _ context: StepContext, trigger: Trigger?, from source: ArrivalSource
  ) -> Target? {
    let say = syntax.say.flatMap {
      self.say($0, filledBy: dataSource(trigger, syntax, context), at: counts(at: syntax.move, context))
    }
    switch syntax.move {
    case .to(let name):
      let place = places[name]
      if let end = place?.end { return Target(.end(end), say: say, syntax) }
      guard let id = place?.step, Int(id.index) < document.steps.count else {
        return unknown(name, syntax.range, in: NamingLine(trigger: trigger, source: source, context: context))
      }
      guard waits(takers[Int(id.index)], for: trigger, source, context, syntax.range) else { return nil }
      return Target(.step(id), say: say, syntax)
    case .stay:
      guard keepsChallenge(trigger, source, context, syntax.range) else { return nil }
      return Target(.stay, say: say, syntax)
    case .retry:
      guard canRetry(trigger, source, context, syntax.range) else { return nil }
      return Target(.retry, say: say, syntax)
    case .resume:
      guard context.isInterrupt else {
        report(
          GraphRules.misplacedMove, "`resume` has no meaning outside an interrupt", syntax.range,
          help: "name the step to go to" + (context.asksNobody ? "" : ", or `stay`"))
        return nil
      }
      guard keepsChallenge(trigger, source, context, syntax.range, "resume") else { return nil }
      return Target(.resume, say: say, syntax)
    }
  }

  /// What is counted where a message is shown on the way; nil where another step may ask first, and at an end.
  private func counts(at move: TargetSyntax.Kind, _ context: StepContext) -> StepCounts? {
    switch move {
    case .stay, .retry: return StepCounts(context.syntax, in: document)
    case .resume: return nil
    case .to(let name):
      guard let step = plainStep(named: name) else { return nil }
      return switch step.kind {
      case .challenge, .event, .wait: StepCounts(step, in: document)
      case .call, .gate, .run, .interrupt: nil
      }
    }
  }

  private func dataSource(
    _ trigger: Trigger?, _ target: TargetSyntax, _ context: StepContext
  ) -> MessageUse.Source? {
    guard !context.isEventUnknown else { return nil }
    // Filled from what was interrupted.
    if case .resume = target.move { return .later }
    guard case .event(let event, _, _)? = trigger else { return context.source }
    // A step that waits keeps the data that are there, whatever comes or led there.
    if keepsData(target.move, context) { return context.source }
    guard let own = context.awaited?.event, own != event else { return .event(event) }
    switch target.move {
    // What is not the step's own leaves it its data.
    case .stay: return .event(own)
    case .retry, .resume: return .anyOf([event, own])
    case .to(let name):
      guard let place = places[name] else { return nil }
      guard let step = place.step else { return .event(event) }
      // A step that is entered by the event has its data when it shows the message.
      switch takers[Int(step.index)].takes {
      case .event(let taken?): return taken.event == event ? .event(event) : .anyOf([event, own])
      case .event(nil): return nil
      case .call, .nothing: return .anyOf([event, own])
      }
    }
  }

  private func keepsData(_ move: TargetSyntax.Kind, _ context: StepContext) -> Bool {
    let step: StepSyntax? =
      switch move {
      case .stay: context.syntax
      case .retry, .resume: nil
      case .to(let name): plainStep(named: name)
      }
    return if case .wait? = step?.kind { true } else { false }
  }

  /// The step of a name, which is a target; nil for an end, an interrupt and a name that is not there.
  private func plainStep(named name: String) -> StepSyntax? {
    guard let id = places[name]?.step, Int(id.index) < document.steps.count else { return nil }
    return document.steps[Int(id.index)]
  }

  /// - Parameter line: the line that names it; nil where its key has a flaw of its own.
  mutating func unknown(_ name: String, _ range: SourceRange, in line: NamingLine?) -> Target? {
    isDamaged = true
    if places[name]?.step != nil {
      report(
        GraphRules.unknownTarget, "`\(name)` is an interrupt and no target", range,
        help: "interrupts open by themselves; name a step or an end")
    } else if !document.unreadPlaces.contains(name), !document.lacksParts {
      unknownPlace(name, range, in: line)
    }
    return nil
  }

  /// Whether a line might ask again with a message.
  func asksAgain(_ line: NamingLine) -> Bool { isOwn(line.trigger, line.source, line.context) }

  /// Whether a step or an end may be meant in a line: nobody may guess that somebody comes in where something went wrong.
  func mayBeMeant(_ name: String, in line: NamingLine?) -> Bool {
    !isSuccess(name) || !(line?.trigger?.isFailure(contract) ?? false)
  }

  private func isSuccess(_ name: String) -> Bool {
    places[name]?.end.map { document.ends[Int($0.index)].isSuccess } ?? false
  }

  /// Whether a line may lead to a step or an end, as far as that is known.
  mutating func mayLead(to name: String, _ line: NamingLine?) -> Bool {
    guard mayBeMeant(name, in: line) else { return false }
    // Once its key is mended, it may be a line for a failure.
    if line == nil, isSuccess(name) { return false }
    guard let line, let id = places[name]?.step, Int(id.index) < takers.count else { return true }
    if case .event(nil) = takers[Int(id.index)].takes { return true }
    // What would be wrong there is not told: nobody has written it.
    let (count, wasDamaged) = (findings.count, isDamaged)
    let waits = waits(
      takers[Int(id.index)], for: line.trigger, line.source, line.context, line.context.syntax.range)
    findings.removeLast(findings.count - count)
    isDamaged = wasDamaged
    return waits
  }

  private mutating func waits(
    _ step: Taker, for trigger: Trigger?, _ source: ArrivalSource, _ context: StepContext, _ range: SourceRange
  ) -> Bool {
    let event: EventID?
    if case .event(let id, _, _)? = trigger { event = id } else { event = nil }
    let isChallenge = event.map { contract[$0].kind == .challenge } ?? false
    switch step.takes {
    case .nothing:
      return !isChallenge || refuse(step, "answers nothing, and `\(name(event))` wants an answer", range, from: context)
    case .call(let call):
      guard let call else { return true }
      let spec = contract[call]
      if isChallenge, let event, !spec.answers.isEmpty, !spec.answers.contains(event) {
        return refuse(step, "calls `\(spec.name)`, which does not answer `\(name(event))`", range, from: context)
      }
      return answers(what: spec, isOpenFor: step, trigger, context, range)
        && answers(with: spec, step, trigger, context, range)
    case .event(let awaited?):
      return takes(awaited, step, trigger, source, context, range)
    case .event(nil):
      isDamaged = true
      return false
    }
  }

  /// False where the step's own event is open, as nothing else has come, and the call answers another one.
  private mutating func answers(
    what call: CallSpec, isOpenFor step: Taker, _ trigger: Trigger?, _ context: StepContext, _ range: SourceRange
  ) -> Bool {
    guard trigger == nil || trigger == .exhausted, !context.isInterrupt, let own = context.awaited?.event,
      !call.answers.isEmpty, !call.answers.contains(own)
    else { return true }
    let answered = call.answers.map { "`\(name($0))`" }.joined(separator: " or ")
    return refuse(
      step, "calls `\(call.name)`, which does not answer `\(name(own))`", range, from: context,
      help: "make the call where \(answered) has come, or lead this way to an end")
  }

  /// Whether what arrives, or is open where a choice leads to the call, has the code that the call answers.
  private mutating func answers(
    with call: CallSpec, _ step: Taker, _ trigger: Trigger?, _ context: StepContext, _ range: SourceRange
  ) -> Bool {
    guard let code = call.answersCode else { return true }
    let answered: (event: EventID, code: Int?)
    switch trigger {
    case .event(let event, _, .code(let code))?: answered = (event, code)
    case .event(let event, _, _)?: answered = (event, nil)
    case nil:
      guard let awaited = context.awaited else { return true }
      answered = (awaited.event, awaited.code)
    default: return true
    }
    return !call.answers.contains(answered.event) || answered.code == code
      || refuse(
        step, "calls `\(call.name)`, which answers `\(name(answered.event))` only with \(code)", range, from: context,
        help: "make the call only where `\(name(answered.event)) \(code)` has come")
  }

  /// Whether what arrives is what the step is for: the event, its mode and its code.
  private mutating func takes(
    _ awaited: Awaited, _ step: Taker, _ trigger: Trigger?, _ source: ArrivalSource, _ context: StepContext,
    _ range: SourceRange
  ) -> Bool {
    var wanted: String { name(awaited.event) }
    guard case .event(let event, let mode, let outcome)? = trigger else {
      if trigger == nil, context.isEventUnknown { return true }
      // A choice may go back to the step that is for the very event that is open here.
      if trigger == nil, context.awaited.map({ $0.event == awaited.event && $0.mode == awaited.mode }) ?? false {
        return awaited.code == nil || awaited.code == context.awaited?.code
          || refuse(step, "is only for `\(wanted)` with the code \(awaited.code ?? 0)", range, from: context)
      }
      return refuse(
        step, "waits for `\(wanted)`, and no event comes here", range, from: context,
        help: context.isInterrupt ? "go to a `call:` or `wait:` step, to an end, or back with `resume: true`" : nil)
    }
    guard event == awaited.event else {
      return refuse(step, "waits for `\(wanted)`, and `\(name(event))` arrives", range, from: context)
    }
    if let code = awaited.code, outcome != .code(code) {
      return refuse(step, "is only for `\(wanted)` with the code \(code)", range, from: context)
    }
    guard let only = awaited.mode, mode != only else { return true }
    let arriving = mode == nil ? arriving(from: source, context) ?? [] : []
    if mode == nil, modes(of: outcome, in: event) == [only] { return true }
    let possible =
      mode.map { [$0] } ?? arriving.filter { $0.event == event && mayBe($0, outcome) }.map { $0.mode ?? -1 }
    // Where nothing comes, the line or the step has another mistake.
    guard possible.contains(where: { $0 != only }) else { return true }
    func modeName(_ number: Int) -> String {
      contract.modes.first { $0.number == number }?.name ?? String(number)
    }
    let others = possible.filter { $0 >= 0 }.unique
    return refuse(
      step, "is only for the mode `\(modeName(only))` of `\(wanted)`", range, from: context,
      help: others.count == 1
        ? "go to a step that is for what arrives here, or to an end; if `\(step.name.value)` is meant to take it, write "
          + "`challenge: \(wanted)(\(modeName(others[0])))` there" : nil)
  }

  /// Whether what the contract lets come may come as a line names it.
  private func mayBe(_ arriving: Arriving, _ named: ReplyOutcome) -> Bool {
    switch (arriving.outcome, named) {
    case (.error(let number), .error(let wanted)): number == nil || wanted == nil || number == wanted
    case (.success, .code(let code)), (.code(let code), .success):
      contract.isInformational(code, in: arriving.event)
    default: arriving.outcome == named
    }
  }

  /// The modes in which an event bears a code; nil for any.
  private func modes(of outcome: ReplyOutcome, in event: EventID) -> Set<Int>? {
    guard case .code(let number) = outcome else { return nil }
    let arrivals = contract.codes.filter { $0.number == number }.flatMap(\.arrivals).filter { $0.event == event }
    let modes = arrivals.compactMap(\.mode)
    return modes.count == arrivals.count ? Set(modes) : nil
  }

  private func name(_ event: EventID?) -> String { event.map { contract[$0].name } ?? "" }

  private mutating func refuse(
    _ step: Taker, _ why: String, _ range: SourceRange, from context: StepContext, help: String? = nil
  ) -> Bool {
    report(
      GraphRules.targetDoesNotWait, "`\(step.name.value)` \(why)", range,
      help: step.isGate || context.isGate
        ? "a gate carries no event: put it before the `call:` step of what it guards"
        : help ?? "go to a step that is for what arrives here, or to an end",
      notes: [Note("the step `\(step.name.value)`", at: step.name.range)])
    return false
  }

  /// `stay` must not leave another challenge than the step's own without an answer, nor may an interrupt take one and resume.
  private mutating func keepsChallenge(
    _ trigger: Trigger?, _ source: ArrivalSource, _ context: StepContext, _ range: SourceRange, _ move: String = "stay"
  ) -> Bool {
    guard case .event(let event, _, _)? = trigger, contract[event].kind == .challenge else {
      return true
    }
    guard !isOwn(trigger, source, context), !context.isEventUnknown else { return true }
    report(
      GraphRules.misplacedMove, "`\(move)` would leave `\(name(event))` without an answer", range,
      help: "go to a step with `challenge: \(name(event))`"
        + (context.isInterrupt ? ", or take the line out, so that what is interrupted has it" : ""))
    return false
  }

  /// Whether what arrives is the very event that the step is for, in its mode and with its code: a step for
  /// `getPassword(verify)` must not take a `getPassword(set)`, and count what is then made up as what was known.
  private func isOwn(_ trigger: Trigger?, _ source: ArrivalSource, _ context: StepContext) -> Bool {
    guard case .event(let event, let mode, let outcome)? = trigger, let own = context.awaited, event == own.event
    else { return false }
    if let code = own.code, outcome != .code(code) { return false }
    guard let only = own.mode else { return true }
    if let mode { return mode == only }
    let arriving = arriving(from: source, context) ?? []
    return arriving.allSatisfy { $0.event != event || $0.outcome != outcome || $0.mode == nil || $0.mode == only }
  }

  /// The name of the challenge that arrives; nil where something else does, at which a step may stay.
  private func challenge(_ trigger: Trigger?) -> String? {
    guard case .event(let event, _, _)? = trigger, contract[event].kind == .challenge else {
      return nil
    }
    return contract[event].name
  }

  /// `retry` takes the step's own event again.
  private mutating func canRetry(
    _ trigger: Trigger?, _ source: ArrivalSource, _ context: StepContext, _ range: SourceRange
  ) -> Bool {
    if isOwn(trigger, source, context) || context.isEventUnknown { return true }
    report(
      GraphRules.misplacedMove, "`retry` needs the step's own event with its new data", range,
      help: context.asksNobody
        ? "name the step or the end to go to: this step asks nobody"
        : challenge(trigger).map { "go to a step with `challenge: \($0)`" }
          ?? "use `stay` to ask again, or name the step to go to")
    return false
  }
}

/// A line or a choice that names where it leads.
struct NamingLine {
  /// What leads there; nil for a choice or an interrupt that goes there by itself.
  let trigger: Trigger?
  /// Whose replies come back at this place.
  let source: ArrivalSource
  let context: StepContext
}

/// A step, as far as a way that leads there has to know it.
struct Taker {
  enum Takes {
    /// The event that it is for; nil if that could not be resolved.
    case event(Awaited?)
    /// Whatever its call answers; nil if that could not be resolved.
    case call(CallID?)
    /// Nothing that wants an answer.
    case nothing
  }

  let name: Spanned<String>
  let takes: Takes
  /// Whether it asks the security modules.
  var isGate = false
}
