// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import LocalFiles

extension FileLoader {
  /// The files of this machine.
  package static let files = reading(by: FileReader.file)

  /// The files of this machine, where somebody keeps other texts than those of the disk.
  package static func reading(by read: @escaping FileReader.Reading) -> FileLoader {
    FileLoader(identity: RelativePath.identity(of:), beside: PathWalker.files(beside:)) { path in
      Self.read(path, by: read)
    }
  }

  /// A file of this machine.
  static func read(
    _ path: String, by read: FileReader.Reading = FileReader.file
  ) -> Result<SourceFile, Problem> {
    Result { () throws(FileProblem) in try read(path) }.mapError {
      Problem($0.message, near: $0.near, isMissing: $0.kind == .missing)
    }
  }
}
