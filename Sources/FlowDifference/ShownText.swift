// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import MessageLanguages

/// A text that users are shown.
///
/// Two are equal if they say the same, whatever they are called and wherever they stand.
struct ShownText: Hashable {
  /// The key of the message; nil for a text that is none.
  let name: String?
  /// Where it is written; nil where that is not known.
  let range: SourceRange?
  /// As it is written, and behind it what else it can show.
  let words: String
  /// The data that it shows.
  let paths: [String]
  /// In other languages that both flows have, each with its tag; nil where its own text is shown.
  private let translations: [(tag: String, words: String, content: String)?]
  /// All that it says, in each language.
  private let content: String

  /// - Parameter translations: its pieces in other languages; nil where its own text is shown.
  init(
    _ pieces: [Message.Piece], of name: String? = nil, at range: SourceRange? = nil,
    translations: [(tag: String, pieces: [Message.Piece]?)] = []
  ) {
    self.name = name
    self.range = range
    words = pieces.words
    paths = pieces.flatMap(\.paths)
    self.translations = translations.map { tag, pieces in pieces.map { (tag, $0.words, $0.map(\.content).joined()) } }
    let own = pieces.map(\.content).joined()
    content = ([own] + self.translations.map { $0?.content ?? own }).joined(separator: "|")
  }

  /// What it says in other languages, in words.
  var translated: String { translations.compactMap { $0.map { "`\($0.tag)`: \($0.words)" } }.joined(separator: "; ") }

  static func == (one: ShownText, other: ShownText) -> Bool {
    one.content == other.content && one.paths == other.paths
  }

  func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension FlowImage {
  func text(of message: MessageID) -> ShownText {
    let (named, place) = (flow[message], Int(message.index))
    // What one key says in another language is compared by itself.
    let translations = told.languages.map { tag in
      (tag: "\(tag)", pieces: told.retold.contains(named.name.value) ? nil : flow.languages.texts[tag]?[place])
    }
    return ShownText(named.pieces, of: named.name.value, at: named.range, translations: translations)
  }
}

extension [Message.Piece] {
  /// As they are written, and behind it what else they can show.
  fileprivate var words: String { ([written] + flatMap(\.besides)).joined(separator: "; ") }
}

extension Message.Piece {
  fileprivate var content: String {
    switch self {
    case .text(let text): text
    case .placeholder(let path, let none): "{\(path.joined(separator: "."))|\(none)}"
    case .list(let path, let list):
      "{\(path.joined(separator: "."))|\(list.most)|\(list.each.map(\.content).joined())|"
        + "\(list.more.map(\.content).joined())|\(list.none.map(\.content).joined())}"
    case .plural(let path, let plural):
      "{\(path.joined(separator: "."))|\(plural.none)|"
        + plural.forms.map { "\($0.category): \($0.pieces.map(\.content).joined())" }.joined(separator: "|") + "}"
    }
  }

  /// What stands in other keys of the message than its text.
  fileprivate var besides: [String] {
    func words(_ key: String, _ text: String) -> [String] { text.isEmpty ? [] : ["`\(key)`: \(text)"] }
    switch self {
    case .text: return []
    case .placeholder(_, let none): return words("none", none)
    case .list(_, let list):
      return words("each", list.each.written) + ["`most`: \(list.most)"] + words("more", list.more.written)
        + words("none", list.none.written)
    case .plural(_, let plural):
      return plural.forms.flatMap { words($0.category.rawValue, $0.pieces.written) } + words("none", plural.none)
    }
  }

  fileprivate var paths: [String] {
    switch self {
    case .text: []
    case .placeholder(let path, _): [path.joined(separator: ".")]
    case .list(let path, let list):
      [path.joined(separator: ".")] + list.each.flatMap(\.paths).map { "\(path.joined(separator: ".")).\($0)" }
    case .plural(let path, let plural):
      [path.joined(separator: ".")] + plural.forms.flatMap { $0.pieces.flatMap(\.paths) }
    }
  }
}

extension Set<String> {
  /// What is not among others, in words; nil for nothing.
  func told(without others: Set<String>) -> String? {
    let rest = subtracting(others)
    return rest.isEmpty ? nil : rest.sorted().map { "`{\($0)}`" }.joined(separator: ", ")
  }
}

extension [ShownText] {
  /// Those that the others have not, each as often as it comes more often.
  func without(_ others: [ShownText]) -> [ShownText] {
    var rest = others
    return filter { text in
      guard let place = rest.firstIndex(of: text) else { return true }
      rest.remove(at: place)
      return false
    }
  }
}

extension [ShownText] {
  /// As they are written, one behind the other, each once.
  private var said: String {
    var told: [String] = []
    for words in map(\.words) where !words.isEmpty && !told.contains(words) { told.append(words) }
    return told.joined(separator: " / ")
  }

  /// The same; where others are written alike, what they say in other languages, too.
  func said(beside others: [ShownText]) -> String {
    guard said == others.said else { return said }
    return ([said] + map(\.translated).filter { !$0.isEmpty }).joined(separator: "; ")
  }
}
