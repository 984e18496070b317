// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// Waits for the signals by which a user or the system ends or stops the program, has it go on, or tells of another size of
/// the terminal.
struct SignalWatch {
  private let signals = Signals()

  /// Handles signals for ever: stops when told to stop, and goes on; draws anew in another size; ends for all others,
  /// unless somebody who hears the bell ends by themselves.
  func handle(restoring terminal: Terminal?, _ errors: any Output, ringing bell: StopBell) -> Never {
    while true {
      let (signal, number) = signals.next()
      switch signal {
      case .goOn:
        terminal?.resume()
        continue
      case .resize:
        terminal?.isResized()
        continue
      default: terminal?.restore()
      }
      if errors.isTerminal, signal == .stop { errors.show(passing: nil) }
      if signal == .stop {
        if Signals.stopProcess() { terminal?.resume() }
      } else if signal == .quit || !bell.ring(number) {
        errors.write(last: (terminal == nil ? "" : "\n") + "mfaflow: \(Self.word(signal))\n")
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
