// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowScenarios

/// What the check of one path came to, with its findings written out.
struct CheckedFile: Sendable {
  enum Kind: Sendable {
    case checked
    /// A YAML file of a folder that is no flow.
    case skipped
    case unreadable
  }

  let kind: Kind
  var errors = 0
  var warnings = 0
  /// The findings as they are to be printed; empty for none.
  var text = ""
}

/// Checks the files that one worker is given.
///
/// Why: each worker has a compiler, and so a contract, of its own. Two cores then never count the holders of the same
/// thing, and reading the contract again takes the time of a core that would wait for the first one to have done it.
struct FileChecker {
  private let compiler: Compiler
  private let format: FindingFormat
  private let streams: Streams

  init(_ compiler: Compiler, _ format: FindingFormat, _ streams: Streams) {
    self.compiler = compiler
    self.format = format
    self.streams = streams
  }

  func check(_ found: FoundPath) -> CheckedFile {
    switch found {
    case .problem(let problem): unreadable(problem)
    case .file(let path, let isNamed):
      switch read(path) {
      case .failure(let problem): unreadable(problem)
      case .success(let file): isNamed || FlowSniffer.isFlow(file.bytes) ? check(file) : CheckedFile(kind: .skipped)
      }
    }
  }

  private func read(_ path: String) -> Result<SourceFile, FileProblem> {
    Result { () throws(FileProblem) in try streams.file(path) }
  }

  private func check(_ file: SourceFile) -> CheckedFile {
    let compilation = compiler.compile(file)
    let errors = compilation.findings.count { $0.severity == .error }
    if errors > 0, !FlowSniffer.isFlow(file.bytes), let misplaced = MisplacedFile(file, meant: .flow) {
      let text = format.render([misplaced.finding], in: SourceMap([misplaced.shown]))
      return CheckedFile(kind: .checked, errors: 1, text: text)
    }
    return CheckedFile(
      kind: .checked, errors: errors, warnings: compilation.findings.count - errors,
      text: format.render(compilation.findings, in: compilation.sources))
  }

  private func unreadable(_ problem: FileProblem) -> CheckedFile {
    CheckedFile(kind: .unreadable, text: format.render([problem.finding], in: problem.sources))
  }
}
