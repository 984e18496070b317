// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SystemCalls

/// Paths that a file writes as seen from its own folder.
package struct RelativePath {
  /// With a slash at its end; empty for the folder that the tool runs in.
  private let folder: String

  /// - Parameter path: the file that writes paths; `-` writes them from the folder that the tool runs in.
  package init(folderOf path: String) {
    folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// The path as the tool sees it, without `./` and `x/..` where that leads to the same file.
  package func path(to name: String) -> String {
    let path = name.hasPrefix("/") ? name : folder + name
    let short = Self.shortened(path)
    return Self.identity(of: short) == Self.identity(of: path) ? short : path
  }

  /// The path, as the tool sees it, of a file that may be named without `.yaml`, as flows name others.
  ///
  /// Why only where there is such a file: these keys may also name a file that is no YAML, such as a baseline.
  package func path(toFile name: String) -> String {
    let path = path(to: name)
    let whole = FilePath.withEnding(path)
    return SystemPath.exists(whole) ? whole : path
  }

  /// One text for all paths of a file, links followed; the path itself if there is no such file.
  package static func identity(of path: String) -> String {
    SystemPath.real(path) ?? shortened(path)
  }

  /// As ``identity(of:)``; of what is not there, what it will be below the nearest folder that is, links followed.
  package static func identity(ofNew path: String) -> String { identity(ofNew: path, links: mostLinks) }

  /// As many links in a row as systems follow.
  private static let mostLinks = 40

  private static func identity(ofNew path: String, links: Int) -> String {
    if let real = SystemPath.real(path.isEmpty ? "." : path) { return real }
    let path = absolute(path)
    guard let slash = path.lastIndex(of: "/"), path != "/" else { return path }
    // A link may be there before what it leads to.
    if links > 0, let target = SystemPath.linkTarget(path), !target.isEmpty {
      return identity(ofNew: target.hasPrefix("/") ? target : String(path[...slash]) + target, links: links - 1)
    }
    let home = identity(ofNew: slash == path.startIndex ? "/" : String(path[..<slash]), links: links)
    return (home == "/" ? "" : home) + path[slash...]
  }

  /// How a file that stands in a folder names another one.
  ///
  /// - Parameter folder: it may be one that is still to be made.
  package static func path(from folder: String, to file: String) -> String {
    let name = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[file.index(after: $0)...] } ?? file[...]
    let home = file.dropLast(name.count)
    let real = identity(of: home.isEmpty ? "." : String(home))
    return Self.name(of: real + "/" + name, in: identity(ofNew: folder))
  }

  /// The path from the root on, without `.` and `..`; links are not followed.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = SystemPath.currentFolder else { return shortened(path) }
    return shortened(current + "/" + path)
  }

  /// A file as a build server names it: from the folder that the tool runs in, without `./` and `x/..`; of a file that is not
  /// below that folder, the path as it is given.
  package static func path(fromHereTo path: String) -> String {
    guard !path.isEmpty, let current = SystemPath.currentFolder else { return path }
    let whole = absolute(path)
    let home = current == "/" ? current : current + "/"
    return whole.hasPrefix(home) ? String(whole.dropFirst(home.count)) : path
  }

  /// How a folder names a file, both from the root on and without `..`.
  package static func name(of file: String, in folder: String) -> String {
    let from = folder.split(separator: "/")
    let to = file.split(separator: "/")
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)).joined(separator: "/")
  }

  private static func shortened(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
