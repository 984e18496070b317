// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowSyntax
import YAMLTree

/// Where a compiler gets the files that a flow uses.
public struct FileLoader: Sendable {
  /// Why a file cannot be had, in a few words.
  public struct Problem: Error, Sendable {
    public let words: String

    public init(_ words: String) { self.words = words }
  }

  let load: @Sendable (String) -> Result<SourceFile, Problem>

  /// - Parameter load: reads the file at a path; the path is that of the flow's file, up to its folder, and on from there.
  public init(_ load: @escaping @Sendable (String) -> Result<SourceFile, Problem>) { self.load = load }

  /// Has no files: a flow that uses parts cannot be compiled with it.
  public static let none = FileLoader { _ in .failure(Problem("there are no files here")) }
}

/// The parts of one flow, read one after another.
struct PartLoading {
  let loader: FileLoader
  var sources: SourceMap
  var findings: [Diagnostic] = []
  /// The paths that are joined already: a part that two parts use is joined once.
  private var seen: Set<String> = []

  init(_ loader: FileLoader, _ sources: SourceMap) {
    self.loader = loader
    self.sources = sources
  }

  /// The parts that a file uses, and those that they use, each once.
  ///
  /// - Parameter trail: the paths of the files that lead here, the flow's own first.
  mutating func parts(_ uses: [Spanned<String>], along trail: [String]) -> [PartDocument] {
    uses.flatMap { use in part(use, along: trail) }
  }

  private mutating func part(_ use: Spanned<String>, along trail: [String]) -> [PartDocument] {
    let path = path(of: use)
    guard trail.contains(path) || seen.insert(path).inserted else { return [] }
    return load(use, along: trail).map { read($0, use, trail + [path]) } ?? []
  }

  private mutating func read(_ file: SourceFile, _ use: Spanned<String>, _ trail: [String]) -> [PartDocument] {
    let tree = YAML.read(file, as: sources.add(file))
    findings += tree.findings
    guard let root = tree.value else { return [] }
    guard DocumentReader.isPart(root) else {
      findings.append(
        Diagnostic(
          CompilerRules.notAPart, "`\(use.value)` is not a part", at: use.range,
          help: "the file must begin with `part:` and its name"))
      return []
    }
    let part = DocumentReader.readPart(root, knowing: tree.findings)
    findings += part.findings
    guard let value = part.value else { return [] }
    return parts(value.uses, along: trail) + [value]
  }

  /// The document of a flow with its parts and the flows that it runs.
  mutating func whole(_ document: FlowDocument, along trail: [String]) -> Outcome<FlowDocument> {
    guard !document.uses.isEmpty || !document.runs.isEmpty else { return Outcome(document, []) }
    seen = []
    let before = findings.count
    let parts = parts(document.uses, along: trail)
    let joined = document.joined(with: parts, isWhole: !Array(findings[before...]).hasErrors)
    guard let value = joined.value, !value.runs.isEmpty else { return joined }
    var flows: [String: FlowDocument?] = [:]
    for (step, path) in value.runs { flows[step.name.value] = flow(path, along: trail) }
    let inlined = value.inlined(flows)
    return Outcome(inlined.value, joined.findings + inlined.findings)
  }

  /// The flow of a `run:` step; nil, with a finding, if it cannot be read.
  private mutating func flow(_ use: Spanned<String>, along trail: [String]) -> FlowDocument? {
    guard let file = load(use, along: trail) else { return nil }
    let path = file.path
    let tree = YAML.read(file, as: sources.add(file))
    findings += tree.findings
    guard let root = tree.value else { return nil }
    let document = DocumentReader.read(root, knowing: tree.findings)
    findings += document.findings
    guard let value = document.value else { return nil }
    let whole = self.whole(value, along: trail + [path])
    findings += whole.findings
    return whole.value
  }

  /// The file that a `use:` or a `run:` names; nil, with a finding, if it cannot be had, or leads back to itself.
  private mutating func load(_ use: Spanned<String>, along trail: [String]) -> SourceFile? {
    let path = path(of: use)
    guard !trail.contains(path) else {
      findings.append(
        Diagnostic(
          CompilerRules.circularUse, "`\(use.value)` leads back to itself", at: use.range,
          help: "take one of the uses out: \((trail.drop { $0 != path } + [path]).joined(separator: " → "))"))
      return nil
    }
    guard trail.count < Self.depthLimit, sources.files.count < Self.fileLimit else {
      findings.append(
        Diagnostic(
          CompilerRules.tooManyFiles, "a flow cannot be made of so many files", at: use.range,
          help: "use at most \(Self.fileLimit) files, at most \(Self.depthLimit) deep"))
      return nil
    }
    switch loader.load(path) {
    case .success(let file): return SourceFile(path: path, bytes: file.bytes)
    case .failure(let problem):
      findings.append(
        Diagnostic(
          CompilerRules.noSuchPart, "`\(use.value)` cannot be read", at: use.range, help: "\(path): \(problem.words)"))
      return nil
    }
  }

  private static let fileLimit = 256
  private static let depthLimit = 16

  /// The path of a file that another one names, from that one's folder.
  private func path(of use: Spanned<String>) -> String {
    Self.path(use.value, from: sources.file(use.range.file)?.path ?? "")
  }

  /// The path of a part, from that of the file that uses it.
  static func path(_ use: String, from file: String) -> String {
    var words = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for word in use.split(separator: "/").map(String.init) {
      if word == "..", let last = words.last, last != ".." && last != "" { words.removeLast() } else { words.append(word) }
    }
    return words.joined(separator: "/") + ".yaml"
  }
}
