// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
package import Diagnostics
import DifferenceReports
import FlowCompiler
import FlowGraph
import FlowLanguage
import FlowScenarios
import FlowSyntax
import LocalFiles
import MessageLanguages
import RELIDSimulator
import Redaction
import SDKContract
import SimulatedWorlds
import YAMLTree

/// Reads what a run needs, and says everything that is wrong with it in one go.
package struct RunInputsReader {
  /// Something that is told on the way, in the order in which it is found.
  package enum Remark: Sendable {
    /// Lines, each with its end.
    case words(String)
    case findings([Diagnostic], SourceMap)
  }

  /// Why there is no run.
  package enum Obstacle: Error, Sendable {
    case unreadable
    /// A file is wrong.
    case wrong
  }

  private let request: RunRequest
  private var sources = SourceMap()
  /// The contract that is named; nil for none.
  private var contract: Contract?
  /// The files of the flow and its parts alone.
  private var flowSources = SourceMap()
  private var findings: [Diagnostic] = []
  /// Why the contract is of no use, which has been told.
  private var obstacle: Obstacle?
  private var worldText: String?
  private var remarks: [Remark] = []

  /// The inputs; or none if anything is wrong.
  ///
  /// Warnings are told too, and stop nothing.
  package static func read(_ request: RunRequest) -> (inputs: Result<RunInputs, Obstacle>, remarks: [Remark]) {
    var reader = RunInputsReader(request)
    let inputs = reader.read()
    reader.tellFindings()
    if reader.findings.contains(where: { $0.code == FileRules.unreadableFile }) {
      return (.failure(.unreadable), reader.remarks)
    }
    guard reader.obstacle == nil, let inputs, !reader.findings.hasErrors else {
      return (.failure(reader.obstacle ?? .wrong), reader.remarks)
    }
    return (.success(inputs), reader.remarks)
  }

  /// What is wrong with the files of a run of the simulated SDK whose world is not named.
  ///
  /// Nil in place of an obstacle: only the world is missing.
  package static func readWithoutWorld(_ request: RunRequest) -> (obstacle: Obstacle?, remarks: [Remark]) {
    let paths = [request.flow, request.answers, request.contract, request.resume].compactMap(\.self)
    var reader = RunInputsReader(request)
    guard paths.filter({ $0 != "-" && reader.file($0) == nil }).isEmpty else {
      return (.unreadable, [.findings(reader.findings, reader.sources), .words("\n")])
    }
    reader = RunInputsReader(request)
    let flow = reader.flow()
    guard reader.obstacle == nil else { return (.wrong, reader.remarks) }
    // No world would mend a flow of another SDK, or a file of another kind; one with other flaws needs a world all the same.
    let isOther = flow.map { !World.isWorld(of: $0.flow.contract) } ?? false
    guard isOther || reader.findings.contains(where: { $0.code == FileRules.misplacedFile }) else {
      return (nil, reader.remarks)
    }
    reader.tellFindings()
    return (.wrong, reader.remarks)
  }

  private init(_ request: RunRequest) { self.request = request }

  private mutating func tellFindings() { remarks.append(.findings(findings.inReadingOrder(), sources)) }

  private mutating func read() -> RunInputs? {
    let flow = flow().map { speaking($0) }
    let world = world(for: flow)
    let harmless = HarmlessValues(ofAnswersTo: flow?.flow)
    var answers: [ScriptedAnswer]? = []
    if let path = request.answers {
      answers = read(path, as: .answers, showing: harmless) { file, id in
        var outcome = AnswersReader.read(file, as: id)
        if let flow { outcome.findings += AnswerChecker.check(outcome.value ?? [], for: flow.flow) }
        return outcome
      }
    }
    let settings = settings(of: flow, showing: harmless)
    checkVariables(of: flow)
    let resumed = request.resume.flatMap { run(savedIn: $0, for: flow) }
    if let flow, resumed != nil || request.resume == nil {
      let useless = UselessVariables(
        of: flow.flow, passwords: resumed?.journal.passwordsSet, among: request.variableNames())
      for line in useless.lines { remarks.append(.words("mfaflow: \(line)\n")) }
    }
    guard let flow, let world, let answers else { return nil }
    return RunInputs(
      flow: flow, world: world, worldText: worldText, answers: answers, settings: settings,
      identity: RunFile.Identity(of: flow.flow, flowSources), resumed: resumed,
      paths: flowSources.files.map(\.path)
        + [request.world, request.answers, request.contract].compactMap(\.self))
  }

  /// Nil if it cannot be had; a program as the SDK needs none, and has its own idea of what may stand in it.
  private mutating func world(for flow: ValidFlow?) -> RunWorld? {
    guard let path = request.world else { return .told(nil) }
    // Why: what a world may hold is for its own SDK to say.
    guard request.isSimulated, flow.map({ World.isWorld(of: $0.flow.contract) }) ?? true else {
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
    let hasResponder = request.hasResponder
    return read(path, as: .world, showing: .ofWorld) { file, id in
      if hasResponder { text = YAML.read(file).value?.worldJSON() }
      let world = WorldReader.read(file, as: id)
      var findings = world.findings
      if let flow, let world = world.value { findings += EventChecker.check(world, for: flow.flow.contract) }
      return Outcome(world.value.map { RunWorld.simulated($0) }, findings)
    }
  }

  private mutating func flow() -> ValidFlow? {
    if let path = request.contract {
      contract = ownContract(path)
      guard contract != nil else { return nil }
    }
    guard let path = request.flow, let file = file(path) else { return nil }
    let compilation = Compiler(contract: contract, loader: .reading(by: request.readFile), standIns: .accepted).compile(
      file)
    if let words = compilation.flow.flatMap({ ContractFile.standIn($0.flow.contract) }) {
      remarks.append(.words(words))
    }
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
    if request.isSimulated {
      findings += [compilation.flow.flatMap { ScenarioChecker.unsimulated($0.flow, in: World.self) }].compactMap { $0 }
    }
    return compilation.flow
  }

  /// Nil, with the reason told at once, if it is of no use.
  private mutating func ownContract(_ path: String) -> Contract? {
    let file: SourceFile
    do throws(FileProblem) {
      file = try request.readFile(path)
    } catch {
      remarks.append(.findings([error.finding], error.sources))
      obstacle = .unreadable
      return nil
    }
    let outcome = ContractReader.read(file)
    let told = ContractFile.told(outcome.findings, in: file)
    remarks.append(.findings(told.findings, told.sources))
    guard let contract = outcome.value, !outcome.findings.hasErrors else {
      obstacle = .wrong
      return nil
    }
    return contract
  }

  /// The flow in the language that is asked for; where it has none of that, its own texts are shown, which is told.
  private mutating func speaking(_ flow: ValidFlow) -> ValidFlow {
    guard let tag = request.language else { return flow }
    if !flow.flow.speaks(tag) { remarks.append(.words(flow.flow.words(ofMissing: tag))) }
    return flow.speaking(tag.description)
  }

  /// Nothing of the file is shown: it may be any file, with secrets in it.
  private mutating func run(savedIn path: String, for flow: ValidFlow?) -> RunFile? {
    let was = request.was.flatMap { former($0) }
    guard let file = file(path), was != nil || request.was == nil else { return nil }
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
      findings.append(error.finding(in: id))
      return nil
    }
  }

  /// An answer of the environment that is not UTF-8 would be another one.
  private mutating func checkVariables(of flow: ValidFlow?) {
    for name in Set(flow?.flow.steps.flatMap { $0.inputs.map(\.name) } ?? []).sorted() {
      let variable = RunVariable.answer(name)
      guard let text = request.variable(variable), text.isNotUTF8 else { continue }
      findings.append(.notUTF8(at: .beginning(of: sources.add(SourceFile(path: variable, bytes: [])))))
    }
  }

  private mutating func settings(of flow: ValidFlow?, showing harmless: HarmlessValues) -> [ResolvedSetting] {
    let texts = request.settings
    return texts.enumerated().compactMap { index, text in
      let place = texts.count == 1 ? "--set" : "--set #\(index + 1)"
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
      return try request.readFile(path)
    } catch {
      return tell(error, of: path)
    }
  }

  /// The flow as it was: a file of this machine, or of a revision of git, with its own parts.
  private mutating func former(_ operand: String) -> (side: DiffSide, file: SourceFile)? {
    do throws(FileProblem) {
      let side = try DiffSide(operand, request.readFile)
      guard let file = try side.flow() else { throw FileProblem(path: operand, kind: .folder) }
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
