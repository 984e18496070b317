// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler

extension FileLoader {
  /// The files of this machine.
  static let files = FileLoader { path in read(path) }

  /// A file of this machine.
  static func read(_ path: String) -> Result<SourceFile, Problem> {
    Result { () throws(FileProblem) in try FileReader.file(path) }.mapError { Problem($0.message) }
  }
}

extension Streams {
  /// The files of this machine, or as they are kept.
  var loader: FileLoader {
    FileLoader { path in
      Result { () throws(FileProblem) in try file(path) }.mapError { FileLoader.Problem($0.message) }
    }
  }
}
