// SPDX-License-Identifier: Apache-2.0

/// The choices that a message counts, as in `{choices.resend.left}`.
struct CountedChoices {
  struct Name: Hashable {
    let text: String
    /// How many bytes of the text stand before it.
    let start: Int
  }

  private(set) var names: [Name] = []

  private static let head = Array("choices.".utf8)
  private static let tail = Array(".left".utf8)

  /// - Parameter bytes: a text as a file writes it.
  init(in bytes: ArraySlice<UInt8>) {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      guard bytes[start] == UInt8(ascii: "{") else {
        start += 1
        continue
      }
      // Two of them are a brace.
      if start + 1 < bytes.endIndex, bytes[start + 1] == UInt8(ascii: "{") {
        start += 2
        continue
      }
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.endIndex
      take(bytes[(start + 1)..<end], from: bytes.startIndex)
      start += 1
    }
  }

  /// - Parameter key: a key of `plural:`, without braces.
  init(named key: String) { take(Array(key.utf8)[...], from: 0) }

  private mutating func take(_ path: ArraySlice<UInt8>, from start: Int) {
    guard path.starts(with: Self.head), path.suffix(Self.tail.count).elementsEqual(Self.tail),
      path.count > Self.head.count + Self.tail.count
    else { return }
    let name = path.dropFirst(Self.head.count).dropLast(Self.tail.count)
    let text = String(decoding: name, as: UTF8.self)
    if text.isNameOfLanguage { names.append(Name(text: text, start: name.startIndex - start)) }
  }
}
