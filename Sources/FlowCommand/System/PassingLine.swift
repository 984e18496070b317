// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The last line of a terminal, where something passes that nobody has to keep: it gives way to whatever else is written there.
///
/// All outputs of a process that a person sees on one terminal share it, so that none is torn by another.
final class PassingLine: Sendable {
  private struct State {
    var isShown = false
    /// Whether what was written last has ended its line: else there is no room.
    var isAtStart = true
    /// Whether the last word is said: nothing passes behind it.
    var isOver = false
  }

  private let state = Mutex(State())
  /// Writes to the terminal.
  private let write: @Sendable (String) -> Void

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Shows a line in place of the one before; nil takes it away.
  func show(_ line: String?) {
    state.withLock { state in
      guard !state.isOver, state.isAtStart, state.isShown || line != nil else { return }
      write("\r\(line ?? "")\(Self.cutting)")
      state.isShown = line != nil
    }
  }

  /// Something else is written on the terminal.
  ///
  /// - Parameter isLast: whether the line is never shown again.
  func makeWay(for text: String, isLast: Bool = false, _ act: () -> Void) {
    state.withLock { state in
      if state.isShown { write("\r\(Self.cutting)") }
      state.isShown = false
      state.isOver = state.isOver || isLast
      act()
      state.isAtStart = text.utf8.last == UInt8(ascii: "\n")
    }
  }

  /// What stands behind it on the line goes.
  static let cutting = "\u{1B}[K"
}
