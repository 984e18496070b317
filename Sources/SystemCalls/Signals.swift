// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// Signals by which a user or the system ends or stops the program, has it go on, or tells of another size of the terminal.
///
/// Why: a signal handler may do next to nothing. Blocked signals that a thread waits for are plain values, and what they
/// lead to is plain code.
package struct Signals {
  package enum Signal {
    case interrupt
    case quit
    case hangUp
    case terminate
    case stop
    case goOn
    /// The terminal has another size.
    case resize
  }

  /// Blocks the signals in this thread and in all that it starts later.
  ///
  /// What the parent has had ignored (`nohup`) stays ignored.
  package init() { system_block_signals() }

  /// Waits for the next one, and its number.
  package func next() -> (signal: Signal, number: Int32) {
    while true {
      var (signal, number) = (SYSTEM_INTERRUPT, Int32(0))
      guard system_next_signal(&signal, &number) == 0 else {
        system_wait_for_end()
        continue
      }
      return (Signal(signal), number)
    }
  }

  /// Stops this process until somebody has it go on.
  ///
  /// - Returns: whether no ``Signal/goOn`` tells of that.
  package static func stopProcess() -> Bool { system_stop() }

  /// A reader that goes away (`| head`) is told by an error of writing, not by a signal that kills.
  package static func ignoreClosedPipes() { system_ignore_closed_pipes() }
}

extension Signals.Signal {
  fileprivate init(_ signal: system_signal) {
    self =
      switch signal {
      case SYSTEM_INTERRUPT: .interrupt
      case SYSTEM_QUIT, SYSTEM_ABORT: .quit
      case SYSTEM_HANG_UP: .hangUp
      case SYSTEM_TERMINATE: .terminate
      case SYSTEM_STOP: .stop
      case SYSTEM_RESIZE: .resize
      default: .goOn
      }
  }
}
