// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowRuntime
import SDKContract
import Values

/// Something that is done with a backend.
enum BackendAction: Hashable, Sendable {
  case call(CallID, Record)
  /// It is told to have an event come by itself.
  case send(EventID)
}

/// One run of a backend, from its beginning on.
struct Journey {
  let contract: Contract
  let subject: ConformanceSubject
  let limits: ConformanceLimits
  /// When nobody waits any more.
  let end: ContinuousClock.Instant
  var model: SDKModel
  var checks: [ClauseCheck] = []
  /// What was done, by name.
  var path: [String] = []
  /// What was heard, without values.
  var heard: [String] = []
  var calls = 0
  var accepted: Set<String> = []
  /// Whether something was broken: then nothing more can be said of this run.
  var isBroken: Bool { checks.contains { $0.breach != nil } }
  /// Whether the time was up before an answer had to be there.
  var isCut = false

  init(
    _ contract: Contract, _ subject: ConformanceSubject, _ probe: ProbeValues, _ limits: ConformanceLimits,
    end: ContinuousClock.Instant
  ) {
    self.contract = contract
    self.subject = subject
    self.limits = limits
    self.end = end
    model = SDKModel(contract, aliases: probe.users(of: contract))
  }

  /// What may be done now.
  func actions(_ probe: ProbeValues, sending: [EventID]) -> [BackendAction] {
    var actions: [BackendAction] = []
    for index in contract.calls.indices {
      let id = CallID(index: UInt16(index))
      guard case .legal = model.standing(of: id) else { continue }
      actions += probe.arguments(of: contract[id], user: model.user).map { .call(id, $0) }
    }
    guard subject.directed != nil, model.interrupts.isEmpty, !model.isOver, model.underWay.isEmpty else {
      return actions
    }
    return actions + sending.map { .send($0) }
  }

  /// Does it, and listens until nothing more can come.
  ///
  /// - Returns: whether the backend took it.
  mutating func act(_ action: BackendAction) async throws(BackendFailure) -> Bool {
    switch action {
    case .call(let id, let values):
      guard case .legal(let answered) = model.standing(of: id) else { return false }
      guard try await take(model.call(id, values, answering: answered), id, values, answering: answered) else {
        return false
      }
      if !isBroken { try await listen() }
      if !isBroken, !isCut, model.underWay.isEmpty { checks.append(.holds(.keepsOrder)) }
      return true
    case .send(let id):
      let spec = contract[id]
      guard let directed = subject.directed else { return false }
      path.append("(\(spec.name))")
      let before = heard.count
      let data = SampleValues.ordinary(spec.fields)
      try await directed.direct(
        .send(SDKEvent(spec.name, data: data, status: spec.hasStatus ? contract.successCodes(of: spec).first : nil)))
      try await listen()
      if !isBroken {
        let came = heard[before...].count { $0.hasPrefix("\(spec.name) ") }
        checks.append(
          came == 1
            ? .holds(.keepsOrder) : .broken(.keepsOrder, "was told to send `\(spec.name)` and sent it \(came) times"))
      }
      return !isBroken
    }
  }

  /// Makes a call that may be made now, and notes it if the backend takes it; listens if not.
  ///
  /// - Returns: whether the backend took it.
  mutating func take(
    _ call: SDKCall, _ id: CallID, _ values: Record, answering answered: SDKModel.Asked?
  ) async throws(BackendFailure) -> Bool {
    path.append(call.name)
    let time = subject.clock.now
    guard try await perform(call) else {
      path.removeLast()
      try await listen()
      return false
    }
    accepted.insert(call.name)
    model.accept(id, values, answering: answered, at: time)
    return true
  }

  /// Whether the backend took it.
  mutating func perform(_ call: SDKCall) async throws(BackendFailure) -> Bool {
    calls += 1
    switch try await subject.backend.perform(call) {
    case .accepted:
      heard.append("> \(call.name)")
      return true
    case .rejected(let code, _):
      heard.append("> \(call.name) rejected \(code)")
      let words = "refused `\(call.name)` with the number 0, which refuses nothing"
      checks.append(code == 0 ? .broken(.placesErrors, words) : .holds(.placesErrors))
      return false
    }
  }

  /// Takes what comes, until the answer is there and nothing follows it.
  ///
  /// - Parameter blamed: the clause that an event breaks that may not come; nil for the one that it breaks by itself.
  mutating func listen(blaming blamed: Clause? = nil, after call: String = "") async throws(BackendFailure) {
    var since = subject.clock.now
    var count = 0
    while !isBroken {
      guard let event = try await subject.backend.nextEvent(until: until(since)) else { break }
      count += 1
      guard count <= limits.events else {
        checks.append(.broken(.keepsOrder, "sent more than \(limits.events) events between two calls"))
        return
      }
      since = subject.clock.now
      heard.append("\(event.name) \(event.status ?? 0) \(event.error) \(mode(of: event))")
      let found = model.receive(event)
      if let blamed, let breach = found.last(where: { $0.breach != nil }), breach.clause == .keepsOrder {
        checks.append(.broken(blamed, "rejected `\(call)` and sent `\(event.name)` all the same"))
        return
      }
      checks += found
    }
    guard !isBroken, let way = model.underWay.first, model.awaitsReply else { return }
    let isDue = model.deadline.map { $0 <= subject.clock.now } ?? subject.clock.isVirtual
    guard isDue else {
      isCut = true
      return
    }
    let time = model.deadline == nil ? "" : " within its patience"
    checks.append(.broken(.answersInTime, "accepted `\(way.call.name)`, and no answer came\(time)"))
  }

  private func until(_ since: Duration) -> Duration? {
    let settled = since + (subject.clock.isVirtual ? limits.settle : limits.liveSettle)
    guard model.awaitsReply else { return settled }
    guard !subject.clock.isVirtual else { return model.deadline }
    let left = subject.clock.now + max(.zero, end - .now)
    return min(model.deadline ?? left, left)
  }

  private func mode(of event: SDKEvent) -> String {
    guard let id = contract.event(named: event.name), let field = contract[id].modeField,
      case .int(let mode)? = event.data[field]
    else { return "" }
    return String(mode)
  }
}
