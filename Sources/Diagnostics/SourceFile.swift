// SPDX-License-Identifier: Apache-2.0

/// A file as it was read: its name as the user gave it, and its bytes.
public struct SourceFile: Sendable {
  /// The path as the user wrote it, for messages; `<stdin>` and the like for what has none.
  public let path: String
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// The files of one compilation, so that a range can be shown.
public struct SourceMap: Sendable {
  public private(set) var files: [SourceFile] = []

  public init(_ files: [SourceFile] = []) { self.files = files }

  public mutating func add(_ file: SourceFile) -> FileID {
    files.append(file)
    return FileID(index: UInt16(truncatingIfNeeded: files.count - 1))
  }

  /// Nil for an id that another map gave out.
  public func file(_ id: FileID) -> SourceFile? {
    files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
  }
}
