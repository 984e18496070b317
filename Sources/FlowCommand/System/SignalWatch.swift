// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits for the signals by which a user or the system ends or stops the program, or has it go on.
///
/// Why: a signal handler may do next to nothing. Blocked signals that the main thread waits for are plain values, and
/// what they lead to is plain code.
struct SignalWatch {
  private var watched = sigset_t()

  /// Blocks the signals in this thread and in all that it starts later.
  ///
  /// What the parent has had ignored (`nohup`) stays ignored.
  init() {
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] where !Self.isIgnored(number) {
      sigaddset(&watched, number)
    }
    pthread_sigmask(SIG_BLOCK, &watched, nil)
  }

  /// Handles signals for ever: stops when told to stop, and goes on; ends for all others, unless somebody who hears the
  /// bell ends by themselves.
  func handle(restoring terminal: Terminal?, _ errors: any Output, ringing bell: StopBell) -> Never {
    var watched = watched
    while true {
      var number: Int32 = 0
      guard sigwait(&watched, &number) == 0 else {
        pause()
        continue
      }
      guard number != SIGCONT else {
        terminal?.resume()
        continue
      }
      terminal?.restore()
      if number == SIGTSTP {
        kill(getpid(), SIGSTOP)
        #if canImport(Darwin)
          // Why: there a signal is lost for which nobody waits at that moment.
          terminal?.resume()
        #endif
      } else if number == SIGQUIT || !bell.ring(number) {
        errors.write((terminal == nil ? "" : "\n") + "mfaflow: \(Self.word(number))\n")
        bell.end()
        _exit(128 + number)
      }
    }
  }

  private static func word(_ number: Int32) -> String {
    switch number {
    case SIGINT: "interrupted"
    case SIGHUP: "the terminal went away"
    default: "ended from outside"
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
