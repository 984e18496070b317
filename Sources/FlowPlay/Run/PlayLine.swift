// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// What somebody writes who plays a flow.
package enum PlayLine: Equatable {
  package struct Given: Equatable {
    let name: String
    let text: String
  }

  /// The move of that number, from 1, with values.
  case move(Int, [Given])
  /// Any event of the contract, with values.
  case event(String, [Given])
  /// In milliseconds.
  case wait(Int64)
  case back, forth, restart, list, trace, help, quit
  case save(String)
  /// Why it is none of these.
  case nothing(String)

  /// What the lines mean, for a person.
  package static let helpText = """
    NUMBER               what stands beside it in the list; Enter is the first
    NUMBER name=value    the same, with a value of yours for an input or a field of the event; with spaces: name="a b"
    event NAME [name=value]…   any event of the contract; `status=106` and `error=1` count, too
    wait 30s             time passes, and whatever is due meanwhile happens
    back, forth          take the last thing back, and play it again
    restart              take everything back
    list, trace          show the list again, or all that has happened
    save FILE            write what was played as a scenario, with how it came out
    quit                 end it

    """

  /// The line as it may be shown: a secret may have blanks in it, and ends where another name begins.
  ///
  /// - Parameter isSecret: whether what bears a name must not be.
  package static func shown(_ line: String, _ isSecret: (String) -> Bool) -> String {
    var isHidden = false
    return words(of: line).map(\.written).compactMap { word -> String? in
      guard let sign = word.firstIndex(of: "=") else { return isHidden ? nil : word }
      isHidden = isSecret(String(word[..<sign]))
      return isHidden ? String(word[...sign]) + Secret.mark : word
    }.joined(separator: " ")
  }

  /// Longer waits are of no use.
  private static let longestWait: Int64 = 365 * 24 * 3_600_000

  package init(_ line: String) {
    let words = Self.words(of: line).map(\.text).filter { !$0.isEmpty }
    guard let first = words.first else {
      self = .move(1, [])
      return
    }
    let rest = Array(words.dropFirst())
    if let number = Int(first) {
      self =
        Self.values(rest).map { Self.given($0, to: .move(number, $0)) }
        ?? .nothing("write `\(first) name=value`, or `\(first) name=\"a b\"` for a value with spaces")
      return
    }
    switch first {
    case "back", "b": self = .back
    case "forth", "f": self = .forth
    case "restart": self = .restart
    case "list", "l": self = .list
    case "trace", "t": self = .trace
    case "help", "h", "?": self = .help
    case "quit", "q", "exit": self = .quit
    case "save": self = rest.isEmpty ? .nothing("write `save FILE`") : .save(rest.joined(separator: " "))
    case "wait": self = Self.wait(rest.first ?? "")
    case "event":
      guard let name = rest.first, let values = Self.values(Array(rest.dropFirst())) else {
        self = .nothing("write `event NAME name=value`")
        return
      }
      self = Self.given(values, to: .event(name, values))
    default:
      let known = ["back", "forth", "restart", "list", "trace", "help", "quit", "save", "wait", "event"]
      self = .nothing(Suggestion.help(for: first, among: known, otherwise: "write a number of the list, or `help`"))
    }
  }

  /// The words of a line, as they are written and without quotes; spaces belong to a value that stands in double quotes.
  ///
  /// Between two spaces is an empty word.
  private static func words(of line: String) -> [(written: String, text: String)] {
    var words: [(written: String, text: String)] = []
    var (written, text, isQuoted) = ("", "", false)
    for character in line {
      if !isQuoted, " \t\r".contains(character) {
        words.append((written, text))
        (written, text) = ("", "")
        continue
      }
      written.append(character)
      if character == "\"", isQuoted || text.last == "=" { isQuoted.toggle() } else { text.append(character) }
    }
    return words + [(written, text)]
  }

  private static func values(_ words: [String]) -> [Given]? {
    var values: [Given] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { return nil }
      values.append(Given(name: parts[0], text: parts[1]))
    }
    return values
  }

  /// The line, unless it gives two values to one name.
  private static func given(_ values: [Given], to line: PlayLine) -> PlayLine {
    var names: Set<String> = []
    guard let twice = values.first(where: { !names.insert($0.name).inserted }) else { return line }
    return .nothing("`\(twice.name.onOneLine)` is given twice: write it once")
  }

  private static func wait(_ word: String) -> PlayLine {
    let units: [(String, Int64)] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)]
    guard let (unit, count) = units.first(where: { word.hasSuffix($0.0) && Self.isNumber(word.dropLast($0.0.count)) })
    else { return .nothing("write a number with its unit: `wait 500ms`, `wait 30s`, `wait 5m` or `wait 1h`") }
    let digits = word.dropLast(unit.count)
    guard !digits.contains(".") else {
      return .nothing("write a whole number, with a smaller unit where that is needed: `wait 1500ms`")
    }
    guard let number = Int64(digits), number <= longestWait / count else {
      return .nothing(
        "a wait takes no longer than \(longestWait / 3_600_000)h: write `wait` once more for what is left")
    }
    return .wait(number * count)
  }

  /// Whether it is digits, with a point between them or without.
  private static func isNumber(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
}
