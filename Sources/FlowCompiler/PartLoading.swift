// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowSyntax
import YAMLTree

/// Where a compiler gets the files that a flow uses.
public struct FileLoader: Sendable {
  /// Why a file cannot be had, in a few words.
  public struct Problem: Error, Sendable {
    /// Why, in a few words.
    public let words: String

    /// A problem in words.
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

  /// How many parts a flow may be made of, however deep they use each other.
  private static let mostParts = 64

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
    let path = Self.path(use.value, from: trail.last ?? "")
    if trail.contains(path) {
      findings.append(
        Diagnostic(
          CompilerRules.circularUse, "`\(use.value)` leads back to itself", at: use.range,
          help: "take one of the uses out: \((trail.drop { $0 != path } + [path]).joined(separator: " → "))"))
      return []
    }
    guard seen.insert(path).inserted else { return [] }
    guard sources.files.count <= Self.mostParts else {
      findings.append(
        Diagnostic(
          CompilerRules.tooManyParts, "a flow may be made of at most \(Self.mostParts) parts", at: use.range,
          help: "join some of the parts into one"))
      return []
    }
    switch loader.load(path) {
    case .failure(let problem):
      findings.append(
        Diagnostic(
          CompilerRules.noSuchPart, "the part `\(use.value)` cannot be read", at: use.range,
          help: "\(path): \(problem.words)"))
      return []
    case .success(let file): return read(file, use, trail + [path])
    }
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
    guard var value = part.value else { return [] }
    value.sdk.place(from: file.path)
    return parts(value.uses, along: trail) + [value]
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
