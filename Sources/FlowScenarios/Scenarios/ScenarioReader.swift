// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import RELIDSimulator
import YAMLTree

/// Reads a file of scenarios.
public enum ScenarioReader {
  /// The scenarios of a file, and what is wrong with how they are written.
  public static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<ScenarioFile> {
    let tree = YAML.read(file, as: id)
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    var decoder = ScenarioDecoder()
    let scenarios = decoder.file(root)
    let findings = tree.findings + decoder.findings
    return Outcome(findings.hasErrors ? nil : scenarios, findings)
  }
}

/// Reads the tree of a scenario file.
struct ScenarioDecoder {
  /// Whether the events of the scenario that is being read are written by hand.
  var isByHand = false
  /// The devices of the file; one without a name if it tests one flow.
  var devices: [ScenarioDevice] = []
  var findings: [Diagnostic] = []
  /// Where the first security modules stand.
  var modulesKey: SourceRange?
  /// Where worlds write passwords and codes.
  private var secrets: [SourceRange] = []

  private static let fileKeys = ["flow", "devices", "contract", "sdk", "world", "modules", "scenarios"]
  private static let scenarioKeys = ["name", "sdk", "world", "modules", "do", "expect", "never"]

  /// Keys whose values are no secrets, whatever the flow asks for.
  static let openKeys = [
    "flow", "contract", "sdk", "name", "step", "event", "status", "error", "attemptsLeft", "refused", "rejected", "say",
    "offered", "proofs", "enrolled", "path", "called", "end", "outcome", "waiting", "call", "after", "background",
    "hold",
    "release", "confirm", "on", "reasons", "deny", "isDeviceSecure", "allowLogin",
    "unknown",
  ]
  /// Keys with more keys below them, or with values that may be secrets.
  static let otherKeys = [
    "world", "scenarios", "do", "expect", "never", "items", "during", "reject", "code", "choice", "data", "with",
    "devices", "modules", "allow",
  ]

  mutating func file(_ root: YAMLNode) -> ScenarioFile? {
    if root["steps"] != nil, root["scenarios"] == nil, let first = root.entries.first {
      findings.append(
        Diagnostic(
          YAMLRules.wrongKind, "this is a flow, not a scenario file", at: first.key.range,
          help: "check it with `mfaflow check`; its tests stand in a file of their own, which names it: `flow: FILE`"))
      return nil
    }
    guard let map = root.mapping("a scenario file", keys: Self.fileKeys, &findings),
      let devices = devices(map),
      let items = map.require("scenarios", of: "the scenario file", &findings)?.sequence("`scenarios`", &findings)
    else { return nil }
    self.devices = devices
    let sdk = sdk(map, otherwise: .simulated(World()))
    let modules = map["modules"].map { self.modules($0) } ?? []
    let scenarios = items.compactMap { scenario($0, on: sdk, modules) }
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
      modules: modulesKey, secrets: secrets)
  }

  /// The SDK that a file or a scenario asks for.
  ///
  /// - Parameter common: what stands where nothing else is written.
  private mutating func sdk(_ map: YAMLMapping, otherwise common: Scenario.SDK) -> Scenario.SDK {
    let world = map.entry("world").flatMap { entry in self.world(entry.value).map { (entry.key, $0) } }
    let kinds = ["simulated", "byHand"]
    let kind = map["sdk"]?.text("`sdk`", &findings).flatMap { word($0, "`sdk`", of: kinds) }?.value
    let isByHand = kind.map { $0 == "byHand" } ?? common.isByHand
    if isByHand, let (key, _) = world {
      findings.append(
        Diagnostic(
          ScenarioRules.needsSimulation, "a world needs a simulated SDK", at: key.range,
          help: "take it out, or write `sdk: simulated` beside it: with `byHand` each event is an item"))
    }
    if isByHand { return .byHand }
    return world.map { .simulated($0.1) } ?? (common.isByHand ? .simulated(World()) : common)
  }

  private mutating func world(_ node: YAMLNode) -> World? {
    let world = WorldReader.read(node)
    findings += world.findings
    if world.value != nil { checkDevices(of: node) }
    let facts = node["users"]?.entries.flatMap(\.value.entries) ?? []
    for fact in facts where WorldReader.secretKeys.contains(fact.key.value) {
      secrets += fact.value.kind == .sequence ? fact.value.items.map(\.range) : [fact.value.range]
    }
    return world.value
  }

  private mutating func scenario(
    _ node: YAMLNode, on common: Scenario.SDK, _ modules: [ScenarioModule]
  ) -> Scenario? {
    guard let map = node.mapping("a scenario", keys: Self.scenarioKeys, &findings),
      let name = map.require("name", of: "the scenario", &findings)?.text("`name`", &findings),
      let outcome = outcome(of: map)
    else { return nil }
    let sdk = sdk(map, otherwise: common)
    isByHand = sdk.isByHand
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
        help: Suggestion.help(for: word.value, among: words, otherwise: "allowed here: \(words.inBackticks)")))
    return nil
  }
}

extension Scenario.SDK {
  var isByHand: Bool {
    switch self {
    case .simulated: false
    case .byHand: true
    }
  }
}

extension [String] {
  /// The words for a message, each in backticks.
  var inBackticks: String { map { "`\($0)`" }.joined(separator: ", ") }
}
