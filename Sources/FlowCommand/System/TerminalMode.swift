// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a terminal treats keys: it shows none and keeps none back, but those of signals still work.
struct TerminalMode {
  private let input: Int32
  /// How it was before; nil while it is so.
  private var before: termios?

  init(of input: Int32) { self.input = input }

  /// Whether the terminal has been taken over.
  var isTaken: Bool { before != nil }

  /// Takes the terminal over, also where somebody has set it back; not one that another program has now.
  ///
  /// - Returns: false if another program has it.
  @discardableResult
  mutating func take() -> Bool {
    let owner = tcgetpgrp(input)
    guard owner <= 0 || owner == getpgrp() else { return false }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return true }
    guard settings.c_lflag & tcflag_t(ECHO | ICANON) != 0 || before == nil else { return true }
    if before == nil { before = settings }
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    Self.change(&settings) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    tcsetattr(input, TCSANOW, &settings)
    return true
  }

  /// Gives it back as it was; it is still known how that is.
  func giveBack() {
    guard var before else { return }
    tcsetattr(input, TCSANOW, &before)
  }

  /// Gives it back for good.
  mutating func end() {
    giveBack()
    before = nil
  }

  /// The keys that take back what was typed, as the person has set them.
  var keys: TypedLine.Keys {
    guard var settings = before else { return TypedLine.Keys() }
    var keys = TypedLine.Keys()
    Self.change(&settings) { set in
      // Why: a key that is switched off is 0, or all ones; neither is typed.
      keys.erase = set[Int(VERASE)]
      keys.eraseWord = set[Int(VWERASE)]
      keys.eraseLine = set[Int(VKILL)]
      keys.end = set[Int(VEOF)]
    }
    return keys
  }

  private static func change(_ settings: inout termios, _ change: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    withUnsafeMutableBytes(of: &settings.c_cc) { change($0.bindMemory(to: UInt8.self)) }
  }
}
