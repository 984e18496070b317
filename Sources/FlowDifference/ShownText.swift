// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import MessageLanguages
import Values

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
  let paths: Set<String>
  /// In other languages that both flows have, each with its tag; nil where its own text is shown.
  private let translations: [(tag: String, text: (words: String, content: String)?)]
  /// All that it says in the language of the flow.
  fileprivate let own: String
  /// The same, in each language.
  private let content: String

  /// - Parameter translations: its pieces in other languages; nil where its own text is shown.
  init(
    _ pieces: [Message.Piece], of name: String? = nil, at range: SourceRange? = nil,
    translations: [(tag: String, pieces: [Message.Piece]?)] = []
  ) {
    self.name = name
    self.range = range
    words = pieces.words
    paths = Set(pieces.flatMap(\.paths))
    self.translations = translations.map { tag, pieces in (tag, pieces.map { ($0.words, $0.content()) }) }
    let own = pieces.content()
    self.own = own
    content = ([own] + self.translations.map { $0.text?.content ?? own }).joined(separator: "|")
  }

  /// What it says in other languages, in words.
  var translated: String {
    translations.compactMap { tag, text in text.map { "`\(tag)`: \($0.words)" } }.joined(separator: "; ")
  }

  /// The other languages that both flows have.
  fileprivate var tags: [String] { translations.map(\.tag) }

  /// All that it says in a language.
  fileprivate func content(in tag: String) -> String {
    translations.first { $0.tag == tag }?.text?.content ?? own
  }

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

  /// All that they say.
  ///
  /// - Parameter isAtEnd: whether nothing is shown behind them: then nobody is shown the blanks at their end.
  fileprivate func content(isAtEnd: Bool = true) -> String {
    indices.map { self[$0].content(isAtEnd: isAtEnd && $0 == count - 1) }.joined()
  }
}

extension Message.Piece {
  fileprivate func content(isAtEnd: Bool) -> String {
    func shown(_ text: String) -> String { isAtEnd ? Trimming.trimmedAtEnd(text) : text }
    switch self {
    case .text(let text): return shown(text)
    case .placeholder(let path, let none): return "{\(path.joined(separator: "."))|\(shown(none))}"
    case .list(let path, let list):
      // Each item, and what stands for the rest, is a line of its own.
      let parts = [list.each.content(), list.more.content(), list.none.content(isAtEnd: isAtEnd)]
      return "{\(path.joined(separator: "."))|\(list.most)|\(parts.joined(separator: "|"))}"
    case .plural(let path, let plural):
      // By category: the forms may be written in any order.
      let forms = PluralCategory.allCases.map { plural.words(for: $0).content(isAtEnd: isAtEnd) }
      return "{\(path.joined(separator: "."))|\(shown(plural.none))|\(forms.joined(separator: "|"))}"
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
      let forms = PluralCategory.allCases.flatMap { category in plural.forms.filter { $0.category == category } }
      return forms.flatMap { words($0.category.rawValue, $0.pieces.written) } + words("none", plural.none)
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

  /// In which languages they do not say what others do, to be told behind that; empty where they differ in the language of the flow, too.
  func inLanguages(unlike others: [ShownText]) -> String {
    guard map(\.own).sorted() == others.map(\.own).sorted() else { return "" }
    let tags = flatMap(\.tags).unique.filter { tag in
      map { $0.content(in: tag) }.sorted() != others.map { $0.content(in: tag) }.sorted()
    }
    return tags.isEmpty ? "" : " in " + tags.map { "`\($0)`" }.joined(separator: " and ")
  }

  /// What they say, and where the first of them is written.
  ///
  /// - Parameters:
  ///   - place: where they would stand.
  ///   - others: what is said in their place.
  func side(_ place: SourceRange?, beside others: [ShownText]) -> Difference.Side {
    let said = isEmpty ? nil : said(beside: others)
    return Difference.Side(said, first?.range ?? place, said: said)
  }
}
