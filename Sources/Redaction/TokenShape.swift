// SPDX-License-Identifier: Apache-2.0

import Values

/// What looks like a secret, whoever wrote it: what stands behind a name such as `token=` or `Bearer`, or as the password
/// in an address, and long words of letters and digits as no language has them.
enum TokenShape {
  private static let longestWord = 19
  private static let shortestInOneCase = 24

  /// The text with `•••` for each of them.
  static func covered(_ text: String) -> String {
    let bytes = PrivateKeyBlock.covered(Array(text.utf8))
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
        if !isBeforeValue[Int(bytes[start])] { isNamed = false }
        start += 1
        if bytes[start - 1] == UInt8(ascii: ":"), let password = password(inAddress: bytes, at: start) {
          shown += bytes[start..<password.lowerBound]
          shown += Secret.mark.utf8
          start = password.upperBound
        }
        continue
      }
      let word = bytes[start..<end]
      if isNamed, SecretNames.verdicts.contains(String(decoding: word, as: UTF8.self)) {
        shown += word
        isNamed = false
      } else if isNamed || looksLikeToken(word) {
        shown += Secret.mark.utf8
        // Such as `Cookie: sid=…`: what looked like the value was its name.
        isNamed =
          isNamed && end + 1 < bytes.count && bytes[end] == UInt8(ascii: "=") && isOfToken[Int(bytes[end + 1])]
      } else {
        shown += word
        isNamed = isName(word, before: bytes[end...])
      }
      start = end
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Where the password of `//user:password@host` stands, if there is one.
  private static func password(inAddress bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard bytes[start...].starts(with: "//".utf8) else { return nil }
    let place = bytes[(start + 2)...].prefix { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }
    guard let end = place.lastIndex(of: UInt8(ascii: "@")), let colon = place[..<end].firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < end
    else { return nil }
    return colon + 1..<end
  }

  private static func isName(_ word: ArraySlice<UInt8>, before rest: ArraySlice<UInt8>) -> Bool {
    let sign = rest.first { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: " ") }
    let isValueNext = sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":")
    guard isValueNext || word.count == "basic".utf8.count || word.count == "bearer".utf8.count else { return false }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    if name == "bearer" || name == "basic" { return true }
    guard isValueNext else { return false }
    // The word after `session:` is mostly its state, and no secret.
    return SecretNames.isSecret(name) || name == "session" && sign == UInt8(ascii: "=")
  }

  /// How the keys of well-known services begin, whatever follows.
  private static let beginnings = [
    "AKIA", "ASIA", "xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-", "ghp_", "gho_", "ghs_", "glpat-", "sk_live_",
  ]
  private static let shortestWithBeginning = 16

  private static func looksLikeToken(_ word: ArraySlice<UInt8>) -> Bool {
    if word.count >= shortestWithBeginning, beginnings.contains(where: { word.starts(with: $0.utf8) }) { return true }
    guard word.count > longestWord else { return false }
    var kinds = [0, 0, 0]
    for byte in word {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds[0] += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"): kinds[1] += 1
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): kinds[2] += 1
      default: break
      }
    }
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

  /// By byte, whether it may stand between a name and its value.
  private static let isBeforeValue: [Bool] = (0...255).map { number in " \t\"'=:".utf8.contains(UInt8(number)) }
}
