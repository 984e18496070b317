// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPages
import LocalFiles
import SystemCalls

/// The pages of a folder that an earlier run has made, and that belong to no flow any more.
///
/// The index of that run names them. A page that somebody else has put there is not among them, and what is named there
/// and was not made by mfaflow stays.
package struct StalePages {
  private let paths: [(name: String, path: String)]

  /// - Parameter names: the files of this run.
  package init(in folder: String, besides names: Set<String>) {
    let index = folder + "/index.html"
    guard FileStatus(of: index, followingLinks: false)?.kind == .file, let file = try? FileReader.file(index),
      let pages = SitePages(ofIndex: String(decoding: file.bytes, as: UTF8.self))
    else {
      paths = []
      return
    }
    paths = Set(pages.names).subtracting(names).sorted().map { ($0, folder + "/" + $0) }.filter { Self.isPage($0.1) }
  }

  private static func isPage(_ path: String) -> Bool {
    guard FileStatus(of: path, followingLinks: false)?.kind == .file,
      let descriptor = try? Descriptor.openToRead(path)
    else { return false }
    defer { try? Descriptor.close(descriptor) }
    guard let beginning = try? Descriptor.read(descriptor, atMost: mostBeginning) else { return false }
    return String(decoding: beginning, as: UTF8.self).contains(PageShell.mark)
  }

  /// In bytes.
  private static let mostBeginning = 4096

  /// Takes them away.
  ///
  /// - Returns: the names of those that are gone now.
  package func remove() -> [String] {
    for (_, path) in paths { SystemPath.removeFile(path) }
    return paths.filter { FileStatus(of: $0.path, followingLinks: false) == nil }.map(\.name)
  }
}
