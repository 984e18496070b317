// SPDX-License-Identifier: Apache-2.0

import CSystemCalls
import Synchronization

/// A program that was started, with a pipe to its standard input, and one from its standard output and error each.
///
/// It leads a process group of its own, so that what it has started itself ends with it.
package final class ChildProcess: Sendable {
  /// How a program ended.
  package enum Exit: Sendable, Hashable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    package var description: String {
      switch self {
      case .code(let code): "ended with the exit code \(code)"
      case .signal(let number): "was ended by the signal \(number)"
      }
    }
  }

  /// What we write to; its standard input.
  package let input: Int32
  /// What we read from; its standard output.
  package let output: Int32
  /// Its standard error.
  package let errors: Int32
  /// Its number, which is that of its group, too.
  package let process: Int32
  private let state = Mutex(State())

  private struct State {
    /// Nil while it runs, or is not waited for yet.
    var exit: Exit?
    var isInputOpen = true
  }

  /// - Parameter environment: what it is told of ours.
  /// - Throws: when there is no such program, or no room for it.
  package init(_ words: [String], _ environment: ChildEnvironment) throws(SystemError) {
    var pipes: [PipeEnds] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try PipeEnds()) }
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    let ends = (input: pipes[0].reading, output: pipes[1].writing, errors: pipes[2].writing)
    do throws(SystemError) {
      process = try Self.spawn(words, environment, ends)
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    for end in [ends.input, ends.output, ends.errors] { try? Descriptor.close(end) }
    (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    for end in [input, output, errors] { Descriptor.neverWait(end) }
  }

  /// How it ended; nil while it runs.
  package var exit: Exit? {
    state.withLock { state in
      if state.exit == nil, system_has_ended(process) { Self.collect(process, &state) }
      return state.exit
    }
  }

  /// Whether it has ended by itself; what it has started may still run until ``exit`` is asked for.
  package var hasEnded: Bool { state.withLock { $0.exit != nil || system_has_ended(process) } }

  /// Whether something that it has started still runs in its group; ask before ``exit`` is asked for.
  package var hasCompany: Bool {
    state.withLock { $0.exit == nil && system_has_other_member(process, process) }
  }

  /// Waits for its end for so long; blocks its thread.
  package func waitForExit(atMost limit: Duration) -> Exit? {
    let end = ContinuousClock.now + limit
    var pause: UInt32 = 500
    while true {
      if let exit { return exit }
      guard ContinuousClock.now < end else { return nil }
      system_sleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  /// Asks the whole group to end, and ends it after the grace; blocks its thread.
  @discardableResult
  package func end(grace: Duration) -> Exit? {
    if let exit = waitForExit(atMost: .zero) { return exit }
    askToEnd()
    if let exit = waitForExit(atMost: grace) { return exit }
    kill()
    return waitForExit(atMost: .seconds(5))
  }

  /// Tells it to end, wherever it has gone, and the whole group, unless it has ended.
  package func askToEnd() { end(atOnce: false) }

  /// Ends it and the whole group; nobody can do anything against that.
  package func kill() { end(atOnce: true) }

  private func end(atOnce: Bool) {
    state.withLock { state in
      guard state.exit == nil else { return }
      system_end_process(-process, atOnce)
      system_end_process(process, atOnce)
    }
  }

  /// Tells it that nothing more comes.
  package func closeInput() {
    state.withLock { state in
      guard state.isInputOpen else { return }
      state.isInputOpen = false
      try? Descriptor.close(input)
    }
  }

  package func closeOutput() {
    for end in [output, errors] { try? Descriptor.close(end) }
  }

  /// Before it is forgotten by the system, whatever it has started and left behind is ended, too.
  ///
  /// Why in this order: as long as nobody has collected it, its number, which is that of the group, belongs to nobody else.
  private static func collect(_ process: Int32, _ state: inout State) {
    system_end_process(-process, true)
    state.exit = ending(of: process)
  }

  /// Waits for the end of a program, and has the system forget it.
  @discardableResult
  static func ending(of process: Int32) -> Exit {
    var (bySignal, number) = (false, Int32(0))
    system_collect(process, &bySignal, &number)
    return bySignal ? .signal(number) : .code(number)
  }

  /// Starts a program that leads a process group of its own, and hands it three descriptors.
  ///
  /// - Returns: its number.
  static func spawn(
    _ words: [String], _ environment: ChildEnvironment, _ ends: (input: Int32, output: Int32, errors: Int32)
  ) throws(SystemError) -> Int32 {
    var arguments = words.map { system_copy($0) } + [nil]
    var variables = environment.entries.map { system_copy($0) } + [nil]
    defer { for text in arguments + variables { system_free(text) } }
    var process: Int32 = 0
    _ = try SystemError.checked(system_spawn(&arguments, &variables, ends.input, ends.output, ends.errors, &process))
    return process
  }

  /// Has no program inherit what our own parent has left open.
  package static func keepDescriptorsToOurselves() { system_keep_to_itself() }
}
