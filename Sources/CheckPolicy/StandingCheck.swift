// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
package import FlowGraph
package import LocalFiles

/// Checks files again and again, as an editor needs it: what is found is what ``FlowCheck`` finds, and the contracts are read once.
package final class StandingCheck {
  /// What is wrong with a file, as the team judges it.
  package struct Judgement: Sendable {
    /// Those that are told, in the order of a reader, and no more of them than anybody reads.
    package let told: [Diagnostic]
    /// The file first, then all that it is made of.
    package let sources: SourceMap
    /// Nil where there is an error, and for what is no flow.
    package let flow: ValidFlow?
  }

  private let decisions: TeamDecisions
  private let loader: FileLoader
  /// By the index of their decisions.
  private var compilers: [Int: Compiler] = [:]

  /// - Parameter readFile: how the text of a file is had, that of parts and contracts, too.
  package init(by decisions: TeamDecisions, _ readFile: @escaping FileReader.Reading) {
    self.decisions = decisions
    loader = FileLoader { FileLoader.read($0, by: readFile) }
  }

  /// What is wrong with a flow or a part.
  package func check(_ file: SourceFile) -> Judgement {
    let index = decisions.index(for: file.path)
    let read = compiler(index).compile(file)
    if let misplaced = MisplacedFile(file, asFlowWith: read.findings) {
      return Judgement(told: [misplaced.finding], sources: SourceMap([misplaced.shown]), flow: nil)
    }
    let judged = decisions.all[index].policy.judge(read.findings, in: read.sources)
    return Judgement(told: judged.told.shown(), sources: read.sources, flow: read.flow)
  }

  /// What a flow means as far as it goes, be it right or wrong; nil for a part.
  package func graph(of file: SourceFile) -> Flow? { compiler(decisions.index(for: file.path)).unchecked(file) }

  /// The same, with the files that its places are in.
  package func placedGraph(of file: SourceFile) -> (flow: Flow, sources: SourceMap)? {
    compiler(decisions.index(for: file.path)).uncheckedWithSources(file)
  }

  /// Where people can read about a rule; nil if nobody has said so.
  package func page(of rule: DiagnosticCode, for path: String) -> String? {
    decisions.all[decisions.index(for: path)].rulePages?.address(of: rule)
  }

  private func compiler(_ index: Int) -> Compiler {
    if let known = compilers[index] { return known }
    let compiler = CheckOrder().compilers(by: decisions.all[index]).make(loader)
    compilers[index] = compiler
    return compiler
  }
}
