// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Redaction
import Synchronization
import SystemCalls

/// The thread that reads.
extension ProcessLink {
  func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineBuffer(longest: limits.longestLine)
    let errors = ErrorLog(child.errors, of: name) { [self] in
      state.withLock { $0.mask }
    } log: { [children] in
      children.log($0)
    }
    /// When the line must be whole that has begun.
    var partLimit: ContinuousClock.Instant?
    /// Whether nothing more comes, and nobody has asked for anything since.
    var isSilent = false
    while true {
      let (sleep, wantsToWrite) = state.withLock { state in
        let now = ContinuousClock.now
        let times = state.pending.values.map(\.deadline) + [state.end, partLimit].compactMap { $0 }
        state.wakeUp = min(times.min() ?? now + Self.longestSleep, now + Self.longestSleep)
        return (state.wakeUp - now, state.isOpen && !state.output.isEmpty)
      }
      var ends = [
        AwaitedEnd(isSilent ? nil : child.output), AwaitedEnd(wake.reading),
        AwaitedEnd(wantsToWrite ? child.input : nil, isWritten: true), AwaitedEnd(errors.descriptor),
      ]
      _ = AwaitedEnd.wait(for: &ends, atMost: sleep.waitedMilliseconds)
      if ends[1].isReady { _ = Transfer.read(from: wake.reading, into: &buffer) }
      if ends[2].isReady { _ = state.withLock { flush(&$0) } }
      if ends[3].isReady { errors.read(into: &buffer) }
      if ends[0].isReady {
        switch Transfer.read(from: child.output, into: &buffer) {
        case .bytes(let count):
          lines.add(buffer[..<count])
          if take(&lines) > 0 { partLimit = nil }
          partLimit = lines.hasPart ? partLimit ?? .now + limits.call : nil
        case .later: break
        case .closed: (isSilent, partLimit) = (true, nil)
        }
      } else if !isSilent, !ends[1].isReady, child.hasEnded {
        // Why: it may have said its last word since its output was looked at.
        if hasMore { continue }
        (isSilent, partLimit) = (true, nil)
      }
      if isSilent, isEndTold {
        ended(lines.part, errors)
        break
      }
      if failure != nil { break }
      if let limit = partLimit, ContinuousClock.now >= limit {
        fail(.gone, "began a line and did not end it within \(limits.call.inWords)", lines.part)
      }
      checkDeadlines(lines)
      if failure != nil || isEndOverdue { break }
    }
    finish(errors)
    errors.finish(into: &buffer) { [self] in leave() }
  }

  /// Whether its end is reported now: because a request is open, because it must not end yet, or because it was told to.
  private var isEndTold: Bool {
    state.withLock { $0.isWatched || $0.hasShutDown || !$0.hasGreeted || !$0.pending.isEmpty }
  }

  /// Whether something is there to be read, or the output is closed.
  private var hasMore: Bool { AwaitedEnd.wait(for: AwaitedEnd(child.output), atMost: 0) }

  /// Nothing more is read of its output: the process ends, or is ended.
  private func finish(_ errors: ErrorLog) {
    let (end, hasFailed) = state.withLock { state in
      state.isOpen = false
      child.closeInput()
      return (state.end ?? .now + limits.shutdown, state.failure != nil)
    }
    if !hasFailed {
      let left = isOnTrial ? whatIsLeft(until: end, errors) : nil
      switch ending(until: end, errors) {
      case .code(0)?: if let left { fail(BackendFailure(.gone, "\(name) \(left)")) }
      case let exit?: fail(BackendFailure(.gone, "\(name) \(exit) after \(ProcessLink.toldToEnd)"))
      case nil:
        fail(BackendFailure(.gone, "\(name) did not end within \(limits.shutdown.inWords) after it was told to"))
      }
    }
    child.end(grace: limits.grace)
    children.forget(child)
    // That it was ended is what was asked for, and nothing that went wrong.
    _ = settle(BackendFailure(.gone, "\(name) was ended"), isProblem: false)
  }

  /// What lives on of it when it has ended, and that has had time to end, as the rest of a sentence; nil for nothing.
  ///
  /// - Parameter end: when it must have ended itself.
  private func whatIsLeft(until end: ContinuousClock.Instant, _ errors: ErrorLog) -> String? {
    guard hasEnded(by: end, errors) else { return nil }
    let end = ContinuousClock.now + limits.grace
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    var isClosed = false
    while true {
      if !isClosed, case .closed = Transfer.read(from: child.output, into: &buffer) { isClosed = true }
      let hasCompany = child.hasCompany
      if isClosed, !hasCompany { return nil }
      guard ContinuousClock.now < end else {
        return hasCompany ? ProcessLink.leftBehind : ProcessLink.heldOpen
      }
      errors.wait(atMost: 10, into: &buffer)
    }
  }

  /// How it ends by then; nil if it does not.
  private func ending(until end: ContinuousClock.Instant, _ errors: ErrorLog) -> ChildProcess.Exit? {
    hasEnded(by: end, errors) ? child.waitForExit(atMost: .zero) : nil
  }

  /// Whether it ends by then; its standard error is read meanwhile, for which it may wait.
  private func hasEnded(by end: ContinuousClock.Instant, _ errors: ErrorLog) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var pause: Int32 = 1
    while !child.hasEnded {
      guard ContinuousClock.now < end else { return false }
      errors.wait(atMost: pause, into: &buffer)
      pause = min(pause * 2, 10)
    }
    return true
  }

  /// Nobody reads or writes any more.
  private func leave() {
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
    guard !state.withLock({ $0.hasShutDown }) else { throw WireFault(Self.saidTooLate) }
    switch message {
    case .notification(let method, let params):
      guard state.withLock({ $0.hasGreeted }) else {
        throw WireFault("told of \(Diagnostic.quoting(method)) before it had answered `initialize`")
      }
      // A token that it issues now may stand in what it says later.
      if let params { state.withLock { $0.mask.note(secretsIn: params) } }
      try onNotification(method, params)
    case .request(_, let method, _):
      throw WireFault("asked for \(Diagnostic.quoting(method)): it may answer and tell, not ask")
    case .result(let id, let node):
      guard let pending = try answered(id) else { return }
      if pending.method != "shutdown" { onAnswer() }
      pending.continuation.resume(returning: .success(node))
      if pending.method == "shutdown" { try Self.checkLast(node) }
    case .error(let id, let code, let words):
      guard let pending = try id.flatMap({ id throws(WireFault) in try answered(id) }) else {
        throw WireFault("could not carry out a request (error \(code))")
      }
      // Why: its own words tell what to mend, such as what stands in a world; the rest of the line would only cut them short.
      let told = words.isEmpty ? line[...] : Array(words.utf8)[...]
      let isDeclined = code == WireProtocol.declined && pending.method == "initialize"
      let failure = failure(
        isDeclined ? .declined : .brokeContract, "could not carry out \(pending.what) (error \(code))", told,
        isReadable: true)
      _ = settle(failure)
      pending.continuation.resume(returning: .failure(failure))
    }
  }

  /// The answer to `shutdown` says nothing: `null` or a list would be another answer.
  static func checkLast(_ node: JSONNode) throws(WireFault) {
    do throws(JSONProblem) {
      try node.object().finish()
    } catch {
      throw WireFault("answered `shutdown` in another form: \(error.words)")
    }
  }

  /// Nil for the answer to a request that was taken back.
  private func answered(_ id: WireID) throws(WireFault) -> Pending? {
    let (pending, wasDropped) = state.withLock { state -> (Pending?, Bool) in
      state.hasGreeted = true
      guard case .number(let id) = id else { return (nil, false) }
      let pending = state.pending.removeValue(forKey: id)
      if pending?.method == "shutdown" {
        state.hasShutDown = true
        // Nothing more is said to it: what waits for the end of its input ends now.
        state.isOpen = false
        state.output = []
        child.closeInput()
      }
      return (pending, state.dropped.remove(id) != nil)
    }
    guard pending != nil || wasDropped else {
      if case .text = id {
        throw WireFault("answered with the text \(id.quoted) as `id`: mfaflow's own are whole numbers")
      }
      throw WireFault("answered the request \(id.quoted), which is not open")
    }
    return pending
  }

  private func checkDeadlines(_ lines: LineBuffer) {
    let now = ContinuousClock.now
    let late = state.withLock { state in state.pending.values.first { $0.deadline <= now } }
    guard let late else { return }
    // The answer may have begun: then two times are over at once.
    if lines.hasPart {
      return fail(.gone, "began a line and did not end it within \(late.limit.inWords)", lines.part)
    }
    fail(BackendFailure(.gone, "\(name) did not answer \(late.what) within \(late.limit.inWords)"))
  }

  /// - Parameter part: what it had begun to say.
  private func ended(_ part: ArraySlice<UInt8>, _ errors: ErrorLog) {
    // Why: a process may be gone before it is asked for the first time.
    let (during, hasShutDown) = state.withLock { state in
      (state.hasGreeted ? state.pending.values.first?.what : "`initialize`", state.hasShutDown)
    }
    if hasShutDown {
      if !part.isEmpty { fail(.brokeContract, Self.saidTooLate, part) }
      return
    }
    let exit = ending(until: .now + min(limits.grace, .milliseconds(200)), errors)
    let what = exit.map { "\($0)" } ?? "closed its output"
    let words = what + (during.map { " instead of answering \($0)" } ?? ", which nobody had told it to")
    if part.isEmpty { fail(BackendFailure(.gone, "\(name) \(words)")) } else { fail(.gone, words, part) }
  }

  private func fail(_ kind: BackendFailure.Kind, _ words: String, _ line: ArraySlice<UInt8>) {
    fail(failure(kind, words, line))
  }

  /// What is said in place of a line that cannot be read.
  static func unquoted(_ line: ArraySlice<UInt8>) -> String {
    line.isEmpty ? "" : "; the line of \(line.count) \(line.count == 1 ? "byte" : "bytes") is not quoted"
  }

  private func failure(
    _ kind: BackendFailure.Kind, _ words: String, _ line: ArraySlice<UInt8>, isReadable: Bool = false
  ) -> BackendFailure {
    state.withLock { state in
      let message = try? WireMessage.node(Array(line))
      guard isReadable || message != nil else {
        // Why: what cannot be read may hold what nobody knows to be a secret, such as a token that the SDK has issued.
        return BackendFailure(kind, state.mask.cover("\(name) \(words)") + Self.unquoted(line))
      }
      if let message { state.mask.note(secretsIn: message) }
      return BackendFailure(kind, state.mask.cover("\(name) \(words)") + ": " + state.mask.quote(line))
    }
  }
}
