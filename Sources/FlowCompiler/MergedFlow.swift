// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLinking
import FlowSyntax
package import YAMLTree

/// A flow with its base, its parts and all its changes as one tree.
package struct MergedFlow {
  /// Nil where its files do not fit, and for a part.
  package let root: YAMLNode?
  /// What is wrong with the flow.
  package let findings: [Diagnostic]
  /// The files that the findings speak of, and the nodes of the tree stand in.
  package let sources: SourceMap
}

extension Compiler {
  /// The flow of a file as one tree, and what is wrong with it.
  package func merged(_ file: SourceFile) -> MergedFlow {
    let compilation = compile(file)
    guard !compilation.findings.hasErrors, let root = YAML.read(file, words: .ofFlows).value else {
      return MergedFlow(root: nil, findings: compilation.findings, sources: compilation.sources)
    }
    if DocumentReader.isPart(root) {
      let finding = Diagnostic(
        LinkRules.notAFlow, "this file is a part, and not a flow", at: .beginning(of: .first),
        help: "name a flow that uses it")
      return MergedFlow(root: nil, findings: [finding], sources: compilation.sources)
    }
    var linker = Linker(loader, SourceMap([file]))
    let merged = linker.merged(root, at: file.path)
    return MergedFlow(root: merged.value, findings: merged.findings + linker.findings, sources: linker.sources)
  }
}
