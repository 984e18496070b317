// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import FlowLinking
import FlowSyntax
import YAMLTree

/// The messages of a flow in all its languages, and what is wrong with it.
package struct ReadTexts {
  /// The name and the version of the flow.
  package let title: String
  /// Nil where the flow has an error, and for a part.
  package let texts: FlowTexts?
  package let findings: [Diagnostic]
  /// The files that the findings speak of, and the texts stand in.
  package let sources: SourceMap
}

extension Compiler {
  /// The messages of a flow, in which nothing is wrong.
  package func texts(_ file: SourceFile) -> ReadTexts {
    let compilation = compile(file)
    guard let root = YAML.read(file, words: .ofFlows).value, !compilation.findings.hasErrors else {
      return ReadTexts(title: "", texts: nil, findings: compilation.findings, sources: compilation.sources)
    }
    guard let flow = compilation.flow?.flow else {
      let finding = Diagnostic(
        LinkRules.notAFlow, "this file is a part, and not a flow", at: .beginning(of: .first),
        help: "name a flow that uses it")
      return ReadTexts(title: "", texts: nil, findings: [finding], sources: compilation.sources)
    }
    var linker = Linker(loader, SourceMap([file]))
    let linked = linker.link(root, at: file.path, knowing: [])
    return ReadTexts(
      title: "\(flow.name) \(flow.version)",
      texts: linked.value.map { FlowResolver.texts(of: $0, with: flow.contract) },
      findings: compilation.findings + linker.findings, sources: linker.sources)
  }
}
