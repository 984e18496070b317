// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
package import FlowGraph
package import LocalFiles

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
  private let loader: FileLoader
  /// By the index of their decisions.
  private var compilers: [Int: Compiler] = [:]
  /// The number of the decisions that the compilers are for.
  private var number = 0

  /// - Parameter readFile: how the text of a file is had, that of parts and contracts, too.
  package init(_ readFile: @escaping FileReader.Reading) {
    loader = FileLoader { FileLoader.read($0, by: readFile) }
  }

  /// What is wrong with a flow or a part.
  package func judge(_ file: SourceFile, by ruling: Ruling) -> Judgement {
    let read = compiler(ruling).compile(file)
    if let misplaced = MisplacedFile(file, asFlowWith: read.findings) {
      return Judgement(told: [misplaced.finding], sources: SourceMap([misplaced.shown]), flow: nil)
    }
    let judged = ruling.decided.policy.judge(read.findings, in: read.sources)
    return Judgement(told: judged.told.shown(), sources: read.sources, flow: read.flow)
  }

  /// What a flow means as far as it goes, be it right or wrong; nil for a part.
  func graph(of file: SourceFile, by ruling: Ruling) -> Flow? { compiler(ruling).unchecked(file) }

  private func compiler(_ ruling: Ruling) -> Compiler {
    if ruling.number != number {
      compilers = [:]
      number = ruling.number
    }
    if let known = compilers[ruling.index] { return known }
    let compiler = CheckOrder().compilers(by: ruling.decided).make(loader)
    compilers[ruling.index] = compiler
    return compiler
  }
}

/// What is wrong with a file, as the team judges it.
package struct Judgement: Sendable {
  /// Those that are told, in the order of a reader, and no more of them than anybody reads.
  package let told: [Diagnostic]
  /// The file first, then all that it is made of.
  package let sources: SourceMap
  /// Nil where there is an error, and for what is no flow.
  package let flow: ValidFlow?
}
