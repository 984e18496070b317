// SPDX-License-Identifier: Apache-2.0

/// The inputs that a guard or an argument may name: whole words that stand behind no dot, and in no text.
struct GuardInputs {
  struct Name: Hashable {
    let text: String
    /// How many bytes of the guard stand before it.
    let start: Int
  }

  private(set) var names: [Name] = []

  init(in text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    var quote: UInt8?
    while start < bytes.count {
      let byte = bytes[start]
      if let open = quote {
        if byte == open { quote = nil }
        start += 1
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        start += 1
        continue
      }
      guard Self.isLetter(byte) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < bytes.count, bytes[end].isOfName { end += 1 }
      let before = start > 0 ? bytes[start - 1] : 0
      if before != UInt8(ascii: "."), !((48...57).contains(before)) {
        names.append(Name(text: String(decoding: bytes[start..<end], as: UTF8.self), start: start))
      }
      start = end
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
