// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler

extension FileLoader {
  /// The files of this machine.
  static let files = FileLoader { path in read(path) }

  /// A file of this machine.
  static func read(
    _ path: String, by read: (String) throws(FileProblem) -> SourceFile = FileReader.file
  ) -> Result<SourceFile, Problem> {
    Result { () throws(FileProblem) in try read(path) }.mapError { Problem($0.message, near: $0.near) }
  }
}

extension Streams {
  /// The files of this machine, or as they are kept.
  var loader: FileLoader {
    FileLoader { path in FileLoader.read(path, by: file) }
  }
}
