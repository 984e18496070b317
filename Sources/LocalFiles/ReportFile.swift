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

  /// Why nothing could be written there, in the words of the system; nil if something could.
  ///
  /// To be asked before the work that is reported: nobody wants to do that twice.
  package static func obstacle(to path: String) -> String? {
    let status = FileStatus(of: path)
    guard (status?.kind ?? .file) == .file else { return nil }
    return (lock(on: path, status) ?? file(at: path, status).obstacle())?.description
  }

  private static func failure(of text: String, to path: String) -> SystemError? {
    let status = FileStatus(of: path)
    guard (status?.kind ?? .file) == .file else { return pour(text, into: path) }
    return lock(on: path, status) ?? file(at: path, status).write(text)
  }

  /// Why: a file that its owner has locked is not to be replaced by another one.
  private static func lock(on path: String, _ status: FileStatus?) -> SystemError? {
    status == nil ? nil : SystemPath.obstacleToWriting(path)
  }

  /// - Parameter status: nil where nothing is yet.
  private static func file(at path: String, _ status: FileStatus?) -> WholeFile {
    WholeFile(
      path: status == nil && SystemPath.linkTarget(path) == nil ? path : RelativePath.identity(ofNew: path),
      permissions: status?.permissions ?? 0o644,
      waitsForDisk: false)
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
