// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// The folder of a file that names other files: from there a path is seen in one way, however it was written.
package struct PathFolder: Sendable {
  /// From the root on.
  private let path: String

  /// - Parameter file: a file in it.
  package init(of file: String) {
    let file = RelativePath.absolute(file)
    path = String(file[..<(file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex)])
  }

  /// The path from the root on of what a file in the folder names.
  package func path(to name: String) -> String { RelativePath.absolute(name.hasPrefix("/") ? name : path + "/" + name) }

  /// A pattern as a file in the folder writes it, in the form in which ``named(_:)`` names files: without `./` and `x/..`.
  package func pattern(_ written: String) -> PathPattern {
    let whole = path(to: written)
    // The folder itself, and those around it, have no name in it.
    let isAround = whole == path || whole == "/" || path.hasPrefix(whole + "/")
    return PathPattern(anyPath: written.hasPrefix("/") || isAround ? whole : RelativePath.name(of: whole, in: path))
  }

  /// How the folder names a file; links are followed only where the file would stand outside of it else.
  package func name(of file: String) -> String {
    let name = RelativePath.name(of: RelativePath.absolute(file), in: path)
    guard name.hasPrefix("../") else { return name }
    let real = RelativePath.name(of: RelativePath.identity(of: file), in: RelativePath.identity(of: path))
    return real.hasPrefix("../") ? name : real
  }

  /// How the folder names a file wherever links to it or to its folders are followed: the same for all paths of a file.
  package func realName(of file: String) -> String {
    guard let real = SystemPath.real(file) else { return name(of: file) }
    let name = RelativePath.name(of: real, in: RelativePath.identity(of: path))
    return name.hasPrefix("../") ? self.name(of: file) : name
  }

  /// A file as the folder names it, to be held against many patterns: to name it takes longer than that.
  package struct NamedFile {
    fileprivate let own: PathPattern.Names
    fileprivate let absolute: PathPattern.Names

    /// Whether it fits a pattern of the folder; one that begins with a slash is a pattern of paths from the root on.
    package func fits(_ pattern: PathPattern) -> Bool { pattern.fits(pattern.isAbsolute ? absolute : own) }
  }

  package func named(_ file: String) -> NamedFile {
    NamedFile(own: PathPattern.Names(of: name(of: file)), absolute: PathPattern.Names(of: RelativePath.absolute(file)))
  }
}
