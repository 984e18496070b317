// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What somebody does at a keyboard: a file of lines, each with a word that says what, and the rest of the line.
struct KeyboardScript {
  /// One line of the file.
  enum Act {
    /// The screen gets another number of columns.
    case columns(Int)
    /// The screen gets another number of rows.
    case rows(Int)
    /// Keeps what the whole screen shows now, where a program draws upon it.
    case look
    /// The program crashes.
    case crash
    /// Nobody is at the terminal any more.
    case hangUp
    /// Waits until the program has shown this, behind what was waited for before.
    case see(String)
    /// Presses these keys.
    case type(String)
    /// Presses these keys, of which nothing may be shown.
    case hide(String)
    /// Waits until the program has stopped itself; the terminal must be as it was.
    case stopped
    /// Stops the program from outside, and sets the terminal as a shell likes it.
    case halt
    /// Has it go on, as `fg` does.
    case goOn
    /// Waits for its end with this exit code.
    case end(Int32)
  }

  /// The command line behind `mfaflow`.
  private(set) var words: [String] = []
  private(set) var environment = ["TERM=xterm"]
  /// Texts that may not be shown.
  private(set) var secrets: [String] = []
  private(set) var acts: [Act] = []
  /// Lines that are none.
  private(set) var flaws: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = parts.count == 2 ? parts[1] : ""
      switch parts[0] {
      case "run": words = ["run"] + ConsoleBlock.words(of: rest)
      case "command": words = ConsoleBlock.words(of: rest)
      case "environment": environment.append(rest)
      case "columns": acts.append(.columns(Int(rest) ?? 0))
      case "rows": acts.append(.rows(Int(rest) ?? 0))
      case "look": acts.append(.look)
      case "crash": acts.append(.crash)
      case "hangup": acts.append(.hangUp)
      case "see": acts.append(.see(rest))
      case "type": acts.append(.type(Self.keys(rest)))
      case "hide":
        secrets.append(rest)
        acts.append(.hide(rest))
      case "secret": secrets.append(rest)
      case "halt": acts.append(.halt)
      case "stopped": acts.append(.stopped)
      case "continue": acts.append(.goOn)
      case "end": acts.append(.end(Int32(rest) ?? -1))
      default: flaws.append(String(line))
      }
    }
  }

  /// `⏎` is Enter, `⌫` takes back a character, `↑` and the like are arrow keys, `⎋` is Escape, `^C` is ctrl-C.
  private static func keys(_ text: String) -> String {
    var keys = text.replacing("⏎", with: "\r").replacing("⌫", with: "\u{7F}").replacing("↑", with: "\u{1B}[A")
    for (word, key) in [("↓", "\u{1B}[B"), ("→", "\u{1B}[C"), ("←", "\u{1B}[D"), ("⇟", "\u{1B}[6~"), ("⎋", "\u{1B}")] {
      keys = keys.replacing(word, with: key)
    }
    let controls: [(String, UInt8)] = [("^C", 3), ("^D", 4), ("^L", 0x0C), ("^U", 0x15), ("^W", 0x17), ("^Z", 0x1A)]
    for (word, byte) in controls { keys = keys.replacing(word, with: String(UnicodeScalar(byte))) }
    return keys
  }
}
