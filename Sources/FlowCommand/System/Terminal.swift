// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal at which a person sits: shows prompts, reads lines, hides what is secret.
///
/// While a hidden line is read, the terminal does not echo. ``restore()`` brings back what was, from any thread; the
/// process calls it before it ends in whatever way.
package final class Terminal: Sendable {
  /// What came of a prompt.
  enum Line: Equatable {
    /// A line without its end.
    case text([UInt8])
    /// Nobody types any more (ctrl-D).
    case end
    /// The prompt was woken: nobody wants the line any more.
    case woken
  }

  private struct State {
    /// How the terminal was before it was told to hide; nil while it echoes.
    var before: termios?
    /// What is asked now; nil if nothing.
    var prompt: String?
  }

  private let input: Int32
  private let output: DescriptorOutput
  private let state = Mutex(State())

  /// - Parameters:
  ///   - input: the descriptor of a terminal.
  ///   - output: where prompts are shown.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = DescriptorOutput(output)
  }

  func write(_ text: String) { output.write(text) }

  /// Shows a prompt and waits for a line.
  ///
  /// Blocks its thread; for a thread of its own.
  func readLine(prompt: String, isHidden: Bool, wokenBy wake: WakePipe) -> Line {
    begin(prompt, isHidden: isHidden)
    let line = line(wokenBy: wake)
    end(isHidden: isHidden, line)
    return line
  }

  /// Brings back the terminal as it was; nothing if it is so already.
  package func restore() {
    state.withLock { state in
      guard var before = state.before else { return }
      tcsetattr(input, TCSANOW, &before)
    }
  }

  /// After the program was stopped and goes on: hides again if a secret was asked for, and shows the prompt anew.
  package func resume() {
    let prompt = state.withLock { state in
      if let before = state.before { hide(from: before) }
      return state.prompt
    }
    if let prompt { write(prompt) }
  }

  private func begin(_ prompt: String, isHidden: Bool) {
    state.withLock { state in
      state.prompt = prompt
      var settings = termios()
      guard isHidden, tcgetattr(input, &settings) == 0 else { return }
      state.before = settings
      hide(from: settings)
    }
    write(prompt)
  }

  private func hide(from settings: termios) {
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    // Why: what was typed ahead was seen on the screen, and is no secret any more.
    tcsetattr(input, TCSAFLUSH, &hidden)
  }

  private func end(isHidden: Bool, _ line: Line) {
    restore()
    state.withLock { $0 = State() }
    // Why: half a line that was typed for this question must not answer the next one.
    if line == .woken { tcflush(input, TCIFLUSH) }
    if isHidden || line.isCut { write("\n") }
  }

  private func line(wokenBy wake: WakePipe) -> Line {
    var line: [UInt8] = []
    // Why: an array that grows leaves copies of a secret behind.
    line.reserveCapacity(Self.longestLine)
    while line.count < Self.longestLine {
      guard waitForInput(or: wake) else { return .woken }
      guard let byte = nextByte() else { return line.isEmpty ? .end : .text(line) }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .text(line)
  }

  /// False when the pipe woke first.
  private func waitForInput(or wake: WakePipe) -> Bool {
    while true {
      var entries = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, nfds_t(entries.count), -1)
      if count < 0, errno == EINTR { continue }
      if entries[1].revents != 0 { return false }
      if count < 0 || entries[0].revents != 0 { return true }
    }
  }

  /// Nil at the end of the input.
  ///
  /// A byte a time: behind the line may stand the answer to the next question.
  private func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    var count: Int
    repeat { count = read(input, &byte, 1) } while count < 0 && errno == EINTR
    return count == 1 ? byte : nil
  }

  private static let longestLine = 4096
}

extension Terminal.Line {
  /// Whether the cursor still stands behind the prompt.
  fileprivate var isCut: Bool {
    switch self {
    case .text: false
    case .end, .woken: true
    }
  }
}
