// SPDX-License-Identifier: Apache-2.0

import RuleBook

/// A name of the language itself for which a run fills in a value, in a message or in an argument: no field of an event.
struct FilledName {
  /// As it is written, such as `{tries.left}`.
  let form: String
  /// What it is, such as "a placeholder of messages".
  let kind: String
  let meaning: String
  /// The words by which it is looked up, in small letters.
  private let names: [String]

  private init(_ form: String, _ kind: String, _ names: [String], _ meaning: String) {
    self.form = form
    self.kind = kind
    self.names = names
    self.meaning = meaning
  }

  static let all = [
    FilledName(
      "{tries.left}", "a placeholder of messages", ["tries.left", "triesleft", "left"],
      "At a step with `tries`: how many answers may still be given, the next one included. If the event at hand says "
        + "that the SDK takes fewer, it is that smaller number."),
    FilledName(
      "{choices.NAME.left}", "a placeholder of messages", ["choices.name.left", "left"],
      "For a choice with `max`, whose name stands in place of `NAME`: how often it may still be made."),
    FilledName(
      "{item}", "a placeholder of messages", ["item"],
      "In the text for an item of a list, and in `show` of a pick: the item, if it has no fields."),
    FilledName(
      "{count}", "a placeholder of messages", ["count"],
      "In `more` of a message: how many items of the list are left out."),
    FilledName("$user", "a reference in an argument", ["$user"], "The user whom the SDK last named."),
    FilledName("$$", "a sign in an argument", ["$$"], "A dollar sign, where a reference would begin."),
  ]

  /// What bears the name, with its braces or without, in any letter case; the name of any choice counts as one.
  static func named(_ word: String) -> [FilledName] {
    let name = word.lowercased().filter { $0 != "{" && $0 != "}" }
    let path = name.split(separator: ".", omittingEmptySubsequences: false)
    let isOfChoice = path.count == 3 && path[0] == "choices" && !path[1].isEmpty && path[2] == "left"
    return all.filter { $0.names.contains(isOfChoice ? "choices.name.left" : name) }
  }

  /// How it may be looked up, for suggestions.
  static var words: [String] { ["tries.left", "choices.NAME.left", "left", "$user"] }

  var page: Page {
    Page([
      .heading([Page.Piece("\(form): \(kind)")], level: 1),
      .prose(lead: "", [Page.pieces(ofMarkdown: meaning)]),
    ])
  }
}
