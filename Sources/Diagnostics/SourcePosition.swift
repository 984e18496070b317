// SPDX-License-Identifier: Apache-2.0

/// A place in a file, counted from one as editors count: the line, and the column in Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int32
  /// The column in Unicode scalars, from 1.
  public var column: Int32

  /// The first character of a file.
  public static let start = SourcePosition(line: 1, column: 1)

  /// A place by its line and column, each from 1.
  public init(line: Int, column: Int) {
    self.line = Int32(truncatingIfNeeded: line)
    self.column = Int32(truncatingIfNeeded: column)
  }

  /// Whether a reader comes to one place before the other.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Which file of a compilation a place is in: an index into a ``SourceMap``.
public struct FileID: Sendable, Hashable, Comparable {
  /// The place in ``SourceMap/files``, from 0.
  public let index: UInt16

  /// The first file of a compilation, and the only one of most.
  public static let first = FileID(index: 0)

  /// The file at that place of a map.
  public init(index: UInt16) { self.index = index }

  /// Whether one file was read before the other.
  public static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// A stretch of a file, from its first character to just behind its last.
public struct SourceRange: Sendable, Hashable, Comparable {
  /// The first character.
  public var start: SourcePosition
  /// Just behind the last character; equal to `start` for an empty range.
  public var end: SourcePosition
  /// The file that the stretch is in.
  public var file: FileID

  /// A stretch of a file; of the first one where no other is named.
  public init(_ start: SourcePosition, _ end: SourcePosition, in file: FileID = .first) {
    self.start = start
    self.end = end
    self.file = file
  }

  /// The empty range at the first character of a file: where a finding about the whole file stands.
  public static func beginning(of file: FileID) -> SourceRange {
    SourceRange(.start, .start, in: file)
  }

  /// By file, then by where it begins, then by where it ends.
  public static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.file, left.start, left.end) < (right.file, right.start, right.end)
  }
}

/// A value and the place where its author wrote it.
public struct Spanned<Wrapped: Sendable>: Sendable {
  /// What the author wrote, as it was read.
  public var value: Wrapped
  /// Where it is written.
  public var range: SourceRange

  /// A value that is written there.
  public init(_ value: Wrapped, _ range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Spanned: Equatable where Wrapped: Equatable {}
