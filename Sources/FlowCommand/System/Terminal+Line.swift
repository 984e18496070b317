// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Synchronization
import SystemCalls

extension Terminal {
  /// A line that is being typed.
  private struct Typing {
    var line: TypedLine
    /// Whether it was begun before its prompt stood there: then nobody knows for what, and it is not shown.
    var isAhead: Bool
    let isHidden: Bool
    /// Whether it is the rest of a line that was not to be shown, begun for another question: up to its end it is for nobody.
    var isRest: Bool

    /// What may be seen of it.
    var shown: String {
      if isRest { return "(press Enter first)" }
      if isHidden { return "" }
      return isAhead ? "(typed ahead)" : String(decoding: line.bytes, as: UTF8.self).onOneLine
    }
  }

  /// Shows a prompt and waits for a line.
  ///
  /// Blocks its thread; for a thread of its own.
  ///
  /// - Parameter patience: asked whenever the prompt might not stay as it is.
  func line(_ prompt: Prompt, wokenBy wake: WakePipe, patience: () -> Patience = { .endless }) -> Line {
    let (keys, isRest) = state.withLock { state in
      state.mode.take()
      return (state.mode.keys, state.hasHalfSecret)
    }
    var typing = Typing(line: TypedLine(keys), isAhead: isReady, isHidden: prompt.isHidden, isRest: isRest)
    state.withLock { state in
      (state.prompt, state.hasAsked, state.drawn) = (prompt, true, 0)
      write(prompt.above(columns: columns))
      draw(typing, &state)
    }
    let line = read(&typing, wokenBy: wake, patience)
    finish(line)
    return line
  }

  private func read(_ typing: inout Typing, wokenBy wake: WakePipe, _ patience: () -> Patience) -> Line {
    while true {
      if let stop = waitForKey(&typing, or: wake, patience) {
        let isHalf = typing.isRest || typing.isHidden && (!typing.line.bytes.isEmpty || isReady)
        state.withLock { $0.hasHalfSecret = isHalf }
        typing.line.wipe()
        return stop
      }
      guard let byte = nextByte() else {
        typing.line.wipe()
        return .end
      }
      switch typing.line.take(byte) {
      case .nothing: break
      case .added: show(typing, isLonger: true)
      case .erased:
        if typing.line.bytes.isEmpty { typing.isAhead = false }
        show(typing, isLonger: false)
      case .done where typing.isRest:
        state.withLock { $0.hasHalfSecret = false }
        typing.line.wipe()
        typing.isRest = false
        show(typing, isLonger: false)
      case .done: return .text(typing.line.bytes)
      case .end: return .end
      }
    }
  }

  /// Nil when there is something to read; else why it is waited for no longer.
  private func waitForKey(_ typing: inout Typing, or wake: WakePipe, _ patience: () -> Patience) -> Line? {
    while true {
      var limit: Int64 = -1
      switch patience() {
      case .endless: break
      case .milliseconds(let time): limit = min(time, Self.longestWait)
      case .say(let words):
        say(words, typing)
        continue
      case .over: return .over
      }
      // Why each time: in the background the terminal is not ours, and nobody tells us when it is again.
      let (isBroken, change, isOurs) = state.withLock { state in
        (
          state.isBroken, isDumb ? nil : state.prompt?.change(from: state.seconds),
          state.prompt == nil || state.isAway || state.mode.take()
        )
      }
      for other in [isBroken ? Self.quiet : nil, change, isOurs ? nil : Self.away].compactMap({ $0 }) {
        limit = limit < 0 ? other : min(limit, other)
      }
      var ends = [AwaitedEnd(input), wake.end, breaks?.end ?? AwaitedEnd(nil)]
      let outcome = AwaitedEnd.wait(for: &ends, atMost: limit < 0 ? nil : Int32(limit))
      if case .interrupted = outcome { continue }
      if ends[1].isReady { return .woken }
      if case .failed = outcome { return nil }
      if ends[0].isReady { return nil }
      if ends[2].isReady {
        breaks?.rest()
        comeBack(&typing)
      } else if isBroken {
        say("", typing)
      } else if change != nil {
        show(typing, isLonger: false)
      }
    }
  }

  /// Redraws the prompt if the program was stopped; half a secret that nobody sees is forgotten.
  private func comeBack(_ typing: inout Typing) {
    let isBack = state.withLock { state in
      defer { state.isBack = false }
      return state.isBack && state.prompt != nil && !state.isBroken
    }
    guard isBack else { return }
    if typing.isHidden || typing.isAhead {
      typing.line.wipe()
      typing.isAhead = false
    }
    if isDumb { say("", typing) } else { show(typing, isLonger: false) }
  }

  /// Says something on lines of its own, and shows the prompt behind it.
  private func say(_ words: String, _ typing: Typing) {
    state.withLock { state in
      guard let prompt = state.prompt else { return }
      if !state.isBroken { clear(&state) }
      (state.isBroken, state.drawn) = (false, 0)
      write(words + prompt.above(columns: columns))
      draw(typing, &state)
    }
  }

  /// Shows what a key has changed.
  private func show(_ typing: Typing, isLonger: Bool) {
    state.withLock { state in
      guard state.prompt != nil, !state.isBroken else { return }
      guard isLonger else { return isDumb ? takeBack(typing, &state) : draw(typing, &state) }
      guard !typing.isHidden, !typing.isAhead, !typing.isRest, let last = typing.shown.unicodeScalars.last else {
        return
      }
      guard isDumb || state.drawn + last.terminalWidth < columns else { return draw(typing, &state) }
      write(String(last))
      state.drawn += last.terminalWidth
    }
  }

  /// As a terminal does it that can only write on.
  private func takeBack(_ typing: Typing, _ state: inout State) {
    guard let prompt = state.prompt else { return }
    let width = prompt.before(columns: columns).terminalWidth + typing.shown.terminalWidth
    write(String(repeating: "\u{8} \u{8}", count: max(0, state.drawn - width)))
    state.drawn = width
  }

  /// Draws the prompt and what is seen of the line over what stands there; of a long line its end.
  ///
  /// Nothing is written into the last column: a terminal would begin another line.
  private func draw(_ typing: Typing, _ state: inout State) {
    guard let prompt = state.prompt else { return }
    let columns = columns
    state.seconds = prompt.seconds
    let before = prompt.before(columns: columns)
    guard !isDumb else {
      write(before + typing.shown)
      state.drawn = (before + typing.shown).terminalWidth
      return
    }
    let text = before + typing.shown.ending(in: max(0, columns - 1 - before.terminalWidth))
    let width = text.terminalWidth
    let rest = max(0, min(state.drawn, columns - 1) - width)
    write((state.drawn == 0 ? "" : "\r") + text + Self.blanks(rest) + String(repeating: "\u{8}", count: rest))
    state.drawn = width
  }

  private func finish(_ line: Line) {
    // Why: half a line that was typed for this question must not answer the next one.
    if line == .woken || line == .over { dropTypedAhead() }
    state.withLock { state in
      guard state.prompt != nil else { return }
      if !state.isBroken { write("\n") }
      if line == .woken { write("  (no longer asked)\n") }
      (state.prompt, state.isBroken, state.drawn) = (nil, false, 0)
    }
  }

  /// Whether something was typed that is not yet read.
  private var isReady: Bool { AwaitedEnd.wait(for: AwaitedEnd(input), atMost: 0) }

  /// Nil at the end of the input.
  ///
  /// A byte a time: behind the line may stand the answer to the next question.
  private func nextByte() -> UInt8? { (try? Descriptor.read(input, atMost: 1))?.first }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// In milliseconds.
  private static let longestWait: Int64 = 60_000
  /// In milliseconds: how often is looked whether the terminal is ours again.
  private static let away: Int64 = 100
  /// In milliseconds: who writes several lines has written them all by then.
  private static let quiet: Int64 = 30
}
