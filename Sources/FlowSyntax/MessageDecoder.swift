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

  /// Nil if a brace is left open, or a placeholder is not a path of names.
  private func pieces(of text: String) -> [MessageSyntax.Piece]? {
    text.withBytes { bytes in
      guard bytes.contains(where: \.isBrace) else { return [.text(text)] }
      var pieces: [MessageSyntax.Piece] = []
      var plain: [UInt8] = []
      var rest = bytes[...]
      while let brace = rest.firstIndex(where: \.isBrace) {
        plain += rest[..<brace]
        rest = rest[(brace + 1)...]
        if rest.first == bytes[brace] {
          plain.append(bytes[brace])
          rest = rest.dropFirst()
        } else {
          guard bytes[brace] == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
            let path = path(rest[..<end])
          else { return nil }
          if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
          plain = []
          pieces.append(.placeholder(path))
          rest = rest[(end + 1)...]
        }
      }
      plain += rest
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      return pieces
    }
  }

  /// The names between the dots; nil if one of them is none.
  private func path(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [String]? {
    let path = UnsafeBufferPointer(rebasing: bytes).parts(between: UInt8(ascii: "."))
    return path.allSatisfy(\.isName) ? path : nil
  }
}

extension UInt8 {
  fileprivate var isBrace: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "}") }
}
