// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import FlowLanguage
import SDKContract
package import SimulatedWorlds

/// Compares scenarios with the flows that they test: what those do not have is an error of their author.
///
/// What it has and does not do at that moment is for the run to tell.
package struct ScenarioChecker {
  private let flow: Flow
  private var findings: [Diagnostic] = []

  private static let endsOfLanguage = ReservedWords.endsOfEveryFlow.map(\.description)

  /// What is wrong with the scenarios of a file.
  ///
  /// - Parameter flows: those of the devices of the file, in their order.
  package static func check(_ file: ScenarioFile, for flows: [Flow]) -> [Diagnostic] {
    checkEach(file, for: flows).all
  }

  /// What is wrong with a file of scenarios as a whole, and with each of them alone.
  package struct Findings: Sendable {
    /// What keeps all scenarios from being played.
    package var ofFile: [Diagnostic] = []
    /// In the order of the scenarios; what keeps none but this one from being played.
    package var ofScenarios: [[Diagnostic]] = []
    /// Of what scenarios that are taken over are to do at steps which their flow does not have.
    package var ofDetours: [Diagnostic] = []

    package var all: [Diagnostic] { (ofFile + ofScenarios.joined() + ofDetours).unique }

    /// Of each scenario, the first error that keeps it from being played; empty for one that can be.
    package var obstacles: [[Diagnostic]] {
      let ofAll = ofFile.first { $0.severity == .error }
      return ofScenarios.map { findings in
        [ofAll ?? findings.first { $0.severity == .error }].compactMap(\.self)
      }
    }
  }

  /// The same, told apart by the scenarios.
  package static func checkEach(_ file: ScenarioFile, for flows: [Flow]) -> Findings {
    var findings = Findings()
    findings.ofFile = flows.compactMap { unsimulated(file, $0) } + [unasked(file, flows)].compactMap(\.self)
    findings.ofScenarios = file.scenarios.map { scenario in
      flows.enumerated().flatMap { device, flow in
        var checker = ScenarioChecker(flow: flow)
        checker.check(scenario, on: device)
        return checker.findings
      }.unique
    }
    for flow in flows {
      var checker = ScenarioChecker(flow: flow)
      for detour in file.detours {
        checker.step(detour.step)
        for item in detour.items {
          checker.check(item.what, on: .byHand)
          if case .answer(let answer) = item.what { checker.check(answer) }
        }
      }
      findings.ofDetours += checker.findings.unique
    }
    // Why: what is wrong with the world of the file is wrong once, and not with each scenario.
    if let world = file.world {
      func isCommon(_ place: SourceRange) -> Bool {
        place.file == world.file && world.start <= place.start && place.end <= world.end
      }
      findings.ofFile += findings.ofScenarios.joined().filter { isCommon($0.range) }.unique
      findings.ofScenarios = findings.ofScenarios.map { $0.filter { !isCommon($0.range) } }
    }
    return findings
  }

  /// What there is to say of scenarios that want an SDK which is not simulated; nil if there is none.
  private static func unsimulated(_ file: ScenarioFile, _ flow: Flow) -> Diagnostic? {
    let isSimulated = file.worlds?.isWorld(of: flow.contract) ?? false
    guard !isSimulated, let scenario = file.scenarios.first(where: { $0.sdk.isSimulated }) else { return nil }
    return .notSimulated(
      flow, at: scenario.name.range,
      help:
        "write `sdk: program`, and give the program to `mfaflow test`; or `sdk: byHand`, and each event as an item")
  }

  /// Modules that no flow of the file asks: whatever they say, the scenario would come out as it does without them.
  private static func unasked(_ file: ScenarioFile, _ flows: [Flow]) -> Diagnostic? {
    guard !flows.contains(where: \.asksModules), let place = file.modules else { return nil }
    return Diagnostic(
      ScenarioRules.modulesNotAsked, "no gate asks these security modules", at: place,
      help: "take them out, or write a `gate:` in the flow")
  }

  /// What there is to say of a flow that is to be run on the SDK of such worlds, which knows no call of its contract; nil if
  /// it knows some.
  package static func unsimulated(_ flow: Flow, in worlds: (some SimulatedWorld).Type) -> Diagnostic? {
    guard !flow.contract.calls.contains(where: { worlds.callNames.contains($0.name) }) else { return nil }
    return .notSimulated(
      flow, at: .beginning(of: flow.range.file),
      help: "give a program that is this SDK: `--backend 'process:COMMAND'`; or test it with `sdk: byHand`")
  }

  private init(flow: Flow) { self.flow = flow }

  private mutating func check(_ scenario: Scenario, on device: Int) {
    let items = scenario.items.filter { $0.device == device }
    guard scenario.never == nil else {
      checkEvents(of: items, on: scenario.sdk)
      return checkCalls(scenario.expectations[device].run)
    }
    if case .simulated(let world?) = scenario.sdk { findings += EventChecker.check(world, for: flow.contract) }
    for (index, item) in items.enumerated() {
      check(item.what, on: scenario.sdk)
      guard case .answer(let answer) = item.what else { continue }
      let next = items[(index + 1)...].first
      if !(next?.expectsRefusal ?? false) { check(answer) }
    }
    let end = scenario.expectations[device]
    let ends = flow.ends.map(\.name.value) + Self.endsOfLanguage
    let steps = flow.steps.map(\.name.value)
    if let name = end.end {
      find(
        name, among: ends, "end",
        cure: steps.contains(name.value) ? "it is a step: write `waiting: \(name.value)`" : nil)
    }
    if let name = end.waiting {
      find(
        name, among: steps, "step", cure: ends.contains(name.value) ? "it is an end: write `end: \(name.value)`" : nil)
    }
    check(end.run)
  }

  /// What a run must not come to may name what the flow had when it did: only the SDK's words must be right.
  private mutating func checkEvents(of items: [Scenario.Item], on sdk: Scenario.SDK) {
    for item in items {
      switch item.what {
      case .event, .reject: check(item.what, on: sdk)
      case .expect(let expectation): checkCalls(expectation.run)
      case .answer, .decline, .after, .background, .module, .hold, .release: break
      }
    }
  }

  private mutating func check(_ what: Scenario.Item.What, on sdk: Scenario.SDK) {
    switch what {
    case .answer(let answer): step(answer.step, isItem: true)
    case .decline(let name, let choice):
      step(name)
      if let step = flow.step(named: name.value) { choices([choice], of: [step]) }
    case .expect(let expectation):
      if let name = expectation.step { step(name) }
      check(expectation.run)
      let asking = expectation.step.map { name in flow.steps.filter { $0.name.value == name.value } } ?? flow.steps
      guard !asking.isEmpty else { break }
      if let name = expectation.step, asking.allSatisfy({ $0.inputs.isEmpty && $0.choices.isEmpty && $0.to != nil }) {
        findings.append(.asksNothing(name))
      }
      if let offered = expectation.offered?.value { choices(offered, of: asking) }
      let picks = asking.flatMap(\.inputs).filter { $0.pick != nil }.map(\.name)
      let expected = expectation.items.map(\.pick) + expectation.shown.map(\.pick)
      for pick in expected { find(pick, among: picks, "pick", in: place(asking)) }
    case .reject(let call, _):
      // The reader has held it against the calls of the simulator.
      if !sdk.isSimulated { find(call, among: flow.contract.calls.map(\.name), "call", in: "`\(flow.contract.name)`") }
    case .event(_, let written): findings += EventChecker.check(written, for: flow.contract)
    case .after, .background, .module, .hold, .release: break
    }
  }

  /// What the step would never take; a scenario may expect that it is refused.
  private mutating func check(_ answer: ScriptedAnswer) {
    guard let step = flow.step(named: answer.step.value) else { return }
    guard !step.inputs.isEmpty || !step.choices.isEmpty else {
      return findings.append(.asksNothing(answer.step))
    }
    findings += AnswerChecker.check(answer, of: step)
  }

  private mutating func check(_ run: RunExpectation) {
    for name in run.path?.value ?? [] { step(name) }
    checkCalls(run)
  }

  private mutating func checkCalls(_ run: RunExpectation) {
    let calls = flow.contract.calls.map(\.name)
    for name in run.called?.value ?? [] { find(name, among: calls, "call", in: "`\(flow.contract.name)`") }
  }

  /// - Parameter isItem: whether it is the key of an item, where it may be a slip for another key.
  private mutating func step(_ name: Spanned<String>, isItem: Bool = false) {
    find(
      name, among: flow.steps.map(\.name.value), "step",
      cure: Self.timeWords.contains(name.value)
        ? "to let time pass, write an item such as `- after: 30s`"
        : Diagnostic.stepInstead(of: name.value, in: flow) ?? (isItem ? itemInstead(of: name.value) : nil))
  }

  /// A misspelt word for something else that happens; nil where a step is near.
  private func itemInstead(of name: String) -> String? {
    guard Suggestion.nearest(to: name, among: flow.steps.map(\.name.value)) == nil else { return nil }
    return Suggestion.nearest(to: name, among: Shape.item.names).map { "did you mean `\($0)`?" }
  }

  /// What other tools call an item that lets time pass.
  private static let timeWords = Shape.item.key(named: "after")?.otherNames ?? []

  private mutating func choices(_ names: [Spanned<String>], of steps: [Step]) {
    for name in names { find(name, among: steps.flatMap(\.choices).map(\.name.value), "choice", in: place(steps)) }
  }

  private func place(_ steps: [Step]) -> String {
    steps.count == 1 ? "`\(steps[0].name.value)`" : "`\(flow.name)`"
  }

  /// - Parameter cure: what to do about it, if more is known than which names there are.
  private mutating func find(
    _ name: Spanned<String>, among names: [String], _ kind: String, in place: String? = nil, cure: String? = nil
  ) {
    guard !names.contains(name.value) else { return }
    var finding = Diagnostic.unknownName(name, names.unique, kind, place ?? "`\(flow.name)`")
    if let cure { finding.help = cure }
    findings.append(finding)
  }
}

extension Scenario.Item {
  fileprivate var expectsRefusal: Bool {
    if case .expect(let expectation) = what { expectation.refused != nil } else { false }
  }
}

extension Diagnostic {
  fileprivate static func notSimulated(_ flow: Flow, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(
      ScenarioRules.notSimulated, "there is no simulated \(quoting(flow.contract.name))", at: range, help: help)
  }

  fileprivate static func unknownName(
    _ name: Spanned<String>, _ names: [String], _ kind: String, _ place: String
  ) -> Diagnostic {
    let shown = Array(names.prefix(8)).inBackticks + (names.count > 8 ? " and more" : "")
    let list = names.isEmpty ? "\(place) has none" : "\(place) has \(shown)"
    return Diagnostic(
      ScenarioRules.unknownName, "\(quoting(name.value)) is no \(kind) of \(place)", at: name.range,
      help: Suggestion.cure(for: name.value, among: names, otherwise: list))
  }
}
