// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
package import FlowGraph
package import LocalFiles
import RuleBook

/// What is decided for a file, so that another thread can judge it.
package struct Ruling: Sendable {
  /// Of the decisions, so that what was made by others is not taken for theirs.
  let number: Int
  /// Which of the decisions it is.
  let index: Int
  let decided: TeamDecisions.Decided
}

/// Judges files again and again by what is decided for each; contracts are read once.
///
/// One thread at a time has it to itself.
package final class FileJudge {
  /// The rules of which nothing is told where the graph is not checked; what allows one of them may be of use.
  package static let rulesOfGraphs = Set(CompilerRules.ofGraphs + [PolicyRules.uselessAllowance])

  private let loader: FileLoader
  /// By the index of their decisions.
  private var compilers: [Int: Compiler] = [:]
  /// What was read last, of which file, and by which of the compilers.
  private var last: (path: String, index: Int, reading: LastReading)?
  /// The number of the decisions that the compilers are for.
  private var number = 0

  /// - Parameter readFile: how the text of a file is had, that of parts and contracts, too.
  package init(_ readFile: @escaping FileReader.Reading) {
    loader = .reading(by: readFile)
  }

  /// What is wrong with a flow or a part.
  ///
  /// - Parameter checkingGraph: whether more is told than what is wrong with what is written, which takes the longest.
  package func judge(_ file: SourceFile, by ruling: Ruling, checkingGraph: Bool = true) -> FileJudgement {
    var compiler = compiler(ruling)
    compiler.checksGraphs = checkingGraph
    let read = compiler.compile(file, after: lastReading(of: file, by: ruling))
    if let misplaced = MisplacedFile(file, asFlowWith: read.findings) {
      return FileJudgement(
        told: [misplaced.finding], sources: SourceMap([misplaced.shown]), flow: nil, isUnchecked: false)
    }
    var judged = ruling.decided.policy.judge(read.findings, in: read.sources)
    if read.isUnchecked { judged.told.removeAll { Self.rulesOfGraphs.contains($0.code) } }
    return FileJudgement(
      told: judged.told.shown(), sources: read.sources, flow: read.flow, isUnchecked: read.isUnchecked)
  }

  /// What a flow means as far as it goes, be it right or wrong; nil for a part.
  func graph(of file: SourceFile, by ruling: Ruling) -> Flow? { compiler(ruling).unchecked(file) }

  /// The same, with the files that its places are in.
  func placedGraph(of file: SourceFile, by ruling: Ruling) -> (flow: Flow, sources: SourceMap)? {
    compiler(ruling).uncheckedWithSources(file)
  }

  private func lastReading(of file: SourceFile, by ruling: Ruling) -> LastReading {
    if let last, last.path == file.path, last.index == ruling.index { return last.reading }
    let reading = LastReading()
    last = (file.path, ruling.index, reading)
    return reading
  }

  private func compiler(_ ruling: Ruling) -> Compiler {
    if ruling.number != number {
      compilers = [:]
      last = nil
      number = ruling.number
    }
    if let known = compilers[ruling.index] { return known }
    let compiler = CheckOrder().compilers(by: ruling.decided).make(loader)
    compilers[ruling.index] = compiler
    return compiler
  }
}

/// What is wrong with a file, as the team judges it.
package struct FileJudgement: Sendable {
  /// Those that are told, in the order of a reader, and no more of them than anybody reads.
  package let told: [Diagnostic]
  /// The file first, then all that it is made of.
  package let sources: SourceMap
  /// Nil where there is an error, and for what is no flow.
  package let flow: ValidFlow?
  /// Whether there is a graph to check, and nobody has: it may show more.
  package let isUnchecked: Bool
}
