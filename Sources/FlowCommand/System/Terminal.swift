// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemCalls

/// A terminal at which a person sits: shows prompts, reads lines, hides what is secret.
///
/// From ``begin()`` to ``end()`` the terminal itself shows no key: what may be seen of a line is drawn here.
/// ``restore()`` brings back what was, from any thread; the process calls it before it ends in whatever way.
final class Terminal: Sendable {
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
    /// No longer: something is said, and the prompt is shown again. Half a line that was typed stays.
    case say(String)
    /// No longer: the line is not wanted any more.
    case over
  }

  struct State {
    var mode: TerminalMode
    /// What is asked now; nil if nothing.
    var prompt: Prompt?
    /// What the countdown read when the line was drawn, or a moment before; nil for none.
    var seconds: Int64?
    /// How many columns of the line are drawn.
    var drawn = 0
    /// Whether something else was written since, on lines of its own.
    var isBroken = false
    /// Whether the terminal was given back for the time being.
    var isAway = false
    /// Whether that was meant, and it is not to be taken again before the program is told to go on.
    var isGivenBack = false
    /// Whether the program was stopped and goes on, and the prompt is not yet redrawn.
    var isBack = false
    /// Whether anything was asked.
    var hasAsked = false
    /// Whether the whole screen is drawn upon, in place of what stood there.
    var isFull = false
    /// Whether half a line that is not shown was typed when nobody wanted it any more: its rest may still come.
    var hasHalfSecret = false
  }

  let input: Int32
  let output: DescriptorOutput
  /// Whether nothing on a line can be redrawn.
  let isDumb: Bool
  let state: Mutex<State>
  /// Held by the one who talks to the person.
  private let turn = Mutex(())
  /// Wakes the prompt when it has to be redrawn; nil if the system has no descriptors left.
  let breaks = WakePipe()
  /// The descriptor of what is looked at.
  let screen: Int32

  /// - Parameters:
  ///   - input: the descriptor of a terminal.
  ///   - output: where prompts are shown.
  ///   - isDumb: whether it can only write on.
  init(input: Int32, output: Int32, isDumb: Bool = false) {
    self.input = input
    self.output = DescriptorOutput(output)
    self.isDumb = isDumb
    screen = output
    state = Mutex(State(mode: TerminalMode(of: input)))
  }

  func write(_ text: String) { output.write(text) }

  /// How many columns there are now.
  var columns: Int {
    guard let columns = TerminalMode.columns(of: screen) else { return Self.usualColumns }
    return max(Self.fewestColumns, columns)
  }

  /// Talks to the person when nobody else does any more.
  ///
  /// Blocks its thread; for a thread of its own.
  func takingTurn<Result: Sendable>(_ talk: () -> Result) -> Result { turn.withLock { _ in talk() } }

  /// From now on no key is shown by itself.
  func begin() { state.withLock { _ = $0.mode.take() } }

  /// What was typed and not yet read is for nobody.
  func dropTypedAhead() { TerminalMode.dropTypedAhead(at: input) }

  /// Something else is about to be written: it gets a line of its own, and the prompt is shown again behind it.
  func breakPrompt() {
    let isNew = state.withLock { state in
      guard state.prompt != nil, !state.isBroken else { return false }
      clear(&state)
      state.isBroken = true
      return true
    }
    if isNew { breaks?.wake() }
  }

  /// Nothing is asked any more: what is written next gets a line of its own, and the terminal is as it was.
  ///
  /// - Parameter dropping: whether what was typed ahead is for nobody, though nothing was asked.
  /// - Returns: whether anything was asked.
  @discardableResult
  func end(dropping: Bool = false) -> Bool {
    state.withLock { state in
      let hasAsked = state.hasAsked
      if state.prompt != nil, !state.isBroken { write("\n") }
      // Why: what was typed for a question of this run must not be run by a shell, nor shown there.
      if state.hasAsked || dropping { dropTypedAhead() }
      closeScreen(&state)
      state.mode.end()
      state = State(mode: state.mode)
      return hasAsked
    }
  }

  /// Brings back the terminal as it was; nothing if it is so already.
  func restore() {
    state.withLock { state in
      hideScreen(&state)
      state.mode.giveBack()
      (state.isAway, state.isGivenBack) = (true, true)
    }
  }

  /// After the program was stopped and goes on: takes the terminal again, and shows the prompt again.
  func resume() {
    state.withLock { state in
      guard state.mode.isTaken else { return }
      let isOurs = state.mode.take()
      state.isGivenBack = false
      if state.isFull {
        // Whoever stopped it from outside has not waited for the screen to be given back.
        state.isAway = true
        return showAgain(&state, isOurs)
      }
      (state.isAway, state.isBack) = (false, true)
    }
    breaks?.wake()
  }

  /// Takes the prompt away, so that something else can be written in its place.
  func clear(_ state: inout State) {
    guard !isDumb else {
      write("\n")
      return
    }
    write("\r" + String(repeating: " ", count: state.drawn) + "\r")
    state.drawn = 0
  }

  private static let usualColumns = 80
  private static let fewestColumns = 16
}
