// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// How a terminal treats keys: it shows none and keeps none back, but those of signals still work.
package struct TerminalMode {
  /// The keys that do more than type.
  package struct Keys {
    package var erase: UInt8 = 0x7F
    package var eraseWord: UInt8 = 0x17
    package var eraseLine: UInt8 = 0x15
    package var end: UInt8 = 0x04

    package init() {}
  }

  private let input: Int32
  /// How it was before; nil while it is so.
  private var before: system_mode?

  package init(of input: Int32) { self.input = input }

  /// Whether the terminal has been taken over.
  package var isTaken: Bool { before != nil }

  /// Takes the terminal over, also where somebody has set it back; not one that another program has now.
  ///
  /// - Returns: false if another program has it.
  @discardableResult
  package mutating func take() -> Bool {
    guard !system_is_others(input) else { return false }
    var mode = system_mode()
    guard system_read_mode(input, &mode) == 0 else { return true }
    guard system_is_plain(&mode) || before == nil else { return true }
    if before == nil { before = mode }
    var taken = system_taken(&mode)
    system_set_mode(input, &taken)
    return true
  }

  /// Gives it back as it was; it is still known how that is.
  package func giveBack() {
    guard var before else { return }
    system_set_mode(input, &before)
  }

  /// Gives it back for good.
  package mutating func end() {
    giveBack()
    before = nil
  }

  /// The keys that take back what was typed, as the person has set them.
  package var keys: Keys {
    var keys = Keys()
    guard var before else { return keys }
    let set = system_keys_of(&before)
    (keys.erase, keys.eraseWord, keys.eraseLine, keys.end) = (set.erase, set.erase_word, set.erase_line, set.end)
    return keys
  }

  /// How many columns a terminal has; nil if nobody knows.
  package static func columns(of descriptor: Int32) -> Int? {
    let columns = Int(system_columns(descriptor))
    return columns > 0 ? columns : nil
  }

  /// How many rows a terminal has; nil if nobody knows.
  package static func rows(of descriptor: Int32) -> Int? {
    let rows = Int(system_rows(descriptor))
    return rows > 0 ? rows : nil
  }

  /// If this process crashes from now on, a text is written to the terminal first, and its mode is as it was.
  ///
  /// Why: whoever has the whole screen would otherwise leave a shell behind that shows nothing of what is typed.
  ///
  /// - Returns: false where a terminal is guarded already, or this one is not taken.
  package func guardAgainstCrash(output: Int32, writing text: String) -> Bool {
    guard var before else { return false }
    return system_guard_terminal(input, output, &before, text)
  }

  /// There is nothing to be given back any more.
  package static func endGuard() { system_unguard_terminal() }

  /// What was typed and not yet read is for nobody.
  package static func dropTypedAhead(at descriptor: Int32) { system_drop_input(descriptor) }
}
