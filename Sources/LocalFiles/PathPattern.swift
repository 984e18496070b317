// SPDX-License-Identifier: Apache-2.0

/// A path with wildcards: `*` for any part of a name, `?` for one character, `**` for any folders, none included.
///
/// Names that begin with a dot are found only where the pattern has the dot.
package struct PathPattern: Sendable {
  private let names: [String]
  let isAbsolute: Bool

  /// Nil for a path without wildcards.
  package init?(_ path: String) {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else { return nil }
    self.init(anyPath: path)
  }

  /// A path with wildcards or without.
  package init(anyPath path: String) {
    names = path.split(separator: "/").map(String.init)
    isAbsolute = path.hasPrefix("/")
  }

  /// Whether a path, or a folder that it is in, fits.
  func fits(_ path: String) -> Bool {
    var parts = path.split(separator: "/").map { Array($0.unicodeScalars)[...] }
    parts.removeAll { $0 == ["."] }
    return Self.fits(parts, names.map { Array($0.unicodeScalars)[...] })
  }

  /// All places of the pattern are followed at once, so that many `**` cost no more than one.
  private static func fits(_ path: [ArraySlice<Unicode.Scalar>], _ pattern: [ArraySlice<Unicode.Scalar>]) -> Bool {
    /// With the places behind each `**`, which may stand for no folder.
    func closed(_ places: Set<Int>) -> Set<Int> {
      var places = places
      for place in pattern.indices where places.contains(place) && pattern[place] == ["*", "*"] {
        places.insert(place + 1)
      }
      return places
    }
    var places = closed([0])
    for name in path where !places.contains(pattern.count) {
      var next: Set<Int> = []
      for place in places {
        if pattern[place] == ["*", "*"] {
          next.insert(place)
        } else if fits(name, pattern[place]) {
          next.insert(place + 1)
        }
      }
      places = closed(next)
    }
    return places.contains(pattern.count)
  }

  /// The paths that fit, each once, in the order of the bytes of their names.
  ///
  /// - Parameters:
  ///   - identity: one text for all paths of a folder: links may lead in circles.
  ///   - list: the names in a folder in their order, and whether each is a folder; empty for what is none.
  package func paths(
    identity: (String) -> String = { $0 }, _ list: (String) -> [(name: String, isFolder: Bool)]
  ) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    var visited: Set<Visit> = []
    expand(
      isAbsolute ? "/" : "", names[...],
      begins: { visited.insert(Visit(folder: identity($0.isEmpty ? "." : $0), rest: $1)).inserted }, list
    ) { if seen.insert($0).inserted { found.append($0) } }
    return found
  }

  /// A folder, and how much of the pattern is left there.
  private struct Visit: Hashable {
    let folder: String
    let rest: Int
  }

  /// - Parameter begins: false where the folder was looked at for the same rest before.
  private func expand(
    _ folder: String, _ rest: ArraySlice<String>, begins: (_ folder: String, _ rest: Int) -> Bool,
    _ list: (String) -> [(name: String, isFolder: Bool)], _ add: (String) -> Void
  ) {
    guard let pattern = rest.first, begins(folder, rest.count) else { return }
    let below = rest.dropFirst()
    let isAny = pattern == "**"
    if isAny { expand(folder, below, begins: begins, list, add) }
    for entry in list(folder.isEmpty ? "." : folder) {
      let path = folder.isEmpty || folder == "/" ? folder + entry.name : folder + "/" + entry.name
      if isAny {
        if entry.isFolder, !entry.name.hasPrefix(".") { expand(path, rest, begins: begins, list, add) }
      } else if Self.fits(Array(entry.name.unicodeScalars)[...], Array(pattern.unicodeScalars)[...]) {
        if below.isEmpty {
          add(path)
        } else if entry.isFolder {
          expand(path, below, begins: begins, list, add)
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
