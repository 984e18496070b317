// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowRuntime
import SDKContract
import Values

/// What must be refused, wherever a run stands.
extension Journey {
  /// Makes calls that may not be taken; ends at the first that is.
  ///
  /// - Parameters:
  ///   - last: the answer that was taken last, which is for ``repeatAnswer(_:)``.
  ///   - blaming: told whose clause it is if the backend fails now.
  mutating func probe(
    _ probe: ProbeValues, except last: CallID?, blaming: (Clause) -> Void
  ) async throws(BackendFailure) {
    blaming(.refusesUnknownCalls)
    try await refuse(SDKCall(name: "mfaflowNoSuchCall"), .refusesUnknownCalls)
    blaming(.refusesAtTheWrongMoment)
    for index in contract.calls.indices where !isBroken {
      let id = CallID(index: UInt16(index))
      guard id != last, model.standing(of: id) == .illegal else { continue }
      try await refuse(model.call(id, illegal(id, probe), answering: nil), .refusesAtTheWrongMoment)
    }
    blaming(.refusesMissingArguments)
    for index in contract.calls.indices where !isBroken {
      let id = CallID(index: UInt16(index))
      let spec = contract[id]
      guard case .legal(let answered) = model.standing(of: id), spec.each == nil,
        spec.parameters.contains(where: { !$0.isOptional })
      else { continue }
      try await refuse(model.call(id, Record(), answering: answered), .refusesMissingArguments)
    }
    blaming(.echoes)
    for index in contract.calls.indices where !isBroken { try await echoWrongly(CallID(index: UInt16(index)), probe) }
    blaming(.staysUp)
  }

  /// Makes a call that may be made now with something else than what it must send back.
  private mutating func echoWrongly(_ id: CallID, _ probe: ProbeValues) async throws(BackendFailure) {
    let spec = contract[id]
    guard case .legal(let asked?) = model.standing(of: id),
      let values = probe.arguments(of: spec, user: model.user).first
    else { return }
    for name in spec.echoes where !isBroken {
      guard let right = asked.data[name], let wrong = right.another else { continue }
      let call = model.call(id, values, answering: asked)
      var arguments = call.arguments
      arguments[name] = wrong
      try await refuse(SDKCall(name: call.name, arguments: arguments), .echoes, "with another `\(name)` than was sent")
    }
  }

  /// Gives the answer that was taken just now once more, if it answers nothing that is asked.
  mutating func repeatAnswer(_ call: SDKCall, _ id: CallID) async throws(BackendFailure) {
    guard !isBroken, !contract[id].answers.isEmpty, model.standing(of: id) == .illegal else { return }
    try await refuse(call, .refusesDuplicates)
  }

  /// Does it; where that is an answer whose reply does not come with it, gives it once more at once.
  ///
  /// - Returns: whether the backend took it the first time.
  mutating func actTwice(_ action: BackendAction) async throws(BackendFailure) -> Bool {
    guard case .call(let id, let values) = action, !contract[id].answers.isEmpty,
      case .legal(let answered?) = model.standing(of: id), !contract[id].replies.isEmpty
    else { return try await act(action) }
    let call = model.call(id, values, answering: answered)
    guard try await take(call, id, values, answering: answered) else { return false }
    // Why: what has been told may ask for the same once more, and on a live clock nobody knows what has.
    guard !isBroken, subject.clock.isVirtual, let paced = subject.backend as? any PacedBackend, !paced.hasUnreadEvent
    else {
      try await listen()
      return true
    }
    if try await perform(call) {
      checks.append(
        .broken(.refusesWhileUnderWay, "accepted `\(call.name)` once more, before it had replied to the first time"))
    } else if !isBroken {
      checks.append(.holds(.refusesWhileUnderWay))
      try await listen()
    }
    return true
  }

  /// Arguments of a call that nobody asks for, the echoed ones included.
  private func illegal(_ id: CallID, _ probe: ProbeValues) -> Record {
    let spec = contract[id]
    var values = probe.arguments(of: spec, user: model.user).first ?? Record()
    guard let answered = spec.answers.first.map({ contract[$0] }) else { return values }
    for name in spec.echoes {
      if let type = answered.fields.type(of: name) { values[name] = SampleValues.ordinary(type) }
      if name == answered.modeField { values[name] = .int(spec.answeredModes?.first ?? answered.modes.first ?? 0) }
    }
    return values
  }

  private mutating func refuse(
    _ call: SDKCall, _ clause: Clause, _ why: String? = nil
  ) async throws(BackendFailure) {
    guard try await !perform(call) else {
      let what =
        switch clause {
        case .refusesUnknownCalls: ", which the contract does not know"
        case .refusesMissingArguments: ", without what it must take"
        case .refusesDuplicates: ", though it had taken that answer already"
        default: ", which may not be made now"
        }
      checks.append(.broken(clause, "accepted `\(call.name)`\(why.map { " \($0)" } ?? what)"))
      return
    }
    guard !isBroken else { return }
    try await listen(blaming: clause, after: call.name)
    if !isBroken { checks.append(.holds(clause)) }
  }
}

extension Value {
  /// Another one of its type; nil where that is not worth a call.
  fileprivate var another: Value? {
    switch self {
    case .text(let text): .text(text + "x")
    case .int(let number): .int(number == .max ? 0 : number + 1)
    case .flag(let flag): .flag(!flag)
    case .list, .record, .secret: nil
    }
  }
}
