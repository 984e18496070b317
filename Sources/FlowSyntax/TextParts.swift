// SPDX-License-Identifier: Apache-2.0

extension UnsafeBufferPointer<UInt8> {
  /// The texts between some bytes of ASCII, empty ones included.
  ///
  /// Why not `split`: its slices of slices cost more than the texts that are made of them.
  func parts(between separator: UInt8) -> [String] {
    var parts: [String] = []
    parts.reserveCapacity(4)
    var start = 0
    for index in indices where self[index] == separator {
      parts.append(text(start..<index))
      start = index + 1
    }
    parts.append(text(start..<count))
    return parts
  }

  /// The text in a range of UTF-8, which cuts no character.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }
}
