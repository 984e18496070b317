// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The programs that a command has started and that still run: so that none is left behind when the command is ended.
public final class ChildProcesses: Sendable {
  private struct State {
    var running: [ObjectIdentifier: ChildProcess] = [:]
    var isOver = false
    var hasStarted = false
  }

  private let state = Mutex(State())

  /// None has been started.
  public init() {}

  /// Whether ``endAll(grace:)`` was called.
  var isEnding: Bool { state.withLock { $0.isOver } }

  /// How many run.
  public var count: Int { state.withLock { $0.running.count } }

  /// Asks all to end and ends those that do not; nothing is started any more.
  ///
  /// For the moment before the program itself ends. Blocks its thread.
  public func endAll(grace: Duration = .milliseconds(500)) {
    let running = state.withLock { state in
      state.isOver = true
      return Array(state.running.values)
    }
    for child in running { child.signal(SIGTERM) }
    let end = ContinuousClock.now + grace
    for child in running where child.waitForExit(atMost: max(.zero, end - .now)) == nil { child.signal(SIGKILL) }
    for child in running { _ = child.waitForExit(atMost: .seconds(1)) }
  }

  /// One at a time: a child that is started beside another must not get the ends of its pipes.
  func start(_ words: [String]) throws(SystemWord) -> ChildProcess {
    let started = state.withLock { state -> Result<ChildProcess, SystemWord> in
      guard !state.isOver else { return .failure(SystemWord(EINTR)) }
      if !state.hasStarted { ChildProcess.keepDescriptorsToOurselves() }
      state.hasStarted = true
      do throws(SystemWord) {
        let child = try ChildProcess(words)
        state.running[ObjectIdentifier(child)] = child
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try started.get()
  }

  func forget(_ child: ChildProcess) { state.withLock { $0.running[ObjectIdentifier(child)] = nil } }
}
