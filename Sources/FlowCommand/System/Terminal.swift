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
    /// The time for the line is over.
    case over
  }

  /// How long a prompt stays as it is.
  enum Patience {
    case endless
    /// For so long; then it is asked again what to do.
    case milliseconds(Int64)
    /// No longer: something is said, and the prompt is shown anew. Half a line that was typed stays.
    case say(String)
    /// No longer: the line is not wanted any more.
    case over
  }

  private struct State {
    /// How the terminal was before it was told to hide; nil while it echoes.
    var before: termios?
    /// What is asked now; nil if nothing.
    var prompt: String?
    /// Whether something else was written since, on lines of its own.
    var isBroken = false
  }

  private let input: Int32
  private let output: DescriptorOutput
  private let state = Mutex(State())
  /// Held by the one who talks to the person.
  private let turn = Mutex(())
  /// Wakes the prompt when something else was written; nil if the system has no descriptors left.
  private let breaks = WakePipe()

  /// - Parameters:
  ///   - input: the descriptor of a terminal.
  ///   - output: where prompts are shown.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = DescriptorOutput(output)
  }

  func write(_ text: String) { output.write(text) }

  /// Talks to the person when nobody else does any more.
  ///
  /// Blocks its thread; for a thread of its own.
  func takingTurn<Result: Sendable>(_ talk: () -> Result) -> Result { turn.withLock { _ in talk() } }

  /// Shows a prompt and waits for a line.
  ///
  /// Blocks its thread; for a thread of its own.
  ///
  /// - Parameter patience: asked whenever the prompt might not stay as it is.
  func readLine(
    prompt: String, isHidden: Bool, wokenBy wake: WakePipe, patience: () -> Patience = { .endless }
  ) -> Line {
    begin(prompt, isHidden: isHidden)
    let line = line(wokenBy: wake, patience)
    end(isHidden: isHidden, line)
    return line
  }

  /// Something else is about to be written: it gets a line of its own, and the prompt is shown again behind it.
  func breakPrompt() {
    let isNew = state.withLock { state in
      guard state.prompt != nil, !state.isBroken else { return false }
      state.isBroken = true
      write("\n")
      return true
    }
    if isNew { breaks?.wake() }
  }

  /// Nothing is asked any more: what is written next gets a line of its own.
  func closePrompt() {
    restore()
    state.withLock { state in
      if state.prompt != nil, !state.isBroken { write("\n") }
      state = State()
    }
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
    // Why: half a line that was typed for this question must not answer the next one.
    if line == .woken || line == .over { tcflush(input, TCIFLUSH) }
    state.withLock { state in
      guard state.prompt != nil else { return }
      if isHidden || line.isCut, !state.isBroken { write("\n") }
      if line == .woken { write("  (no longer asked)\n") }
      state = State()
    }
  }

  private func line(wokenBy wake: WakePipe, _ patience: () -> Patience) -> Line {
    var line: [UInt8] = []
    // Why: an array that grows leaves copies of a secret behind.
    line.reserveCapacity(Self.longestLine)
    while line.count < Self.longestLine {
      if let stop = waitForInput(or: wake, patience) { return stop }
      guard let byte = nextByte() else { return line.isEmpty ? .end : .text(line) }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .text(line)
  }

  /// Nil when there is something to read; else why it is waited for no longer.
  private func waitForInput(or wake: WakePipe, _ patience: () -> Patience) -> Line? {
    while true {
      var limit: Int64 = -1
      switch patience() {
      case .endless: break
      case .milliseconds(let time): limit = min(time, Self.longestWait)
      case .say(let words):
        say(words)
        continue
      case .over: return .over
      }
      let isBroken = state.withLock(\.isBroken)
      if isBroken { limit = limit < 0 ? Self.quiet : min(limit, Self.quiet) }
      var entries = [input, wake.readEnd, breaks?.readEnd ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&entries, nfds_t(entries.count), Int32(limit))
      if count < 0, errno == EINTR { continue }
      if entries[1].revents != 0 { return .woken }
      if count < 0 || entries[0].revents != 0 { return nil }
      if entries[2].revents != 0 { breaks?.rest() } else if isBroken { say("") }
    }
  }

  /// Says something on lines of its own, and shows the prompt behind it.
  private func say(_ words: String) {
    state.withLock { state in
      guard let prompt = state.prompt else { return }
      write((state.isBroken || words.isEmpty ? "" : "\n") + words + prompt)
      state.isBroken = false
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
  /// In milliseconds.
  private static let longestWait: Int64 = 60_000
  /// In milliseconds: who writes several lines has written them all by then.
  private static let quiet: Int64 = 30
}

extension Terminal.Line {
  /// Whether the cursor still stands behind the prompt.
  fileprivate var isCut: Bool {
    switch self {
    case .text: false
    case .end, .woken, .over: true
    }
  }
}
