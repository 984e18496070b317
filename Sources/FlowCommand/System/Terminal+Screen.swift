// SPDX-License-Identifier: Apache-2.0

import FlowPlay
import Synchronization
import SystemCalls

/// The whole screen, drawn upon in place of what stood there, which comes back behind it.
extension Terminal {
  /// What came of waiting for a key.
  enum Heard: Equatable {
    case bytes([UInt8])
    /// What stands on the screen is not to be trusted, or it has another size: all is to be drawn.
    case change
    /// Nothing, for as long as was to be waited.
    case silence
    /// Nobody types any more.
    case end
  }

  /// How large the screen is now.
  var size: ScreenSize {
    ScreenSize(
      columns: TerminalMode.columns(of: screen) ?? Self.usualSize.columns,
      rows: TerminalMode.rows(of: screen) ?? Self.usualSize.rows)
  }

  /// From now on the whole screen is drawn upon, up to ``end()``.
  func openScreen() {
    state.withLock { state in
      guard !state.isFull, state.mode.take() else { return }
      // Why: what is typed for a screen that is gone must not be run by a shell.
      (state.isFull, state.isAway, state.hasAsked) = (true, false, true)
      _ = state.mode.guardAgainstCrash(output: screen, writing: Self.leaving)
      write(Self.entering)
    }
  }

  /// Draws, unless the terminal is given back.
  func draw(_ text: String) {
    state.withLock { state in
      if state.isFull, !state.isAway { write(text) }
    }
  }

  /// Waits for what is typed.
  ///
  /// Blocks its thread; for a thread of its own.
  ///
  /// - Parameter limit: in milliseconds; nil for as long as it takes.
  func hear(atMost limit: Int32?) -> Heard {
    while true {
      let (isAway, isBack) = state.withLock { state in
        let isAway = state.isAway
        // Why: in the background the terminal is not ours, and nobody tells us when it is again.
        if isAway, !state.isGivenBack { showAgain(&state, state.mode.take()) }
        return (state.isAway, isAway && !state.isAway)
      }
      if isBack { return .change }
      let time = isAway ? min(limit ?? Self.glance, Self.glance) : limit
      var ends = [AwaitedEnd(isAway ? nil : input), breaks?.end ?? AwaitedEnd(nil)]
      switch AwaitedEnd.wait(for: &ends, atMost: time) {
      case .interrupted: continue
      case .failed: return .end
      case .ready: break
      }
      if ends[1].isReady {
        breaks?.rest()
        return .change
      }
      if ends[0].isReady {
        guard let bytes = try? Descriptor.read(input, atMost: Self.most), !bytes.isEmpty else { return .end }
        return .bytes(bytes)
      }
      if !isAway { return .silence }
    }
  }

  /// The screen has another size.
  func isResized() {
    let isFull = state.withLock { $0.isFull }
    if isFull { breaks?.wake() }
  }

  /// What stood there before comes back, for the time being.
  func hideScreen(_ state: inout State) {
    guard state.isFull, !state.isAway else { return }
    TerminalMode.endGuard()
    write(Self.leaving)
  }

  /// The same for good.
  func closeScreen(_ state: inout State) {
    hideScreen(&state)
    state.isFull = false
  }

  /// Takes the screen again that was given back.
  ///
  /// - Parameter isOurs: whether no other program has the terminal.
  func showAgain(_ state: inout State, _ isOurs: Bool) {
    guard state.isFull, isOurs else { return }
    state.isAway = false
    _ = state.mode.guardAgainstCrash(output: screen, writing: Self.leaving)
    write(Self.entering)
  }

  private static let usualSize = ScreenSize(columns: 80, rows: 24)
  /// In bytes: what is pasted comes in pieces.
  private static let most = 1024
  /// In milliseconds.
  private static let glance: Int32 = 100

  /// The other screen, on which lines are cut off rather than broken; a paste is told from keys.
  ///
  /// Source: the control sequences of xterm.
  private static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l\u{1B}[H\u{1B}[2J"
  private static let leaving = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
}
