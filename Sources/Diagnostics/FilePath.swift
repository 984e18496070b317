// SPDX-License-Identifier: Apache-2.0

/// Where the files are that other files name: one rule for all keys that hold a path.
///
/// A path begins at the folder of the file that names it, and `.yaml` may be left out.
package enum FilePath {
  /// The path of a file, from where the path of the file begins that names it.
  ///
  /// - Parameters:
  ///   - path: as it is written.
  ///   - file: the path of the file that names it.
  package static func place(_ path: String, from file: String) -> String {
    var words = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for word in path.split(separator: "/").map(String.init) where word != "." {
      guard word == ".." else {
        words.append(word)
        continue
      }
      // `./` names the folder itself: what leads out of it is not that word.
      while words.last == "." { words.removeLast() }
      if let last = words.last, last != ".." && last != "" {
        words.removeLast()
      } else {
        words.append(word)
      }
    }
    return withEnding(words.joined(separator: "/"))
  }

  /// The path of one file from the folder of another: what ``place(_:from:)`` leads back.
  package static func path(to file: String, from other: String) -> String {
    var to = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var folder = other.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)[...]
    while to.count > 1, let first = folder.first, first == to[0] {
      to.removeFirst()
      folder.removeFirst()
    }
    // Out of a folder that is named by the way up nobody knows the way down.
    return folder.contains("..") ? file : (folder.filter { $0 != "." }.map { _ in ".." } + to).joined(separator: "/")
  }

  /// The name of a file, without its folder.
  package static func name(of path: String) -> Substring {
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...]
  }

  /// Whether a word is the path of a file, where a name could stand in its place.
  package static func isPath(_ word: String) -> Bool { word.contains("/") || hasEnding(word) }

  /// A path with the ending that may be left out.
  package static func withEnding(_ path: String) -> String { hasEnding(path) ? path : path + ending }

  /// A path as most people write it.
  package static func withoutEnding(_ path: String) -> String {
    path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
  }

  private static let ending = ".yaml"
  private static let endings = [ending, ".yml"]

  private static func hasEnding(_ path: String) -> Bool { endings.contains { path.hasSuffix($0) } }
}

/// What the name of a file tells of what is in it.
///
/// In any case: `.YAML` is the same to the system of a Mac, and to whoever runs the file.
extension FilePath {
  /// How the name of a file with scenarios ends.
  package static let scenariosEnding = ".scenarios" + ending

  /// Whether it is the name of a YAML file.
  package static func isYAML(_ path: String) -> Bool { hasEnding(path.lowercased()) }

  /// Whether it is the name of a file with scenarios.
  package static func isScenarios(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains { name.hasSuffix(".scenarios" + $0) }
  }

  /// Whether it is the name of a page.
  package static func isHTML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".html") || name.hasSuffix(".htm")
  }

  /// The path without the ending of a YAML file, whichever it has.
  package static func stem(of path: String) -> String {
    let name = path.lowercased()
    return endings.first { name.hasSuffix($0) }.map { String(path.dropLast($0.count)) } ?? path
  }
}
