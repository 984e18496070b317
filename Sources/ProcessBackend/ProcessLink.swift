// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process on the other end of two pipes, which is asked and answers, and may tell something at any time.
///
/// One thread of its own reads, keeps the deadlines and sees to the end of the process. The first failure is the last
/// word: all that wait are told, and the process is ended.
final class ProcessLink: Sendable {
  typealias Reply = Result<JSONNode, BackendFailure>

  private struct Pending {
    let what: String
    let limit: Duration
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Reply, Never>
  }

  private struct State {
    var lastID = 0
    var pending: [Int: Pending] = [:]
    /// Requests that were taken back, whose answers may still come.
    var dropped: Set<Int> = []
    /// What is still to be written.
    var output: [UInt8] = []
    var mask = SecretMask()
    var failure: BackendFailure?
    /// When the thread looks up from its reading.
    var wakeUp = ContinuousClock.now
    /// When the process must have ended; nil while it is not told to.
    var end: ContinuousClock.Instant?
    /// Whether it may still be written to.
    var isOpen = true
    var isOver = false
    /// What it did wrong at its end.
    var lastProblem: BackendFailure?
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  /// What to call the process in messages, such as `the backend`.
  let name: String
  let limits: ProcessLimits
  private let child: ChildProcess
  private let children: ChildProcesses
  private let wake: PipeEnds
  private let state = Mutex(State())
  private let onNotification: @Sendable (String, JSONNode?) throws(WireFault) -> Void
  private let onFailure: @Sendable (BackendFailure) -> Void

  /// How long the thread sleeps at most: as long as the end of a silent process may stay unseen.
  private static let longestSleep = Duration.milliseconds(100)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - onNotification: told what the process tells, on a thread of its own; it throws if that may not be.
  ///   - onFailure: told once, when nothing more can come.
  /// - Throws: when the program cannot be started.
  init(
    _ words: [String], name: String, limits: ProcessLimits, in children: ChildProcesses,
    onNotification: @escaping @Sendable (String, JSONNode?) throws(WireFault) -> Void,
    onFailure: @escaping @Sendable (BackendFailure) -> Void
  ) throws(BackendFailure) {
    self.name = name
    self.limits = limits
    self.children = children
    self.onNotification = onNotification
    self.onFailure = onFailure
    let program = words.first ?? ""
    do throws(SystemWord) {
      wake = try PipeEnds()
    } catch {
      throw BackendFailure(.gone, "\(name) cannot be started: \(error)")
    }
    do throws(SystemWord) {
      child = try children.start(words)
    } catch {
      wake.closeBoth()
      throw BackendFailure(
        .gone, "\(name) cannot be started: \(Diagnostic.quoting(program, limit: 60)): \(error)")
    }
    for end in [wake.reading, wake.writing] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    LinkThread.start { [self] in read() }
  }

  /// Remembers what must never be quoted.
  func note(secret: [UInt8]) { state.withLock { $0.mask.note(secret) } }

  /// Remembers the texts of a world.
  func note(world: JSONNode) { state.withLock { $0.mask.note(world: world) } }

  /// Why nothing more can come; nil while something can.
  var failure: BackendFailure? { state.withLock { $0.failure } }

  /// Asks, and waits for the answer.
  ///
  /// When the task is cancelled, the process is told so; the answer is still waited for, unless `isDroppable`.
  ///
  /// - Parameter what: what is asked, for messages, such as `` `setUser` ``.
  func request(
    _ method: String, _ what: String, within limit: Duration, isDroppable: Bool = false,
    _ params: (inout JSONWriter) -> Void
  ) async throws(BackendFailure) -> JSONNode {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let line = WireMessage.written(method, id: id, params)
    let reply: Reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ask(line, id, Pending(what: what, limit: limit, deadline: .now + limit, continuation: continuation))
      }
    } onCancel: {
      cancel(id, isDroppable: isDroppable)
    }
    return try reply.get()
  }

  /// Tells, and waits for nothing.
  func notify(_ method: String, _ params: (inout JSONWriter) -> Void) {
    let line = WireMessage.written(method, params)
    let isLeft = state.withLock { state in
      guard state.failure == nil, !state.isOver else { return false }
      return write(line, &state)
    }
    if isLeft { wakeThread() }
  }

  /// The first failure; the process is ended.
  func fail(_ failure: BackendFailure) {
    guard settle(failure) else { return }
    wakeThread()
  }

  /// Tells the process to shut down, and returns when it is gone, by itself or not.
  ///
  /// - Returns: what it did wrong at the end; nil if it ended as it was told to, or had failed before.
  func close() async -> BackendFailure? {
    var problem: BackendFailure?
    if failure == nil {
      do throws(BackendFailure) {
        _ = try await request("shutdown", "`shutdown`", within: limits.shutdown) { _ in }
      } catch {
        problem = error
      }
    }
    state.withLock { $0.end = $0.end ?? .now + limits.shutdown }
    wakeThread()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waitingForEnd.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
    return problem ?? state.withLock { $0.lastProblem }
  }

  private func ask(_ line: [UInt8], _ id: Int, _ pending: Pending) {
    enum Next { case fail(BackendFailure), wake, nothing }
    let next = state.withLock { state -> Next in
      if let failure = state.failure { return .fail(failure) }
      if state.isOver { return .fail(BackendFailure(.gone, "\(name) was ended")) }
      state.pending[id] = pending
      let isLeft = write(line, &state)
      return isLeft || pending.deadline < state.wakeUp ? .wake : .nothing
    }
    switch next {
    case .fail(let failure): pending.continuation.resume(returning: .failure(failure))
    case .wake: wakeThread()
    case .nothing: break
    }
  }

  private func cancel(_ id: Int, isDroppable: Bool) {
    let dropped = state.withLock { state -> Pending? in
      guard isDroppable, let pending = state.pending.removeValue(forKey: id) else { return nil }
      state.dropped.insert(id)
      return pending
    }
    notify("cancel") { $0.field("id", id) }
    dropped?.continuation.resume(returning: .failure(BackendFailure(.gone, "nobody waits for this any more")))
  }

  /// Whether something is left to be written, for which the thread must wait.
  private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
    state.output += bytes
    return flush(&state)
  }

  private func flush(_ state: inout State) -> Bool {
    guard state.isOpen else { return false }
    while !state.output.isEmpty {
      // A pipe that nobody reads any more is seen by the thread, at the other pipe.
      guard case .bytes(let count) = Transfer.write(state.output[...], to: child.input) else { return true }
      if count == state.output.count {
        state.output.removeAll(keepingCapacity: true)
      } else {
        state.output.removeFirst(count)
      }
    }
    return false
  }

  private func wakeThread() {
    state.withLock { state in
      if !state.isOver { _ = Transfer.write([0], to: wake.writing) }
    }
  }

  /// False if another failure was first.
  private func settle(_ failure: BackendFailure) -> Bool {
    let pending = state.withLock { state -> [Pending]? in
      guard state.failure == nil else { return nil }
      state.failure = failure
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    guard let pending else { return false }
    onFailure(failure)
    for request in pending { request.continuation.resume(returning: .failure(failure)) }
    return true
  }

  private var isClosing: Bool { state.withLock { $0.end != nil } }
}

/// The thread that reads.
extension ProcessLink {
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineBuffer(longest: limits.longestLine)
    /// When the line must be whole that has begun.
    var partLimit: ContinuousClock.Instant?
    reading: while true {
      let (sleep, wantsToWrite) = state.withLock { state in
        let now = ContinuousClock.now
        let times = state.pending.values.map(\.deadline) + [state.end, partLimit].compactMap { $0 }
        state.wakeUp = min(times.min() ?? now + Self.longestSleep, now + Self.longestSleep)
        return (state.wakeUp - now, !state.output.isEmpty)
      }
      var entries = [
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wantsToWrite ? child.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      _ = poll(&entries, nfds_t(entries.count), sleep.pollMilliseconds)
      if entries[1].revents != 0 { _ = Transfer.read(from: wake.reading, into: &buffer) }
      if entries[2].revents != 0 { _ = state.withLock { flush(&$0) } }
      if entries[0].revents != 0 {
        switch Transfer.read(from: child.output, into: &buffer) {
        case .bytes(let count):
          lines.add(buffer[..<count])
          if take(&lines) > 0 { partLimit = nil }
          partLimit = lines.hasPart ? partLimit ?? .now + limits.call : nil
        case .later: break
        case .closed:
          if !isClosing { ended(isOutputClosed: true, lines.part) }
          break reading
        }
      } else if entries[1].revents == 0, child.exit != nil {
        if !isClosing { ended(isOutputClosed: false, lines.part) }
        break reading
      }
      if failure != nil { break }
      if let limit = partLimit, ContinuousClock.now >= limit {
        fail(.gone, "began a line and did not end it within \(limits.call.inWords)", lines.part)
      }
      checkDeadlines()
      if failure != nil || isClosing { break }
    }
    finish()
  }

  /// Nothing more is read: the process ends, or is ended.
  private func finish() {
    let (end, hasFailed) = state.withLock { state in
      state.isOpen = false
      child.closeInput()
      return (state.end, state.failure != nil)
    }
    if let end, !hasFailed, child.waitForExit(atMost: max(.zero, end - .now)) == nil {
      let words = "\(name) did not end within \(limits.shutdown.inWords) after it was told to"
      state.withLock { $0.lastProblem = BackendFailure(.gone, words) }
    }
    child.end(grace: limits.grace)
    children.forget(child)
    _ = settle(BackendFailure(.gone, "\(name) was ended"))
    let waiting = state.withLock { state in
      state.isOver = true
      // No write comes after this: the numbers may be those of other files soon.
      child.closeOutput()
      wake.closeBoth()
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in waiting { continuation.resume() }
  }

  /// How many lines there were.
  private func take(_ lines: inout LineBuffer) -> Int {
    var count = 0
    while failure == nil, let line = lines.next() {
      count += 1
      guard line.count <= limits.longestLine else {
        tooLong(line[...])
        break
      }
      do throws(WireFault) {
        try receive(line)
      } catch {
        fail(.brokeContract, error.words, line[...])
      }
    }
    if lines.isTooLong { tooLong(lines.part) }
    return count
  }

  private func tooLong(_ line: ArraySlice<UInt8>) {
    fail(.brokeContract, "sent a line of more than \(limits.longestLine) bytes", line)
  }

  private func receive(_ line: [UInt8]) throws(WireFault) {
    let message: WireMessage
    do throws(JSONProblem) {
      message = try WireMessage(line)
    } catch {
      throw WireFault("sent what is no message (column \(error.place.column): \(error.message))")
    }
    switch message {
    case .notification(let method, let params): try onNotification(method, params)
    case .request(_, let method, _):
      throw WireFault("asked for \(Diagnostic.quoting(method)): it may answer and tell, not ask")
    case .result(let id, let node):
      guard let pending = try answered(id) else { return }
      pending.continuation.resume(returning: .success(node))
    case .error(let id, let code, _):
      guard let pending = try id.flatMap({ id throws(WireFault) in try answered(id) }) else {
        throw WireFault("could not carry out a request (error \(code))")
      }
      let failure = failure(.brokeContract, "could not carry out \(pending.what) (error \(code))", line[...])
      _ = settle(failure)
      pending.continuation.resume(returning: .failure(failure))
    }
  }

  /// Nil for the answer to a request that was taken back.
  private func answered(_ id: Int) throws(WireFault) -> Pending? {
    let (pending, wasDropped) = state.withLock { state in
      (state.pending.removeValue(forKey: id), state.dropped.remove(id) != nil)
    }
    guard pending != nil || wasDropped else { throw WireFault("answered the request \(id), which is not open") }
    return pending
  }

  private func checkDeadlines() {
    let now = ContinuousClock.now
    let late = state.withLock { state in state.pending.values.first { $0.deadline <= now } }
    guard let late else { return }
    fail(BackendFailure(.gone, "\(name) did not answer \(late.what) within \(late.limit.inWords)"))
  }

  private func ended(isOutputClosed: Bool, _ part: ArraySlice<UInt8>) {
    let during = state.withLock { $0.pending.values.first?.what }
    let exit = child.waitForExit(atMost: min(limits.grace, .milliseconds(200)))
    let what = exit.map { "\($0)" } ?? "closed its output"
    let words = what + (during.map { " instead of answering \($0)" } ?? ", which nobody had told it to")
    if part.isEmpty { fail(BackendFailure(.gone, "\(name) \(words)")) } else { fail(.gone, words, part) }
  }

  private func fail(_ kind: BackendFailure.Kind, _ words: String, _ line: ArraySlice<UInt8>) {
    fail(failure(kind, words, line))
  }

  private func failure(_ kind: BackendFailure.Kind, _ words: String, _ line: ArraySlice<UInt8>) -> BackendFailure {
    BackendFailure(kind, "\(name) \(words): \(state.withLock { $0.mask.quote(line) })")
  }
}

/// What a message of a process has that it may not have: the rest of a sentence that begins with its name.
struct WireFault: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

extension Duration {
  /// Such as `10 s` or `200 ms`.
  var inWords: String {
    let milliseconds = self.milliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
