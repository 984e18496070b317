// SPDX-License-Identifier: Apache-2.0

/// A command line as words: no shell reads it, so that nothing in it is replaced, joined or redirected.
///
/// Blanks part words. Between `'…'` everything stands for itself; between `"…"` all but `\"` and `\\` does. Elsewhere a
/// backslash takes the meaning from the character behind it.
public struct CommandWords: Sendable, Hashable {
  /// Why a text is no command line.
  public enum Problem: Error, Sendable, Hashable {
    /// There is no word in it.
    case empty
    /// This quote has no end.
    case openQuote(Character)
    /// The last character is a backslash, with nothing behind it.
    case openBackslash

    /// What is wrong, in one sentence without a full stop.
    public var message: String {
      switch self {
      case .empty: "there is no program in it"
      case .openQuote(let quote): "the quote \(quote) has no end"
      case .openBackslash: "nothing stands behind the last backslash"
      }
    }
  }

  /// The program and its arguments; the program is never empty.
  public let words: [String]

  /// The program, as it was written.
  public var program: String { words.first ?? "" }

  /// Splits a text into words.
  public init(_ text: String) throws(Problem) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case (nil, " "), (nil, "\t"), (nil, "\n"):
        if let done = word { words.append(done) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = character
        word = word ?? ""
      case (let open?, character) where open == character: quote = nil
      case (nil, "\\"):
        guard let next = rest.popFirst() else { throw .openBackslash }
        word = (word ?? "") + String(next)
      case ("\""?, "\\"):
        let isEscape = rest.first == "\"" || rest.first == "\\"
        word = (word ?? "") + (isEscape ? rest.popFirst().map { String($0) } ?? "" : "\\")
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw .openQuote(quote) }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else { throw .empty }
    self.words = words
  }
}
