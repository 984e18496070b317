// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// Waits for the signals by which a user or the system ends or stops the program, or has it go on.
struct SignalWatch {
  private let signals = Signals()

  /// Handles signals for ever: stops when told to stop, and goes on; ends for all others, unless somebody who hears the
  /// bell ends by themselves.
  func handle(restoring terminal: Terminal?, _ errors: any Output, ringing bell: StopBell) -> Never {
    while true {
      let (signal, number) = signals.next()
      guard signal != .goOn else {
        terminal?.resume()
        continue
      }
      terminal?.restore()
      if errors.isTerminal, signal == .stop { errors.show(passing: nil) }
      if signal == .stop {
        if Signals.stopProcess() { terminal?.resume() }
      } else if signal == .quit || !bell.ring(number) {
        errors.write((terminal == nil ? "" : "\n") + "mfaflow: \(Self.word(signal))\n")
        bell.end()
        ThisProcess.exitAtOnce(128 + number)
      }
    }
  }

  private static func word(_ signal: Signals.Signal) -> String {
    switch signal {
    case .interrupt: "interrupted"
    case .hangUp: "the terminal went away"
    default: "ended from outside"
    }
  }
}
