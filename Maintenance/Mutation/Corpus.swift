// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowRuntime
import FlowScenarios
import Foundation
import RELIDSimulator
import YAMLTree

/// Flows with their parts and scenarios, as they are shipped: what is mutated, and what the mutants are judged by.
struct Corpus: Sendable {
  /// A flow that is checked whole.
  struct Flow: Sendable {
    let path: String
    /// The paths of the files that it is made of, its own among them.
    let files: Set<String>
    /// What the checker says of it.
    let findings: Set<Finding>
    let program: Program
  }

  /// A file of scenarios, read.
  struct Play: Sendable {
    let path: String
    let scenarios: ScenarioFile
    /// The flow of each device, by path.
    let flows: [String]
  }

  /// What is wrong with the corpus itself, so that nothing can be judged by it.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// By path, each file that ends in `.yaml`.
  private let files: [String: SourceFile]
  let flows: [Flow]
  let plays: [Play]
  /// What the checker says of each part alone, by path.
  let parts: [String: Set<Finding>]
  /// By path, each flow and part as it was read.
  let trees: [String: YAMLNode]
  /// Every flow and part, as a document that can be changed; the flows first, each in the order of the paths.
  let shapes: [FlowShape]

  /// - Parameter files: a folder as it is shipped, such as `flows`.
  init(_ files: [SourceFile]) throws(Problem) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    var drafts: [(path: String, draft: SourceValue)] = []
    var trees: [String: YAMLNode] = [:]
    var flows: [Flow] = []
    var parts: [String: Set<Finding>] = [:]
    let loader = Self.loader(self.files, changed: [:])
    for file in files {
      guard let tree = YAML.read(file).value, tree["flow"] != nil || tree["part"] != nil, tree["scenarios"] == nil
      else { continue }
      let compilation = Compiler(loader: loader).compile(file)
      let findings = Set(compilation.findings.map(Finding.init))
      if tree["part"] != nil {
        parts[file.path] = findings
      } else {
        guard let flow = compilation.flow else {
          throw Problem(description: "\(file.path) has errors: \(findings.map(\.message).sorted())")
        }
        flows.append(
          Flow(
            path: file.path, files: Set(compilation.sources.files.map(\.path)), findings: findings,
            program: Program(flow)))
      }
      trees[file.path] = tree
      drafts.append((file.path, SourceValue(tree)))
    }
    self.flows = flows
    self.parts = parts
    self.trees = trees
    plays = try Self.plays(files)
    let names = NameUniverse(
      Dictionary(drafts.map { ($0.path, $0.draft) }) { first, _ in first }, flows: flows.map(\.files))
    let (whole, shared) = (drafts.filter { parts[$0.path] == nil }, drafts.filter { parts[$0.path] != nil })
    shapes = (whole + shared).map { names.shape(of: $0.path, $0.draft) }
  }

  /// A corpus from a folder of this checkout.
  init(folder: String) throws {
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    let files = try names.filter { $0.hasSuffix(".yaml") }.map { name in
      SourceFile(
        path: "\(folder)/\(name)", bytes: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
    }
    try self.init(files)
  }

  /// A file, with the mutant's changes.
  func file(_ path: String, in mutant: Mutant) -> SourceFile? {
    mutant.changed[path].map { SourceFile(path: path, text: $0) } ?? files[path]
  }

  /// Reads the files of the corpus, some of them changed.
  func loader(_ mutant: Mutant) -> FileLoader { Self.loader(files, changed: mutant.changed) }

  /// The documents of the files that a part is joined with in some flow.
  func neighbours(of path: String) -> [FlowShape] {
    let paths = flows.filter { $0.files.contains(path) }.reduce(into: Set<String>()) { $0.formUnion($1.files) }
    return shapes.filter { $0.path != path && paths.contains($0.path) }
  }

  private static func loader(_ files: [String: SourceFile], changed: [String: String]) -> FileLoader {
    FileLoader { path in
      if let text = changed[path] { return .success(SourceFile(path: path, text: text)) }
      return files[path].map { .success($0) } ?? .failure(FileLoader.Problem("there is no such file"))
    }
  }

  private static func plays(_ files: [SourceFile]) throws(Problem) -> [Play] {
    var plays: [Play] = []
    for file in files where file.path.hasSuffix(".scenarios.yaml") {
      guard let scenarios = ScenarioReader.read(file, in: World.self).value else {
        throw Problem(description: "\(file.path) cannot be read")
      }
      let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
      plays.append(
        Play(path: file.path, scenarios: scenarios, flows: scenarios.devices.map { "\(folder)/\($0.flow.value)" }))
    }
    return plays
  }
}

/// What a checker said: its rule and its words, wherever they stand.
struct Finding: Sendable, Hashable {
  let code: String
  let message: String

  init(_ finding: Diagnostic) { (code, message) = (finding.code.id, finding.message) }
}
