// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
package import SDKContract
import Synchronization

/// An SDK that does what a cassette has, and nothing else: a run that asks for something else is stopped.
///
/// An event comes as long after the call before it as it did when it was recorded. One that the contract does not let come
/// ends the run, as it does when a program sends it.
package final class CassettePlayer: PacedBackend {
  private struct State {
    /// The entry that comes next.
    var next = 0
    /// How much later it is than it was then, in milliseconds.
    var shift: Int64 = 0
    var cover: SecretCover
    var difference: BackendFailure?
    /// The step at which the run waits and goes no further; nil if it is over.
    var waiting: String?
  }

  private let cassette: Cassette
  private let contract: Contract
  private let clock: any RunClock
  private let state: Mutex<State>

  /// - Parameter clock: that of the run.
  package init(_ cassette: Cassette, _ contract: Contract, _ clock: any RunClock) {
    self.cassette = cassette
    self.contract = contract
    self.clock = clock
    state = Mutex(State(cover: SecretCover(contract)))
  }

  package func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let now = clock.now.milliseconds
    let (reply, difference) = state.withLock { state -> (CassetteEntry.Reply?, BackendFailure?) in
      let asked = state.cover.stripped(call)
      if let entry = entry(state), case .call(let recorded, let reply) = entry.what,
        CallDifference(recorded, asked) == nil
      {
        step(behind: entry, now, &state)
        return (reply, nil)
      }
      return (nil, differs(.call(asked, .failure(.gone)), now, &state))
    }
    if let difference { throw difference }
    switch reply {
    case .answer(let answer): return answer
    case .failure(let kind): throw Self.recorded(kind)
    case nil: throw Self.recorded(.gone)
    }
  }

  package func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      let now = clock.now
      let (due, place, what) = state.withLock { state -> (Duration?, Int, CassetteEntry.What?) in
        let place = state.next
        guard let due = dueTime(state) else { return (nil, place, nil) }
        guard due <= now, let entry = entry(state) else { return (due, place, nil) }
        state.next += 1
        return (due, place, entry.what)
      }
      if case .event(let event)? = what { return try held(event, at: place) }
      if case .failure(let kind)? = what { throw Self.recorded(kind) }
      guard let due else { return nil }
      let limit = deadline.map { min($0, due) } ?? due
      guard limit > now else { return nil }
      await clock.sleep(until: limit)
      if Task.isCancelled { return nil }
    }
  }

  private func held(_ event: SDKEvent, at place: Int) throws(BackendFailure) -> SDKEvent {
    do throws(EventBreach) {
      return try contract.held(event)
    } catch {
      throw BackendFailure(.brokeContract, Self.place(place) + "the recorded SDK \(error.words)")
    }
  }

  package var nextEventTime: Duration? { state.withLock { dueTime($0) } }

  package var takesDirections: Bool { cassette.takesDirections }

  package var hasHeldReplies: Bool {
    let passed = cassette.entries.prefix(state.withLock { $0.next })
    for entry in passed.reversed() {
      if case .direction(.hold(let hadReplies)) = entry.what { return hadReplies }
    }
    return false
  }

  package func direct(_ direction: Direction) async throws(BackendFailure) {
    let now = clock.now.milliseconds
    let difference = state.withLock { state -> BackendFailure? in
      var mark = CassetteEntry.DirectedMark(direction)
      if case .send(let event) = direction { mark = .send(state.cover.stripped(event)) }
      if let entry = entry(state), case .direction(let recorded) = entry.what, recorded.isSame(as: mark) {
        step(behind: entry, now, &state)
        return nil
      }
      return differs(.direction(mark), now, &state)
    }
    if let difference { throw difference }
  }

  /// The run goes no further: it waits at a step, and nobody answers.
  package func stops(waitingAt step: String) { state.withLock { $0.waiting = step } }

  /// The difference; or what the cassette has and the run has not asked for, if it asks for nothing more.
  ///
  /// Why one that was thrown, too: a run that is over abandons the SDK's phase, and heeds no failure any more.
  package func close() async -> BackendFailure? {
    state.withLock { state in
      if let difference = state.difference { return difference }
      let rest = cassette.entries.indices.dropFirst(state.next)
      guard let place = rest.first(where: { cassette.entries[$0].isOfRun }) else { return nil }
      let now = state.waiting.map { "the step \(Diagnostic.quoting($0)) waits" } ?? "the run is over"
      return BackendFailure(.diverged, Self.place(place) + "then \(cassette.entries[place].what.words), now \(now)")
    }
  }

  private func entry(_ state: State) -> CassetteEntry? {
    state.next < cassette.entries.count ? cassette.entries[state.next] : nil
  }

  /// When the next entry comes by itself; nil if it does not.
  private func dueTime(_ state: State) -> Duration? {
    guard let entry = entry(state), !entry.isOfRun else { return nil }
    return .milliseconds(entry.time + state.shift)
  }

  private func step(behind entry: CassetteEntry, _ now: Int64, _ state: inout State) {
    state.next += 1
    state.shift = now - entry.time
  }

  /// The first difference; what comes after it says nothing.
  private func differs(_ asked: CassetteEntry.What, _ now: Int64, _ state: inout State) -> BackendFailure {
    if let difference = state.difference { return difference }
    let asked = state.cover.covered(CassetteEntry(time: now, what: asked)).what
    let difference = BackendFailure(
      .diverged, Self.place(state.next) + Self.words(then: entry(state)?.what, now: asked))
    state.difference = difference
    return difference
  }

  /// Where an entry stands in the file, as the beginning of a sentence.
  private static func place(_ entry: Int) -> String { "entry \(entry + 1) (line \(entry + 2)): " }

  private static func words(then: CassetteEntry.What?, now: CassetteEntry.What) -> String {
    if case .call(let then, _)? = then, case .call(let now, _) = now, let difference = CallDifference(then, now) {
      return "then \(difference.then), now \(difference.now)"
    }
    return "then \(then?.words ?? "nothing more was asked"), now \(now.words)"
  }

  private static func recorded(_ kind: BackendFailure.Kind) -> BackendFailure {
    switch kind {
    case .gone: BackendFailure(.gone, "it did so when it was recorded")
    case .brokeContract: BackendFailure(.brokeContract, "it did so when it was recorded")
    case .declined: BackendFailure(.declined, "it did so when it was recorded")
    case .diverged: BackendFailure(.diverged, "the recorded run differed from another cassette here")
    }
  }
}

extension CassetteEntry {
  /// Whether the run, or its scenario, does it, and not the SDK.
  var isOfRun: Bool {
    switch what {
    case .call, .direction: true
    case .event, .failure: false
    }
  }
}
