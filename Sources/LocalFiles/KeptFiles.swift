// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import Synchronization

/// Files as they were when they were first read, or why they could not be.
///
/// What is made of them a second time is made of the same bytes, whatever has become of the files.
package final class KeptFiles: Sendable {
  private let files = Mutex<[String: Result<SourceFile, FileProblem>]>([:])

  package init() {}

  /// The paths of all that was read so far.
  package var paths: [String] {
    files.withLock { files in files.compactMap { (try? $0.value.get()) == nil ? nil : $0.key } }
  }

  /// The file at a path, which is read if nobody has asked for it before.
  package func file(
    _ path: String, reading read: (String) throws(FileProblem) -> SourceFile
  ) throws(FileProblem) -> SourceFile {
    try files.withLock { files in
      if let known = files[path] { return known }
      let result = Result { () throws(FileProblem) in try read(path) }
      files[path] = result
      return result
    }.get()
  }
}
