// SPDX-License-Identifier: Apache-2.0

/// One of the texts that a message is made of.
enum MessagePart: Hashable {
  /// The text itself.
  case text
  /// What is shown of an item of the list of that name.
  case each(String)
  /// What stands for the items that are not shown.
  case more
  /// What stands for what is missing.
  case none
  /// The words that follow the number of that name.
  case plural(String)

  /// Its path below `messages:`, such as `wrong-password.plural.attemptsLeft`.
  func path(of key: String) -> String {
    switch self {
    case .text: key
    case .each(let name): "\(key).each.\(name)"
    case .more: "\(key).more"
    case .none: "\(key).none"
    case .plural(let name): "\(key).plural.\(name)"
    }
  }

  /// The key of a message and its part; nil for a path that names none.
  static func read(_ path: String) -> (key: String, part: MessagePart)? {
    let words = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    switch (words.count, words.dropFirst().first) {
    case (1, _): return (words[0], .text)
    case (2, "more"): return (words[0], .more)
    case (2, "none"): return (words[0], .none)
    case (3, "each"): return (words[0], .each(words[2]))
    case (3, "plural"): return (words[0], .plural(words[2]))
    default: return nil
    }
  }
}
