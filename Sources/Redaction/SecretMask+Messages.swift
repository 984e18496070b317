// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import Values

/// Covers, in what a process has sent, what it was told in confidence: a message that is quoted may echo a password, or a
/// part of one.
extension SecretMask {
  /// Shorter texts of a world are no secrets, but parts of all others.
  private static let shortestOfWorld = 3

  /// A mask for messages; it covers nothing yet.
  package static var ofMessages: SecretMask { SecretMask(partLength: 6) }

  /// Takes note of all texts of a world, which may be passwords.
  ///
  /// - Parameter names: texts that are none, such as the names of events.
  package mutating func note(world: JSONNode, except names: Set<String> = []) {
    switch world.value {
    case .text(let text):
      if text.utf8.count >= Self.shortestOfWorld, !names.contains(text) { note(Array(text.utf8)) }
    case .int(let number): if number > 999 { note(Array(String(number).utf8)) }
    case .list(let nodes): for node in nodes { note(world: node, except: names) }
    case .object(let fields): for field in fields { note(world: field.node, except: names) }
    case .null, .flag: break
    }
  }

  /// Takes note of what is secret in a message by what it is called, such as a token, and of all that somebody hands in.
  package mutating func note(secretsIn message: JSONNode) {
    switch message.value {
    case .list(let nodes): for node in nodes { note(secretsIn: node) }
    case .object(let fields):
      for field in fields {
        if field.name == "values" || secretNames.contains(field.name) || SecretNames.isSecret(field.name) {
          note(world: field.node, except: SecretNames.verdicts)
        } else {
          note(secretsIn: field.node)
        }
      }
    case .text, .int, .null, .flag: break
    }
  }

  /// What was sent, shortened, on one line and in backticks, with `•••` for each secret in it.
  package func quote(_ line: ArraySlice<UInt8>, limit: Int = 120) -> String {
    guard !isFull else { return "a message (too many secrets were sent to quote it)" }
    // A secret that is cut off may be too short to be recognised. With escapes, one byte may take twelve.
    let bytes = Array(line.prefix(limit * 4 + longest * 12))
    let shown = coveredWhateverItsSpelling(bytes).prefix(limit * 4)
    let text = TokenShape.covered(String(decoding: shown, as: UTF8.self))
    return Diagnostic.quoting(text, limit: limit)
  }

  /// A line for a log: on one line, without what a terminal obeys, with `•••` for each secret and token in it.
  package func line(_ line: ArraySlice<UInt8>) -> String {
    guard !isFull else { return "a line of \(line.count) bytes (too many secrets were sent to show it)" }
    let shown = coveredWhateverItsSpelling(Array(line))
    return TerminalText.line(TokenShape.covered(String(decoding: shown, as: UTF8.self)))
  }

  /// The words with `•••` for each secret in what they quote; where too many are known to tell, for all that is quoted.
  ///
  /// The sentence around it is our own: a gap in it would tell the secret to whoever knows the sentence. Of that, only
  /// numbers may have been sent.
  package func cover(_ words: String) -> String {
    words.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        guard index % 2 == 1 else { return coverNumbers(in: part) }
        if harmlessNames.contains(String(part)) { return String(part) }
        if isFull { return Secret.mark }
        return TokenShape.covered(String(decoding: coveredWhateverItsSpelling(Array(part.utf8)), as: UTF8.self))
      }.joined(separator: "`")
  }

  /// The words with `•••` for each number that is a secret as it stands.
  private func coverNumbers(in words: Substring) -> String {
    var shown = ""
    var rest = words
    while let first = rest.first {
      let isNumber = first.isNumber
      let run = rest.prefix { $0.isNumber == isNumber }
      rest = rest.dropFirst(run.count)
      shown += isNumber && covered(Array(run.utf8)) == Array(Secret.mark.utf8) ? Secret.mark : String(run)
    }
    return shown
  }
}
