// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import FlowSyntax
import SDKContract
import YAMLTree

/// The other files of one flow: the parts that it uses and the flows that it runs, each read once.
struct PartLoading {
  private let loader: FileLoader
  private(set) var sources: SourceMap
  private(set) var findings: [Diagnostic] = []
  /// By path; nil for a file that could not be read as what it should be.
  private var parts: [String: PartDocument?] = [:]
  private var flows: [String: FlowDocument?] = [:]
  /// The paths that are joined already to the flow at hand: a part that two parts use is joined once.
  private var joined: Set<String> = []
  /// Whether a part of the flow at hand could not be read.
  private var lacksPart = false

  /// How many other files a flow may be made of, however deep they use each other.
  private static let mostParts = 64
  /// How deep files may use and run each other.
  private static let deepest = 16

  init(_ loader: FileLoader, _ sources: SourceMap) {
    self.loader = loader
    self.sources = sources
  }

  /// A flow with the parts that it uses joined to it and the flows that it runs in their places.
  ///
  /// - Parameter trail: the paths of the files that lead here, that of the flow last.
  mutating func whole(_ document: FlowDocument, along trail: [String]) -> Outcome<FlowDocument> {
    guard document.isJoined else { return Outcome(document, []) }
    var whole = Outcome<FlowDocument>(document, [])
    if !document.uses.isEmpty {
      let before = findings.count
      (joined, lacksPart) = ([], false)
      var parts: [PartDocument] = []
      var used: [(path: Spanned<String>, files: [FileID])] = []
      for use in document.uses {
        let more = part(use, along: trail)
        used.append((use, more.map(\.range.file)))
        parts += more
      }
      var document = document
      document.usedParts = used
      whole = document.joined(with: parts, isWhole: !lacksPart && !Array(findings[before...]).hasErrors)
      if lacksPart { whole.value?.lacksParts = true }
    }
    guard let value = whole.value, value.hasRuns else { return whole }
    var flows: [String: FlowDocument] = [:]
    for step in value.steps {
      guard case .run(let path) = step.kind else { continue }
      flows[step.name.value] = flow(path, along: trail)
    }
    let inlined = value.inlined(flows)
    if inlined.value?.isTooLarge ?? false, !flows.values.contains(where: \.isTooLarge) {
      findings.append(
        Diagnostic(
          GraphRules.flowTooLarge, "the flows that this one runs have more than \(FlowDocument.mostInnerSteps) steps",
          at: document.start.range,
          help: "split them into several flows: so many cannot be reviewed"))
    }
    return Outcome(inlined.value, whole.findings + inlined.findings)
  }

  /// The parts that a file uses, and those that they use, each once.
  private mutating func parts(_ uses: [Spanned<String>], along trail: [String]) -> [PartDocument] {
    uses.flatMap { use in part(use, along: trail) }
  }

  private mutating func part(_ use: Spanned<String>, along trail: [String]) -> [PartDocument] {
    let path = path(of: use)
    guard !isCircular(use, path, along: trail) else { return [] }
    guard joined.insert(path).inserted else { return [] }
    let known = parts[path]
    let part = known ?? read(use, path, along: trail).flatMap { readPart($0, use) }
    if known == nil { parts[path] = .some(part) }
    guard let part else {
      lacksPart = true
      return []
    }
    return parts(part.uses, along: trail + [path]) + [part]
  }

  private mutating func readPart(_ file: ReadFile, _ use: Spanned<String>) -> PartDocument? {
    guard DocumentReader.isPart(file.root) else { return refuse(file.id, .notAPart(use)) }
    var part = DocumentReader.readPart(file.root, knowing: file.findings)
    guard mayTell(file.findings.refined(by: part.findings), about: file.id, as: .part) else {
      return refuse(file.id, .notAPart(use))
    }
    part.value?.sdk.place(from: path(of: use))
    return part.value
  }

  /// The flow of a `run:` step, whole itself; nil if it cannot be had.
  private mutating func flow(_ run: Spanned<String>, along trail: [String]) -> FlowDocument? {
    let path = path(of: run)
    guard !isCircular(run, path, along: trail) else { return nil }
    if let known = flows[path] { return known }
    let flow = read(run, path, along: trail).flatMap { readFlow($0, run, along: trail + [path]) }
    flows[path] = .some(flow)
    return flow
  }

  private mutating func readFlow(_ file: ReadFile, _ run: Spanned<String>, along trail: [String]) -> FlowDocument? {
    guard !DocumentReader.isPart(file.root) else { return refuse(file.id, .notAFlow(run, isPart: true)) }
    let document = DocumentReader.read(file.root, knowing: file.findings)
    guard mayTell(file.findings.refined(by: document.findings), about: file.id, as: .flow) else {
      return refuse(file.id, .notAFlow(run, isPart: false))
    }
    guard var value = document.value else { return nil }
    value.sdk.place(from: path(of: run))
    let whole = whole(value, along: trail)
    findings += whole.findings
    return whole.value
  }

  private mutating func isCircular(_ use: Spanned<String>, _ path: String, along trail: [String]) -> Bool {
    guard trail.contains(path) else { return false }
    findings.append(
      Diagnostic(
        CompilerRules.circularUse, "`\(use.value)` leads back to itself", at: use.range,
        help: "take one of the uses out: \((trail.drop { $0 != path } + [path]).joined(separator: " → "))"))
    return true
  }

  /// A file as a tree, and what was wrong with it as YAML.
  private struct ReadFile {
    let id: FileID
    let root: YAMLNode
    let findings: [Diagnostic]
  }

  /// Reads a file that a `use:` or a `run:` names; nil, with a finding, if it cannot be had.
  private mutating func read(_ use: Spanned<String>, _ path: String, along trail: [String]) -> ReadFile? {
    guard sources.files.count <= Self.mostParts, trail.count <= Self.deepest else {
      findings.append(
        Diagnostic(
          CompilerRules.tooManyParts,
          sources.files.count > Self.mostParts
            ? "a flow may be made of at most \(Self.mostParts) parts"
            : "files may lead to each other \(Self.deepest) deep",
          at: use.range, help: "join some of the parts into one"))
      return nil
    }
    switch loader.load(path) {
    case .failure(let problem):
      findings.append(
        Diagnostic(
          CompilerRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range,
          help: "\(path): \(problem.words)" + Self.advice(use.value, at: path, problem)))
      return nil
    case .success(let file):
      let named = SourceFile(path: path, bytes: file.bytes)
      let id = sources.add(named)
      let tree = YAML.read(named, as: id, words: .ofFlows)
      if let root = tree.value { return ReadFile(id: id, root: root, findings: tree.findings) }
      guard !mayTell(tree.findings, about: id, as: .part) else { return nil }
      return refuse(id, .notYAML(use, tree.findings.first))
    }
  }

  /// Takes in what is wrong with a file that another one names, if the file is surely what it should be.
  ///
  /// - Returns: false, and nothing is told, for a file that may be any file, with secrets in it.
  private mutating func mayTell(_ found: [Diagnostic], about id: FileID, as kind: FileKind) -> Bool {
    if !found.isEmpty, let file = sources.file(id), !kind.isSurely(file), !FileKind.flow.isSurely(file) { return false }
    findings += found
    return true
  }

  /// Tells where a file is named that it is not what it should be, and shows nothing of it.
  private mutating func refuse<Made>(_ id: FileID, _ finding: Diagnostic) -> Made? {
    sources.hide(id)
    findings.append(finding)
    return nil
  }

  /// The path of a file that another one names, from that one's folder.
  private func path(of use: Spanned<String>) -> String {
    Self.path(use.value, from: sources.file(use.range.file)?.path ?? "")
  }

  /// The path of a part, from that of the file that uses it.
  static func path(_ use: String, from file: String) -> String { resolved(use, from: file) + ".yaml" }

  /// "did you mean", with the path that is near written as the author wrote the other one.
  private static func advice(_ use: String, at path: String, _ problem: FileLoader.Problem) -> String {
    guard let near = problem.near, near.hasSuffix(".yaml"), path.hasSuffix(use + ".yaml") else { return "" }
    let folder = path.dropLast(use.count + ".yaml".count)
    guard near.hasPrefix(folder) else { return "" }
    return "; did you mean `\(near.dropFirst(folder.count).dropLast(".yaml".count))`?"
  }

  /// A path of a file, from the folder of that file.
  static func resolved(_ path: String, from file: String) -> String {
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
    return words.joined(separator: "/")
  }
}

extension PartLoading {
  /// The contract that a flow names by its path; nil, and findings, if it cannot be had or is none.
  ///
  /// - Parameter path: of the contract's file, in its place already.
  mutating func contract(_ path: Spanned<String>) -> Contract? {
    switch loader.load(path.value) {
    case .failure(let problem):
      findings.append(
        Diagnostic(
          CompilerRules.noSuchContract, "the contract \(Diagnostic.quoting(path.value)) cannot be read", at: path.range,
          help: "\(problem.words); "
            + (problem.near.map { "did you mean `\($0.split(separator: "/").last ?? "")`?" }
              ?? "the path begins at the folder of the file that names it")))
      return nil
    case .success(let file):
      let id = sources.add(file)
      let read = ContractReader.read(file, as: id)
      guard read.findings.isEmpty || FileKind.contract.isSurely(file) else {
        return refuse(
          id, .notAContract(path.value, at: path.range, first: read.findings.first, kind: FileKind.sniff(file)?.value))
      }
      findings += read.findings
      return read.value
    }
  }
}

extension Diagnostic {
  fileprivate static func notAPart(_ use: Spanned<String>) -> Diagnostic {
    Diagnostic(
      CompilerRules.notAPart, "`\(use.value)` is not a part", at: use.range,
      help: "the file must begin with `part:` and its name")
  }

  fileprivate static func notAFlow(_ run: Spanned<String>, isPart: Bool) -> Diagnostic {
    Diagnostic(
      CompilerRules.notAFlow, isPart ? "`\(run.value)` is a part and not a flow" : "`\(run.value)` is not a flow",
      at: run.range,
      help: isPart
        ? "join it with `use:`, or run a file that begins with `flow:`"
        : "the file must begin with `language:` and `flow:`")
  }

  /// A file that is no YAML, and nobody can tell whether it is a part or a flow.
  fileprivate static func notYAML(_ use: Spanned<String>, _ first: Diagnostic?) -> Diagnostic {
    let place = first.map { " at line \($0.range.start.line), column \($0.range.start.column) (\($0.code.id))" } ?? ""
    return Diagnostic(
      CompilerRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range,
      help: "the file is not written as YAML\(place)")
  }
}

extension Spanned<String> {
  /// Whether an `sdk:` is the path of a contract, and not its name.
  var isPath: Bool { value.hasSuffix(".yaml") }

  /// Makes the path of a contract one from where the program runs.
  ///
  /// - Parameter file: the path of the file that names it.
  mutating func place(from file: String) {
    if isPath { self = Spanned(PartLoading.resolved(value, from: file), range) }
  }
}
