// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SDKContract
import Values

/// What an event says of the backend that sent it.
extension SDKModel {
  /// Takes note of an event.
  ///
  /// - Returns: which clauses held; the last one may be broken.
  mutating func receive(_ event: SDKEvent) -> [ClauseCheck] {
    guard let id = contract.event(named: event.name) else {
      let words = "sent the event \(Diagnostic.quoting(event.name)), which the contract does not know"
      return [.broken(.sendsWhatIsDeclared, words)]
    }
    let spec = contract[id]
    if let words = undeclared(event, spec) { return [.broken(.sendsWhatIsDeclared, words)] }
    var mode: Int?
    if let field = spec.modeField, case .int(let number)? = event.data[field] { mode = number }
    var checks: [ClauseCheck] = [.holds(.sendsWhatIsDeclared)]
    let outcome = contract.outcome(of: event, spec)
    checks += placed(event, spec, id, mode, outcome)
    if checks.last?.breach == nil {
      let data = spec.fields.accept(event.data) ?? event.data
      checks += ordered(Asked(id: id, data: data, mode: mode, outcome: outcome), spec)
    }
    return checks
  }

  /// What is not of the contract; nil if all is.
  private func undeclared(_ event: SDKEvent, _ spec: EventSpec) -> String? {
    let name = Diagnostic.quoting(event.name)
    for field in event.data.fields {
      guard let type = spec.fields.type(of: field.name) else {
        let names = spec.fields.fields.map(\.name)
        let isOrigin = contract.origins.contains { $0.owner == spec.name && $0.origin == field.name }
        if isOrigin { continue }
        let near = Suggestion.nearest(to: field.name, among: names).map { "; did you mean `\($0)`?" } ?? ""
        return "sent \(name) with the field \(Diagnostic.quoting(field.name)), which the contract does not know\(near)"
      }
      if type.accept(field.value) == nil {
        return "sent \(name) with a `\(field.name)` that is not of the type \(type)"
      }
    }
    guard let field = spec.modeField, !spec.modes.isEmpty else { return nil }
    guard case .int(let mode)? = event.data[field] else { return "sent \(name) without its mode, `\(field)`" }
    return spec.modes.contains(mode) ? nil : "sent \(name) with the mode \(mode), which it does not have"
  }

  /// Whether its status and its error may come in it.
  private func placed(
    _ event: SDKEvent, _ spec: EventSpec, _ id: EventID, _ mode: Int?, _ outcome: ReplyOutcome
  ) -> [ClauseCheck] {
    if event.error != 0 {
      let isNamed = contract.errors.contains { $0.number == event.error && $0.events.contains(id) }
      guard spec.hasStatus, isNamed || contract.names(id, outcome) else {
        return [.broken(.placesErrors, "sent `\(spec.name)` with the error \(event.error), which never comes in it")]
      }
      return [.holds(.placesErrors)]
    }
    guard case .code(let code) = outcome else {
      // A success in an event that carries no status says nothing.
      return []
    }
    let isPlaced = contract.codes(in: id, mode: mode).contains { $0.number == code }
    let isKnown = contract.codes.contains { $0.number == code }
    guard spec.hasStatus, isPlaced || !isKnown && contract.names(id, outcome) else {
      let inMode = mode.map { " in the mode \($0)" } ?? ""
      return [.broken(.placesStatuses, "sent `\(spec.name)`\(inMode) with the status \(code), which never comes in it")]
    }
    return [.holds(.placesStatuses)]
  }

  /// Whether it may come now; what follows from it is noted.
  private mutating func ordered(_ event: Asked, _ spec: EventSpec) -> [ClauseCheck] {
    if isOver {
      return [.broken(.placesInterrupts, "sent `\(spec.name)` after an interrupt that nothing comes after")]
    }
    var checks: [ClauseCheck] = []
    if spec.kind == .interrupt {
      guard spec.after.isEmpty || spec.after.contains(where: { accepted.contains($0) }) else {
        let calls = spec.after.map { "`\(contract[$0].name)`" }.joined(separator: ", ")
        return [.broken(.placesInterrupts, "sent `\(spec.name)`, which comes only after \(calls)")]
      }
      checks.append(.holds(.placesInterrupts))
    }
    if spec.kind == .notice, spec.phase == phase, entrances.contains(event.id) {
      return [.broken(.keepsOrder, "sent `\(spec.name)` again, in the phase that it had begun with it")]
    }
    checks += answering(event, spec)
    if checks.last?.breach == nil { settle(event, spec) }
    return checks
  }

  /// Whether it is the answer to what is under way, or may come beside it.
  private mutating func answering(_ event: Asked, _ spec: EventSpec) -> [ClauseCheck] {
    let isReport = spec.kind == .challenge || spec.kind == .result
    for (index, way) in underWay.enumerated() {
      let named = way.replies.filter { $0.event == event.id && ($0.mode == nil || $0.mode == event.mode) }
      guard let reply = named.first(where: { contract.covers($0.outcome, event.outcome) }) else { continue }
      underWay.remove(at: index)
      mayFollow = spec.kind == .interrupt
      return [.holds(.answersInTime)] + sentBack(event, spec, reply, way)
    }
    if isReport {
      if let call = underWay.last?.call.name {
        let how = contract.words(of: event)
        return [.broken(.answersInTime, "answered `\(call)` with \(how), which the contract does not name")]
      }
      guard mayFollow else {
        return [.broken(.keepsOrder, "sent `\(spec.name)` by itself, with nothing under way")]
      }
      mayFollow = false
      return [.holds(.keepsOrder)]
    }
    if spec.kind == .interrupt { mayFollow = true }
    return []
  }

  private mutating func settle(_ event: Asked, _ spec: EventSpec) {
    if let field = spec.userField, case .text(let name)? = event.data[field] { user = name }
    if let entered = contract.phase(enteredBy: event.id, event.outcome),
      spec.kind != .notice || contract.phasesBeforeStart & 1 << UInt64(phase.index) != 0
    {
      if spec.kind == .interrupt, entered != phase { underWay = [] }
      enter(entered)
      if spec.kind == .notice { entrances.insert(event.id) }
    }
    let cancelled = contract.cancelled(by: spec)
    interrupts.removeAll { cancelled.contains($0.id) }
    switch spec.kind {
    case .challenge: asked = event
    case .interrupt:
      if spec.repetition == .replace { interrupts.removeAll { $0.id == event.id } }
      if contract.calls.contains(where: { $0.answers.contains(event.id) }) { interrupts.append(event) }
    case .notice, .result: break
    }
    guard spec.isTerminal else { return }
    isOver = true
    (underWay, asked, interrupts, mayFollow) = ([], nil, [], false)
  }
}

extension Contract {
  /// How an event came out, with the status that the contract does not list, too.
  func outcome(of event: SDKEvent, _ spec: EventSpec) -> ReplyOutcome {
    switch outcome(of: spec, status: event.status, error: event.error, data: event.data) {
    case .code(let code): codes.contains { $0.number == code && $0.isInformational } ? .success : .code(code)
    case .error(nil): failure(event.status, in: spec).map { .code($0) } ?? .error(nil)
    case let outcome: outcome
    }
  }

  /// Whether an event that comes out so is what a line of the contract means.
  ///
  /// A line with any error means failures that nobody has numbered, so that it means status codes, too, that are not of
  /// the contract.
  func covers(_ named: ReplyOutcome, _ outcome: ReplyOutcome) -> Bool {
    guard case .error(nil) = named else { return named == outcome }
    switch outcome {
    case .success: return false
    case .error: return true
    case .code(let code): return !codes.contains { $0.number == code }
    }
  }

  /// Whether a call may lead to this event with that outcome.
  fileprivate func names(_ event: EventID, _ outcome: ReplyOutcome) -> Bool {
    calls.contains { call in call.replies.contains { $0.event == event && covers($0.outcome, outcome) } }
  }

  /// Such as `` `getPassword` (mode 1, status 164)``.
  func words(of event: SDKModel.Asked) -> String {
    var parts: [String] = []
    if let mode = event.mode { parts.append("mode \(mode)") }
    switch event.outcome {
    case .success: break
    case .code(let code): parts.append("status \(code)")
    case .error(let number): parts.append("error \(number ?? 0)")
    }
    return "`\(self[event.id].name)`" + (parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")")
  }
}
