// SPDX-License-Identifier: Apache-2.0

/// A file as it was read: its name as the user gave it, and its bytes.
public struct SourceFile: Sendable {
  /// The path as the user wrote it, for messages; `<stdin>` and the like for what has none.
  public let path: String
  /// What was read, as it is; it may be no valid UTF-8.
  public let bytes: [UInt8]

  /// A file that was read from somewhere.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// How many bytes the byte order mark of UTF-8 has, with which it begins; 0 without one.
  package var markLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// A file whose text is at hand, such as one that a program holds.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// The files of one compilation, so that a range can be shown.
public struct SourceMap: Sendable {
  /// In the order in which they were added; a ``FileID`` is an index into it.
  public private(set) var files: [SourceFile] = []

  /// A map of these files, the first being ``FileID/first``.
  public init(_ files: [SourceFile] = []) { self.files = files }

  /// Takes a file in, and gives the id with which ranges in it name it.
  public mutating func add(_ file: SourceFile) -> FileID {
    files.append(file)
    return FileID(index: UInt16(truncatingIfNeeded: files.count - 1))
  }

  /// Keeps the name of a file and forgets what is in it, so that nobody can be shown a line of it.
  package mutating func hide(_ id: FileID) {
    guard let file = file(id) else { return }
    files[Int(id.index)] = SourceFile(path: file.path, bytes: [])
  }

  /// Nil for an id that another map gave out.
  public func file(_ id: FileID) -> SourceFile? {
    files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
  }
}
