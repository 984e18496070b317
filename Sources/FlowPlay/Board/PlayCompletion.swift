// SPDX-License-Identifier: Apache-2.0

/// What a word of a line that is typed may become: a command, an event of the contract, a name that can be given.
struct PlayCompletion: Equatable {
  /// What stands before the cursor then; as before where nothing is known.
  let text: String
  /// What it may be, where that is more than one.
  let others: [String]

  private static let commands = [
    "back", "event ", "forth", "help", "list", "quit", "restart", "save ", "trace", "wait ",
  ]

  /// - Parameter text: what stands before the cursor.
  init(_ text: String, in state: PlayState) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let last = words.last ?? ""
    let found = Self.candidates(for: words, in: state).filter { $0.hasPrefix(last) }
    let shared = found.dropFirst().reduce(found.first ?? last) { $0.commonPrefix(with: $1) }
    self.text = text.dropLast(last.count) + shared
    others = found.count > 1 ? found.map { String($0.prefix { $0 != " " }) }.sorted() : []
  }

  private static func candidates(for words: [String], in state: PlayState) -> [String] {
    let known = words.filter { !$0.isEmpty }
    guard words.count > 1, let first = known.first else { return commands }
    if first == "event" { return words.count == 2 ? state.events.map { $0 + " " } : [] }
    guard let number = Int(first), state.edits.indices.contains(number - 1) else { return [] }
    return state.edits[number - 1].names.split(separator: ",").map { $0.drop { $0 == " " } + "=" }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
