// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLinking
import FlowSyntax
import YAMLTree

/// A flow to which another one is held, as it is read for that; what it is held to itself is not looked at.
struct RefinedFlow {
  /// The flow, or that there is none.
  let graph: Result<Flow, FileLoader.Problem>
  private let errors: [Diagnostic]
  private let sources: SourceMap

  init(_ file: SourceFile, by compiler: Compiler) {
    var linker = Linker(compiler.loader, SourceMap([file]))
    let tree = YAML.read(file, words: .ofFlows)
    let linked = tree.value.map { linker.link($0, at: file.path, knowing: tree.findings) }
    let resolved = linked?.value.flatMap { $0.isPart ? nil : compiler.resolve($0, &linker) }
    if let flow = resolved?.value, flow.isWhole {
      graph = .success(flow)
    } else {
      graph = .failure(FileLoader.Problem("it is no flow that can be run"))
    }
    let all = tree.findings + (linked?.findings ?? []) + linker.findings + (resolved?.findings ?? [])
    errors = all.filter { $0.severity == .error }
    sources = linker.sources
  }

  /// Why it is no flow that can be run, if that is an error in files that the other flow is made of, too: it is told there, and once.
  func causes(in others: SourceMap) -> [Diagnostic] {
    guard case .failure = graph else { return [] }
    let known = others.files.indices.map { FileID(index: UInt16($0)) }
    let causes = errors.compactMap { error -> Diagnostic? in
      guard let path = sources.file(error.range.file).map({ FilePath.place($0.path, from: "") }),
        let file = known.first(where: { others.file($0).map { FilePath.place($0.path, from: "") } == path })
      else { return nil }
      var cause = error
      cause.range.file = file
      cause.notes = []
      return cause
    }
    return causes.count == errors.count ? causes : []
  }
}
