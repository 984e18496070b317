// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import Synchronization

/// The folders of a revision, and where its paths lead: links are followed as the system follows those of a folder of this machine.
final class GitTree: Sendable {
  /// What stands at a path of the revision.
  enum Kind: Equatable, Sendable {
    case folder
    case file
    case link
    /// Another repository, of which git keeps the name of a commit alone.
    case repository
    /// The path leads nowhere, be it through a link or not.
    case nothing(throughLink: Bool)
  }

  struct Entry: Sendable {
    let name: String
    let kind: Kind
    /// Git's name of what it holds.
    let content: String
  }

  /// Where a path leads once its links are followed.
  struct ResolvedPath: Sendable {
    /// From the root of the repository on.
    let names: [String]
    let kind: Kind
    let content: String
  }

  /// So many links may stand in one path, as for most systems.
  private static let mostLinks = 40

  private let name: String
  private let ask: @Sendable (_ words: [String], _ path: String) throws(FileProblem) -> [UInt8]
  private let known = Mutex<(here: [String]?, folders: [[String]: [Entry]])>((nil, [:]))

  /// - Parameters:
  ///   - name: that of the revision.
  ///   - ask: what git answers to some words; the path is what they are about.
  init(
    of name: String, asking ask: @escaping @Sendable (_ words: [String], _ path: String) throws(FileProblem) -> [UInt8]
  ) {
    self.name = name
    self.ask = ask
  }

  /// Where a path leads, seen from the folder that we are in.
  func place(of path: String) throws(FileProblem) -> ResolvedPath {
    try follow(try here(path) + path.split(separator: "/").map(String.init), for: path)
  }

  /// Where a name in a folder leads.
  func place(of entry: Entry, in folder: ResolvedPath, for path: String) throws(FileProblem) -> ResolvedPath {
    if entry.kind == .link { return try follow(folder.names + [entry.name], for: path) }
    return ResolvedPath(names: folder.names + [entry.name], kind: entry.kind, content: entry.content)
  }

  /// What stands in a folder, in the order of the bytes of the names.
  func entries(of folder: ResolvedPath, for path: String) throws(FileProblem) -> [Entry] {
    try entries(of: folder.names, for: path)
  }

  private func follow(_ path: [String], for written: String) throws(FileProblem) -> ResolvedPath {
    var ahead = Array(path.reversed())
    var place = ResolvedPath(names: [], kind: .folder, content: "")
    var links = 0
    var nothing: ResolvedPath { ResolvedPath(names: [], kind: .nothing(throughLink: links > 0), content: "") }
    while let name = ahead.popLast() {
      if name == "." { continue }
      guard place.kind == .folder else { return nothing }
      if name == ".." {
        guard !place.names.isEmpty else { throw leadsOut(written, links) }
        place = ResolvedPath(names: place.names.dropLast(), kind: .folder, content: "")
        continue
      }
      guard let entry = try entries(of: place.names, for: written).first(where: { $0.name == name }) else {
        return nothing
      }
      guard entry.kind == .link else {
        place = ResolvedPath(names: place.names + [name], kind: entry.kind, content: entry.content)
        continue
      }
      links += 1
      guard links <= Self.mostLinks else {
        throw problem(written, "its links lead in a circle", help: "let the link lead to a file")
      }
      let target = String(decoding: try ask(["git", "cat-file", "blob", entry.content], written), as: UTF8.self)
      guard !target.hasPrefix("/") else { throw leadsOut(written, links) }
      ahead += target.split(separator: "/").reversed().map(String.init)
    }
    return place
  }

  private func entries(of folder: [String], for path: String) throws(FileProblem) -> [Entry] {
    if let entries = known.withLock({ $0.folders[folder] }) { return entries }
    let words = ["git", "ls-tree", "-z", "--full-tree", "\(name):\(folder.joined(separator: "/"))"]
    var entries: [Entry] = []
    for line in String(decoding: try ask(words, path), as: UTF8.self).split(separator: "\0") {
      // Such as `100644 blob 0123…`, a tab, and the name.
      guard let tab = line.firstIndex(of: "\t") else { continue }
      let parts = line[..<tab].split(separator: " ")
      guard parts.count >= 3 else { continue }
      let kind: Kind =
        switch (parts[0], parts[1]) {
        case (_, "tree"): .folder
        case ("120000", _): .link
        case (_, "blob"): .file
        default: .repository
        }
      entries.append(Entry(name: String(line[line.index(after: tab)...]), kind: kind, content: String(parts[2])))
    }
    // Git sorts a folder as if its name ended with a slash.
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    known.withLock { $0.folders[folder] = entries }
    return entries
  }

  /// The folder that we are in, from the root of the repository on.
  private func here(_ path: String) throws(FileProblem) -> [String] {
    if let here = known.withLock({ $0.here }) { return here }
    let told = String(decoding: try ask(["git", "rev-parse", "--show-prefix"], path), as: UTF8.self)
    let here = told.prefix { $0 != "\n" }.split(separator: "/").map(String.init)
    known.withLock { $0.here = here }
    return here
  }

  /// Why there is nothing at a path.
  func missing(_ path: String, throughLink: Bool) -> FileProblem {
    throughLink
      ? problem(
        path, "it is a link, or stands behind one, and the link leads to nothing that the revision has",
        help: "let the link lead to a file of the repository")
      : problem(
        path, "the revision has no such file or folder",
        help: "look at the spelling of the path, and at the folder you are in")
  }

  private func leadsOut(_ path: String, _ links: Int) -> FileProblem {
    links > 0
      ? problem(
        path,
        "it is a link, or stands behind one, that leads out of the repository; git keeps nothing of what is there",
        help: "let the link lead to a file of the repository, or leave it out with `exclude:` in the configuration")
      : problem(path, "it leads out of the repository", help: "name a path in the repository")
  }

  private func problem(_ path: String, _ reason: String, help: String) -> FileProblem {
    FileProblem(path: "\(name):\(path)", kind: .revision(reason, help: help))
  }
}
