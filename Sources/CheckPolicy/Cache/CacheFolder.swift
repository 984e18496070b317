// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// The folder of `--cache`: one file in it, which only its owner can read or write.
///
/// Runs at one time do each other no harm: the file is replaced as a whole, and the last one wins.
package struct CacheFolder: Sendable {
  private let path: String

  package init(_ path: String) { self.path = path }

  private var file: String { (path.hasSuffix("/") ? path : path + "/") + "mfaflow-check.cache" }

  /// What is kept there; nothing if there is nothing, or if anybody else could have written it.
  package func read() -> CheckCache {
    let text = ownText() ?? []
    let stamp = ProgramIdentity.stamp ?? "?"
    if let origin = CheckCache.origin(of: text), origin.stamp == stamp, stamp != "?" {
      return CheckCache(text, of: origin.program, stamp: stamp)
    }
    // What cannot be told from other programs has nothing to do with what they found.
    guard let program = ProgramIdentity.digest else { return CheckCache([], of: "?", stamp: stamp) }
    return CheckCache(text, of: program, stamp: stamp)
  }

  private func ownText() -> [UInt8]? {
    guard let descriptor = try? Descriptor.openToRead(file, followingLinks: false) else { return nil }
    defer { try? Descriptor.close(descriptor) }
    guard let status = try? FileStatus(of: descriptor), status.kind == .file, status.isOwn,
      status.size <= FileReader.limit
    else { return nil }
    return try? FileReader.bytes(of: descriptor, expecting: status.size, isWhole: true, file)
  }

  /// Keeps what a run has used and found.
  ///
  /// - Returns: why it could not be kept, in the words of the system; nil if it is, or if nothing is new.
  package func keep(_ used: [CheckCache.Use], beside old: CheckCache) -> String? {
    guard let text = old.text(with: used, atMost: FileReader.limit) else { return nil }
    if let failure = SystemPath.makeFolder(path, permissions: 0o700) { return failure.description }
    // A file that was cut off by a crash is as none: nobody has to wait for the disk.
    return PrivateFile.write(String(decoding: text, as: UTF8.self), to: file, waitingForDisk: false)?.description
  }
}
