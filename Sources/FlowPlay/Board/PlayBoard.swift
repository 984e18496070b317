// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// What stands on the screen of somebody who plays a flow, and what each key does to it.
///
/// It knows no terminal and no machine: of keys it makes lines, as they are written without a screen, and of what came of them words.
package struct PlayBoard {
  /// What a key asks for.
  package enum Act: Equatable {
    case nothing
    /// A line is to be carried out.
    case line(String)
    /// All is to be drawn again.
    case redraw
    case quit
  }

  /// What the keys that move are for.
  enum Focus: Equatable {
    case moves
    /// All that has happened.
    case trace
    /// All that is said at the step.
    case place
    case help
  }

  /// How the run stands.
  private(set) var state: PlayState
  private(set) var focus = Focus.moves
  /// The move that Enter plays, by its place in the list.
  private(set) var chosen = 0
  /// The line that is typed; nil for none.
  private(set) var typed: EditedLine?
  /// What came of the last key that was no move.
  private(set) var notice = ""
  /// How many rows of what is read lie above the screen.
  private(set) var scrolled = 0
  /// How large the screen is; what is read is turned over by pages of it.
  package var size: ScreenSize
  /// The number that is being typed.
  private var digits = ""

  package init(_ state: PlayState, size: ScreenSize) {
    self.state = state
    self.size = size
  }

  /// Takes a key.
  package mutating func press(_ key: Keystroke) -> Act {
    if typed != nil { return edit(key) }
    switch key {
    case .endOfInput, .character("q"): return .quit
    case .redraw: return .redraw
    case .pasted:
      open("")
      return edit(key)
    case .character(":"): open("")
    case .character("w"): open("wait ")
    case .character("s"): open("save ")
    case .character("v"): open("event ")
    case .character("b"), .left: return .line("back")
    case .character("f"), .right: return .line("forth")
    case .character("r"): return .line("restart")
    case .character("t"), .tab: look(at: focus == .trace ? .moves : .trace)
    case .character("m"): look(at: focus == .place ? .moves : .place)
    case .character("?"), .character("h"): look(at: focus == .help ? .moves : .help)
    default:
      guard focus == .moves else { return read(key) }
      return choose(key)
    }
    digits = ""
    return .nothing
  }

  /// Takes what came of a line.
  package mutating func take(_ reply: Playthrough.Reply, _ state: PlayState) {
    digits = ""
    switch reply {
    case .happened(let trace):
      stand(at: state)
      notice = trace.last.map { "\($0.kind): \($0.words)".onOneLine } ?? "nothing happened"
    case .wentBack:
      stand(at: state)
      notice = state.played > 1 ? "taken back" : "the beginning"
    case .said(let words): notice = words.onOneLine
    case .written(let lines):
      typed = nil
      notice = lines.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ").onOneLine
    case .list: look(at: .moves)
    case .trace: look(at: .trace)
    case .help: look(at: .help)
    case .quit: break
    }
    if focus != .moves { typed = nil }
  }

  private mutating func stand(at state: PlayState) {
    (self.state, focus, chosen, typed) = (state, .moves, 0, nil)
  }

  private mutating func open(_ text: String) { (typed, notice) = (EditedLine(text), "") }

  private mutating func look(at focus: Focus) {
    (self.focus, typed, notice) = (focus, nil, "")
    // Of what has happened the end is read first.
    scrolled = focus == .trace ? mostScrolled : 0
  }

  private mutating func choose(_ key: Keystroke) -> Act {
    let last = max(0, state.list.count - 1)
    let page = max(1, listRoom - 1)
    if case .character(let scalar) = key, ("0"..."9").contains(scalar) {
      type(digit: scalar)
      return .nothing
    }
    digits = ""
    switch key {
    case .up, .character("k"): chosen = max(0, chosen - 1)
    case .down, .character("j"): chosen = min(last, chosen + 1)
    case .pageUp: chosen = max(0, chosen - page)
    case .pageDown, .character(" "): chosen = min(last, chosen + page)
    case .home, .character("g"): chosen = 0
    case .end, .character("G"): chosen = last
    case .enter: return state.list.count > 0 ? .line("\(chosen + 1)") : .line("list")
    case .character("e") where state.list.count > 0:
      let move = state.edits[chosen]
      open("\(chosen + 1)\(move.given.map { " " + $0 } ?? " ")")
      notice = move.names.isEmpty ? "nothing can be given with that" : "may be given: " + move.names
    default: notice = ""
    }
    return .nothing
  }

  private mutating func type(digit: Unicode.Scalar) {
    for text in [digits + String(digit), String(digit)] {
      guard let number = Int(text), number >= 1, number <= state.list.count else { continue }
      (digits, chosen, notice) = (text, number - 1, "")
      return
    }
    digits = ""
  }

  private mutating func read(_ key: Keystroke) -> Act {
    let page = max(1, readRoom - 1)
    switch key {
    case .up, .character("k"): scrolled -= 1
    case .down, .character("j"): scrolled += 1
    case .pageUp: scrolled -= page
    case .pageDown, .character(" "): scrolled += page
    case .home, .character("g"): scrolled = 0
    case .end, .character("G"): scrolled = mostScrolled
    case .escape, .enter: look(at: .moves)
    default: break
    }
    scrolled = min(max(0, scrolled), mostScrolled)
    return .nothing
  }

  private mutating func edit(_ key: Keystroke) -> Act {
    switch key {
    case .enter:
      let line = typed?.text ?? ""
      // Nothing is no move here: Enter at an empty line is how one leaves it.
      guard !line.allSatisfy({ " \t".contains($0) }) else {
        typed = nil
        return .nothing
      }
      return .line(line)
    case .escape: (typed, notice) = (nil, "")
    case .endOfInput: if typed?.text.isEmpty ?? true { return .quit }
    case .redraw: return .redraw
    case .tab:
      guard let line = typed else { break }
      let completion = PlayCompletion(line.before, in: state)
      typed = EditedLine(completion.text, behind: line.behind)
      notice = completion.others.joined(separator: " ")
    default: _ = typed?.take(key)
    }
    return .nothing
  }
}
