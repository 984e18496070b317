// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// A line as it is typed, key by key.
struct TypedLine {
  /// What came of a key.
  enum Outcome {
    /// Nothing that could be seen.
    case nothing
    /// A character stands behind the others.
    case added
    /// Something was taken back.
    case erased
    /// The line is finished.
    case done
    /// Nobody types any more: the key that ends the input, at an empty line.
    case end
  }

  /// How far a sequence of the kind that arrow keys send has come.
  private enum Sequence {
    case none
    case escape
    /// Up to the byte that ends it.
    case parameters
  }

  /// As UTF-8.
  private(set) var bytes: [UInt8] = []
  private let keys: TerminalMode.Keys
  private var sequence = Sequence.none

  private static let longest = 4096

  init(_ keys: TerminalMode.Keys) {
    self.keys = keys
    // Why: an array that grows leaves copies of a secret behind.
    bytes.reserveCapacity(Self.longest)
  }

  mutating func take(_ byte: UInt8) -> Outcome {
    guard !isInSequence(byte) else { return .nothing }
    switch byte {
    case 0x0A, 0x0D: return .done
    case keys.end: return bytes.isEmpty ? .end : .nothing
    case keys.erase, 0x7F, 0x08: return takeBack(from: lastCharacter)
    case keys.eraseWord: return takeBack(from: lastWord)
    case keys.eraseLine: return takeBack(from: 0)
    case 0..<0x20: return .nothing
    default:
      guard bytes.count < Self.longest else { return .nothing }
      bytes.append(byte)
      return lacksBytes ? .nothing : .added
    }
  }

  /// Forgets the line, and leaves nothing of it behind.
  mutating func wipe() {
    for index in bytes.indices { bytes[index] = 0 }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func isInSequence(_ byte: UInt8) -> Bool {
    switch sequence {
    case .none:
      guard byte == 0x1B else { return false }
      sequence = .escape
    case .escape:
      guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
        sequence = .none
        return false
      }
      sequence = .parameters
    case .parameters: if (0x40...0x7E).contains(byte) { sequence = .none }
    }
    return true
  }

  private mutating func takeBack(from start: Int) -> Outcome {
    guard start < bytes.count else { return .nothing }
    for index in start..<bytes.count { bytes[index] = 0 }
    bytes.removeSubrange(start...)
    return .erased
  }

  private var lastCharacter: Int { bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0 }

  private var lastWord: Int {
    let blank = UInt8(ascii: " ")
    guard let end = bytes.lastIndex(where: { $0 != blank }) else { return 0 }
    return (bytes[..<end].lastIndex { $0 == blank } ?? -1) + 1
  }

  /// Whether the last character has begun and is not whole.
  private var lacksBytes: Bool {
    let lead = bytes[lastCharacter]
    let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return bytes.count - lastCharacter < length
  }
}
