// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that was started, with a pipe to its standard input, and one from its standard output and error each.
///
/// It leads a process group of its own, so that what it has started itself ends with it.
final class ChildProcess: Sendable {
  /// How a program ended.
  enum Exit: Sendable, Hashable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    var description: String {
      switch self {
      case .code(let code): "ended with the exit code \(code)"
      case .signal(let number): "was ended by the signal \(number)"
      }
    }
  }

  /// What we write to; its standard input.
  let input: Int32
  /// What we read from; its standard output.
  let output: Int32
  /// Its standard error.
  let errors: Int32
  /// Its number, which is that of its group, too.
  let process: pid_t
  private let state = Mutex(State())

  private struct State {
    /// Nil while it runs, or is not waited for yet.
    var exit: Exit?
    var isInputOpen = true
  }

  /// - Parameter environment: what it is told of ours.
  /// - Throws: the system's word when there is no such program, or no room for it.
  init(_ words: [String], _ environment: ChildEnvironment) throws(SystemWord) {
    var pipes: [PipeEnds] = []
    do throws(SystemWord) {
      for _ in 0..<3 { pipes.append(try PipeEnds()) }
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    var process = pid_t()
    let ends = (input: pipes[0].reading, output: pipes[1].writing, errors: pipes[2].writing)
    let failure = Self.spawn(words, environment, ends, &process)
    for end in [ends.input, ends.output, ends.errors] { close(end) }
    (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    self.process = process
    guard failure == 0 else {
      for end in [input, output, errors] { close(end) }
      throw SystemWord(failure)
    }
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    #if canImport(Darwin)
      _ = fcntl(input, F_SETNOSIGPIPE, 1)
    #endif
  }

  /// How it ended; nil while it runs.
  var exit: Exit? {
    state.withLock { state in
      if state.exit == nil, Self.hasEnded(process) { Self.collect(process, &state) }
      return state.exit
    }
  }

  /// Whether it has ended by itself; what it has started may still run until ``exit`` is asked for.
  var hasEnded: Bool { state.withLock { $0.exit != nil || Self.hasEnded(process) } }

  /// Whether something that it has started still runs in its group; ask before ``exit`` is asked for.
  var hasCompany: Bool {
    state.withLock { $0.exit == nil && ProcessGroup.hasMember(of: process, besides: process) }
  }

  /// Waits for its end for so long; blocks its thread.
  func waitForExit(atMost limit: Duration) -> Exit? {
    let end = ContinuousClock.now + limit
    var pause: UInt32 = 500
    while true {
      if let exit { return exit }
      guard ContinuousClock.now < end else { return nil }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  /// Asks the whole group to end, and ends it after the grace; blocks its thread.
  @discardableResult
  func end(grace: Duration) -> Exit? {
    if let exit = waitForExit(atMost: .zero) { return exit }
    signal(SIGTERM)
    if let exit = waitForExit(atMost: grace) { return exit }
    signal(SIGKILL)
    return waitForExit(atMost: .seconds(5))
  }

  /// Sends a signal to it, wherever it has gone, and to the whole group, unless it has ended.
  func signal(_ number: Int32) {
    state.withLock { state in
      guard state.exit == nil else { return }
      kill(-process, number)
      kill(process, number)
    }
  }

  /// Tells it that nothing more comes.
  func closeInput() {
    state.withLock { state in
      guard state.isInputOpen else { return }
      state.isInputOpen = false
      close(input)
    }
  }

  func closeOutput() {
    close(output)
    close(errors)
  }

  /// Before it is forgotten by the system, whatever it has started and left behind is ended, too.
  ///
  /// Why in this order: as long as nobody has collected it, its number, which is that of the group, belongs to nobody else.
  private static func collect(_ process: pid_t, _ state: inout State) {
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    state.exit = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo != 0
  }

  /// 0, or the number of what went wrong.
  static func spawn(
    _ words: [String], _ environment: ChildEnvironment, _ ends: (input: Int32, output: Int32, errors: Int32),
    _ process: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends.errors, STDERR_FILENO)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    // Why: our threads block signals, and we ignore a broken pipe; a child must begin with neither.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.entries.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
  }

  /// Has no program inherit what our own parent has left open.
  static func keepDescriptorsToOurselves() {
    #if !canImport(Darwin)
      for descriptor in (STDERR_FILENO + 1)..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4096)) {
        let flags = fcntl(descriptor, F_GETFD)
        if flags >= 0, flags & FD_CLOEXEC == 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
      }
    #endif
  }
}
