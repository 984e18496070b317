// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import LocalFiles

/// Checks files again and again, as an editor needs it: what is found is what ``FlowCheck`` finds.
package final class StandingCheck {
  private let decisions: TeamDecisions
  private let number: Int
  private let judge: FileJudge

  /// - Parameters:
  ///   - number: tells these decisions from others of the same owner.
  ///   - readFile: how the text of a file is had, that of parts and contracts, too.
  package init(by decisions: TeamDecisions, numbered number: Int = 0, _ readFile: @escaping FileReader.Reading) {
    self.decisions = decisions
    self.number = number
    judge = FileJudge(readFile)
  }

  /// What is decided for a file.
  package func ruling(for path: String) -> Ruling {
    let index = decisions.index(for: path)
    return Ruling(number: number, index: index, decided: decisions.all[index])
  }

  /// What is wrong with a flow or a part.
  ///
  /// - Parameter checkingGraph: whether more is told than what is wrong with what is written, which takes the longest.
  package func check(_ file: SourceFile, checkingGraph: Bool = true) -> FileJudgement {
    judge.judge(file, by: ruling(for: file.path), checkingGraph: checkingGraph)
  }

  /// What a flow means as far as it goes, be it right or wrong; nil for a part.
  package func graph(of file: SourceFile) -> Flow? { judge.graph(of: file, by: ruling(for: file.path)) }

  /// The same, with the files that its places are in.
  package func placedGraph(of file: SourceFile) -> (flow: Flow, sources: SourceMap)? {
    judge.placedGraph(of: file, by: ruling(for: file.path))
  }

  /// Where people can read about a rule; nil if nobody has said so.
  package func page(of rule: DiagnosticCode, for path: String) -> String? {
    ruling(for: path).decided.rulePages?.address(of: rule)
  }
}
