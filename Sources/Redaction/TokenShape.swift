// SPDX-License-Identifier: Apache-2.0

import Values

/// What looks like a secret, whoever wrote it: what stands behind a name such as `token=` or `Bearer`, and long words of
/// letters and digits as no language has them.
enum TokenShape {
  private static let longestWord = 19
  private static let shortestInOneCase = 24

  /// The text with `•••` for each of them.
  static func covered(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var isNamed = false
    var start = 0
    while start < bytes.count {
      var end = start
      // Behind its name, a value may begin with any letter.
      while end < bytes.count, isOfToken[Int(bytes[end])] || (isNamed && bytes[end] > 0x7F) { end += 1 }
      guard end > start else {
        shown.append(bytes[start])
        // A value stands behind its name and nothing but signs and one blank.
        if !" \t\"'=:".utf8.contains(bytes[start]) { isNamed = false }
        start += 1
        continue
      }
      let word = bytes[start..<end]
      if isNamed || looksLikeToken(word) {
        shown += Secret.mark.utf8
        isNamed = false
      } else {
        shown += word
        isNamed = isName(word, before: bytes[end...])
      }
      start = end
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private static func isName(_ word: ArraySlice<UInt8>, before rest: ArraySlice<UInt8>) -> Bool {
    let sign = rest.first { !"\"' ".utf8.contains($0) }
    let isValueNext = sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":")
    guard isValueNext || word.count == "basic".utf8.count || word.count == "bearer".utf8.count else { return false }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    if name == "bearer" || name == "basic" { return true }
    return isValueNext && SecretNames.usual.contains(name.filter { $0 != "_" && $0 != "-" })
  }

  private static func looksLikeToken(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count > longestWord else { return false }
    let kinds = [
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"),
    ].map { range in word.count { range ~= $0 } }
    // Hexadecimal digits and Base32 have one kind of letters, and nothing else.
    let isOneWord = word.count >= shortestInOneCase && kinds[0] > 2 && kinds.reduce(0, +) == word.count
    return kinds.allSatisfy { $0 > 0 } || isOneWord && kinds[0] < word.count
  }

  /// By byte, whether it may stand in a token.
  private static let isOfToken: [Bool] = (0...255).map { number in
    let byte = UInt8(number)
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || "_-.+/~%&".utf8.contains(byte)
  }
}
