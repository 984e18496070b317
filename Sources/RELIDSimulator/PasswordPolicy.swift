// SPDX-License-Identifier: Apache-2.0

import Values

/// What the server demands of a new password.
///
/// Its fields have the names of the SDK's policy.
struct PasswordPolicy: Sendable {
  /// In characters, as are all the numbers here.
  var minLength = 8
  var maxLength = 64
  var minDigits = 0
  var minUppercase = 0
  var minLowercase = 0
  /// Anything but the letters A to Z and the digits counts as a symbol.
  var minSymbols = 0
  /// How often a character may stand in a row; nil for any number.
  var maxRepeats: Int?
  /// ASCII characters that must not occur.
  var forbidden = ""
  /// Whether the password may hold the user's name.
  var allowsUserName = true
  /// What the SDK tells the user; nil for a sentence about the length.
  var message: String?

  /// Demands nothing.
  static let anything = PasswordPolicy(minLength: 0, maxLength: .max)

  /// As an event carries it.
  var record: Value {
    var fields: [Record.Field] = [
      .init("minL", .int(minLength)), .init("maxL", .int(maxLength)), .init("minDg", .int(minDigits)),
      .init("minUc", .int(minUppercase)), .init("minLc", .int(minLowercase)), .init("minSc", .int(minSymbols)),
    ]
    if let maxRepeats { fields.append(.init("Repetition", .int(maxRepeats))) }
    if !forbidden.isEmpty { fields.append(.init("charsNotAllowed", .text(forbidden))) }
    fields.append(.init("UserIDcheck", .flag(!allowsUserName)))
    fields.append(.init("msg", .text(message ?? "Use \(minLength) to \(maxLength) characters.")))
    return .record(Record(fields))
  }

  /// Whether this password of that user may be set.
  func allows(_ password: Secret, of user: String) -> Bool {
    password.withBytes { bytes in
      let count = PasswordCount(bytes)
      return count.length >= minLength && count.length <= maxLength && count.digits >= minDigits
        && count.uppercase >= minUppercase && count.lowercase >= minLowercase && count.symbols >= minSymbols
        && count.longestRun <= maxRepeats ?? .max
        && (forbidden.isEmpty || !forbidden.utf8.contains { bytes.contains($0) })
        && (allowsUserName || !bytes.holds(user.utf8))
    }
  }
}

/// What a password is made of.
private struct PasswordCount {
  var length = 0
  var digits = 0
  var uppercase = 0
  var lowercase = 0
  var symbols = 0
  var longestRun = 0

  init(_ bytes: [UInt8]) {
    var start = 0
    var last: Range<Int> = 0..<0
    var run = 0
    while start < bytes.count {
      var end = start + 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      run = bytes[start..<end] == bytes[last] ? run + 1 : 1
      longestRun = max(longestRun, run)
      length += 1
      switch bytes[start] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): uppercase += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"): lowercase += 1
      default: symbols += 1
      }
      last = start..<end
      start = end
    }
  }
}

extension [UInt8] {
  /// Whether the word stands anywhere in these bytes.
  fileprivate func holds(_ word: String.UTF8View) -> Bool {
    let length = word.count
    guard length > 0, length <= count else { return false }
    return (0...(count - length)).contains { self[$0..<($0 + length)].elementsEqual(word) }
  }
}
