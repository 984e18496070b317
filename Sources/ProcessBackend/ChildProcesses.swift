// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemCalls

/// The programs that a command has started and that still run: so that none is left behind when the command is ended.
public final class ChildProcesses: Sendable {
  private struct State {
    var running: [ObjectIdentifier: ChildProcess] = [:]
    var isOver = false
    var hasStarted = false
    /// Nil before the first start, and where there is none.
    var watchdog: Watchdog?
  }

  private let state = Mutex(State())
  private let environment: ChildEnvironment
  /// Told each line that a program writes to its standard error, without secrets and without what a terminal obeys.
  let log: @Sendable (String) -> Void

  /// None has been started.
  ///
  /// - Parameters:
  ///   - variables: what of our environment programs get besides the usual, by name; keys and tokens are not usual.
  ///   - log: told each line that a program writes to its standard error, without secrets and without what a terminal
  ///     obeys; nil for our own standard error.
  public init(passing variables: Set<String> = [], log: (@Sendable (String) -> Void)? = nil) {
    environment = ChildEnvironment(passing: variables)
    self.log =
      log ?? { line in
        try? Descriptor.write(line + "\n", to: Descriptor.errors)
      }
  }

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
    for child in running { child.askToEnd() }
    let end = ContinuousClock.now + grace
    for child in running where child.waitForExit(atMost: max(.zero, end - .now)) == nil { child.kill() }
    for child in running { _ = child.waitForExit(atMost: .seconds(1)) }
    // Nothing is left to be watched.
    state.withLock { $0.watchdog = nil }
  }

  /// One at a time: a child that is started beside another must not get the ends of its pipes.
  func start(_ words: [String]) throws(SystemError) -> ChildProcess {
    let started = state.withLock { state -> Result<ChildProcess, SystemError> in
      guard !state.isOver else { return .failure(.interrupted) }
      if !state.hasStarted {
        ChildProcess.keepDescriptorsToOurselves()
        state.watchdog = Watchdog()
      }
      state.hasStarted = true
      do throws(SystemError) {
        let child = try ChildProcess(words, environment)
        state.watchdog?.begins(child.process)
        state.running[ObjectIdentifier(child)] = child
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try started.get()
  }

  func forget(_ child: ChildProcess) {
    state.withLock { state in
      state.running[ObjectIdentifier(child)] = nil
      state.watchdog?.ends(child.process)
    }
  }
}
