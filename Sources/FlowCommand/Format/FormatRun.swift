// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowFormatting
import LocalFiles
import SystemCalls
import YAMLTree

/// One run of `mfaflow fmt`.
struct FormatRun {
  private enum Mode: Sendable { case write, check, diff }

  private let paths: [String]
  private let mode: Mode
  private let invocation: Invocation
  private let format: FindingFormat
  private let streams: Streams

  init(_ invocation: Invocation, _ streams: Streams) {
    paths = invocation.operands
    mode = invocation.has(.looksOnly) ? .check : invocation.has(.showsChanges) ? .diff : .write
    self.invocation = invocation
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    self.streams = streams
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    try invocation.checkInputName(of: "fmt")
    let decisions = TeamDecisions(invocation, format, streams, knowsBaselines: false)
    let found = decisions.find(paths, hidden: CheckConfiguration.usualNames).found
    try decisions.check(command: "fmt")
    let name = invocation.value(of: .inputName)
    let (mode, format, streams) = (mode, format, streams)
    let outcomes = await Self.each(of: found) { Self.layOut($0, mode, inputName: name, format, streams) }
    // As for `check` and `test`: who names a folder means something in it.
    guard outcomes.contains(where: { if case .foreign = $0.outcome { false } else { true } }) else {
      throw UsageProblem(
        message: "there is nothing to format in what is named",
        help: "files of mfaflow are *.yaml or *.yml files with a key such as `flow:`; one that is named is always read",
        command: "fmt")
    }
    return tell(outcomes, isInput: paths == ["-"])
  }

  /// What became of a file.
  private enum Outcome: Sendable {
    case same
    /// With what is printed of it.
    case changed(String)
    /// Nothing that the tool knows, found in a folder.
    case foreign
    case told(ExitCode, String)
  }

  private static func each(
    of found: [FoundPath], _ work: @escaping @Sendable (FoundPath) -> Outcome
  ) async -> [(path: String, outcome: Outcome)] {
    // To begin a second worker takes longer than a few files.
    let workers = found.count < 16 ? 1 : Processors.count
    let shares = await Workers.share(found.count, among: workers, portion: 8) { queue in
      var done: [(index: Int, outcome: Outcome)] = []
      while let range = queue.take() { done += range.map { ($0, work(found[$0])) } }
      return done
    }
    return shares.joined().sorted { $0.index < $1.index }.map { (found[$0.index].path, $0.outcome) }
  }

  /// What keeps a file from being read as a map of keys, whatever they are.
  private static let unreadable = [
    YAMLRules.invalidYAML, YAMLRules.notUTF8, YAMLRules.fileTooLarge, YAMLRules.nestedTooDeep, YAMLRules.tooManyValues,
    YAMLRules.secondDocument, YAMLRules.tabUsed, YAMLRules.emptyFile, YAMLRules.forbiddenCharacter,
    YAMLRules.directiveNotAllowed, YAMLRules.wrongKind,
  ]

  private static func layOut(
    _ found: FoundPath, _ mode: Mode, inputName: String?, _ format: FindingFormat, _ streams: Streams
  ) -> Outcome {
    guard case .file(let path, let isNamed) = found else {
      guard case .problem(let problem) = found else { return .foreign }
      return .told(.broken, format.render([problem.finding], in: problem.sources))
    }
    let file: SourceFile
    do throws(FileProblem) {
      file = try streams.file(path)
    } catch {
      return .told(.broken, format.render([error.finding], in: error.sources))
    }
    guard let kind = FormattedKind(file, named: path == "-" ? inputName ?? path : path) else {
      guard isNamed else { return .foreign }
      let name = Diagnostic.quoting(path: path)
      if let own = OwnFile(file.bytes) {
        return .told(.failure, "mfaflow: \(name) stays as it is: it looks like \(own.name), which has no layout\n")
      }
      // What is wrong with it as a file says more, and `check` says it in the same words.
      let read = Compiler(contract: nil, loader: streams.loader, standIns: .accepted).compile(file)
      let errors = read.findings.filter { $0.severity == .error && Self.unreadable.contains($0.code) }
      guard errors.isEmpty else {
        let words = format.render(errors, in: read.sources)
        return .told(.failure, words + "mfaflow: \(name) cannot be read, and stays as it is\n")
      }
      return .told(
        .failure,
        "mfaflow: \(name) stays as it is: no key in it says what kind of file it is, as `language:` does of a flow\n")
    }
    return layOut(file, path, kind, mode, format)
  }

  private static func layOut(
    _ file: SourceFile, _ path: String, _ kind: FormattedKind, _ mode: Mode, _ format: FindingFormat
  ) -> Outcome {
    switch Formatter.format(file, as: kind.shape, words: kind.words) {
    case .unreadable(let findings):
      let errors = kind.covered(findings.filter { $0.severity == .error }, in: file)
      let words = format.render(errors.findings, in: SourceMap([errors.shown]))
      return .told(.failure, words + "mfaflow: \(Diagnostic.quoting(path: path)) cannot be read, and stays as it is\n")
    case .refused:
      return .told(
        .broken,
        "mfaflow: \(Diagnostic.quoting(path: path)) stays as it is: formatted, it would say something else; please report it\n"
      )
    case .formatted(let text):
      let isSame = file.bytes.elementsEqual(text.utf8)
      if path == "-", mode == .write { return .changed(text) }
      if isSame { return .same }
      switch mode {
      case .check: return .changed("")
      case .diff:
        return .changed(UnifiedDiff.text(kind.shown(file), kind.shown(SourceFile(path: path, text: text)), path))
      case .write:
        if let reason = ReportFile.write(text, to: path) {
          return .told(.broken, "mfaflow: \(Diagnostic.quoting(path: path)) cannot be written: \(reason)\n")
        }
        return .changed("")
      }
    }
  }

  /// Says what became of the files, and what is for standard output: a text that came from standard input, or the changes.
  private func tell(_ outcomes: [(path: String, outcome: Outcome)], isInput: Bool) -> ExitCode {
    var (changed, same) = (0, 0)
    var code = ExitCode.success
    for (path, outcome) in outcomes {
      switch outcome {
      case .same: same += 1
      case .foreign: break
      case .told(let its, let words):
        streams.errors.write(words)
        if its.rawValue > code.rawValue { code = its }
      case .changed(let text):
        changed += 1
        streams.output.write(text)
        if mode == .check {
          streams.output.write("would change: \(Diagnostic.quoting(path: path).dropFirst().dropLast())\n")
        }
      }
    }
    guard !isInput || mode != .write else { return code }
    let verb = mode == .write ? "formatted" : "would change"
    streams.errors.write("mfaflow: \(Self.files(changed)) \(verb), \(same) unchanged\n")
    return mode != .write && changed > 0 && code == .success ? .failure : code
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
