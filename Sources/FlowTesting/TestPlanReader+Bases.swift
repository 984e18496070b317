// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import LocalFiles
import RELIDSimulator
import Redaction
import SDKContract
import SimulatedWorlds

/// The scenarios that a file takes over from those of the flow that its flow is a variant of.
extension TestPlanReader {
  /// What is gone through while scenarios are taken over.
  private struct Taking {
    /// The flow that all of them are to be played on.
    let flow: PlannedFlow
    var sources: [SourceFile]
    /// The files on the way, so that none takes over its own.
    var way: [String]
    /// Those in the place of which a file that takes them over has one of its own.
    var replaced: Set<Written> = []
  }

  /// Where a scenario is written: others of its name may stand in other files.
  private struct Written: Hashable {
    let file: String
    let name: String
  }

  /// A scenario that is taken over.
  private struct TakenScenario {
    var scenario: Scenario
    let written: Written
    /// Why it says nothing of the variant; nil if it says something.
    var obstacle: String?

    /// Whether its own flow has a step.
    func knows(_ step: String) -> Bool { scenario.origin?.steps.contains(step) ?? true }

    /// Has it do what a file says at steps that its own flow does not have.
    mutating func take(_ detours: [ScenarioDetour]) {
      for detour in detours where !knows(detour.step.value) {
        scenario.origin?.detours[detour.step.value] = detour.items
      }
    }
  }

  /// As many files may take over from each other, as bases of a flow may be.
  private static let longestWay = 16

  /// Adds the scenarios of other files that a file names, in their order, behind its own.
  ///
  /// A scenario of the same name of the file itself takes the place of theirs. Theirs take no place of one another, as long as none of them
  /// is taken over by the other's file; what is taken over on two ways is played once.
  ///
  /// - Parameter detours: what they do at steps that their own flow does not have.
  mutating func takeOver(
    _ draft: ScenarioDraft, _ detours: [ScenarioDetour], in file: SourceFile, _ path: String, _ sound: inout SoundFile
  ) throws(BrokenFile) {
    guard !draft.bases.isEmpty || !draft.leftOut.isEmpty, let index = sound.flows.first else { return }
    var taking = Taking(
      flow: plan.flows[index], sources: sound.sources.files, way: [RelativePath.identity(of: path)])
    var taken = try taken(by: draft, in: file, path, &taking)
    if let known = detours.first(where: { one in taken.allSatisfy { $0.knows(one.step.value) } }) {
      throw broken(.knownStep(known.step), in: file, for: taking.flow)
    }
    for index in taken.indices { taken[index].take(detours) }
    let names = Set(sound.scenarios.map(\.name.value))
    var written = taking.replaced
    let theirs = Set(taken.map(\.scenario.name.value))
    if let unknown = draft.leftOut.first(where: { !theirs.contains($0.name.value) }) {
      throw broken(.unknownScenario(unknown.name, among: theirs.sorted()), in: file, for: taking.flow)
    }
    for one in taken where !names.contains(one.scenario.name.value) && written.insert(one.written).inserted {
      let (scenario, obstacle) = (one.scenario, one.obstacle)
      let reason = draft.leftOut.first { $0.name.value == scenario.name.value }?.reason ?? obstacle
      if let reason {
        skipped.append(SkippedScenario(name: scenario.name.value, reason: reason))
      } else {
        sound.scenarios.append(scenario)
      }
    }
    sound.sources = SourceMap(taking.sources)
  }

  /// The scenarios of the files that a file names, each with why it says nothing of the variant.
  private mutating func taken(
    by draft: ScenarioDraft, in file: SourceFile, _ path: String, _ taking: inout Taking
  ) throws(BrokenFile) -> [TakenScenario] {
    var all: [TakenScenario] = []
    for base in draft.bases {
      let basePath = RelativePath(folderOf: path).path(toFile: base.value)
      let identity = RelativePath.identity(of: basePath)
      guard !taking.way.contains(identity), taking.way.count < Self.longestWay else {
        throw broken(.endlessScenarios(base), in: file, for: taking.flow)
      }
      let source = try self.file(basePath, named: base, in: file)
      // What is wrong with the file is told with it alone: as the first of its files.
      let baseDraft = ScenarioDraft(source)
      let flows = try self.flows(of: baseDraft, in: source, RelativePath(folderOf: basePath)).get()
      guard flows.count == 1, let index = flows.first, baseDraft.devices.first?.name == nil,
        plan.flows[index].isBase(of: taking.flow)
      else { throw broken(.notOfABase(base, of: taking.flow.program.flow.name), in: file, for: taking.flow) }
      let (own, detours) = try own(of: source, identity, on: plan.flows[index], &taking)
      taking.way.append(identity)
      let further = try taken(by: baseDraft, in: source, basePath, &taking)
      taking.way.removeLast()
      let leftOut = Dictionary(
        baseDraft.leftOut.map { ($0.name.value, $0.reason) }, uniquingKeysWith: { first, _ in first })
      let names = Set(own.map(\.scenario.name.value))
      taking.replaced.formUnion(further.map(\.written).filter { names.contains($0.name) })
      all +=
        own
        + further.filter { !names.contains($0.scenario.name.value) }.map { one in
          var one = one
          one.obstacle = leftOut[one.scenario.name.value] ?? one.obstacle
          one.take(detours)
          return one
        }
    }
    return all
  }

  /// The scenarios of one file, which becomes one of those beside which failures are shown, and what those do that it takes over.
  private func own(
    of source: SourceFile, _ identity: String, on base: PlannedFlow, _ taking: inout Taking
  ) throws(BrokenFile) -> ([TakenScenario], [ScenarioDetour]) {
    let (flow, variant) = (base.program.flow, taking.flow.program.flow)
    let isSimulated = World.isWorld(of: flow.contract)
    let covered = Self.covered(source, for: [flow, variant], isSimulated: isSimulated)
    let draft = ScenarioDraft(source, as: FileID(index: UInt16(taking.sources.count)))
    let read = draft.read(in: isSimulated ? World.self : nil)
    guard let scenarios = read.value else {
      throw BrokenFile(covered.covering(read.findings), in: SourceMap(taking.sources + [covered.shown]))
    }
    let byItself = ScenarioChecker.checkEach(scenarios, for: [flow])
    taking.sources.append(byItself.all.isEmpty ? scenarios.shown(source, for: [flow]) : covered.shown)
    let wrong = covered.covering(byItself.obstacles)
    let lacking = covered.covering(ScenarioChecker.checkEach(scenarios, for: [variant]).obstacles)
    let gone = Set(flow.messages.map(\.name.value)).subtracting(variant.messages.map(\.name.value))
    let steps = Set(flow.steps.map(\.name.value))
    let own = scenarios.scenarios.enumerated().map { index, scenario in
      var scenario = scenario
      scenario.origin = Scenario.Origin(steps: steps)
      let written = Written(file: identity, name: scenario.name.value)
      if let finding = wrong[index].first {
        return TakenScenario(
          scenario: scenario, written: written,
          obstacle: "it cannot be played on `\(flow.name)` either: \(finding.message)")
      }
      let message = scenario.said.first(where: gone.contains)
      return TakenScenario(
        scenario: scenario, written: written,
        obstacle: lacking[index].first.map { $0.obstacle(of: scenario) }
          ?? message.map { "`\(variant.name)` has no message `\($0)`" })
    }
    return (own, scenarios.detours)
  }

  private func broken(_ finding: Diagnostic, in file: SourceFile, for flow: PlannedFlow) -> BrokenFile {
    BrokenFile([finding], in: SourceMap([Self.covered(file, for: [flow.program.flow], isSimulated: false).shown]))
  }
}

extension PlannedFlow {
  /// Whether the other flow consists of this one and its changes, or is it.
  fileprivate func isBase(of other: PlannedFlow) -> Bool {
    let own = RelativePath.identity(of: path)
    return other.sources.files.contains { RelativePath.identity(of: $0.path) == own }
  }
}

extension Diagnostic {
  /// Why a scenario that fits its own flow cannot be played on a variant: a choice is named, since its own flow has it.
  fileprivate func obstacle(of scenario: Scenario) -> String {
    for case .answer(let answer) in scenario.items.map(\.what) where code == AnswerRules.unknownChoice {
      guard case .choice(let choice) = answer.reply, choice.range == range else { continue }
      return "\(Self.quoting(choice.value)) is no choice of \(Self.quoting(answer.step.value))"
    }
    return message
  }

  fileprivate static func notOfABase(_ path: Spanned<String>, of flow: String) -> Diagnostic {
    Diagnostic(
      SharingRules.notOfABase, "the scenarios of \(quoting(path.value)) are for no flow that `\(flow)` is made of",
      at: path.range,
      help:
        "name scenarios of the flow behind its `extends:`; those of other flows, and of several devices, stand alone")
  }

  fileprivate static func knownStep(_ step: Spanned<String>) -> Diagnostic {
    Diagnostic(
      SharingRules.unused, "each scenario that is taken over knows the step \(quoting(step.value))", at: step.range,
      help: "take it out; to have one of them do something else there, write a scenario of its name")
  }

  fileprivate static func endlessScenarios(_ path: Spanned<String>) -> Diagnostic {
    Diagnostic(
      SharingRules.endless, "these scenarios take over their own", at: path.range,
      help: "name the scenarios of the base only in those of the variant")
  }

  fileprivate static func unknownScenario(_ name: Spanned<String>, among names: [String]) -> Diagnostic {
    Diagnostic(
      SharingRules.unknown, "no scenario that is taken over is called \(quoting(name.value))", at: name.range,
      help: Suggestion.cure(
        for: name.value, among: names,
        otherwise: likest(name.value, names).map { "did you mean \(quoting($0, limit: 120))?" }
          ?? "copy the name from the scenarios that `extends:` names"))
  }

  /// The name that has most of the words, and half of them at least; nil if none has.
  private static func likest(_ name: String, _ names: [String]) -> String? {
    func words(_ text: String) -> Set<String> {
      Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
    let meant = words(name)
    let best = names.map { (name: $0, shared: words($0).intersection(meant).count) }.max { $0.shared < $1.shared }
    return best.flatMap { $0.shared * 2 >= meant.count && $0.shared > 0 ? $0.name : nil }
  }
}
