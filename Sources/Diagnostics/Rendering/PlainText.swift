// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text with nothing in it that a terminal would obey: controls, line breaks and marks of direction show as `?`.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.isObeyed) else { return self }
    var plain = UnicodeScalarView()
    for scalar in unicodeScalars { plain.append(scalar.isObeyed ? "?" : scalar) }
    return String(plain)
  }
}

extension Unicode.Scalar {
  fileprivate var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
