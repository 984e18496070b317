// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SystemCalls

/// A file to look at, or the reason why there is none.
package enum FoundPath: Equatable {
  /// `isNamed` when the user wrote this very path; else it was found in a folder.
  case file(String, isNamed: Bool)
  case problem(FileProblem)

  package var path: String {
    switch self {
    case .file(let path, _): path
    case .problem(let problem): problem.path
    }
  }
}

/// Finds the YAML files of paths: files as they are named, folders with all that is below them, patterns as they fit.
///
/// The order is that of the user, and within a folder that of the bytes of the names. A file comes once, however often it is named. Names
/// that begin with a dot are skipped. Links are followed; a folder is read once, so that links in a circle end.
package struct PathWalker {
  private var found: [FoundPath] = []
  private var visited: Set<FileIdentity> = []
  /// Where in the list each file stands, whichever of its paths named it.
  private var places: [String: Int] = [:]

  private let isExcluded: (String) -> Bool
  private let hidden: [String]

  /// - Parameters:
  ///   - hidden: names that begin with a dot, and are looked for in folders all the same.
  ///   - isExcluded: whether a path is passed over in folders, and by patterns; never asked for what is named.
  package static func find(
    _ paths: [String], hidden: [String] = [], except isExcluded: @escaping (String) -> Bool = { _ in false }
  ) -> [FoundPath] {
    var walker = PathWalker(isExcluded: isExcluded, hidden: hidden)
    for path in paths { walker.visit(named: path) }
    return walker.found
  }

  private mutating func visit(named path: String) {
    let status = path == "-" ? nil : FileStatus(of: path)
    if status == nil, let pattern = PathPattern(path) { return visit(pattern, path) }
    guard status?.kind == .folder else { return add(path, isNamed: true) }
    var folder = path[...]
    while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
    visit(folder: String(folder))
  }

  /// What a pattern finds is treated as if it had been found in a folder; finding nothing is a mistake.
  private mutating func visit(_ pattern: PathPattern, _ path: String) {
    let paths = pattern.paths(identity: RelativePath.identity(of:)) { folder in
      Self.entries(of: folder).map { ($0.name, $0.isFolder(at: folder + "/" + $0.name)) }
    }
    guard !paths.isEmpty else { return found.append(.problem(FileProblem(path: path, kind: .unmatched))) }
    for path in paths {
      if FileStatus.isFolder(path) {
        visit(folder: path)
      } else if FilePath.isYAML(path), !isExcluded(path) {
        add(path, isNamed: false)
      }
    }
  }

  /// In the order of the bytes of the names; empty for what is no folder or may not be read.
  private static func entries(of path: String) -> [FolderEntry] {
    (try? FolderEntry.all(in: path)) ?? []
  }

  /// What is in a folder, but for names that begin with a dot; empty for what is no folder or may not be read.
  package static func names(in folder: String) -> [(name: String, isFolder: Bool)] {
    entries(of: folder).filter { !$0.name.hasPrefix(".") }.map { ($0.name, $0.isFolder(at: folder + "/" + $0.name)) }
  }

  /// The paths of the files in the folder of a path, as that path is written, but for names that begin with a dot.
  package static func files(beside path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return names(in: folder.isEmpty ? "." : folder).filter { !$0.isFolder }.map { folder + $0.name }
  }

  private mutating func visit(folder path: String) {
    do throws(SystemError) {
      let entries = try FolderEntry.all(in: path) { visited.insert($0).inserted }
      for entry in entries ?? [] where !entry.name.hasPrefix(".") || hidden.contains(entry.name) {
        visit(entry, in: path)
      }
    } catch {
      found.append(.problem(FileProblem(path: path, kind: FileReader.kind(of: error))))
    }
  }

  private mutating func visit(_ entry: FolderEntry, in folder: String) {
    let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
    let isFolder = entry.isFolder(at: path)
    guard isFolder || FilePath.isYAML(entry.name), !isExcluded(path) else { return }
    if isFolder {
      visit(folder: path)
    } else {
      add(path, isNamed: false)
    }
  }

  /// Adds a file once, however often and by whatever path it is named; what is named by itself counts as that.
  private mutating func add(_ path: String, isNamed: Bool) {
    // A link is another file: what it names stands beside it.
    let identity = path == "-" ? path : RelativePath.absolute(path)
    guard let place = places[identity] else {
      places[identity] = found.count
      return found.append(.file(path, isNamed: isNamed))
    }
    if isNamed, case .file(_, isNamed: false) = found[place] { found[place] = .file(path, isNamed: true) }
  }
}
