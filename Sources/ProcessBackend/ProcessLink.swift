// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Redaction
import Synchronization
import SystemCalls
import Values

/// A process on the other end of two pipes, which is asked and answers, and may tell something at any time.
///
/// One thread of its own reads, keeps the deadlines and sees to the end of the process. The first failure is the last
/// word: all that wait are told, and the process is ended.
final class ProcessLink: Sendable {
  typealias Reply = Result<JSONNode, BackendFailure>

  struct Pending {
    let method: String
    let what: String
    let limit: Duration
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Reply, Never>
  }

  struct State {
    var lastID = 0
    var pending: [Int: Pending] = [:]
    /// Requests that were taken back, whose answers may still come.
    var dropped: Set<Int> = []
    /// Requests that were taken back before they were written.
    var early: Set<Int> = []
    /// What is still to be written.
    var output: [UInt8] = []
    var mask = SecretMask.ofMessages
    var failure: BackendFailure?
    /// When the thread looks up from its reading.
    var wakeUp = ContinuousClock.now
    /// Whether it has answered that it shuts down.
    var hasShutDown = false
    /// When the process must have ended; nil while it has not answered that.
    var end: ContinuousClock.Instant?
    /// Whether it may still be written to.
    var isOpen = true
    /// Whether its end is told when it comes; else at the next question: where time stands still in between, what is told
    /// must not depend on who is faster.
    var isWatched: Bool
    /// Whether it has answered anything yet.
    var hasGreeted = false
    var isOver = false
    /// What it did wrong, at its end or before; nil if nothing.
    var problem: BackendFailure?
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  /// What to call the process in messages, such as `the backend`.
  let name: String
  let limits: ProcessLimits
  let child: ChildProcess
  let children: ChildProcesses
  /// Whether what it leaves behind is a failure, and nothing is remarked.
  let isOnTrial: Bool
  let wake: PipeEnds
  let state: Mutex<State>
  let onNotification: @Sendable (String, JSONNode?) throws(WireFault) -> Void
  let onAnswer: @Sendable () -> Void
  private let onFailure: @Sendable (BackendFailure) -> Void

  /// What is wrong with a message behind the last one, as the rest of a sentence that begins with the process's name.
  static let saidTooLate = "said something after its answer to `shutdown`"

  /// How long the thread sleeps at most: as long as the end of a silent process may stay unseen.
  static let longestSleep = Duration.milliseconds(100)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - onNotification: told what the process tells, on a thread of its own; it throws if that may not be.
  ///   - onAnswer: told of each answer but that to `shutdown`, before who asked has it.
  ///   - onFailure: told once, when nothing more can come.
  /// - Throws: when the program cannot be started.
  init(
    _ words: [String], name: String, limits: ProcessLimits, in children: ChildProcesses, isOnTrial: Bool = false,
    onNotification: @escaping @Sendable (String, JSONNode?) throws(WireFault) -> Void,
    onAnswer: @escaping @Sendable () -> Void,
    onFailure: @escaping @Sendable (BackendFailure) -> Void
  ) throws(BackendFailure) {
    self.name = name
    self.limits = limits
    self.children = children
    self.isOnTrial = isOnTrial
    state = Mutex(State(isWatched: isOnTrial))
    self.onNotification = onNotification
    self.onAnswer = onAnswer
    self.onFailure = onFailure
    let program = words.first ?? ""
    do throws(SystemError) {
      wake = try PipeEnds()
    } catch {
      throw BackendFailure(.gone, "\(name) cannot be started: \(error)")
    }
    do throws(SystemError) {
      child = try children.start(words)
    } catch {
      wake.closeBoth()
      throw BackendFailure(
        .gone, "\(name) cannot be started: \(Diagnostic.quoting(program, limit: 60)): \(error)")
    }
    wake.neverWait()
    OwnThread.start { [self] in read() }
  }

  /// Says what a person should know who looks for the cause of what comes of it.
  func remark(_ words: String) { if !isOnTrial { children.log("\(name) \(words)") } }

  /// Remembers what must never be quoted.
  func note(secret: [UInt8]) { state.withLock { $0.mask.note(secret) } }

  /// Remembers the fields whose values must never be quoted, and the names that may be, whoever says them.
  func note(secretNames names: Set<String>, harmless: Set<String>) {
    state.withLock { ($0.mask.secretNames, $0.mask.harmlessNames) = (names, harmless) }
  }

  /// Remembers what is secret in a message by what it is called, and all that somebody hands in.
  func note(secretsIn message: JSONNode) { state.withLock { $0.mask.note(secretsIn: message) } }

  /// Remembers the texts of a world.
  ///
  /// - Parameter names: those that are no secrets, whoever sends them.
  func note(world: JSONNode, except names: Set<String>) {
    state.withLock { $0.mask.note(world: world, except: names) }
  }

  /// Why nothing more can come; nil while something can.
  var failure: BackendFailure? { state.withLock { $0.failure } }

  /// Has its end told when it comes from now on, and not only at the next question.
  func watch() {
    state.withLock { $0.isWatched = true }
    wakeThread()
  }

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
        let pending = Pending(
          method: method, what: what, limit: limit, deadline: .now + limit, continuation: continuation)
        ask(line, id, pending, isDroppable: isDroppable)
      }
    } onCancel: {
      cancel(id, isDroppable: isDroppable)
    }
    return try reply.get()
  }

  /// That others of its group live on.
  static let leftBehind = "left a process behind in its process group"
  /// That somebody else lives on and can write in its place.
  static let heldOpen = "left a process behind, which still holds its output"
  /// How an end is told that did not come right.
  static let toldToEnd = "it was told to shut down"

  /// Reads an answer; one in another form is the end of the process.
  func read<Value>(
    _ node: JSONNode, as what: String, _ read: (JSONNode) throws(JSONProblem) -> Value
  ) throws(BackendFailure) -> Value {
    do throws(JSONProblem) {
      return try read(node)
    } catch {
      throw fail(BackendFailure(.brokeContract, "\(name) answered \(what) in another form: \(error.words)"))
    }
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
  ///
  /// - Returns: it, without secrets.
  @discardableResult
  func fail(_ failure: BackendFailure) -> BackendFailure {
    let covered = state.withLock { $0.mask.cover(failure) }
    if settle(covered) { wakeThread() }
    return covered
  }

  /// Tells the process to shut down, and returns when it is gone, by itself or not.
  ///
  /// What it still says is read to the end, and its exit status is looked at: the verdict on a process does not depend on
  /// who was faster.
  ///
  /// - Returns: what it did wrong, whether somebody was told it before or not; nil if it ended as it was told to.
  func close() async -> BackendFailure? {
    if failure == nil { _ = try? await request("shutdown", "`shutdown`", within: limits.shutdown) { _ in } }
    state.withLock { $0.end = $0.end ?? .now + limits.shutdown }
    wakeThread()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waitingForEnd.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.problem }
  }

  private func ask(_ line: [UInt8], _ id: Int, _ pending: Pending, isDroppable: Bool) {
    enum Next { case fail(BackendFailure), wake, nothing }
    let next = state.withLock { state -> Next in
      if let failure = state.failure { return .fail(failure) }
      if state.isOver { return .fail(BackendFailure(.gone, "\(name) was ended")) }
      let isEarly = state.early.remove(id) != nil
      if isEarly, isDroppable { return .fail(Self.takenBack) }
      state.pending[id] = pending
      let isLeft = write(isEarly ? line + Self.cancelling(id) : line, &state)
      return isLeft || pending.deadline < state.wakeUp ? .wake : .nothing
    }
    switch next {
    case .fail(let failure): pending.continuation.resume(returning: .failure(failure))
    case .wake: wakeThread()
    case .nothing: break
    }
  }

  private func cancel(_ id: Int, isDroppable: Bool) {
    let (dropped, isLeft) = state.withLock { state -> (Pending?, Bool) in
      guard let pending = state.pending[id] else {
        // It is not asked yet, or answered already.
        state.early.insert(id)
        return (nil, false)
      }
      let isLeft = write(Self.cancelling(id), &state)
      guard isDroppable else { return (nil, isLeft) }
      state.pending[id] = nil
      state.dropped.insert(id)
      return (pending, isLeft)
    }
    if isLeft { wakeThread() }
    dropped?.continuation.resume(returning: .failure(Self.takenBack))
  }

  private static let takenBack = BackendFailure(.gone, "nobody waits for this any more")

  private static func cancelling(_ id: Int) -> [UInt8] { WireMessage.written("cancel") { $0.field("id", id) } }

  /// Whether something is left to be written, for which the thread must wait.
  private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
    state.output += bytes
    return flush(&state)
  }

  func flush(_ state: inout State) -> Bool {
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

  /// - Parameter isProblem: whether the process did something wrong.
  /// - Returns: false if another failure was first.
  func settle(_ failure: BackendFailure, isProblem: Bool = true) -> Bool {
    let pending = state.withLock { state -> [Pending]? in
      guard state.failure == nil else { return nil }
      state.failure = failure
      if isProblem { state.problem = failure }
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    guard let pending else { return false }
    onFailure(failure)
    for request in pending { request.continuation.resume(returning: .failure(failure)) }
    return true
  }

  /// Whether it has had all the time that there is for its end.
  var isEndOverdue: Bool { state.withLock { $0.end.map { $0 <= .now } ?? false } }
}
