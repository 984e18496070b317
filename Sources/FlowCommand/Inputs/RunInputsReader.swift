// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowCompiler
import FlowGraph
import FlowLanguage
import FlowScenarios
import FlowSyntax
import FlowTrials
import LocalFiles
import RELIDSimulator
import Redaction
import SDKContract
import SimulatedWorlds
import YAMLTree

/// Reads what a run needs, and says everything that is wrong with it in one go.
struct RunInputsReader {
  private let invocation: Invocation
  private let streams: Streams
  private let format: FindingFormat
  private var sources = SourceMap()
  /// The contract of the command line; nil for none.
  private var contract: Contract?
  /// The files of the flow and its parts alone.
  private var flowSources = SourceMap()
  private var findings: [Diagnostic] = []
  /// Why the contract is of no use, which has been told.
  private var problem: UsageProblem?
  private var isSimulated = true
  private var worldText: String?

  /// The inputs and success; or no inputs if anything is wrong, and how the command ends then: the findings stand on the
  /// error stream.
  ///
  /// Warnings stand there too, and stop nothing.
  ///
  /// - Parameter isSimulated: whether the SDK is the simulated one, whose worlds are known.
  static func read(
    _ invocation: Invocation, isSimulated: Bool, _ streams: Streams
  ) -> (inputs: RunInputs?, code: ExitCode) {
    var reader = RunInputsReader(invocation, streams)
    reader.isSimulated = isSimulated
    let inputs = reader.read()
    streams.tell(reader.findings.inReadingOrder(), in: reader.sources, reader.format)
    if reader.findings.contains(where: { $0.code == FileRules.unreadableFile }) { return (nil, .broken) }
    if let problem = reader.problem { return (nil, problem.code) }
    return reader.findings.hasErrors || inputs == nil ? (nil, .wrongInput) : (inputs, .success)
  }

  /// What is wrong with a command line that has no world for the simulated SDK.
  ///
  /// If a file that it names cannot be read either, that stands on the error stream.
  ///
  /// - Parameter instead: how another SDK is given, such as `is a program: …`.
  static func withoutWorld(
    _ invocation: Invocation, command: String, instead: String = "is a program: `--backend 'process:COMMAND'`",
    _ streams: Streams
  ) -> UsageProblem {
    let isReadable = tellsNothing(invocation, streams)
    if isReadable, tellsFlow(invocation, streams) { return .told(.wrongInput) }
    return UsageProblem(
      message: "`\(command)` needs a world for the simulated SDK",
      help: "give `--world FILE`: which users there are, what they know, what the device can do; "
        + "another SDK than REL-ID \(instead)",
      command: command, code: isReadable ? .wrongInput : .broken)
  }

  /// Whether each file that the command line names can be read; what cannot be read is told.
  private static func tellsNothing(_ invocation: Invocation, _ streams: Streams) -> Bool {
    let paths =
      invocation.operands.prefix(1) + [Option.answers, .contract, .resume].compactMap { invocation.value(of: $0) }
    var reader = RunInputsReader(invocation, streams)
    guard !paths.filter({ $0 != "-" && reader.file($0) == nil }).isEmpty else { return true }
    streams.tell(reader.findings, in: reader.sources, reader.format)
    streams.errors.write("\n")
    return false
  }

  /// Whether what is named is no flow of the simulated SDK, which no world would mend; what is wrong is told.
  private static func tellsFlow(_ invocation: Invocation, _ streams: Streams) -> Bool {
    var reader = RunInputsReader(invocation, streams)
    let flow = reader.flow()
    guard reader.problem == nil else { return true }
    // A flow with flaws of another kind needs a world all the same.
    let isOther = flow.map { !World.isWorld(of: $0.flow.contract) } ?? false
    guard isOther || reader.findings.contains(where: { $0.code == FileRules.misplacedFile }) else { return false }
    streams.tell(reader.findings.inReadingOrder(), in: reader.sources, reader.format)
    return true
  }

  private init(_ invocation: Invocation, _ streams: Streams) {
    self.invocation = invocation
    self.streams = streams
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
  }

  private mutating func read() -> RunInputs? {
    let flow = flow()?.speaking(invocation, streams)
    let world = world(for: flow)
    let harmless = HarmlessValues(ofAnswersTo: flow?.flow)
    var answers: [ScriptedAnswer]? = []
    if let path = invocation.value(of: .answers) {
      answers = read(path, as: .answers, showing: harmless) { file, id in
        var outcome = AnswersReader.read(file, as: id)
        if let flow { outcome.findings += AnswerChecker.check(outcome.value ?? [], for: flow.flow) }
        return outcome
      }
    }
    let settings = settings(of: flow, showing: harmless)
    checkVariables(of: flow)
    let resumed = invocation.value(of: .resume).flatMap { run(savedIn: $0, for: flow) }
    if let flow, resumed != nil || !invocation.has(.resume) {
      let useless = UselessVariables(
        of: flow.flow, passwords: resumed?.journal.passwordsSet, among: streams.variableNames())
      for line in useless.lines { streams.errors.write("mfaflow: \(line)\n") }
    }
    guard let flow, let world, let answers else { return nil }
    return RunInputs(
      flow: flow, world: world, worldText: worldText, answers: answers, settings: settings,
      identity: RunFile.Identity(of: flow.flow, flowSources), resumed: resumed,
      paths: flowSources.files.map(\.path)
        + [Option.world, .answers, .contract].compactMap { invocation.value(of: $0) })
  }

  /// Nil if it cannot be had; a program as the SDK needs none, and has its own idea of what may stand in it.
  private mutating func world(for flow: ValidFlow?) -> RunWorld? {
    guard let path = invocation.value(of: .world) else { return .told(nil) }
    // Why: what a world may hold is for its own SDK to say.
    guard isSimulated, flow.map({ World.isWorld(of: $0.flow.contract) }) ?? true else {
      var text: String?
      defer { worldText = text }
      return read(path, as: .world, showing: .ofToldWorld) { file, id in
        let tree = YAML.read(file, as: id)
        var findings = tree.findings
        let map = tree.value?.mapping("a world", &findings)
        text = tree.value?.worldJSON(secret: flow?.flow.contract.secretNames ?? [])
        return Outcome(map == nil || findings.hasErrors ? nil : RunWorld.told(text), findings)
      }
    }
    var text: String?
    defer { worldText = text }
    let hasResponder = invocation.has(.responder)
    return read(path, as: .world, showing: .ofWorld) { file, id in
      if hasResponder { text = YAML.read(file).value?.worldJSON() }
      let world = WorldReader.read(file, as: id)
      var findings = world.findings
      if let flow, let world = world.value { findings += EventChecker.check(world, for: flow.flow.contract) }
      return Outcome(world.value.map { RunWorld.simulated($0) }, findings)
    }
  }

  private mutating func flow() -> ValidFlow? {
    if let path = invocation.value(of: .contract) {
      do throws(UsageProblem) {
        contract = try ContractFile.read(path, format, streams).contract
      } catch {
        problem = error
        return nil
      }
    }
    guard let path = invocation.operands.first, let file = file(path) else { return nil }
    let compilation = Compiler(contract: contract, loader: streams.loader, standIns: .accepted).compile(file)
    if let words = compilation.flow.flatMap({ ContractFile.standIn($0.flow.contract) }) { streams.errors.write(words) }
    if compilation.flow == nil, let misplaced = MisplacedFile(asFlow: file) {
      sources = SourceMap([misplaced.shown])
      findings.append(misplaced.finding)
      return nil
    }
    sources = compilation.sources
    flowSources = compilation.sources
    findings += compilation.findings
    if compilation.flow == nil, !compilation.findings.hasErrors {
      findings.append(
        Diagnostic(
          FileRules.misplacedFile, "this file is a part, and cannot be run", at: .beginning(of: .first),
          help: "run a flow that uses it"))
    }
    if isSimulated {
      findings += [compilation.flow.flatMap { ScenarioChecker.unsimulated($0.flow, in: World.self) }].compactMap { $0 }
    }
    return compilation.flow
  }

  /// Nothing of the file is shown: it may be any file, with secrets in it.
  private mutating func run(savedIn path: String, for flow: ValidFlow?) -> RunFile? {
    let was = invocation.value(of: .was).flatMap { former($0) }
    guard let file = file(path), was != nil || !invocation.has(.was) else { return nil }
    do throws(RunFileProblem) {
      let saved = try RunFile.read(file.bytes)
      guard let was, let flow else { return saved }
      let old = was.side.compile(was.file, contract)
      guard let before = old.flow else {
        if let misplaced = MisplacedFile(asFlow: was.file) {
          sources = SourceMap([misplaced.shown])
          findings = [misplaced.finding]
          return nil
        }
        sources = old.sources
        findings += old.findings
        return nil
      }
      return try saved.moved(from: (before, old.sources), to: (flow, flowSources))
    } catch {
      let id = sources.add(SourceFile(path: path, bytes: []))
      findings.append(Diagnostic(error.code, error.message, at: error.range(in: id), help: error.help))
      return nil
    }
  }

  /// An answer of the environment that is not UTF-8 would be another one.
  private mutating func checkVariables(of flow: ValidFlow?) {
    for name in Set(flow?.flow.steps.flatMap { $0.inputs.map(\.name) } ?? []).sorted() {
      let variable = RunVariable.answer(name)
      guard let text = streams.variable(variable), text.isNotUTF8 else { continue }
      findings.append(.notUTF8(at: .beginning(of: sources.add(SourceFile(path: variable, bytes: [])))))
    }
  }

  private mutating func settings(of flow: ValidFlow?, showing harmless: HarmlessValues) -> [ResolvedSetting] {
    let texts = invocation.values(of: .set)
    return texts.enumerated().compactMap { index, text in
      let place = texts.count == 1 ? Option.set.name : "\(Option.set.name) #\(index + 1)"
      let covered = CoveredFile(setting: text, at: place, showing: harmless)
      let setting = Setting.read(text, as: sources.add(covered.shown))
      findings += covered.covering(setting.findings)
      guard let flow, let value = setting.value else { return nil }
      let resolved = AnswerChecker.resolve(value, for: flow.flow)
      findings += covered.covering(resolved.findings)
      return resolved.value
    }
  }

  /// Reads a file that holds secrets: what is found in it is told without them.
  private mutating func read<Value>(
    _ path: String, as kind: FileKind, showing harmless: HarmlessValues,
    _ read: (SourceFile, FileID) -> Outcome<Value>
  ) -> Value? {
    guard let file = file(path) else { return nil }
    let covered = CoveredFile(file, showing: harmless)
    let id = sources.add(covered.shown)
    let outcome = read(file, id)
    if outcome.findings.hasErrors || OwnFile(file.bytes) != nil, let shown = MisplacedFile(file, meant: kind)?.shown,
      let misplaced = MisplacedFile(file, meant: kind, as: sources.add(shown))
    {
      findings.append(misplaced.finding)
      return nil
    }
    findings += covered.covering(outcome.findings)
    return outcome.value
  }

  private mutating func file(_ path: String) -> SourceFile? {
    do {
      return try streams.file(path)
    } catch {
      return tell(error, of: path)
    }
  }

  /// The flow as it was: a file of this machine, or of a revision of git, with its own parts.
  private mutating func former(_ operand: String) -> (side: DiffSide, file: SourceFile)? {
    do throws(FileProblem) {
      let side = try DiffSide(operand, streams.reading)
      guard let file = try side.flows()[""] else { throw FileProblem(path: operand, kind: .folder) }
      return (side, file)
    } catch {
      return tell(error, of: operand)
    }
  }

  private mutating func tell<Value>(_ problem: FileProblem, of path: String) -> Value? {
    let id = sources.add(SourceFile(path: path, bytes: []))
    findings.append(Diagnostic(FileRules.unreadableFile, problem.message, at: .beginning(of: id), help: problem.help))
    return nil
  }
}
