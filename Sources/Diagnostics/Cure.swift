// SPDX-License-Identifier: Apache-2.0

/// What to do about a finding: in words, and as a change of the file where it is certain.
public struct Cure: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A change of what stands at the place of a finding.
  public enum Change: Sendable, Hashable {
    /// A word there is another one.
    case word(String, by: String)
    /// All of it is something else; nothing, where it is to be taken out.
    case whole(by: String)
    /// The key at which it begins goes, with all that stands behind it.
    case entry
    /// Single quotes stand around it.
    case quotes
    /// Something stands before it.
    case before(String)
  }

  /// One sentence in the imperative.
  public var words: String
  /// Nil where its author must decide.
  public var change: Change?

  /// A cure that is certain, or is not where no change is given.
  public init(_ words: String, _ change: Change? = nil) {
    // A cure may show a whole entry of a flow.
    self.words = words.cuttingWords(to: 800)
    self.change = change
  }

  /// A cure that only its author can carry out.
  public init(stringLiteral words: String) { self.init(words) }
}

/// What stands in a file from now on.
public struct Edit: Sendable, Hashable {
  /// In place of what; of nothing, if it is empty.
  public let range: SourceRange
  /// The new text.
  public let text: String
}

extension Diagnostic {
  /// The changes of its file that surely mend it, in the order of the file; empty where its author must decide.
  public func edits(in sources: SourceMap) -> [Edit] {
    guard let change, let file = sources.file(range.file) else { return [] }
    let lines = LineTable(file)
    guard range.start.line >= 1, Int(range.end.line) <= lines.count else { return [] }
    let span = lines.offset(of: range.start)..<max(lines.offset(of: range.start), lines.offset(of: range.end))
    let place = { (bytes: Range<Int>, text: String) in
      Edit(
        range: SourceRange(
          lines.position(at: bytes.lowerBound), lines.position(at: bytes.upperBound), in: self.range.file), text: text)
    }
    switch change {
    case .whole(let text): return span.isEmpty ? [] : [place(span, text)]
    case .entry: return EntryRemoval.place(of: span.lowerBound, in: file.bytes).map { [place($0, "")] } ?? []
    case .before(let text): return [place(span.lowerBound..<span.lowerBound, text)]
    case .word(let word, let other):
      return file.bytes.onlyPlace(of: Array(word.utf8), in: span).map { [place($0, other)] } ?? []
    case .quotes:
      guard !span.isEmpty, range.start.line == range.end.line else { return [] }
      let inside = span.filter { file.bytes[$0] == UInt8(ascii: "'") }
      return ([span.lowerBound] + inside + [span.upperBound]).map { place($0..<$0, "'") }
    }
  }
}

extension [UInt8] {
  /// Where a word stands as a whole word; nil if it does not, or stands there twice.
  fileprivate func onlyPlace(of word: [UInt8], in span: Range<Int>) -> Range<Int>? {
    guard !word.isEmpty, word.count <= span.count else { return nil }
    var found: Range<Int>?
    for start in span.lowerBound...(span.upperBound - word.count) where self[start] == word[0] {
      let end = start + word.count
      let isWord =
        (start == span.lowerBound || !self[start - 1].isPartOfWord)
        && (end == span.upperBound || !self[end].isPartOfWord)
      guard isWord, self[start..<end].elementsEqual(word) else { continue }
      if found != nil { return nil }
      found = start..<end
    }
    return found
  }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool {
    self >= 0x80 || (48...57).contains(self) || (97...122).contains(self | 0x20) || self == 0x2D || self == 0x5F
  }
}
