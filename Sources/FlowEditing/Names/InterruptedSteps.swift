// SPDX-License-Identifier: Apache-2.0

/// The steps that a guard names: the texts that it holds against `interrupted`.
struct InterruptedSteps {
  struct Name: Hashable {
    let text: String
    /// How many bytes of the guard stand before it.
    let start: Int
  }

  private enum Token: Equatable {
    case word(String)
    case text(Name)
    case sign(String)
  }

  private let tokens: [Token]

  /// - Parameter text: a guard as ``GuardPlace`` gives it.
  init(in text: String) { tokens = Self.tokens(Array(text.utf8)) }

  /// The names, in the order of the guard.
  var names: [Name] {
    tokens.indices.compactMap { index in
      guard case .text(let name) = tokens[index], !name.text.isEmpty else { return nil }
      let isCompared =
        isComparison(index - 1) && isInterrupted(index - 2) || isComparison(index + 1) && isInterrupted(index + 2)
      return isCompared || isInList(index) ? name : nil
    }
  }

  private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func isInterrupted(_ index: Int) -> Bool { token(index) == .word("interrupted") }

  private func isComparison(_ index: Int) -> Bool { token(index) == .sign("==") || token(index) == .sign("!=") }

  /// Whether a text stands in the brackets of `interrupted in ["a", "b"]`.
  private func isInList(_ index: Int) -> Bool {
    var start = index - 1
    while start >= 0, tokens[start] != .sign("[") {
      guard case .text = tokens[start] else {
        guard tokens[start] == .sign(",") else { return false }
        start -= 1
        continue
      }
      start -= 1
    }
    return token(start) == .sign("[") && token(start - 1) == .word("in") && isInterrupted(start - 2)
  }

  private static func tokens(_ bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var start = 0
    func word(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while start < bytes.count {
      let byte = bytes[start]
      var end = start + 1
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: break
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while end < bytes.count, bytes[end] != byte { end += 1 }
        // A quote that YAML has doubled or escaped has a blank before it.
        var last = end
        while last > start + 1, bytes[last - 1] == 0x20 { last -= 1 }
        tokens.append(.text(Name(text: word(start + 1..<last), start: start + 1)))
        end += 1
      case _ where byte.isOfName:
        while end < bytes.count, bytes[end].isOfName || bytes[end] == UInt8(ascii: ".") { end += 1 }
        tokens.append(.word(word(start..<end)))
      case UInt8(ascii: "="), UInt8(ascii: "!"):
        if end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        tokens.append(.sign(word(start..<end)))
      default: tokens.append(.sign(word(start..<end)))
      }
      start = end
    }
    return tokens
  }
}
