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

  init(name: String) { self.name = name }

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

  /// The file at a path, seen from the folder that we are in.
  func file(_ path: String) throws(FileProblem) -> SourceFile {
    try kept.file(path) { path throws(FileProblem) in
      SourceFile(path: path, bytes: try ask(["git", "show", "\(name):\(Self.fromHere(path))"], about: path))
    }
  }

  /// The paths of all files below a folder; nil if it is no folder of the revision.
  func files(below folder: String) throws(FileProblem) -> [String]? {
    let place = Self.fromHere(folder)
    let kind = try ask(["git", "cat-file", "-t", "\(name):\(place)"], about: folder)
    guard String(decoding: kind, as: UTF8.self).hasPrefix("tree") else { return nil }
    let slash = place.hasSuffix("/") ? place : place + "/"
    let words = ["git", "ls-tree", "-r", "-z", "--name-only", name, "--", slash]
    return String(decoding: try ask(words, about: folder), as: UTF8.self).split(separator: "\0").map(String.init)
  }

  /// The revisions that changed a file, the latest first; no more than so many.
  static func revisions(of path: String, atMost most: Int) throws(FileProblem) -> [GitRevision] {
    let here = GitRevision(name: "HEAD")
    let words = ["git", "log", "-n", String(most), "--format=%H", "HEAD", "--", fromHere(path)]
    let listed = try here.ask(words, about: path)
    return String(decoding: listed, as: UTF8.self).split(separator: "\n").map { GitRevision(name: String($0)) }
  }

  private static func fromHere(_ path: String) -> String {
    path.hasPrefix("./") || path.hasPrefix("../") ? path : "./" + path
  }

  private func ask(_ words: [String], about path: String) throws(FileProblem) -> [UInt8] {
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
    var (bytes, words): ([UInt8], [UInt8]) = ([], [])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + Self.patience
    var (isRead, isTold) = (false, false)
    while !isRead || !isTold {
      isRead = isRead || Self.takeUp(git.output, &bytes, &buffer)
      isTold = isTold || Self.takeUp(git.errors, &words, &buffer)
      guard bytes.count <= FileReader.limit else { throw FileProblem(path: place, kind: .tooLarge) }
      guard ContinuousClock.now < end else { throw FileProblem(path: place, kind: .other("git did not answer")) }
      if !isRead || !isTold { _ = git.waitForExit(atMost: .milliseconds(1)) }
    }
    guard git.waitForExit(atMost: .seconds(5)) == .code(0) else {
      let reason = String(decoding: words, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "git failed"
      throw FileProblem(path: place, kind: .other(reason))
    }
    return bytes
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
