// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
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
          GraphRules.flowTooLarge, "with the flows that it runs this flow has too many steps", at: document.start.range,
          help: "share them over several flows: nobody can oversee so many"))
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
    guard DocumentReader.isPart(file.root) else {
      findings.append(
        Diagnostic(
          CompilerRules.notAPart, "`\(use.value)` is not a part", at: use.range,
          help: "the file must begin with `part:` and its name"))
      return nil
    }
    var part = DocumentReader.readPart(file.root, knowing: file.findings)
    findings += part.findings
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
    guard !DocumentReader.isPart(file.root) else {
      findings.append(
        Diagnostic(
          CompilerRules.notAFlow, "`\(run.value)` is a part and not a flow", at: run.range,
          help: "join it with `use:`, or run a file that begins with `flow:`"))
      return nil
    }
    let document = DocumentReader.read(file.root, knowing: file.findings)
    findings += document.findings
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
          CompilerRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range, help: "\(path): \(problem.words)"))
      return nil
    case .success(let file):
      let named = SourceFile(path: path, bytes: file.bytes)
      let tree = YAML.read(named, as: sources.add(named))
      findings += tree.findings
      return tree.value.map { ReadFile(root: $0, findings: tree.findings) }
    }
  }

  /// The path of a file that another one names, from that one's folder.
  private func path(of use: Spanned<String>) -> String {
    Self.path(use.value, from: sources.file(use.range.file)?.path ?? "")
  }

  /// The path of a part, from that of the file that uses it.
  static func path(_ use: String, from file: String) -> String { resolved(use, from: file) + ".yaml" }

  /// A path of a file, from the folder of that file.
  static func resolved(_ path: String, from file: String) -> String {
    var words = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for word in path.split(separator: "/").map(String.init) where word != "." {
      if word == "..", let last = words.last, last != ".." && last != "" {
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
          help: "\(problem.words); the path begins at the folder of the file that names it"))
      return nil
    case .success(let file):
      let read = ContractReader.read(file, as: sources.add(file))
      findings += read.findings
      return read.value
    }
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
