// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// A file that others read: a report, a scenario.
package enum ReportFile {
  /// Writes the file anew; a link is followed, and a file keeps who may read it.
  ///
  /// - Returns: why it could not be written, in the words of the system; nil if it was.
  package static func write(_ text: String, to path: String) -> String? {
    failure(of: text, to: path)?.description
  }

  private static func failure(of text: String, to path: String) -> SystemError? {
    guard let status = FileStatus(of: path) else {
      return WholeFile(path: path, permissions: 0o644, waitsForDisk: false).write(text)
    }
    guard status.kind == .file else { return pour(text, into: path) }
    // Why: a file that its owner has locked is not to be replaced by another one.
    if let obstacle = SystemPath.obstacleToWriting(path) { return obstacle }
    return WholeFile(path: RelativePath.identity(of: path), permissions: status.permissions, waitsForDisk: false)
      .write(text)
  }

  /// What is no file, such as `/dev/null`, cannot be replaced.
  private static func pour(_ text: String, into path: String) -> SystemError? {
    do throws(SystemError) {
      let descriptor = try Descriptor.openToWrite(path)
      do throws(SystemError) {
        try Descriptor.write(text, to: descriptor)
      } catch {
        try? Descriptor.close(descriptor)
        // A reader that went away is no failure.
        if error.meaning != .closed { throw error }
        return nil
      }
      try Descriptor.close(descriptor)
      return nil
    } catch {
      return error
    }
  }
}
