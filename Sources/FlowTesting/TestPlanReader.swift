// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
package import FlowCompiler
import FlowGraph
import FlowLanguage
import FlowRuntime
import FlowScenarios
import FlowSyntax
package import LocalFiles
import RELIDSimulator
import Redaction
package import SDKContract
import SimulatedWorlds

/// Which scenarios the command line wants to be played.
package struct ScenarioChoice: Sendable {
  /// What a name must hold; nil for nothing.
  package var filter: String?
  /// What a name must not hold.
  var skipped: [String] = []
  /// The language in which the flows show their messages; nil for their own.
  package var language: String?

  package init(filter: String? = nil, skipped: [String] = []) {
    self.filter = filter
    self.skipped = skipped
  }

  /// Whether it may leave some out.
  package var isPartial: Bool { filter != nil || !skipped.isEmpty }

  func wants(_ name: String) -> Bool { filter.map(name.contains) ?? true }

  func skips(_ name: String) -> Bool { skipped.contains { name.contains($0) } }
}

/// Reads scenario files and what they name: flows, each compiled once, and contracts.
package struct TestPlanReader {
  private let choice: ScenarioChoice
  /// The contract of the command line; nil for none.
  private let contract: Contract?
  private let readFile: FileReader.Reading
  /// How the text of a file is had that another one names.
  private let readNamed: FileReader.Reading
  /// What somebody has compiled already, with the contract of the command line, by what tells files apart.
  private let compiled: [String: Compilation]
  var plan = TestPlan()
  /// The scenarios of the last file that are not played.
  var skipped: [SkippedScenario] = []
  /// By path and contract.
  private var flows: [FlowKey: Result<Int, BrokenFile>] = [:]
  private var contracts: [String: Result<Contract, BrokenFile>] = [:]

  private struct FlowKey: Hashable {
    let path: String
    /// Nil for the contract of the program or of the command line.
    let contract: String?
  }

  /// - Parameters:
  ///   - findsBare: whether flows count, too, that are found in folders and that no scenario file is for.
  ///   - readFile: how the text of a file is had that was found.
  ///   - readNamed: how the text of one is had that a scenario file names.
  ///   - compiled: flows that need not be compiled again, by their ``RelativePath/identity(of:)``.
  package static func read(
    _ paths: [FoundPath], _ choice: ScenarioChoice, contract: Contract?, findsBare: Bool = false,
    _ readFile: @escaping FileReader.Reading = FileReader.file,
    naming readNamed: @escaping FileReader.Reading = FileReader.file, compiled: [String: Compilation] = [:]
  ) -> TestPlan {
    var reader = TestPlanReader(choice, contract: contract, readFile, naming: readNamed, compiled)
    for path in paths { reader.add(path) }
    if findsBare { reader.addBareFlows(paths) }
    return reader.plan
  }

  private init(
    _ choice: ScenarioChoice, contract: Contract?, _ readFile: @escaping FileReader.Reading,
    naming readNamed: @escaping FileReader.Reading, _ compiled: [String: Compilation]
  ) {
    self.compiled = compiled
    self.choice = choice
    self.contract = contract
    self.readFile = readFile
    self.readNamed = readNamed
  }

  private mutating func add(_ found: FoundPath) {
    switch found {
    case .problem(let problem):
      plan.files.append(PlannedFile(path: problem.path, state: .broken(BrokenFile(problem))))
    case .file(let path, let isNamed):
      guard isNamed || FilePath.isScenarios(path) else {
        if looksLikeScenarios(path) { plan.overlooked.append(path) }
        return
      }
      skipped = []
      let state = state(of: path)
      plan.files.append(PlannedFile(path: path == "-" ? "<stdin>" : path, state: state, skipped: skipped))
    }
  }

  /// Whether a file holds scenarios under another name, such as `login.scenario.yaml`.
  ///
  /// Why by its name first: not every file of a folder is to be read for that.
  private func looksLikeScenarios(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last?.lowercased(), name.contains("scenario"),
      FilePath.isYAML(name), let file = try? readFile(path)
    else { return false }
    return FileKind.sniff(file)?.value == .scenarios
  }

  /// Adds the flows of folders that no scenario file is for.
  ///
  /// Where a scenario file could not be read, nobody knows what it is for: then there are none.
  private mutating func addBareFlows(_ paths: [FoundPath]) {
    guard !plan.files.contains(where: { if case .broken = $0.state { true } else { false } }) else { return }
    let named = Set(flows.keys.map(\.path))
    for case .file(let path, isNamed: false) in paths where !named.contains(RelativePath.identity(of: path)) {
      guard let file = try? readFile(path), FileKind.sniff(file)?.value == .flow else { continue }
      do throws(BrokenFile) {
        plan.bareFlows.append(try add(file, path, contract: nil, nil))
      } catch {
        plan.files.append(PlannedFile(path: path, state: .broken(error)))
      }
    }
  }

  private mutating func state(of path: String) -> PlannedFile.State {
    do {
      return try sound(path)
    } catch {
      return .broken(error)
    }
  }

  private mutating func sound(_ path: String) throws(BrokenFile) -> PlannedFile.State {
    let file: SourceFile
    do { file = try readFile(path) } catch { throw BrokenFile(error) }
    let draft = ScenarioDraft(file)
    // Why: what a world may say is known once the SDK is. Where a flow is wrong, that is told, and nothing of worlds.
    let planned = flows(of: draft, in: file, RelativePath(folderOf: path))
    let flows = ((try? planned.get()) ?? []).map { plan.flows[$0].program.flow }
    let isSimulated = flows.contains { World.isWorld(of: $0.contract) }
    let read = draft.read(in: isSimulated ? World.self : nil)
    if read.value == nil, let misplaced = MisplacedFile(file, meant: .scenarios) {
      throw BrokenFile([misplaced.finding], in: SourceMap([misplaced.shown]))
    }
    guard let scenarios = read.value else {
      let covered =
        flows.isEmpty
        ? CoveredFile(file, showing: .ofUnknownScenarios) : Self.covered(file, for: flows, isSimulated: isSimulated)
      throw BrokenFile(covered.covering(read.findings), in: SourceMap([covered.shown]))
    }
    let indices = try planned.get()
    let findings = ScenarioChecker.checkEach(scenarios, for: flows)
    guard !findings.ofFile.hasErrors, !findings.ofDetours.hasErrors else {
      let covered = Self.covered(file, for: flows, isSimulated: isSimulated)
      throw BrokenFile(covered.covering(findings.all), in: SourceMap([covered.shown]))
    }
    var sound = SoundFile(
      scenarios: scenarios.scenarios, devices: scenarios.devices, flows: indices,
      sources: SourceMap([scenarios.shown(file, for: flows)]))
    if findings.ofScenarios.contains(where: \.hasErrors) {
      let covered = Self.covered(file, for: flows, isSimulated: isSimulated)
      sound.sources = SourceMap([covered.shown])
      for (scenario, findings) in zip(scenarios.scenarios, covered.covering(findings.ofScenarios))
      where findings.hasErrors {
        sound.unplayable[scenario.name.value] = findings
      }
    }
    try takeOver(draft, scenarios.detours, in: file, path, &sound)
    let wanted = sound.scenarios.filter { choice.wants($0.name.value) }
    skipped.removeAll { !choice.wants($0.name) }
    skipped += wanted.filter { choice.skips($0.name.value) }.map { SkippedScenario(name: $0.name.value, reason: nil) }
    sound.scenarios = wanted.filter { !choice.skips($0.name.value) }
    return .sound(sound)
  }

  /// A scenario file as it may be shown beside what is wrong with it: what the flows do not know may be a secret, as a key, too.
  static func covered(_ file: SourceFile, for flows: [Flow], isSimulated: Bool) -> CoveredFile {
    let known: HarmlessValues = isSimulated ? .ofScenarios : .ofToldScenarios
    return CoveredFile(file, showing: known.knowing(flows))
  }

  /// The flows of the devices of a file, by index.
  mutating func flows(
    of draft: ScenarioDraft, in file: SourceFile, _ folder: RelativePath
  ) -> Result<[Int], BrokenFile> {
    var indices: [Int] = []
    for device in draft.devices {
      do throws(BrokenFile) {
        indices.append(try flow(device.flow, of: draft, in: file, folder))
      } catch {
        return .failure(error)
      }
    }
    return .success(indices)
  }

  private mutating func flow(
    _ name: Spanned<String>, of draft: ScenarioDraft, in file: SourceFile, _ folder: RelativePath
  ) throws(BrokenFile) -> Int {
    let path = folder.path(toFile: name.value)
    let contractPath = draft.contract.map { folder.path(toFile: $0.value) }
    let contract = try contractPath.map { path throws(BrokenFile) in
      try self.contract(path, named: draft.contract ?? name, in: file)
    }
    let key = FlowKey(
      path: RelativePath.identity(of: path), contract: contractPath.map { RelativePath.identity(of: $0) })
    if let known = flows[key] { return try known.get() }
    let source = try self.file(path, named: name, in: file)
    do throws(BrokenFile) {
      let index = try add(source, path, contract: contractPath, contract)
      flows[key] = .success(index)
      return index
    } catch {
      flows[key] = .failure(error)
      throw error
    }
  }

  /// Adds a flow, unless it has errors.
  ///
  /// - Returns: its index.
  private mutating func add(
    _ source: SourceFile, _ path: String, contract contractPath: String?, _ contract: Contract?
  ) throws(BrokenFile) -> Int {
    let known = contractPath == nil ? compiled[RelativePath.identity(of: path)] : nil
    let compilation =
      known
      ?? Compiler(contract: contract ?? self.contract, loader: .reading(by: readNamed), standIns: .accepted)
      .compile(source)
    guard let valid = compilation.flow else {
      throw BrokenFile(compilation.findings.filter { $0.severity == .error }, in: compilation.sources)
    }
    plan.flows.append(
      PlannedFlow(
        path: path, contract: contractPath, program: Program(choice.language.map { valid.speaking($0) } ?? valid),
        valid: valid, sources: compilation.sources)
    )
    return plan.flows.count - 1
  }

  private mutating func contract(
    _ path: String, named name: Spanned<String>, in file: SourceFile
  ) throws(BrokenFile) -> Contract {
    if let known = contracts[path] { return try known.get() }
    let source = try self.file(path, named: name, in: file)
    plan.contracts.append(path)
    let read = ContractReader.read(source)
    guard let contract = read.value, !read.findings.hasErrors else {
      let told = ContractFile.told(read.findings, in: source)
      let broken = BrokenFile(told.findings, in: told.sources)
      contracts[path] = .failure(broken)
      throw broken
    }
    contracts[path] = .success(contract)
    return contract
  }

  /// What to write in place of a path at which there is no file.
  private static func cure(_ problem: FileProblem, _ written: String, in scenarios: SourceFile) -> String {
    guard problem.kind == .missing else { return problem.help }
    if EmbeddedContracts.names.contains(written) { return "take the line out: the contract is built in" }
    guard let near = problem.near else { return "the path begins at the folder of this file" }
    return "did you mean `\(PathFolder(of: scenarios.path).name(of: near))`?"
  }

  /// A file that a scenario file names; if it cannot be had, that is a finding where it is named.
  func file(
    _ path: String, named name: Spanned<String>, in scenarios: SourceFile
  ) throws(BrokenFile) -> SourceFile {
    do {
      return try readNamed(path)
    } catch {
      let finding = Diagnostic(
        FileRules.unreadableFile, error.message, at: name.range, help: Self.cure(error, name.value, in: scenarios))
      let shown = CoveredFile(scenarios, showing: .ofToldScenarios).shown
      throw BrokenFile([finding], in: SourceMap([shown]), isUnreadable: true)
    }
  }
}
