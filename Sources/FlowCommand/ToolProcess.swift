// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// The tool as the whole of a process.
package enum ToolProcess {
  /// Carries out the command line of this process, and ends it with the exit code.
  ///
  /// The main thread waits for signals; the work is a task beside it.
  package static func run() -> Never {
    let streams = Streams.ofProcess()
    let signals = SignalWatch()
    let arguments = ProcessArguments.all
    Task {
      let code = await Tool.run(arguments, in: streams)
      // Why: a signal ends the program, and with it its children; what becomes of the work then is nobody's result.
      while streams.stop.isEnding { ThisProcess.waitForEnd() }
      streams.terminal?.restore()
      ThisProcess.exit(streams.stop.heeded.map { 128 + $0 } ?? code.rawValue)
    }
    signals.handle(restoring: streams.terminal, streams.errors, ringing: streams.stop)
  }
}
