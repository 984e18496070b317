// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler

extension FileLoader {
  /// The files of this machine.
  static let files = FileLoader { path in read(path) }

  /// A file of this machine.
  static func read(_ path: String) -> Result<SourceFile, Problem> {
    do throws(FileProblem) {
      return .success(try FileReader.file(path))
    } catch {
      return .failure(Problem(error.message))
    }
  }
}
