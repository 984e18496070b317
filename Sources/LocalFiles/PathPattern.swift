// SPDX-License-Identifier: Apache-2.0

/// A path with wildcards: `*` for any part of a name, `?` for one character, `**` for any folders, none included.
///
/// Names that begin with a dot are found only where the pattern has the dot.
package struct PathPattern: Sendable, Equatable {
  /// A name of the pattern, or `**`.
  private enum Part: Equatable {
    case anyFolders
    case name([UInt8])
  }

  private let parts: [Part]
  let isAbsolute: Bool

  /// Nil for a path without wildcards.
  package init?(_ path: String) {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else { return nil }
    self.init(anyPath: path)
  }

  /// A path with wildcards or without.
  package init(anyPath path: String) {
    var parts: [Part] = []
    for name in path.split(separator: "/") {
      let part: Part = name == "**" ? .anyFolders : .name(Array(name.utf8))
      // Two of them stand for no more than one.
      if part != .anyFolders || parts.last != .anyFolders { parts.append(part) }
    }
    self.parts = parts
    isAbsolute = path.hasPrefix("/")
  }

  /// The names in a path, to be held against many patterns.
  struct Names {
    fileprivate let all: [[UInt8]]

    init(of path: String) { all = path.split(separator: "/").map { Array($0.utf8) }.filter { $0 != Array(".".utf8) } }
  }

  /// Whether a path, or a folder that it is in, fits.
  func fits(_ path: String) -> Bool { fits(Names(of: path)) }

  /// All places of the pattern are followed at once, so that many `**` cost no more than one.
  func fits(_ path: Names) -> Bool {
    let end = parts.count
    var places = Array(repeating: false, count: end + 1)
    /// A place, and those behind each `**`, which may stand for no folder.
    func reach(_ place: Int, _ places: inout [Bool]) {
      places[place] = true
      if place < end, parts[place] == .anyFolders { reach(place + 1, &places) }
    }
    reach(0, &places)
    var next = places
    for name in path.all where !places[end] {
      for place in next.indices { next[place] = false }
      for place in 0..<end where places[place] {
        switch parts[place] {
        case .anyFolders: reach(place, &next)
        case .name(let pattern): if Self.fits(name, pattern) { reach(place + 1, &next) }
        }
      }
      swap(&places, &next)
    }
    return places[end]
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
      isAbsolute ? "/" : "", parts[...],
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
    _ folder: String, _ rest: ArraySlice<Part>, begins: (_ folder: String, _ rest: Int) -> Bool,
    _ list: (String) -> [(name: String, isFolder: Bool)], _ add: (String) -> Void
  ) {
    guard let part = rest.first, begins(folder, rest.count) else { return }
    let below = rest.dropFirst()
    if part == .anyFolders { expand(folder, below, begins: begins, list, add) }
    for entry in list(folder.isEmpty ? "." : folder) {
      let path = folder.isEmpty || folder == "/" ? folder + entry.name : folder + "/" + entry.name
      switch part {
      case .anyFolders:
        if entry.isFolder, !entry.name.hasPrefix(".") { expand(path, rest, begins: begins, list, add) }
      case .name(let pattern):
        guard Self.fits(Array(entry.name.utf8), pattern) else { continue }
        if below.isEmpty {
          add(path)
        } else if entry.isFolder {
          expand(path, below, begins: begins, list, add)
        }
      }
    }
  }

  /// Whether a name fits one part of the pattern, both in UTF-8.
  static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    let (star, question, dot) = (UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "."))
    guard name.first != dot || pattern.first == dot else { return false }
    // Most names are told by how they end.
    if let last = pattern.last, last != star, last != question, name.last != last { return false }
    func isInCharacter(_ place: Int) -> Bool { place < name.count && name[place] & 0xC0 == 0x80 }
    func behindCharacter(at place: Int) -> Int {
      var next = place + 1
      while isInCharacter(next) { next += 1 }
      return next
    }
    var (place, part) = (0, 0)
    // Where to go on if what follows the last `*` does not fit: the star takes one more.
    var retry: (place: Int, part: Int)?
    while true {
      if part < pattern.count, pattern[part] == star {
        part += 1
        retry = (place, part)
      } else if place < name.count, part < pattern.count, pattern[part] == question {
        (place, part) = (behindCharacter(at: place), part + 1)
      } else if place < name.count, part < pattern.count, pattern[part] == name[place] {
        (place, part) = (place + 1, part + 1)
      } else if place == name.count, part == pattern.count {
        return true
      } else if let last = retry, last.place < name.count {
        place = behindCharacter(at: last.place)
        part = last.part
        retry = (place, part)
      } else {
        return false
      }
    }
  }
}
