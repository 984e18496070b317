// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
package import YAMLTree

/// Lays a file out: the order of keys where it means nothing, indentation, spaces, quotes and width.
///
/// The texts of the file are moved, and never written anew; but for quotes. What a text says, and each comment, stays: that is
/// looked at before anything is handed out.
package enum Formatter {
  /// So long a line may be; a comment behind it is left aside.
  package static let width = 120

  package enum Result: Sendable {
    case formatted(String)
    /// The file has errors as YAML, or is none: it stays as it is.
    case unreadable([Diagnostic])
    /// Something would have been lost; a defect of the formatter.
    case refused
  }

  /// - Parameters:
  ///   - shape: what the file may hold.
  ///   - words: at which words it does not matter that other parsers read them as something else than text.
  package static func format(_ file: SourceFile, as shape: ValueShape, words: YAMLWords = YAMLWords()) -> Result {
    let read = YAML.read(file, words: words)
    guard let before = read.value, !read.findings.hasErrors, let tree = SourceTree(file) else {
      return .unreadable(read.findings)
    }
    let style = Style(file, tree)
    var layout = Layout(tree, quoting: quoted(read.findings, in: file))
    let lines = layout.lines(in: Order.arranged(tree.root, as: shape, in: tree))
    let text = style.text(lines)
    // Nearly all files are laid out already, and say what they say.
    if file.bytes.elementsEqual(text.utf8) { return .formatted(text) }
    let result = SourceFile(path: file.path, text: text)
    guard let after = YAML.read(result, words: words).value, before.saysTheSame(as: after),
      texts(tree.comments, in: tree.bytes) == texts(YAMLComments(result).places, in: result.bytes)
    else { return .refused }
    return .formatted(text)
  }

  /// The comments, sorted: a key that moves takes its comments along.
  private static func texts(_ comments: [Range<Int>], in bytes: [UInt8]) -> [String] {
    comments.map { range in
      var text = bytes[range]
      while let last = text.last, [0x20, 0x09, 0x0D].contains(last) { text.removeLast() }
      return String(decoding: text, as: UTF8.self)
    }.sorted()
  }

  /// Where texts begin that other parsers would read as something else, unless they are quoted.
  ///
  /// Not what begins with a digit or a sign: to us it is a number, and only its author knows which.
  private static func quoted(_ findings: [Diagnostic], in file: SourceFile) -> Set<Int> {
    let cured = findings.filter { $0.cure?.change == .quotes }
    guard !cured.isEmpty else { return [] }
    let lines = LineTable(file)
    let places = cured.map { lines.offset(of: $0.range.start) }
    let texts = places.filter { Quotes.beginsText(file.bytes[$0...]) }
    return Set(texts.map { $0 - file.markLength })
  }

  /// What belongs to the file as a whole.
  private struct Style {
    let lineBreak: String
    let mark: String

    init(_ file: SourceFile, _ tree: SourceTree) {
      let first = tree.bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
      let isDouble =
        first.map { tree.bytes[$0] == 0x0D && $0 + 1 < tree.bytes.count && tree.bytes[$0 + 1] == 0x0A } ?? false
      lineBreak = isDouble ? "\r\n" : "\n"
      mark = file.markLength > 0 ? "\u{FEFF}" : ""
    }

    func text(_ lines: [String]) -> String { mark + lines.map { $0 + lineBreak }.joined() }
  }
}

extension YAMLNode {
  /// Whether both say the same: the order of keys is left aside, and quotes around what is text with and without them.
  fileprivate func saysTheSame(as other: YAMLNode) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .scalar:
      guard text == other.text else { return false }
      return isPlain == other.isPlain || Quotes.isTextToUs(text ?? "")
    case .sequence:
      return items.count == other.items.count && zip(items, other.items).allSatisfy { $0.saysTheSame(as: $1) }
    case .mapping:
      // By bytes: to Swift, two spellings of `é` are one key, and to YAML they are two.
      var mine: [[UInt8]: YAMLNode] = [:]
      forEachEntry { mine[Array($0.key.value.utf8)] = $0.value }
      var count = 0
      var isSame = true
      other.forEachEntry { entry in
        count += 1
        isSame = isSame && mine[Array(entry.key.value.utf8)]?.saysTheSame(as: entry.value) ?? false
      }
      return isSame && count == mine.count
    }
  }
}
