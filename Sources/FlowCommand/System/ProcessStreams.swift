// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import ProcessBackend
import SystemCalls

extension Streams {
  /// The streams of this process.
  static func ofProcess() -> Streams {
    ThisProcess.openMissingStreams()
    Signals.ignoreClosedPipes()
    let screen = DescriptorOutput(Descriptor.errors)
    let passing = PassingLine { screen.write($0) }
    let output = DescriptorOutput(Descriptor.output, before: passing)
    let errors = DescriptorOutput(Descriptor.errors, before: passing)
    let streams = Streams(
      output: output, errors: errors,
      readInput: { () throws(FileProblem) in
        try FileReader.bytes(of: Descriptor.input, expecting: 1 << 14, "<stdin>")
      },
      hasUnreadInput: { Descriptor.hasUnread(Descriptor.input) },
      variable: { name in Environment.variable(name) },
      variableNames: { Environment.names },
      terminal: Descriptor.isTerminal(Descriptor.input)
        ? Terminal(
          input: Descriptor.input, output: promptDescriptor(errors.isTerminal),
          isDumb: ["", "dumb"].contains(Environment.variable("TERM") ?? "")) : nil,
      lines: { LineSource(descriptor: Descriptor.input) },
      pieces: { { (try? Descriptor.read(Descriptor.input, atMost: 1 << 16)) ?? [] } })
    streams.stop.beforeEnd {
      output.mute()
      errors.mute()
      screen.mute()
    }
    return streams
  }

  /// Standard error if a person sees it; else the terminal itself.
  private static func promptDescriptor(_ errorsAreSeen: Bool) -> Int32 {
    errorsAreSeen ? Descriptor.errors : (try? Descriptor.openToWrite("/dev/tty")) ?? Descriptor.errors
  }
}
