// SPDX-License-Identifier: Apache-2.0

import FlowPlay
import Synchronization
import SystemCalls

/// Somebody who plays a flow at a terminal, on the whole of its screen.
struct PlayFullScreen {
  private var playthrough: Playthrough
  private var board: PlayBoard
  private let terminal: Terminal
  private let isStyled: Bool
  /// What is to be said when the screen is given back.
  private(set) var written: [String] = []
  /// What stands on the screen, row by row; empty where nobody knows.
  private var drawn: [String] = []

  /// In milliseconds: the bytes of one key come together.
  private static let patience: Int32 = 50

  init(_ playthrough: Playthrough, at terminal: Terminal, isStyled: Bool) {
    self.playthrough = playthrough
    self.terminal = terminal
    self.isStyled = isStyled
    board = PlayBoard(PlayState(playthrough.run), size: terminal.size)
  }

  /// Plays until somebody ends it, or nobody types any more.
  mutating func play() async {
    terminal.openScreen()
    defer { terminal.end() }
    var keys = KeystrokeReader(terminal.state.withLock { $0.mode.keys })
    while true {
      board.size = terminal.size
      draw()
      switch await hear(atMost: keys.isOpen ? Self.patience : nil) {
      case .end: return
      case .change: drawn = []
      case .silence: guard await press(keys.close()) else { return }
      case .bytes(let bytes): guard await press(keys.read(bytes)) else { return }
      }
    }
  }

  private func hear(atMost limit: Int32?) async -> Terminal.Heard {
    let terminal = terminal
    return await OwnThread.run { terminal.takingTurn { terminal.hear(atMost: limit) } }
  }

  /// - Returns: false at the end.
  private mutating func press(_ keys: [Keystroke]) async -> Bool {
    for key in keys {
      switch board.press(key) {
      case .nothing: break
      case .redraw: drawn = []
      case .quit: return false
      case .line(let line):
        let reply = await playthrough.carryOut(PlayLine(line))
        if case .quit = reply { return false }
        if case .written(let lines) = reply { written += lines }
        board.take(reply, PlayState(playthrough.run))
      }
    }
    return true
  }

  /// Draws the rows that differ from what stands there.
  private mutating func draw() {
    let rows = board.rows(hiding: playthrough.isSecret).map { $0.escaped(isStyled: isStyled) }
    var text = drawn.count == rows.count ? "\u{1B}[?25l" : "\u{1B}[?25l\u{1B}[2J"
    for (index, row) in rows.enumerated() where drawn.count != rows.count || drawn[index] != row {
      text += "\u{1B}[\(index + 1);1H\u{1B}[K" + row
    }
    if let cursor = board.cursor(hiding: playthrough.isSecret) {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    terminal.draw(text)
    drawn = rows
  }
}
