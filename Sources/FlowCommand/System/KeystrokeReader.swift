// SPDX-License-Identifier: Apache-2.0

import FlowPlay
import SystemCalls

/// Reads keys out of the bytes that a terminal sends: characters in UTF-8, controls, and the sequences of xterm for keys that write nothing.
struct KeystrokeReader {
  private enum State {
    case between
    /// Behind the byte that begins a sequence, and is a key of its own, too.
    case escape
    /// In a sequence, behind its second byte; what has come since.
    case sequence([UInt8])
    /// Behind the two bytes of one that has one byte more.
    case function
    /// In a character; the bytes that it has so far.
    case character([UInt8])
  }

  private var state = State.between
  private var isPasting = false
  private let keys: TerminalMode.Keys

  /// No key sends more.
  private static let longest = 32

  /// - Parameter keys: those that take back what was typed, as the person has set them.
  init(_ keys: TerminalMode.Keys = .init()) { self.keys = keys }

  /// Whether what comes next says which key it is: if nothing comes, it was Escape.
  var isOpen: Bool { if case .escape = state { true } else { false } }

  /// Nothing more has come.
  mutating func close() -> [Keystroke] {
    defer { state = .between }
    return isOpen ? [.escape] : []
  }

  mutating func read(_ bytes: [UInt8]) -> [Keystroke] { bytes.flatMap { read($0) } }

  private mutating func read(_ byte: UInt8) -> [Keystroke] {
    switch state {
    case .between: return begin(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence([])
      case UInt8(ascii: "O"): state = .function
      default:
        state = .between
        return [.escape] + begin(byte)
      }
      return []
    case .function:
      state = .between
      return byte == 0x1B ? begin(byte) : Self.key(final: byte, []).map { [$0] } ?? []
    case .sequence(let bytes): return go(on: bytes, with: byte)
    case .character(let bytes):
      guard byte & 0xC0 == 0x80 else {
        state = .between
        return begin(byte)
      }
      return take(bytes + [byte])
    }
  }

  private mutating func begin(_ byte: UInt8) -> [Keystroke] {
    if isPasting {
      switch byte {
      case 0x1B: state = .escape
      // Several lines are one.
      case 0x09, 0x0A, 0x0D: return [.pasted(" ")]
      case 0..<0x20, 0x7F: break
      default: return take([byte])
      }
      return []
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x0A, 0x0D: return [.enter]
    case 0x09: return [.tab]
    case keys.end where byte != 0: return [.endOfInput]
    case keys.erase where byte != 0: return [.erase]
    case keys.eraseWord where byte != 0: return [.eraseWord]
    case keys.eraseLine where byte != 0: return [.eraseLine]
    case 0x7F, 0x08: return [.erase]
    case 0x01: return [.home]
    case 0x02: return [.pageUp]
    case 0x05: return [.end]
    case 0x06: return [.pageDown]
    case 0x0C: return [.redraw]
    case 0x0E: return [.down]
    case 0x10: return [.up]
    case 0..<0x20: break
    default: return take([byte])
    }
    return []
  }

  /// Takes a character, if it is whole.
  private mutating func take(_ bytes: [UInt8]) -> [Keystroke] {
    let lead = bytes[0]
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard bytes.count >= length else {
      state = .character(bytes)
      return []
    }
    state = .between
    guard length > 0, let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
      !(0x7F..<0xA0).contains(scalar.value)
    else { return [] }
    return [isPasting ? .pasted(scalar) : .character(scalar)]
  }

  private mutating func go(on bytes: [UInt8], with byte: UInt8) -> [Keystroke] {
    guard (0x40...0x7E).contains(byte) else {
      // What is no sequence, or too long for one, is dropped.
      let isPart = (0x20...0x3F).contains(byte) && bytes.count < Self.longest
      state = isPart ? .sequence(bytes + [byte]) : .between
      return isPart ? [] : (byte == 0x1B ? begin(byte) : [])
    }
    state = .between
    switch (byte, String(decoding: bytes, as: UTF8.self)) {
    case (UInt8(ascii: "~"), "200"): isPasting = true
    case (UInt8(ascii: "~"), "201"): isPasting = false
    default: if !isPasting, let key = Self.key(final: byte, bytes) { return [key] }
    }
    return []
  }

  /// - Parameter bytes: the numbers between, such as those for keys that are held.
  private static func key(final byte: UInt8, _ bytes: [UInt8]) -> Keystroke? {
    switch byte {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "M"): return bytes.isEmpty ? .enter : nil
    case UInt8(ascii: "~"):
      switch String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      case "5": return .pageUp
      case "6": return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
