// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// The files of a revision that git keeps, read by the program `git` of this machine.
struct GitRevision: Sendable {
  /// As git knows it: a branch, a tag or a commit.
  let name: String
  /// What was read of it: flows share their parts.
  private let kept = KeptFiles()
  private let tree: GitTree

  init(name: String) {
    self.name = name
    tree = GitTree(of: name) { words, path throws(FileProblem) in try Self.ask(words, about: path, of: name) }
  }

  /// How long git may take for one answer.
  private static let patience = Duration.seconds(20)

  /// An operand such as `main:flows/login.yaml`; nil if it is none.
  static func read(_ operand: String) -> (revision: GitRevision, path: String)? {
    guard let colon = operand.firstIndex(of: ":") else { return nil }
    let (name, path) = (String(operand[..<colon]), String(operand[operand.index(after: colon)...]))
    // What begins with a dash would be an option of git.
    guard !name.isEmpty, !name.hasPrefix("-") else { return nil }
    return (GitRevision(name: name), path.isEmpty ? "." : Self.plain(path))
  }

  /// A path as git lists it.
  private static func plain(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    return String(path)
  }

  /// The file at a path, seen from the folder that we are in; of a link the file that it leads to.
  func file(_ path: String) throws(FileProblem) -> SourceFile {
    try kept.file(path) { path throws(FileProblem) in
      let place = try tree.place(of: path)
      switch place.kind {
      case .file: break
      case .nothing(let throughLink): throw tree.missing(path, throughLink: throughLink)
      case .folder, .link, .repository: throw FileProblem(path: "\(name):\(path)", kind: .folder)
      }
      let bytes = try Self.ask(["git", "cat-file", "blob", place.content], about: path, of: name)
      return SourceFile(path: path, bytes: bytes)
    }
  }

  /// The paths of the YAML files of a folder and below, as ``PathWalker`` finds them on this machine; nil if it is no folder.
  ///
  /// - Parameter isExcluded: whether a path is passed over.
  func files(
    below path: String, except isExcluded: (String) -> Bool
  ) throws(FileProblem) -> [String]? {
    let folder = try tree.place(of: path)
    if case .nothing(let throughLink) = folder.kind { throw tree.missing(path, throughLink: throughLink) }
    guard folder.kind == .folder else { return nil }
    var visited: Set<[String]> = []
    var found: [String] = []
    func visit(_ folder: GitTree.ResolvedPath, _ path: String) throws(FileProblem) {
      guard visited.insert(folder.names).inserted else { return }
      for entry in try tree.entries(of: folder, for: path) where !entry.name.hasPrefix(".") {
        let path = path == "." ? entry.name : path + "/" + entry.name
        let isYAML = FilePath.isYAML(entry.name)
        guard isYAML || entry.kind == .folder || entry.kind == .link, !isExcluded(path) else { continue }
        let place = try tree.place(of: entry, in: folder, for: path)
        switch place.kind {
        case .folder: try visit(place, path)
        // What leads nowhere is told when it is to be read.
        case .file, .nothing: if isYAML { found.append(path) }
        case .link, .repository: break
        }
      }
    }
    try visit(folder, path)
    return found
  }

  /// The revisions that changed a file, the latest first; no more than so many.
  ///
  /// Where the path is a link, the file that it leads to is what changes.
  static func revisions(of path: String, atMost most: Int) throws(FileProblem) -> [GitRevision] {
    var words = ["git", "log", "-n", String(most), "--format=%H", "HEAD", "--", fromHere(path)]
    // Why passed over: a file that was removed leads nowhere.
    if let place = try? GitRevision(name: "HEAD").tree.place(of: path) {
      words.append(":(top,literal)" + place.names.joined(separator: "/"))
    }
    let listed = try ask(words, about: path, of: "HEAD")
    return String(decoding: listed, as: UTF8.self).split(separator: "\n").map { GitRevision(name: String($0)) }
  }

  private static func fromHere(_ path: String) -> String {
    path.hasPrefix("./") || path.hasPrefix("../") ? path : "./" + path
  }

  private static func ask(
    _ words: [String], about path: String, of name: String
  ) throws(FileProblem) -> [UInt8] {
    let place = "\(name):\(path)"
    let git: ChildProcess
    do throws(SystemError) {
      git = try ChildProcess(words, ChildEnvironment(passing: []))
    } catch {
      throw FileProblem(path: place, kind: .other("git cannot be asked: \(error)"))
    }
    git.closeInput()
    defer {
      git.closeOutput()
      git.end(grace: .seconds(1))
    }
    var (bytes, complaint): ([UInt8], [UInt8]) = ([], [])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + Self.patience
    var (isRead, isTold) = (false, false)
    while !isRead || !isTold {
      isRead = isRead || Self.takeUp(git.output, &bytes, &buffer)
      isTold = isTold || Self.takeUp(git.errors, &complaint, &buffer)
      guard bytes.count <= FileReader.limit else { throw FileProblem(path: place, kind: .tooLarge) }
      guard ContinuousClock.now < end else { throw FileProblem(path: place, kind: .other("git did not answer")) }
      if !isRead || !isTold { _ = git.waitForExit(atMost: .milliseconds(1)) }
    }
    guard git.waitForExit(atMost: .seconds(5)) == .code(0) else {
      let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
      let reason = lines.first.map(String.init) ?? "git failed"
      throw FileProblem(path: place, kind: problem(reason, words, path, of: name))
    }
    return bytes
  }

  /// What git could not do, and what its user can.
  private static func problem(
    _ reason: String, _ words: [String], _ path: String, of name: String
  ) -> FileProblem.Kind {
    if reason.contains("not a git repository") {
      return .revision(reason, help: "go into a folder of the repository")
    }
    // Why asked once more: what git says of a missing revision differs from version to version.
    guard words.contains(where: { $0.hasPrefix("\(name):") }), !isKnown(name, path) else { return .other(reason) }
    return .revision("git knows no revision \(Diagnostic.quoting(name)) here", help: help(path, name))
  }

  private static func isKnown(_ name: String, _ path: String) -> Bool {
    (try? ask(["git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}"], about: path, of: name)) != nil
  }

  /// What to do where the revision is not known.
  private static func help(_ path: String, _ name: String) -> String {
    let remote = name.hasPrefix("origin/") ? name : "origin/\(name)"
    if remote != name, isKnown(remote, path) {
      return "did you mean \(Diagnostic.quoting("\(remote):\(path)", limit: 120))?"
    }
    let inCI = "; in CI ask for more than one commit (`fetch-depth: 0` on GitHub, `GIT_DEPTH: 0` on GitLab)"
    if name == "HEAD" || name.contains(where: { "~^@".contains($0) }) {
      return "fetch what is missing, as with `git fetch --unshallow`" + inCI
    }
    let command = Diagnostic.quoting("git fetch origin \(remote.dropFirst("origin/".count))", limit: 120)
    return "fetch it with \(command), then name it as \(Diagnostic.quoting("\(remote):\(path)", limit: 120))" + inCI
  }

  /// Takes what is there.
  ///
  /// - Returns: whether nothing more comes.
  private static func takeUp(_ descriptor: Int32, _ bytes: inout [UInt8], _ buffer: inout [UInt8]) -> Bool {
    while bytes.count <= FileReader.limit {
      switch Transfer.read(from: descriptor, into: &buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .later: return false
      case .closed: return true
      }
    }
    return true
  }
}
