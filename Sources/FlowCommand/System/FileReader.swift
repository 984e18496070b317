// SPDX-License-Identifier: Apache-2.0

import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads whole files, and refuses what is none before it reads anything.
enum FileReader {
  /// The most bytes that a file may have.
  static let limit = 4 << 20

  static func file(_ path: String) throws(FileProblem) -> SourceFile {
    // Why: without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileProblem(path: path, kind: kind(of: .last)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileProblem(path: path, kind: kind(of: .last)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileProblem(path: path, kind: .folder)
    default: throw FileProblem(path: path, kind: .notAFile)
    }
    guard Int(status.st_size) <= limit else { throw FileProblem(path: path, kind: .tooLarge) }
    return SourceFile(path: path, bytes: try bytes(of: descriptor, expecting: Int(status.st_size), isWhole: true, path))
  }

  /// What a descriptor gives until its end.
  ///
  /// - Parameters:
  ///   - size: how much is expected; a wrong number costs only time.
  ///   - isWhole: whether less than was asked for means that there is no more, as in a file; a pipe may fill up again.
  static func bytes(
    of descriptor: Int32, expecting size: Int, isWhole: Bool = false, _ path: String
  ) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var capacity = size + 1
    while true {
      let room = min(capacity, limit + 1 - bytes.count)
      let chunk = chunk(of: descriptor, atMost: room)
      switch chunk {
      case .failure(let error): throw FileProblem(path: path, kind: kind(of: error))
      case .success(let chunk) where chunk.isEmpty: return bytes
      case .success(let chunk):
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        if isWhole, chunk.count < room { return bytes }
      }
      guard bytes.count <= limit else { throw FileProblem(path: path, kind: .tooLarge) }
      capacity = 1 << 16
    }
  }

  private static func chunk(of descriptor: Int32, atMost room: Int) -> Result<[UInt8], SystemError> {
    var error: SystemError?
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var result: Int
      repeat { result = read(descriptor, buffer.baseAddress, room) } while result < 0 && errno == EINTR
      count = max(0, result)
      if result < 0 { error = .last }
    }
    return error.map(Result.failure) ?? .success(chunk)
  }

  static func kind(of error: SystemError) -> FileProblem.Kind {
    switch error.number {
    case ENOENT, ENOTDIR: .missing
    case EISDIR: .folder
    case EACCES, EPERM: .forbidden
    case ENXIO: .notAFile
    default: .other(error.description)
    }
  }
}
