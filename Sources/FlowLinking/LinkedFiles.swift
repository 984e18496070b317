// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowSyntax
import MessageLanguages
import YAMLTree

/// A file as a tree, and what was wrong with it as YAML.
struct ReadFile {
  let id: FileID
  var root: YAMLNode
  let findings: [Diagnostic]
}

/// The files of one flow, each loaded once.
struct LinkedFiles {
  private let loader: FileLoader
  private(set) var sources: SourceMap
  var findings: [Diagnostic] = []
  /// The lines below `change:`, `add:` and `remove:` that were read, in all files.
  var changeLines: [ChangeLine] = []
  /// The places of such lines that are passed over, as ``ChangeLine`` has them.
  var passedOver: Set<String> = []
  /// By path; nil for a file that cannot be had.
  private var trees: [String: ReadFile?] = [:]
  /// The paths under which files were first named.
  private var named: Set<String> = []
  /// Those, by what is one for all paths of a file.
  private var firsts: [String: String] = [:]
  /// How many of the files were read as catalogues.
  private var catalogueCount = 0

  /// How many other files a flow may be made of, however deep they use each other.
  private static let mostFiles = 64
  /// How many catalogues a flow may have, with those of its parts and of the flows that it runs.
  private static let mostCatalogues = 256
  /// How deep files may use, run and extend each other.
  private static let deepest = 16

  init(_ loader: FileLoader, _ sources: SourceMap) {
    self.loader = loader
    self.sources = sources
    for file in sources.files { know(file.path) }
  }

  /// Reads a file that a word of another one names; nil, with a finding, if it cannot be had.
  mutating func read(_ use: Spanned<String>, _ path: String, along trail: [String]) -> ReadFile? {
    if let known = trees[path] { return known }
    let file = load(use, path, along: trail, as: .part)
    trees[path] = .some(file)
    return file
  }

  /// Reads a catalogue; nil, with a finding, if it cannot be had.
  mutating func readCatalogue(_ use: Spanned<String>, _ path: String) -> ReadFile? {
    if let known = trees[path] { return known }
    guard catalogueCount < Self.mostCatalogues else {
      findings.append(
        Diagnostic(
          LinkRules.tooManyParts, "a flow may have at most \(Self.mostCatalogues) catalogues", at: use.range,
          help: "join those of one language"))
      return nil
    }
    let before = sources.files.count
    let file = load(use, path, along: [], as: .catalogue)
    catalogueCount += sources.files.count - before
    trees[path] = .some(file)
    return file
  }

  private mutating func load(
    _ use: Spanned<String>, _ path: String, along trail: [String], as kind: FileKind
  ) -> ReadFile? {
    let others = sources.files.count - catalogueCount
    guard others <= Self.mostFiles || kind == .catalogue, trail.count <= Self.deepest else {
      findings.append(
        Diagnostic(
          LinkRules.tooManyParts,
          others > Self.mostFiles
            ? "a flow may be made of at most \(Self.mostFiles) parts"
            : "files may lead to each other \(Self.deepest) deep",
          at: use.range, help: "join some of the parts into one"))
      return nil
    }
    switch load(path) {
    // Why: a flow with changes is read before anybody asks whether its words are paths.
    case .failure where kind != .catalogue && !DocumentReader.isPath(use.value):
      findings.append(.noPath(use, such: "parts/session"))
      return nil
    case .failure(let problem):
      let near = near(use, problem)
      findings.append(
        Diagnostic(
          LinkRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range,
          help: Cure(
            words(of: problem, at: path) + (near.map { "; did you mean `\($0)`?" } ?? "")
              + (kind == .catalogue && problem.isMissing ? Self.howToBegin(path, isAsked: near != nil) : ""),
            near.flatMap { $0.isPlainPath ? .word(use.value, by: $0) : nil })))
      return nil
    case .success(let (id, file)):
      let tree = YAML.read(file, as: id, words: .ofFlows, leavingOutCharacters: FileKind.mayBeShown)
      if let root = tree.value { return ReadFile(id: id, root: root, findings: tree.findings) }
      guard !mayTell(tree.findings, about: id, as: kind) else { return nil }
      return refuse(id, .notYAML(use, tree.findings.first))
    }
  }

  /// The paths of the files in the folder of a path.
  func paths(beside path: String) -> [String] { loader.beside(path) }

  /// A file that is only looked at: it does not become one of the flow.
  func text(at path: String) -> SourceFile? { try? loader.load(path).get() }

  /// A file, and the id by which ranges in it name it.
  mutating func load(_ path: String) -> Result<(FileID, SourceFile), FileLoader.Problem> {
    loader.load(path).map { file in
      let named = SourceFile(path: path, bytes: file.bytes)
      know(path)
      return (sources.add(named), named)
    }
  }

  /// Takes in what is wrong with a file that another one names, if the file is surely what it should be.
  ///
  /// - Returns: false, and nothing is told, for a file that may be any file, with secrets in it.
  mutating func mayTell(_ found: [Diagnostic], about id: FileID, as kind: FileKind) -> Bool {
    if !found.isEmpty, !isSurely(id, kind), !isSurely(id, .flow) { return false }
    findings += found
    return true
  }

  /// Whether a file is surely of a kind, so that its words may be shown.
  func isSurely(_ id: FileID, _ kind: FileKind) -> Bool { sources.file(id).map { kind.isSurely($0) } ?? true }

  /// Tells where a file is named that it is not what it should be, and shows nothing of it.
  mutating func refuse<Made>(_ id: FileID, _ finding: Diagnostic) -> Made? {
    sources.hide(id)
    findings.append(finding)
    return nil
  }

  /// Whether a file leads back to itself; that is told.
  mutating func isCircular(_ use: Spanned<String>, _ path: String, along trail: [String]) -> Bool {
    guard trail.contains(path) else { return false }
    findings.append(
      Diagnostic(
        LinkRules.circularUse, "`\(use.value)` leads back to itself", at: use.range,
        help: "take one of the uses out: \((trail.drop { $0 != path } + [path]).joined(separator: " → "))"))
    return true
  }

  /// The path of a file that another one names: of several paths that lead to it, the one by which it was named first.
  ///
  /// A path that leads out of a folder and back into it has a shorter equal, and one by way of a link has a straight one.
  func path(of use: Spanned<String>) -> String {
    let path = FilePath.place(use.value, from: naming(use))
    // Why not the identities alone: these are asked of the system.
    return named.contains(path) ? path : firsts[loader.identity(path)] ?? path
  }

  /// Whether two paths, each from the folder of the file in which it stands, lead to one file.
  func areOne(_ one: Spanned<String>, _ other: Spanned<String>) -> Bool {
    let places = [one, other].map { FilePath.place($0.value, from: naming($0)) }
    return places[0] == places[1] || loader.identity(places[0]) == loader.identity(places[1])
  }

  /// Keeps the path of a file that was named.
  private mutating func know(_ path: String) {
    guard named.insert(path).inserted else { return }
    let identity = loader.identity(path)
    if firsts[identity] == nil { firsts[identity] = path }
  }

  /// The path of the file in which a path is written.
  func naming(_ use: Spanned<String>) -> String { sources.file(use.range.file)?.path ?? "" }

  /// Makes the path of a contract one from where the paths of the files begin.
  mutating func place(contract sdk: inout Spanned<String>) {
    guard FilePath.isPath(sdk.value) else { return }
    sdk = Spanned(path(of: sdk), sdk.range)
    know(sdk.value)
  }

  /// Why a file cannot be had, and which: its path stands there once.
  private func words(of problem: FileLoader.Problem, at path: String) -> String {
    problem.words.contains("`\(path)`") ? problem.words : "\(path): \(problem.words)"
  }

  /// How to begin a catalogue whose texts are still to be translated: while its file is missing, the flow cannot be exported.
  ///
  /// - Parameter isAsked: whether another file may be meant.
  private static func howToBegin(_ path: String, isAsked: Bool) -> String {
    let name = FilePath.withoutEnding(path).split(separator: "/").last ?? ""
    let tag = name.split(separator: ".").last.flatMap { LanguageTag(String($0)) }
    return (isAsked ? " If not, " : "; ")
      + "to begin it, write `catalogue: \(tag?.description ?? "fr")` and `messages: {}` into the file"
  }

  /// The path that is near, as the author would write it; nil for none.
  private func near(_ use: Spanned<String>, _ problem: FileLoader.Problem) -> String? {
    // Why not the file itself: a name that is made from its own is the nearest of all.
    guard let near = problem.near, near != naming(use) else { return nil }
    let path = FilePath.path(to: near, from: naming(use))
    let isShort = FilePath.withoutEnding(use.value) == use.value
    return isShort ? FilePath.withoutEnding(path) : path
  }
}

extension String {
  /// Whether it may stand anywhere without quotes, as a path.
  fileprivate var isPlainPath: Bool {
    utf8.allSatisfy {
      (97...122).contains($0 | 0x20) || (45...57).contains($0) || $0 == UInt8(ascii: "_")
    }
  }
}

extension Diagnostic {
  static func notAPart(_ use: Spanned<String>) -> Diagnostic {
    Diagnostic(
      LinkRules.notAPart, "`\(use.value)` is not a part", at: use.range,
      help: "the file must begin with `part:` and its name")
  }

  static func notAFlow(_ run: Spanned<String>, isPart: Bool) -> Diagnostic {
    Diagnostic(
      LinkRules.notAFlow, isPart ? "`\(run.value)` is a part and not a flow" : "`\(run.value)` is not a flow",
      at: run.range,
      help: isPart
        ? "join it with `use:`, or run a file that begins with `flow:`"
        : "the file must begin with `language:` and `flow:`")
  }

  /// - Parameter root: the file. Of what it holds nothing is shown but which line has a key that is nearly one of a catalogue.
  static func notACatalogue(_ path: Spanned<String>, _ root: YAMLNode) -> Diagnostic {
    let keys = root.entries.map(\.key)
    let lacking = Shape.catalogue.names.filter { root.value(of: $0) == nil }
    let slip = lacking.lazy.compactMap { word in
      keys.first { Suggestion.nearest(to: $0.value, among: [word]) != nil }.map { (word, $0.range.start.line) }
    }.first
    return Diagnostic(
      LinkRules.notACatalogue, "`\(path.value)` is not a catalogue", at: path.range,
      help: slip.map { "did you mean `\($0)` in line \($1) of the file?" }
        ?? "the file must begin with `catalogue:` and its language, and have `messages:`")
  }

  /// A file that is no YAML, and nobody can tell whether it is a part or a flow.
  static func notYAML(_ use: Spanned<String>, _ first: Diagnostic?) -> Diagnostic {
    let place = first.map { " at line \($0.range.start.line), column \($0.range.start.column) (\($0.code.id))" } ?? ""
    return Diagnostic(
      LinkRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range,
      help: "the file is not written as YAML\(place)")
  }
}
