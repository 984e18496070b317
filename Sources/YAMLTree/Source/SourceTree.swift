// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A file as its author wrote it: each byte belongs to a node, to a comment, or to the white space and signs between them.
///
/// Why beside the tree of ``YAMLNode``: only who changes a file asks how it was written, and pays for it.
package struct SourceTree: Sendable {
  /// The bytes of the file, without a byte order mark.
  package let bytes: [UInt8]
  package let root: SourceNode
  /// Where its comments stand, in order; one behind `|` stands in the range of its text, too.
  package let comments: [Range<Int>]
  /// What stands above `---`, or behind it in its line; nil where the file has no such line.
  package let aboveMark: [SourceLine]?
  /// What stands above the first key, and below `---`: the head of the file.
  package let head: [SourceLine]
  /// Whether the file ends with `...`.
  package let hasEndMark: Bool

  /// What of the file could not be read: it is in no node, and in no comment.
  package let gaps: [Range<Int>]

  /// Nil if the file is no YAML, holds more than one document, or nothing.
  package init?(_ file: SourceFile) {
    let bytes = Array(file.bytes[file.markLength...])
    self.init(bytes, as: bytes, input: bytes, LineTable(bytes), YAMLComments(SourceFile(path: file.path, bytes: bytes)))
  }

  /// What can be read of a file, be it broken or not; nil if that is nothing.
  package init?(partOf file: SourceFile) {
    if let whole = SourceTree(file) {
      self = whole
      return
    }
    guard let mended = Mender.mended(file) else { return nil }
    self.init(
      Array(file.bytes[file.markLength...]), as: mended.bytes, input: mended.input, mended.lines, YAMLComments(mended),
      without: mended.gaps)
  }

  /// - Parameters:
  ///   - readable: as many bytes, without what cannot be read.
  ///   - input: what libyaml reads of them; its lines and columns are those of the file.
  private init?(
    _ bytes: [UInt8], as readable: [UInt8], input: [UInt8], _ lines: LineTable, _ found: YAMLComments,
    without gaps: [Range<Int>] = []
  ) {
    var builder = SourceBuilder(readable, lines)
    let problem = input.withUnsafeBufferPointer { YAMLEventReader.read($0, into: &builder) }
    guard problem == nil, let root = builder.root, builder.documents == 1 else { return nil }
    var attachment = CommentAttachment(readable, lines, root, found)
    (self.root, aboveMark, head) = attachment.attached()
    hasEndMark = attachment.hasEndMark
    self.bytes = bytes
    self.gaps = gaps
    comments = found.places
  }

  /// The text of a range of bytes.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A node with the places of what it was written with.
package struct SourceNode: Sendable {
  package enum Form: Sendable, Hashable {
    case plain, single, double, block, alias
    case map(isFlow: Bool)
    case list(isFlow: Bool)
  }

  package let form: Form
  /// Where the name behind `&` stands, with its sign; nil if there is none.
  package let anchor: Range<Int>?
  /// From its first byte to its last; an anchor is left aside.
  ///
  /// A map or list without brackets ends where its last value does.
  package var range: Range<Int>
  /// The members of a map or a list; empty for others.
  package var entries: [SourceEntry] = []
  /// What stands below its last member, and as deep.
  package var foot: [SourceLine] = []
  /// Whether a comment stands inside of its brackets.
  package var holdsComments = false

  /// Whether its members stand on lines of their own.
  package var isBlock: Bool { form == .map(isFlow: false) || form == .list(isFlow: false) }

  /// Whether it is a map or a list, in brackets or not.
  package var isContainer: Bool {
    switch form {
    case .map, .list: true
    default: false
    }
  }

  package var isMap: Bool { form == .map(isFlow: false) || form == .map(isFlow: true) }
}

/// A key with its value, or an item of a list.
package struct SourceEntry: Sendable {
  /// Nil in a list.
  package let key: SourceNode?
  package var value: SourceNode
  /// The comments and blank lines above it.
  package var above: [SourceLine] = []
  /// The comment behind it: behind the key where the value is a block.
  package var comment: Range<Int>?

  /// Its first byte: that of its key, or of its value; a name behind `&` belongs to it.
  package var start: Int { key.map { $0.anchor?.lowerBound ?? $0.range.lowerBound } ?? value.start }
}

extension SourceNode {
  /// Its first byte, that of a name behind `&` in front of it, if it has one.
  package var start: Int { anchor?.lowerBound ?? range.lowerBound }
}

/// A line that holds no node.
package enum SourceLine: Sendable, Hashable {
  case blank
  /// The bytes from `#` to the end of the line.
  case comment(Range<Int>)
}

extension [UInt8] {
  /// The dash of the item of a block list that begins at a byte; nil if none stands in front of it.
  package func dash(inFrontOf start: Int) -> Int? {
    self[..<start].lastIndex { ![0x20, 0x0A, 0x0D].contains($0) }.flatMap { self[$0] == UInt8(ascii: "-") ? $0 : nil }
  }

  /// The `?` in front of a key that begins at a byte of a block, in its line; nil if none stands there.
  package func questionMark(inFrontOf key: Int) -> Int? {
    self[..<key].lastIndex { $0 != 0x20 }.flatMap { self[$0] == UInt8(ascii: "?") ? $0 : nil }
  }
}
