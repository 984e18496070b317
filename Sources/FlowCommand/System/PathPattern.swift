// SPDX-License-Identifier: Apache-2.0

/// A path with wildcards: `*` for any part of a name, `?` for one character, `**` for any folders, none included.
///
/// Names that begin with a dot are found only where the pattern has the dot.
struct PathPattern: Sendable {
  private let names: [String]
  private let isAbsolute: Bool

  /// Nil for a path without wildcards.
  init?(_ path: String) {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else { return nil }
    self.init(anyPath: path)
  }

  /// A path with wildcards or without.
  init(anyPath path: String) {
    names = path.split(separator: "/").map(String.init)
    isAbsolute = path.hasPrefix("/")
  }

  /// Whether a path, or a folder that it is in, fits.
  func fits(_ path: String) -> Bool {
    var parts = path.split(separator: "/").map { Array($0.unicodeScalars)[...] }
    parts.removeAll { $0 == ["."] }
    return Self.fits(parts[...], names.map { Array($0.unicodeScalars)[...] }[...])
  }

  private static func fits(
    _ path: ArraySlice<ArraySlice<Unicode.Scalar>>, _ pattern: ArraySlice<ArraySlice<Unicode.Scalar>>
  ) -> Bool {
    guard let first = pattern.first else { return true }
    if first == ["*", "*"] {
      return path.indices.contains { fits(path[$0...], pattern.dropFirst()) } || pattern.count == 1
    }
    guard let name = path.first, fits(name, first) else { return false }
    return fits(path.dropFirst(), pattern.dropFirst())
  }

  /// The paths that fit, each once, in the order of the bytes of their names.
  ///
  /// - Parameter list: the names in a folder in their order, and whether each is a folder; empty for what is none.
  func paths(_ list: (String) -> [(name: String, isFolder: Bool)]) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    expand(isAbsolute ? "/" : "", names[...], depth: 0, list) { if seen.insert($0).inserted { found.append($0) } }
    return found
  }

  /// Links may lead in circles.
  private static let deepest = 64

  private func expand(
    _ folder: String, _ rest: ArraySlice<String>, depth: Int,
    _ list: (String) -> [(name: String, isFolder: Bool)], _ add: (String) -> Void
  ) {
    guard let pattern = rest.first, depth < Self.deepest else { return }
    let below = rest.dropFirst()
    let isAny = pattern == "**"
    if isAny { expand(folder, below, depth: depth, list, add) }
    for entry in list(folder.isEmpty ? "." : folder) {
      let path = folder.isEmpty || folder == "/" ? folder + entry.name : folder + "/" + entry.name
      if isAny {
        if entry.isFolder, !entry.name.hasPrefix(".") { expand(path, rest, depth: depth + 1, list, add) }
      } else if Self.fits(Array(entry.name.unicodeScalars)[...], Array(pattern.unicodeScalars)[...]) {
        if below.isEmpty {
          add(path)
        } else if entry.isFolder {
          expand(path, below, depth: depth + 1, list, add)
        }
      }
    }
  }

  /// Whether a name fits one part of the pattern.
  static func fits(_ name: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard name.first != "." || pattern.first == "." else { return false }
    var (name, pattern) = (name, pattern)
    // Where to go on if what follows the last `*` does not fit: the star takes one more.
    var retry: (name: ArraySlice<Unicode.Scalar>, pattern: ArraySlice<Unicode.Scalar>)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (name, pattern)
      } else if let scalar = name.first, pattern.first == "?" || pattern.first == scalar {
        (name, pattern) = (name.dropFirst(), pattern.dropFirst())
      } else if name.isEmpty, pattern.isEmpty {
        return true
      } else if let last = retry, !last.name.isEmpty {
        retry = (last.name.dropFirst(), last.pattern)
        (name, pattern) = (last.name.dropFirst(), last.pattern)
      } else {
        return false
      }
    }
  }
}
