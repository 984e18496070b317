// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
import FlowLanguage
package import SimulatedWorlds
package import YAMLTree

/// Reads a file of scenarios.
package enum ScenarioReader {
  /// `on: phone` and `confirm: yes` are words of scenarios; what a user is told is for people.
  package static let words = YAMLWords(keys: ["on"], values: ["yes", "no"], shown: ["name", "say"]).fitting(.scenarios)

  /// The scenarios of a file for the SDK that lives in such worlds, and what is wrong with how they are written.
  ///
  /// A file whose SDK is not known is read with ``ScenarioDraft``, which tells its flows first.
  package static func read(
    _ file: SourceFile, as id: FileID = .first, in worlds: any SimulatedWorld.Type
  ) -> Outcome<ScenarioFile> {
    ScenarioDraft(file, as: id).read(in: worlds)
  }
}

/// Reads the tree of a scenario file.
struct ScenarioDecoder {
  /// The worlds of the SDK of the flows; nil if there is no simulator for it.
  let worlds: (any SimulatedWorld.Type)?
  /// Whether there is a simulator; if not, a file without `sdk` is for a program.
  var isSimulated: Bool { worlds != nil }
  /// The kind of SDK of the scenario that is being read.
  var kind = ScenarioSDKKind.simulated
  /// What stands in the file for all scenarios.
  var common = FileSDK()
  /// The devices of the file; one without a name if it tests one flow.
  var devices: [ScenarioDevice] = []
  var findings: [Diagnostic] = []
  /// Where the first security modules stand.
  var modulesKey: SourceRange?
  /// Where worlds write passwords and codes.
  var secrets: [SourceRange] = []
  /// What its scenarios have in common.
  var shared: SharedParts?

  static let fileKeys = Shape.scenarios.names
  /// What other tools call the keys of a scenario file and of a scenario.
  static let meaningsOfKeys = Shape.otherNames(of: [.scenarios, .scenario])
  private static let scenarioKeys = Shape.scenario.names

  /// Keys whose values are no secrets, whatever the flow asks for.
  static let openKeys = Shape.scenarios.names(.open, without: shapesOfWorlds)
  /// Keys with more keys below them, or with values that may be secrets.
  static let otherKeys = Shape.scenarios.names(.mixed, without: shapesOfWorlds)

  /// The maps of worlds.
  static let shapesOfWorlds = Set((Shape.world.reachable + [.builtWorld]).map(\.name))

  mutating func file(_ root: YAMLNode) -> ScenarioFile? {
    if root["steps"] != nil, root["scenarios"] == nil, let first = root.entries.first {
      findings.append(
        Diagnostic(
          YAMLRules.wrongKind, "this is a flow, not a scenario file", at: first.key.range,
          help: "check it with `mfaflow check`; its tests stand in a file of their own, which names it: `flow: FILE`"))
      return nil
    }
    guard let map = root.mapping("a scenario file", keys: Self.fileKeys, meaning: Self.meaningsOfKeys, &findings),
      let devices = devices(map),
      let items = map.require("scenarios", of: "the scenario file", &findings)?.sequence("`scenarios`", &findings)
    else { return nil }
    self.devices = devices
    shared = SharedParts(of: map)
    _ = (bases(map), leftOut(map))
    tellIdle(map)
    readCommonSDK(map)
    let modules = map["modules"].map { self.modules($0) } ?? []
    let written = items.flatMap { shared?.scenarios(of: $0) ?? [$0] }
    let scenarios = written.compactMap { scenario($0, modules) }
    kind = isSimulated ? .simulated : .program
    let detours = detours(map)
    shared?.tellUnused()
    findings = (findings + (shared?.findings ?? [])).unique
    var seen: [String: SourceRange] = [:]
    for scenario in scenarios {
      if let first = seen.updateValue(scenario.name.range, forKey: scenario.name.value) {
        findings.append(
          Diagnostic(
            ScenarioRules.duplicateScenario, "there are two scenarios of this name", at: scenario.name.range,
            help: "give each a name of its own", notes: [Note("the first is here", at: first)]))
      }
    }
    return ScenarioFile(
      devices: devices, contract: map["contract"]?.text("`contract`", &findings), scenarios: scenarios,
      modules: modulesKey, world: map["world"]?.range, worlds: worlds, secrets: secrets, detours: detours)
  }

  private mutating func scenario(_ node: YAMLNode, _ modules: [ScenarioModule]) -> Scenario? {
    guard let map = node.mapping("a scenario", keys: Self.scenarioKeys, meaning: Self.meaningsOfKeys, &findings),
      let name = map.require("name", of: "the scenario", &findings)?.text("`name`", &findings),
      let outcome = outcome(of: map)
    else { return nil }
    let sdk = sdk(map)
    let items = map["do"]?.sequence("`do`", &findings)?.flatMap { self.placedItems($0) } ?? []
    if !findings.hasErrors { findings += HeldReplies.findings(of: items) }
    return Scenario(
      name: name, sdk: sdk, modules: map["modules"].map { self.modules($0) } ?? modules, items: items,
      expectations: outcome.ends, never: outcome.never)
  }

  /// How a scenario says that its runs must come out, or must not.
  private mutating func outcome(of map: YAMLMapping) -> (ends: [EndExpectation], never: SourceRange?)? {
    guard let never = map.entry("never") else {
      return map.require("expect", of: "the scenario", &findings).flatMap { ends($0, "`expect`") }.map { ($0, nil) }
    }
    if let expect = map.entry("expect") {
      findings.append(
        Diagnostic(
          ScenarioRules.contradiction, "a scenario has either `expect` or `never`",
          at: max(expect.key.range, never.key.range), help: "keep one of them; write two scenarios for both"))
    }
    return ends(never.value, "`never`").map { ($0, never.key.range) }
  }

  mutating func word(_ word: Spanned<String>, _ what: String, of words: [String]) -> Spanned<String>? {
    if words.contains(word.value) { return word }
    findings.append(
      Diagnostic(
        ScenarioRules.unknownWord, "\(what) cannot be \(Diagnostic.quoting(word.value))", at: word.range,
        help: Suggestion.cure(for: word.value, ofAll: words, otherwise: "allowed here: \(words.inBackticks)")))
    return nil
  }
}

extension [String] {
  /// The words for a message, each in backticks.
  var inBackticks: String { map { "`\($0)`" }.joined(separator: ", ") }
}
