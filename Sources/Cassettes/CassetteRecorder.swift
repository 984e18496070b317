// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime
package import SDKContract
import Synchronization
import Values

/// An SDK that writes down what passes between it and the run.
package final class CassetteRecorder: PacedBackend {
  private struct State {
    var entries: [CassetteEntry] = []
    var cover: SecretCover
    /// About how many bytes it comes to.
    var weight = 0
    /// Somebody looked for an event since the last entry, and there was none.
    var missed = false
  }

  private let inner: any Backend
  private let clock: any RunClock
  private let state: Mutex<State>
  private let most: Int
  private let noted: (@Sendable (Int) -> Void)?

  /// - Parameters:
  ///   - clock: that of the run.
  ///   - most: the bytes that the cassette may have; what is more is not kept.
  ///   - noted: told the number of each entry as it is made, counted from 0.
  package init(
    _ inner: any Backend, _ contract: Contract, _ clock: any RunClock, most: Int,
    noted: (@Sendable (Int) -> Void)? = nil
  ) {
    self.inner = inner
    self.clock = clock
    self.most = most
    self.noted = noted
    state = Mutex(State(cover: SecretCover(contract)))
  }

  private var paced: (any PacedBackend)? { inner as? any PacedBackend }

  /// What was recorded so far; nil if it was too much.
  package func cassette(_ identity: Cassette.Identity) -> Cassette? {
    state.withLock { state in
      guard state.weight <= most, !state.cover.isFull else { return nil }
      return Cassette(
        identity: identity, takesDirections: takesDirections, entries: state.entries.map(state.cover.covered))
    }
  }

  package func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let place = add { cover in .call(cover.stripped(call), .failure(.gone)) }
    do throws(BackendFailure) {
      let answer = try await inner.perform(call)
      finish(place, .answer(answer))
      return answer
    } catch {
      finish(place, .failure(error.kind))
      throw error
    }
  }

  package func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    let isLook = deadline.map { $0 <= clock.now } ?? false
    do throws(BackendFailure) {
      guard let event = try await inner.nextEvent(until: deadline) else {
        state.withLock { $0.missed = true }
        return nil
      }
      add(isThere: isLook) { cover in .event(cover.stripped(event)) }
      return event
    } catch {
      add { _ in .failure(error.kind) }
      throw error
    }
  }

  /// - Parameter isThere: whether it had come when somebody looked.
  /// - Returns: the number of the entry; nil if it is too much.
  @discardableResult
  private func add(isThere: Bool = false, _ what: (inout SecretCover) -> CassetteEntry.What) -> Int? {
    let place = state.withLock { state -> Int? in
      guard state.weight <= most else { return nil }
      var time = clock.now.milliseconds
      // Why: on a live clock it was there before this moment, and is to be there again when somebody looks.
      if isThere, !clock.isVirtual, !state.missed, let last = state.entries.last?.time { time = last }
      let entry = CassetteEntry(time: max(time, state.entries.last?.time ?? 0), what: what(&state.cover))
      state.missed = false
      state.weight += entry.weight
      state.entries.append(entry)
      return state.entries.count - 1
    }
    if let place { noted?(place) }
    return place
  }

  private func finish(_ place: Int?, _ reply: CassetteEntry.Reply) {
    guard let place else { return }
    state.withLock { state in
      guard case .call(let call, _) = state.entries[place].what else { return }
      if case .answer(.rejected(_, let message?)) = reply { state.weight += message.utf8.count }
      state.entries[place].what = .call(call, reply)
    }
  }

  package var nextEventTime: Duration? { paced?.nextEventTime }

  package var takesDirections: Bool { paced?.takesDirections ?? false }

  package var hasHeldReplies: Bool {
    guard let paced, paced.hasHeldReplies else { return false }
    state.withLock { state in
      let place = state.entries.lastIndex { if case .direction(.hold) = $0.what { true } else { false } }
      if let place { state.entries[place].what = .direction(.hold(hadReplies: true)) }
    }
    return true
  }

  package func direct(_ direction: Direction) async throws(BackendFailure) {
    add { cover in
      guard case .send(let event) = direction else { return .direction(CassetteEntry.DirectedMark(direction)) }
      return .direction(.send(cover.stripped(event)))
    }
    try await paced?.direct(direction)
  }

  package func close() async -> BackendFailure? { await paced?.close() }
}

extension CassetteEntry {
  /// About how many bytes it takes in a file.
  fileprivate var weight: Int {
    switch what {
    case .call(let call, _): 80 + call.name.utf8.count + call.arguments.weight
    case .event(let event), .direction(.send(let event)):
      80 + event.name.utf8.count + event.data.weight + (event.statusMessage?.utf8.count ?? 0)
        + (event.errorMessage?.utf8.count ?? 0)
    case .failure, .direction: 80
    }
  }
}

extension Record {
  fileprivate var weight: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.weight + 4 } }
}

extension Value {
  fileprivate var weight: Int {
    switch self {
    case .text(let text): text.utf8.count + 2
    case .list(let values): values.reduce(2) { $0 + $1.weight }
    case .record(let record): record.weight
    case .int, .flag, .secret: 8
    }
  }
}
