// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension YAMLNode {
  /// This node as a length of time in milliseconds, such as `500ms`, `30s`, `5m`, `1m30s`, `2h` or `1d`.
  ///
  /// Nil, and a finding, if it is none. The unit is a duty: `30` may be seconds for one reader and minutes for another.
  package func duration(_ what: String, _ findings: inout [Diagnostic]) -> Spanned<Int>? {
    guard let text = scalar(what, must: "be a duration", &findings) else { return nil }
    switch WrittenDuration.read(text) {
    case .milliseconds(let value):
      return Spanned(value, range)
    case .noUnit:
      findings.append(
        Diagnostic(
          YAMLRules.missingUnit, "\(what) must have a unit of time, not just \(Diagnostic.quoting(text))", at: range,
          help: "write `\(text)s` for seconds, or use `ms`, `m`, `h` or `d`"))
    case .tooLong:
      findings.append(.outOfRange("\(what) must not be longer than ten years", at: range, help: "write a shorter time"))
    case .wrong(let help):
      findings.append(
        Diagnostic(
          YAMLRules.notADuration, "\(what) must be a duration, not \(Diagnostic.quoting(text))", at: range,
          help: help))
    }
    return nil
  }
}

/// What a text says as a duration.
private enum WrittenDuration {
  case milliseconds(Int)
  case noUnit
  case tooLong
  /// Not a duration; with the cure.
  case wrong(String)

  /// Nobody waits longer, and no sum of two can overflow.
  static let longest = 3650 * 86_400_000

  private static let units: [(name: String, milliseconds: Int)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// What people write in place of a unit.
  private static let otherUnits: [String: String] = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d", "msec": "ms", "millis": "ms",
    "milliseconds": "ms", "ms": "ms", "s": "s", "m": "m", "h": "h", "d": "d",
  ]

  /// The duration that is meant by `1min` or `3 minutes`; nil for anything else.
  private static func meant(by text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text.dropFirst(digits.count).drop { $0 == " " }
    guard !digits.isEmpty, digits.first != "0" else { return nil }
    return otherUnits[word.lowercased()].map { digits + $0 }
  }

  static func read(_ text: String) -> WrittenDuration {
    var general: String {
      meant(by: text).map { "write `\($0)`" }
        ?? "write digits and a unit, such as `500ms`, `30s`, `5m`, `2h` or `1d`"
    }
    var rest = Array(text.utf8)[...]
    var total = 0
    var smallest = Int.max
    repeat {
      let digits = rest.prefix { (48...57).contains($0) }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
        return .wrong(digits.isEmpty ? general : "write it without zeros in front")
      }
      guard !rest.isEmpty else { return smallest == .max ? .noUnit : .wrong("give every number its unit") }
      if rest.first == UInt8(ascii: ".") {
        return .wrong("write whole numbers, such as `1500ms` for one and a half seconds")
      }
      let name = rest.prefix { !(48...57).contains($0) }
      guard let unit = units.first(where: { $0.name.utf8.elementsEqual(name) }) else { return .wrong(general) }
      guard unit.milliseconds < smallest else { return .wrong("write larger units first, and each once: `1m30s`") }
      smallest = unit.milliseconds
      rest = rest.dropFirst(name.count)
      guard digits.count <= 15 else { return .tooLong }
      let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
      guard number <= (longest - total) / unit.milliseconds else { return .tooLong }
      total += number * unit.milliseconds
    } while !rest.isEmpty
    return .milliseconds(total)
  }
}
