// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Guards
import SDKContract
import Values
import YAMLTree

/// What can stand next in a guard: names and their fields, functions, signs, and the words that a value may be.
extension CompletionSearch {
  /// - Returns: whether a guard stands there.
  mutating func addGuardWords() -> Bool {
    guard kind == .flow || kind == .part, PlaceMeaning.isGuard(at: keys) else { return false }
    guard let scope = workspace.guardScope(at: Array(keys), in: cursor.tree, of: text.path) else { return true }
    // What stands before the mark is as it is written; behind it, nothing counts.
    let start = cursor.place.range.lowerBound
    let before = cursor.tree.text(start..<max(start, cursor.mark - 1)) + cursor.typed
    let written = GuardPlace(written: before)
    let (offers, typed) = GuardSketch(written.text, in: scope).offers
    let last = written.text.utf8.last
    // A comma ends a value in brackets.
    let mayHaveComma = written.quote != nil || !cursor.place.isInBrackets
    for offer in offers {
      switch offer {
      case .word(let word):
        let isSign = word.form.contains(" ") && !word.form.contains("(")
        let takesTwo = word.form.contains(",")
        guard mayHaveComma || !takesTwo else { continue }
        let quantifies = GuardWord.quantifiers.contains(word)
        let needsBlank = isSign && last != UInt8(ascii: " ")
        let text =
          isSign
          ? "\(needsBlank ? " " : "")\(word.name) "
          : quantifies ? "\(word.name)(${1:x}, $0)" : takesTwo ? "\(word.name)($1, $0)" : "\(word.name)($0)"
        add(word.name, isSign ? .word : .call, word.form, word.meaning, typed, text: text, rank: isSign ? 10 : 20)
      case .name(let name, let type):
        add(name, .input, type.map { "\($0)" } ?? "", "", typed, text: name, rank: 8)
      case .field(let field):
        guard !field.type.holdsSecret, !field.isPrivate else { continue }
        add(field.name, .field, "\(field.type)", GuardWords.words(of: field.type), typed, text: field.name, rank: 5)
      case .text(let word, let type):
        let quote: Character = written.quote == "\"" ? "'" : "\""
        add("\(quote)\(word)\(quote)", .word, "\(type)", "", typed, text: "\(quote)\(word)\(quote)", rank: 0)
      }
    }
    return true
  }

  /// - Parameter typed: how many bytes before the cursor are replaced.
  private mutating func add(
    _ label: String, _ kind: CompletionItem.Kind, _ detail: String, _ explanation: String, _ typed: Int, text: String,
    rank: Int
  ) {
    let cursor = self.cursor.replaced.lowerBound + self.cursor.typed.utf8.count
    var start = max(0, cursor - typed)
    var end = cursor
    let bytes = self.text.bytes
    func isOfName(_ byte: UInt8) -> Bool {
      (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
    }
    while end < bytes.count, isOfName(bytes[end]) { end += 1 }
    if typed > 0, !isOfName(bytes[start]) {
      // A text that is begun: the quote behind it goes, too, and what escapes either.
      let isEscaped = start > 0 && bytes[start - 1] == UInt8(ascii: "\\")
      let behind = bytes[end...].prefix(isEscaped ? 2 : 1)
      if behind.elementsEqual(isEscaped ? bytes[start - 1...start] : bytes[start...start]) { end += behind.count }
      if isEscaped { start -= 1 }
    }
    add(
      label, kind, detail, explanation, replacing: start..<end, text: text, isTemplate: text.contains("$"), rank: rank)
  }
}
