// SPDX-License-Identifier: Apache-2.0

/// The escapes of a PO file: those of the language C.
enum POEscapes {
  /// Why a text cannot be read.
  struct Problem: Error {
    let message: String
    let help: String
  }

  /// The bytes that are meant by what stands between two quotes.
  static func resolved(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Problem> {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        return .failure(Problem(message: "a quote stands within a text", help: "write `\\\"`"))
      case UInt8(ascii: "\\"):
        guard let meant = escaped(&rest) else {
          return .failure(Problem(message: "a `\\` has no meaning", help: "write `\\\\` for the sign itself"))
        }
        bytes.append(meant)
      case 0..<0x09, 0x0A..<0x20, 0x7F:
        return .failure(Problem(message: "a text has a control character", help: "take it out, or write its escape"))
      default: bytes.append(byte)
      }
    }
    return .success(bytes)
  }

  /// What the escape behind a backslash means; nil for nothing.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "?"): return byte
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "v"): return 0x0B
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "x"): return number(&rest, [], radix: 16, atMost: 2)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return number(&rest, [byte], radix: 8, atMost: 3)
    default: return nil
    }
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, _ begun: [UInt8], radix: Int, atMost count: Int
  ) -> UInt8? {
    var digits = begun
    while digits.count < count, let next = rest.first, Character(Unicode.Scalar(next)).isDigit(radix) {
      digits.append(next)
      rest = rest.dropFirst()
    }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: radix)
  }
}

extension Character {
  fileprivate func isDigit(_ radix: Int) -> Bool {
    isASCII && (radix == 8 ? ("0"..."7").contains(self) : isHexDigit)
  }
}
