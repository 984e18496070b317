// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
import ProcessBackend
public import SDKContract
import Values

/// Holds a backend against a contract: makes the calls that it allows, and some that it does not, and looks at what comes.
///
/// Each run starts from the beginning, so that a place is reached by the calls that lead to it, the fewest first. What a clause means is
/// told in Documentation/Conformance.md.
public struct ConformanceKit: Sendable {
  let contract: Contract
  let probe: ProbeValues
  let limits: ConformanceLimits

  /// - Parameter probe: the right answers that are known; without them, what needs a success is inconclusive.
  public init(
    _ contract: Contract, probe: ProbeValues = ProbeValues(), limits: ConformanceLimits = ConformanceLimits()
  ) {
    self.contract = contract
    self.probe = probe
    self.limits = limits
  }

  /// Looks at a backend from all sides.
  ///
  /// - Parameter open: a backend that has just begun, in the same world each time.
  public func verify(
    _ open: @Sendable () async throws(BackendFailure) -> ConformanceSubject
  ) async -> ConformanceReport {
    await verify(until: .now + limits.time, open)
  }

  /// When it ends, if it has not come to its end before.
  var end: ContinuousClock.Instant { .now + limits.time }

  func verify(
    until end: ContinuousClock.Instant, _ open: @Sendable () async throws(BackendFailure) -> ConformanceSubject
  ) async -> ConformanceReport {
    var tour = Tour(contract, probe, limits, until: end)
    await tour.go(open)
    return tour.report
  }
}

/// Every place of a run that can be reached, and what happens there.
private struct Tour {
  typealias Opening = @Sendable () async throws(BackendFailure) -> ConformanceSubject

  /// A place, and how it was reached first.
  struct Station {
    let path: [BackendAction]
    let heard: [String]
    /// What may be done there.
    let actions: [BackendAction]
  }

  let contract: Contract
  let probe: ProbeValues
  let limits: ConformanceLimits
  let end: ContinuousClock.Instant
  var report: ConformanceReport
  var known: Set<SDKModel.Place> = []
  /// Phases in which every interrupt was sent once.
  var interrupted: Set<PhaseID> = []
  var queue: [Station] = []

  init(_ contract: Contract, _ probe: ProbeValues, _ limits: ConformanceLimits, until end: ContinuousClock.Instant) {
    self.contract = contract
    self.probe = probe
    self.limits = limits
    report = ConformanceReport(contract)
    self.end = end
  }

  mutating func go(_ open: Opening) async {
    guard let first = await run([], heard: nil, open, { _, _ in }) else { return }
    discover(first, [])
    var next = 0
    while next < queue.count {
      let station = queue[next]
      next += 1
      if isSpent { return }
      await look(at: station, open)
    }
  }

  /// Whether time or calls are used up; the report says so.
  private var isSpent: Bool {
    mutating get {
      if isTimeUp {
        report.stop = "the time was up"
      } else if report.calls >= limits.calls {
        report.stop = "\(limits.calls) calls were made"
      }
      return report.stop != nil || report.startFailure != nil
    }
  }

  private var isTimeUp: Bool { ContinuousClock.now >= end }

  private func isAnswer(_ action: BackendAction?) -> Bool {
    guard case .call(let id, _)? = action else { return false }
    return !contract[id].answers.isEmpty
  }

  private mutating func look(at station: Station, _ open: Opening) async {
    var rest = station.actions[...]
    var first: BackendAction?
    while !rest.isEmpty {
      if isSpent { return }
      guard let found = await step(from: station, &rest, open) else { continue }
      // An answer rather than another call: it is given twice.
      if first == nil || !isAnswer(first) && isAnswer(found.action) { first = found.action }
      if station.path.count < limits.depth { discover(found.journey, station.path + [found.action]) }
    }
    if isSpent { return }
    var last: CallID?
    if case .call(let id, _)? = station.path.last { last = id }
    _ = await run(station.path, heard: station.heard, open) { [probe] journey, blaming throws(BackendFailure) in
      try await journey.probe(probe, except: last, blaming: blaming)
      guard let first, !journey.isBroken else { return }
      blaming(.refusesAtTheWrongMoment)
      guard try await !journey.actTwice(first) else { return }
      journey.checks.append(
        .broken(.refusesAtTheWrongMoment, "takes an answer no more, once it has rejected calls at the wrong moment"))
    }
  }

  /// Tries actions until one is taken; those before it have changed nothing.
  ///
  /// - Returns: the run behind it, and the action; nil if none was taken, or more cannot be said.
  private mutating func step(
    from station: Station, _ rest: inout ArraySlice<BackendAction>, _ open: Opening
  ) async -> (journey: Journey, action: BackendAction)? {
    var left = rest
    var taken: (action: BackendAction, call: (SDKCall, CallID)?, heard: [String])?
    let reached = await run(station.path, heard: station.heard, open) { journey, _ throws(BackendFailure) in
      while taken == nil, !journey.isBroken, let action = left.popFirst() {
        var call: (SDKCall, CallID)?
        if case .call(let id, let values) = action, case .legal(let answered) = journey.model.standing(of: id) {
          call = (journey.model.call(id, values, answering: answered), id)
        }
        let before = journey.heard.count
        guard try await journey.act(action) else { continue }
        taken = (action, call, Array(journey.heard[before...]))
      }
    } then: { journey, blaming throws(BackendFailure) in
      guard let call = taken?.call else { return }
      blaming(.refusesDuplicates)
      try await journey.repeatAnswer(call.0, call.1)
    }
    rest = reached == nil ? rest.dropFirst(max(1, rest.count - left.count)) : left
    guard var reached, let taken, !reached.isBroken, !reached.isCut else { return nil }
    reached.heard = station.heard + taken.heard
    return (reached, taken.action)
  }

  /// Notes a place that has not been visited.
  private mutating func discover(_ journey: Journey, _ path: [BackendAction]) {
    guard !journey.isBroken, known.insert(journey.model.place).inserted else { return }
    report.places += 1
    if journey.model.phase == contract.signedInPhase { report.add(.holds(.succeeds), after: []) }
    let isFirst = interrupted.insert(journey.model.phase).inserted
    let sent = isFirst ? contract.sendable : []
    queue.append(
      Station(path: path, heard: journey.heard, actions: journey.actions(probe, sending: sent)))
  }
}

extension Tour {
  typealias Part = (inout Journey, (Clause) -> Void) async throws(BackendFailure) -> Void

  /// A run from the beginning to a place, and what is done there; what is seen is noted.
  ///
  /// - Parameters:
  ///   - heard: what was heard on the way there before; nil for the first time.
  ///   - body: what is done there. What comes `then` does not count for where the run stands.
  private mutating func run(
    _ path: [BackendAction], heard: [String]?, _ open: Opening, _ body: Part, then last: Part = { _, _ in }
  ) async -> Journey? {
    let subject: ConformanceSubject
    do throws(BackendFailure) {
      subject = try await open()
    } catch {
      // Why: what was cut off when the time was up says nothing of it.
      if isSpent, isTimeUp { return nil }
      if report.runs == 0 { report.startFailure = error.description }
      report.add(.broken(.staysUp, error.description), after: [])
      return nil
    }
    report.runs += 1
    var journey = Journey(contract, subject, probe, limits, end: end)
    var clause = Clause.staysUp
    var reached: Journey?
    let watch = subject.watch(until: end)
    defer { watch?.cancel() }
    do throws(BackendFailure) {
      for action in path where !journey.isBroken { _ = try await journey.act(action) }
      if let heard, !journey.isBroken {
        let difference = journey.heard.count == heard.count ? zip(journey.heard, heard).first { $0 != $1 } : ("", "")
        journey.checks.append(
          difference == nil
            ? .holds(.isDeterministic)
            : .broken(.isDeterministic, "did not send the same events when the same calls were made again"))
      }
      if !journey.isBroken { try await body(&journey) { clause = $0 } }
      reached = journey
      if !journey.isBroken, !journey.isCut { try await last(&journey) { clause = $0 } }
      if !journey.isBroken, journey.calls > 0 { journey.checks.append(.holds(.staysUp)) }
    } catch {
      if isTimeUp {
        report.doubt(.staysUp, "the time was up before it had answered")
      } else {
        journey.checks.append(.broken(clause, error.description))
        report.doubt(.staysUp, "it answered nothing any more, which is told at \(clause.id)")
      }
    }
    let failure = await subject.close()
    // Why once more: what is cut off while it ends says nothing of how it would have ended.
    let isTold = !isTimeUp && !journey.isBroken
    if isTold, let failure {
      let clause: Clause = ProcessBackend.isTooLate(failure) ? .isSilentAtItsEnd : .ends
      journey.checks.append(.broken(clause, failure.description))
    } else if isTold, subject.backend is any PacedBackend {
      journey.checks.append(.holds(.ends))
    }
    for check in journey.checks { report.add(check, after: journey.path) }
    report.calls += journey.calls
    report.accepted.formUnion(journey.accepted)
    return reached
  }
}

extension Contract {
  /// Interrupts that may come at any moment and that a call answers.
  fileprivate var sendable: [EventID] {
    events.indices.map { EventID(index: UInt16($0)) }.filter { id in
      self[id].kind == .interrupt && self[id].after.isEmpty && calls.contains { $0.answers.contains(id) }
    }
  }
}
