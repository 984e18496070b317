// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import SystemCalls

/// Reads whole files, and refuses what is none before it reads anything.
package enum FileReader {
  /// How the text of a file is had, where somebody keeps other texts than those of the disk.
  package typealias Reading = @Sendable (String) throws(FileProblem) -> SourceFile

  /// The most bytes that a file may have.
  package static let limit = 4 << 20

  package static func file(_ path: String) throws(FileProblem) -> SourceFile {
    let (descriptor, status) = try open(path)
    defer { try? Descriptor.close(descriptor) }
    switch status.kind {
    case .file: break
    case .folder: throw FileProblem(path: path, kind: .folder)
    default: throw FileProblem(path: path, kind: .notAFile)
    }
    guard status.size <= limit else { throw FileProblem(path: path, kind: .tooLarge) }
    return SourceFile(path: path, bytes: try bytes(of: descriptor, expecting: status.size, isWhole: true, path))
  }

  private static func open(_ path: String) throws(FileProblem) -> (descriptor: Int32, status: FileStatus) {
    do throws(SystemError) {
      let descriptor = try Descriptor.openToRead(path)
      return (descriptor, try FileStatus(of: descriptor))
    } catch {
      throw FileProblem(path: path, kind: kind(of: error))
    }
  }

  /// What a descriptor gives until its end.
  ///
  /// - Parameters:
  ///   - size: how much is expected; a wrong number costs only time.
  ///   - isWhole: whether less than was asked for means that there is no more, as in a file; a pipe may fill up again.
  package static func bytes(
    of descriptor: Int32, expecting size: Int, isWhole: Bool = false, _ path: String
  ) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var capacity = size + 1
    while true {
      let room = min(capacity, limit + 1 - bytes.count)
      let chunk: [UInt8]
      do throws(SystemError) {
        chunk = try Descriptor.read(descriptor, atMost: room)
      } catch {
        throw FileProblem(path: path, kind: kind(of: error))
      }
      guard !chunk.isEmpty else { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if isWhole, chunk.count < room { return bytes }
      guard bytes.count <= limit else { throw FileProblem(path: path, kind: .tooLarge) }
      capacity = 1 << 16
    }
  }

  static func kind(of error: SystemError) -> FileProblem.Kind {
    switch error.meaning {
    case .missing: .missing
    case .folder: .folder
    case .forbidden: .forbidden
    case .noFile: .notAFile
    default: .other(error.description)
    }
  }
}
