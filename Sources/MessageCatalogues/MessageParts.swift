// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowSyntax
import MessageLanguages

/// A message in one language, as the texts that it is made of.
struct MessageParts: Equatable {
  /// A text and the name that it has in the message.
  struct Named: Equatable {
    let name: String
    let text: String
  }

  /// The words that follow a number.
  struct Plural: Equatable {
    let name: String
    var forms: [PluralCategory: String]
  }

  var text: String
  var each: [Named] = []
  var most = ListText.usualItems
  var more = ""
  var none = ""
  var plurals: [Plural] = []
  /// As many characters each text of the message may have; nil for no limit.
  var longest: Int?
  /// The paths of its placeholders that are neither lists nor followed by words.
  private(set) var values: [String] = []

  init(text: String) { self.text = text }

  init(_ syntax: MessageSyntax) {
    text = syntax.pieces.written
    longest = syntax.longest?.value
    for piece in syntax.pieces {
      switch piece {
      case .text: break
      case .placeholder(let path, let words):
        if none.isEmpty { none = [MessageSyntax.Piece.text(words)].written }
        values.append(path.joined(separator: "."))
      case .list(let path, let list):
        let name = path.joined(separator: ".")
        if !each.contains(where: { $0.name == name }) { each.append(Named(name: name, text: list.each.written)) }
        (most, more) = (list.most, list.more.written)
        if none.isEmpty { none = list.none.written }
      case .plural(let path, let plural):
        let name = path.joined(separator: ".")
        if none.isEmpty { none = [MessageSyntax.Piece.text(plural.none)].written }
        guard !plurals.contains(where: { $0.name == name }) else { continue }
        let forms = plural.forms.map { ($0.category, $0.pieces.written) }
        plurals.append(Plural(name: name, forms: Dictionary(forms) { first, _ in first }))
      }
    }
  }

  /// Whether both say the same.
  static func == (one: MessageParts, other: MessageParts) -> Bool {
    one.text == other.text && one.each == other.each && (one.each.isEmpty || one.most == other.most)
      && one.more == other.more && one.none == other.none && one.plurals == other.plurals
  }

  func plural(_ name: String) -> Plural? { plurals.first { $0.name == name } }

  /// The message as a catalogue has it.
  var value: SourceValue {
    var members = [SourceValue.Member("text", .text(text))]
    if !each.isEmpty {
      members.append(.init("each", .map(each.map { .init($0.name, .text($0.text)) })))
      if most != ListText.usualItems { members.append(.init("most", .word("\(most)"))) }
      if !more.isEmpty { members.append(.init("more", .text(more))) }
    }
    if !none.isEmpty { members.append(.init("none", .text(none))) }
    if !plurals.isEmpty {
      let numbers = plurals.map { plural in
        let forms = PluralCategory.allCases.compactMap { category in
          plural.forms[category].map { SourceValue.Member(category.rawValue, .text($0)) }
        }
        return SourceValue.Member(plural.name, .map(forms))
      }
      members.append(.init("plural", .map(numbers)))
    }
    if let longest { members.append(.init("longest", .word("\(longest)"))) }
    return members.count == 1 ? .text(text) : .map(members)
  }
}
