// SPDX-License-Identifier: Apache-2.0

/// The address of a file, `file:///…`, and its path.
package enum FileAddress {
  /// The path of a file on this machine; nil for any other address.
  package static func path(of address: String) -> String? {
    guard address.lowercased().hasPrefix("file://") else { return nil }
    var rest = Array(address.utf8.dropFirst("file://".utf8.count))
    // Between the second and the third slash a machine may be named: only this one is meant.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    rest.removeFirst(slash)
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%") {
        guard index + 2 < rest.count, let high = digit(rest[index + 1]), let low = digit(rest[index + 2]) else {
          return nil
        }
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The address of a path from the root on.
  package static func address(of path: String) -> String {
    var address = "file://"
    for byte in path.utf8 {
      if isPlain(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + hexadecimal(byte >> 4) + hexadecimal(byte & 15)
      }
    }
    return address
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  private static func hexadecimal(_ number: UInt8) -> String { String(number, radix: 16, uppercase: true) }

  /// Source: RFC 3986, "unreserved", and the slash between names.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-._~/".utf8.contains(byte)
  }
}
