// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
import Redaction
import SDKContract
import Synchronization
import SystemCalls
import Values

/// Lines that are said to a program and heard from it, right or wrong: for those who want to know what it makes of them.
///
/// It blocks its thread; ``hold(_:knowing:limits:in:_:)`` gives it one.
package struct RawDialogue {
  /// What came of a request.
  package enum Answer {
    case result(JSONNode)
    /// It said that it could not, or would not, and why, quoted.
    case error(code: Int, message: String)
    /// Neither: the rest of a sentence that begins with the backend's name.
    case none(String)
  }

  private let child: ChildProcess
  private let limits: ProcessLimits
  private var lines: LineBuffer
  private let errors: ErrorLog
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private let known = KnownSecrets()
  private var isClosed = false

  /// What must not be shown, for the dialogue and for what shows standard error beside it.
  private final class KnownSecrets: Sendable {
    let mask = Mutex(SecretMask.ofMessages)
  }

  /// Starts a program and talks to it, on a thread of its own; afterwards nothing is left of it.
  ///
  /// - Parameter world: what it is told in confidence, if it is greeted; it may know it from elsewhere, so it is covered from the start.
  /// - Throws: when it cannot be started.
  package static func hold<Value: Sendable>(
    _ command: CommandWords, knowing world: String?, limits: ProcessLimits, in children: ChildProcesses,
    _ body: @escaping @Sendable (inout RawDialogue) -> Value
  ) async throws(BackendFailure) -> Value {
    let child: ChildProcess
    do throws(SystemError) {
      child = try children.start(command.words)
    } catch {
      let program = Diagnostic.quoting(command.words.first ?? "", limit: 60)
      throw BackendFailure(.gone, "the backend cannot be started: \(program): \(error)")
    }
    return await withCheckedContinuation { continuation in
      OwnThread.start {
        var dialogue = RawDialogue(child, world, limits, children.log)
        let value = body(&dialogue)
        child.closeInput()
        _ = child.waitForExit(atMost: limits.grace)
        child.end(grace: limits.grace)
        children.forget(child)
        dialogue.errors.finish(into: &dialogue.buffer) {
          child.closeOutput()
          continuation.resume(returning: value)
        }
      }
    }
  }

  private init(
    _ child: ChildProcess, _ world: String?, _ limits: ProcessLimits, _ log: @escaping @Sendable (String) -> Void
  ) {
    self.child = child
    // Why before anything is read: what is written to standard error at once is shown at once.
    if let world = world.flatMap({ try? JSONReader.read(Array($0.utf8)) }) {
      known.mask.withLock { $0.note(world: world) }
    }
    errors = ErrorLog(child.errors, of: "the backend", mask: { [known] in known.mask.withLock { $0 } }, log: log)
    self.limits = limits
    lines = LineBuffer(longest: limits.longestLine)
  }

  /// The line that begins a run.
  ///
  /// - Parameters:
  ///   - version: of the messages; nil for the one that is spoken.
  ///   - contract: another name of a contract; nil for that of the set-up.
  package mutating func opening(
    _ setup: BackendSetup, id: Int, version: String? = nil, contract: String? = nil
  ) -> [UInt8] {
    let world = setup.world.flatMap { try? JSONReader.read(Array($0.utf8)) }
    if let world { known.mask.withLock { $0.note(world: world) } }
    return WireMessage.written("initialize", id: id) { json in
      json.field("protocol", version ?? WireProtocol.backend)
      json.object("contract") { json in
        json.field("name", contract ?? setup.contract.name)
        if contract == nil {
          json.field("version", setup.contract.version)
          json.field("fingerprint", setup.contract.fingerprint)
        }
      }
      json.field("clock", setup.clock.wish.rawValue)
      if let world {
        json.key("world")
        json.write(world)
      }
    }
  }

  /// What is wrong with the answer to an opening; nil if nothing is.
  ///
  /// - Parameter unknown: what it lists among its capabilities that is none.
  package func problem(in greeting: JSONNode, to setup: BackendSetup, unknown: inout [String]) -> String? {
    do throws(WireFault) {
      unknown = try BackendGreeting(greeting, to: setup).unknownCapabilities
      return nil
    } catch {
      return error.words
    }
  }

  /// Says a line and hears the answer to it; events are skipped.
  ///
  /// - Parameter id: of the request; nil where the line has none that could be read.
  package mutating func ask(_ line: [UInt8], id: Int?, within limit: Duration) -> Answer {
    let deadline = ContinuousClock.now + limit
    guard say(line, until: deadline) else { return .none(ended) }
    while true {
      if let line = lines.next() {
        do throws(JSONProblem) {
          switch try WireMessage(line) {
          case .notification: continue
          case .request: return .none("asked something itself: \(mask.quote(line[...]))")
          case .result(let name, let node):
            return name == id.map(WireID.number)
              ? .result(node) : .none("answered what was not asked: \(mask.quote(line[...]))")
          case .error(let name, let code, let message):
            return name == id.map(WireID.number) || name == nil
              ? .error(code: code, message: mask.quote(Array(message.utf8)[...]))
              : .none("answered what was not asked: \(mask.quote(line[...]))")
          }
        } catch {
          return .none(
            "sent a line of \(line.count) bytes that is no message (column \(error.place.column): \(error.message))")
        }
      }
      if isClosed { return .none(ended) }
      guard ContinuousClock.now < deadline else { return .none("did not answer within \(limit.inWords)") }
      guard !lines.isTooLong else { return .none("sent a line of more than \(limits.longestLine) bytes") }
      read(until: deadline)
    }
  }

  /// How it ends by itself, after it was told to or its input was closed.
  ///
  /// - Returns: what is wrong with that; nil if nothing is.
  package mutating func problemAtEnd(closingInput closes: Bool) -> String? {
    if closes { child.closeInput() }
    let deadline = ContinuousClock.now + limits.shutdown
    while ContinuousClock.now < deadline, !child.hasEnded { pause(until: min(deadline, .now + .milliseconds(10))) }
    guard child.hasEnded else {
      return "did not end within \(limits.shutdown.inWords) after \(closes ? "the end of its input" : "`shutdown`")"
    }
    let lastWord = ContinuousClock.now + limits.grace
    while ContinuousClock.now < lastWord, !isClosed { pause(until: lastWord) }
    guard isClosed else { return ProcessLink.heldOpen }
    while ContinuousClock.now < lastWord, child.hasCompany { pause(until: min(lastWord, .now + .milliseconds(10))) }
    guard !child.hasCompany else { return ProcessLink.leftBehind }
    guard let exit = child.exit, exit != .code(0) else { return nil }
    return "\(exit) after \(closes ? "the end of its input" : ProcessLink.toldToEnd)"
  }

  /// What is wrong if it says something until it ends, or closes its output, with the beginning of that; nil if it says nothing.
  package mutating func lastWord(within limit: Duration) -> String? {
    let deadline = ContinuousClock.now + limit
    while true {
      if let line = lines.next() { return tooLate(line[...]) }
      guard !isClosed, !lines.isTooLong, ContinuousClock.now < deadline else { break }
      read(until: deadline)
    }
    return lines.hasPart ? tooLate(lines.part) : nil
  }

  /// What cannot be read may hold what nobody knows to be a secret.
  private func tooLate(_ line: ArraySlice<UInt8>) -> String {
    let isReadable = (try? WireMessage.node(Array(line))) != nil
    return ProcessLink.saidTooLate + (isReadable ? ": " + mask.quote(line) : ProcessLink.unquoted(line))
  }

  private var mask: SecretMask { known.mask.withLock { $0 } }

  private var ended: String { child.waitForExit(atMost: limits.grace).map { "\($0)" } ?? "closed its output" }

  /// Whether it was all taken.
  private mutating func say(_ line: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    var rest = line[...]
    while !rest.isEmpty {
      switch Transfer.write(rest, to: child.input) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .later:
        guard ContinuousClock.now < deadline else { return true }
        _ = AwaitedEnd.wait(for: AwaitedEnd(child.input, isWritten: true), atMost: 20)
      case .closed: return false
      }
    }
    return true
  }

  /// Reads what comes until then, if anything can come.
  private mutating func pause(until time: ContinuousClock.Instant) {
    guard isClosed else { return read(until: time) }
    errors.wait(atMost: (time - .now).waitedMilliseconds, into: &buffer)
  }

  private mutating func read(until deadline: ContinuousClock.Instant) {
    var ends = [AwaitedEnd(child.output), AwaitedEnd(errors.descriptor)]
    guard AwaitedEnd.wait(for: &ends, atMost: (deadline - .now).waitedMilliseconds).isAny else { return }
    if ends[1].isReady { errors.read(into: &buffer) }
    guard ends[0].isReady else { return }
    switch Transfer.read(from: child.output, into: &buffer) {
    case .bytes(let count): lines.add(buffer[..<count])
    case .later: break
    case .closed: isClosed = true
    }
  }
}
