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
  /// All that it says.
  private let content: String

  init(_ pieces: [Message.Piece], of name: String? = nil, at range: SourceRange? = nil) {
    self.name = name
    self.range = range
    words = ([pieces.written] + pieces.flatMap(\.besides)).joined(separator: "; ")
    content = pieces.map(\.content).joined()
    paths = pieces.flatMap(\.paths)
  }

  static func == (one: ShownText, other: ShownText) -> Bool {
    one.content == other.content && one.paths == other.paths
  }

  func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension FlowImage {
  func text(of message: MessageID) -> ShownText {
    ShownText(flow[message].pieces, of: flow[message].name.value, at: flow[message].range)
  }
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
