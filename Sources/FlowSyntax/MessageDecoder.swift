// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension DocumentDecoder {
  /// `wrong-code: "That is not right. Attempts left: {attemptsLeft}."`; `{{` and `}}` stand for the braces themselves.
  mutating func message(_ entry: YAMLEntry) -> MessageSyntax? {
    guard let text = text(entry.value, "the message `\(entry.key.value)`") else { return nil }
    guard entry.key.value.isName else {
      report(
        SyntaxRules.badWord, "`\(entry.key.value)` cannot be the key of a message", entry.key.range,
        help: "use letters, digits, `-` and `_`, and begin with a letter")
      return nil
    }
    guard let pieces = pieces(of: text.value) else {
      report(
        SyntaxRules.badMessage, "the braces of the message `\(entry.key.value)` do not fit", text.range,
        help: "write a placeholder as `{attemptsLeft}`, and `{{` or `}}` for a brace itself")
      return nil
    }
    return MessageSyntax(name: entry.key, pieces: pieces, range: text.range)
  }

  private func hasBraces(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { return true }
      return false
    }
  }

  /// Nil if a brace is left open, or a placeholder is not a path of names.
  private func pieces(of text: String) -> [MessageSyntax.Piece]? {
    guard hasBraces(text) else { return [.text(text)] }
    var pieces: [MessageSyntax.Piece] = []
    var plain: [UInt8] = []
    var bytes = Substring(text).utf8
    let open = UInt8(ascii: "{")
    let close = UInt8(ascii: "}")
    while let byte = bytes.popFirst() {
      if byte == open, bytes.first != open {
        guard let end = bytes.firstIndex(of: close) else { return nil }
        let path = bytes[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard path.allSatisfy(\.isName) else { return nil }
        if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
        plain = []
        pieces.append(.placeholder(path))
        bytes = bytes[bytes.index(after: end)...]
      } else if byte == open || byte == close {
        guard bytes.popFirst() == byte else { return nil }
        plain.append(byte)
      } else {
        plain.append(byte)
      }
    }
    if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
    return pieces
  }
}
