// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowSyntax
import LocalFiles

/// Checks the files that one worker is given.
///
/// Why: each worker has a compiler, and so a contract, of its own. Two cores then never count the holders of the same
/// thing, and reading the contract again takes the time of a core that would wait for the first one to have done it.
struct FileChecker {
  private var reading: FlowReading
  private let order: CheckOrder
  private let policy: FindingPolicy
  private let limit: FailureLimit
  private let readFile: FileReader.Reading
  /// When the check of the file began; nil where no report tells how long it took.
  private var start: ContinuousClock.Instant?

  /// - Parameters:
  ///   - policy: what the team has decided about findings of these files.
  ///   - limit: from which weight on they fail.
  init(
    _ reading: FlowReading, _ order: CheckOrder, _ policy: FindingPolicy, failingOn limit: FailureLimit,
    _ readFile: @escaping FileReader.Reading
  ) {
    self.reading = reading
    self.order = order
    self.policy = policy
    self.limit = limit
    self.readFile = readFile
  }

  /// What became of each of some paths.
  mutating func check(_ paths: some Collection<FoundPath>) -> [CheckedFile] {
    guard order.tellsTimes else { return checkTogether(paths) }
    // Why one by one: what is read together has no times of its own.
    var checked: [CheckedFile] = []
    for path in paths {
      start = .now
      checked += checkTogether(CollectionOfOne(path))
    }
    return checked
  }

  private mutating func checkTogether(_ paths: some Collection<FoundPath>) -> [CheckedFile] {
    let opened = paths.map { open($0) }
    let flows = opened.compactMap { if case .flow(let file) = $0 { file } else { nil } }
    var readings = zip(flows, reading.read(flows)).makeIterator()
    return opened.compactMap { opened in
      switch opened {
      case .flow: readings.next().map { checked($0, $1) }
      case .other(let checked): checked
      }
    }
  }

  private enum Opened {
    case flow(SourceFile)
    /// Nothing to be compiled.
    case other(CheckedFile)
  }

  private func open(_ found: FoundPath) -> Opened {
    switch found {
    case .problem(let problem): .other(unreadable(problem))
    case .file(let path, let isNamed):
      switch read(path) {
      case .failure(let problem): .other(unreadable(problem))
      case .success(let file):
        isNamed || FileKind.isFlowOrPart(file) ? .flow(file) : .other(CheckedFile(kind: .skipped))
      }
    }
  }

  private func read(_ path: String) -> Result<SourceFile, FileProblem> {
    Result { () throws(FileProblem) in
      let file = try readFile(path)
      guard path == "-", let inputName = order.inputName else { return file }
      return SourceFile(path: inputName, bytes: file.bytes)
    }
  }

  private func checked(_ file: SourceFile, _ read: FlowReading.Reading) -> CheckedFile {
    var result =
      if let misplaced = MisplacedFile(file, asFlowWith: read.findings) {
        checked(JudgedFindings(told: [misplaced.finding]), in: SourceMap([misplaced.shown]), file.path)
      } else {
        checked(policy.judge(read.findings, in: read.sources), in: read.sources, file.path, read)
      }
    result.use = read.use
    if order.keepsFlows {
      result.flow = CheckedFlow(
        file: file, findings: policy.judge(read.findings, in: read.sources).told, sources: read.sources)
    }
    return result
  }

  private func checked(
    _ judged: JudgedFindings, in sources: SourceMap, _ path: String, _ read: FlowReading.Reading? = nil
  ) -> CheckedFile {
    let findings = judged.told
    var check = CheckedPath(
      path: path, kind: .checked, findings: findings, suppressed: judged.suppressed, sources: sources,
      guesses: read?.guesses)
    check.limit = limit
    check.sends = read?.sends
    check.proofs = read?.proofs
    check.unnamed = read?.unnamed
    var checked = written(check)
    checked.path = path
    checked.limit = limit
    checked.knownLines = judged.knownLines
    checked.suppressed = judged.suppressed
    checked.permitted = judged.suppressed.compactMap(\.permit)
    checked.found = findings.isEmpty && judged.suppressed.isEmpty ? nil : check
    checked.toldOnce = findings
    checked.errors = findings.count { $0.severity == .error }
    checked.warnings = findings.count - checked.errors
    if sources.files.count > 1 {
      let bases = RunInside.bases(in: sources)
      checked.bases = bases.sorted()
      checked.others = sources.files.dropFirst().map(\.path).filter { !bases.contains($0) }
    }
    if order.keepsPaths { checked.read = sources.files.map(\.path) + (read?.others ?? []) }
    return checked
  }

  private func unreadable(_ problem: FileProblem) -> CheckedFile {
    written(
      CheckedPath(path: problem.path, kind: .unreadable, findings: [problem.finding], sources: problem.sources))
  }

  private func written(_ check: CheckedPath) -> CheckedFile {
    var shown = check.shown
    shown.duration = start.map { ContinuousClock.now - $0 } ?? .zero
    return CheckedFile(
      kind: check.kind, duration: shown.duration, codes: (shown.findings + shown.suppressed.map(\.finding)).map(\.code),
      pieces: order.reports.map { $0.piece(of: shown) })
  }
}
