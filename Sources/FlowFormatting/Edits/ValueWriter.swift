// SPDX-License-Identifier: Apache-2.0

import YAMLTree

/// Writes values as lines, or in one line.
struct ValueWriter {
  let lineBreak: String

  /// A value in one line.
  ///
  /// - Parameter other: how what it stands in the place of was written.
  func inline(_ value: SourceValue, like other: SourceNode.Form? = nil, inFlow: Bool) -> String {
    switch value {
    case .scalar(let text, let isPlain): isPlain ? text : Quotes.spelled(text, like: other, inFlow: inFlow)
    case .list(let items): "[" + items.map { inline($0, inFlow: true) }.joined(separator: ", ") + "]"
    case .map(let members):
      members.isEmpty
        ? "{}"
        : "{ "
          + members.map { entry in
            let name = key(entry.key, inFlow: true)
            return (Self.needsNoMark(name) ? name + ": " : "? " + name + " : ") + inline(entry.value, inFlow: true)
          }.joined(separator: ", ") + " }"
    }
  }

  /// - Parameter isWord: whether it is a word of the language, which needs no quotes.
  func key(_ name: String, like other: SourceNode.Form? = nil, isWord: Bool = false, inFlow: Bool) -> String {
    let isInQuotes = other == .single || other == .double
    // A number is a key like any other.
    return !isInQuotes && (isWord || Quotes.isNumber(name)) ? name : Quotes.spelled(name, like: other, inFlow: inFlow)
  }

  /// Whether a key needs no `?` in front: it has one line, and is short enough to be looked for up to its colon.
  ///
  /// - Parameter written: with a name behind `&` in front, if it has one.
  static func needsNoMark(_ written: String) -> Bool {
    written.unicodeScalars.count <= longestKey && !written.hasLineBreak
  }

  /// So far behind the first character of a key its colon may stand, in all versions of YAML.
  private static let longestKey = 1_024

  /// A key with its colon, its first line without its indentation.
  func head(_ name: String, _ indent: Int) -> String {
    Self.needsNoMark(name) ? name + ":" : "? " + name + lineBreak + String(repeating: " ", count: indent) + ":"
  }

  /// The lines of a map or a list, the first one without its indentation.
  func block(_ value: SourceValue, _ indent: Int) -> String {
    let margin = lineBreak + String(repeating: " ", count: indent)
    switch value {
    case .scalar: return inline(value, inFlow: false)
    case .list(let items):
      guard !items.isEmpty else { return "[]" }
      return items.map { "- " + block($0, indent + 2) }.joined(separator: margin)
    case .map(let members):
      guard !members.isEmpty else { return "{}" }
      return members.map { entry($0, indent, isBlock: true) }.joined(separator: margin)
    }
  }

  /// A key with its value, its first line without its indentation.
  ///
  /// - Parameters:
  ///   - isBlock: whether a map or list stands on lines of its own.
  ///   - other: how the keys beside it are written, if they are all in quotes.
  func entry(
    _ member: SourceValue.Member, _ indent: Int, isBlock: Bool, like other: SourceNode.Form? = nil, isWord: Bool = false
  ) -> String {
    let name = head(key(member.key, like: other, isWord: isWord, inFlow: false), indent)
    let text = inline(member.value, inFlow: false)
    guard isBlock, member.value.isContainer, text.utf8.count > 2 else { return name + " " + text }
    return name + below(member.value, indent + 2)
  }

  /// A map or a list on lines of its own, below its key.
  func below(_ value: SourceValue, _ indent: Int) -> String {
    lineBreak + String(repeating: " ", count: indent) + block(value, indent)
  }
}
