// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SimulatedWorlds
import YAMLTree

/// The words behind `sdk:`.
enum ScenarioSDKKind: String, CaseIterable {
  case simulated
  case program
  case byHand
}

/// What a file says of the SDK of all its scenarios.
struct FileSDK {
  /// As the file says it, or as it is meant where it says nothing.
  var kind = ScenarioSDKKind.simulated
  /// Below the key `world` of the file; nil if there is none.
  var world: YAMLNode?
  /// The simulated SDK in that world; nil if it was not asked for.
  var simulated: Scenario.SDK?
  /// That world for a program; nil if it was not asked for.
  var told: ToldWorld?
}

/// The SDK of a scenario, and the world around it.
///
/// A scenario has the world of its own, else that of the file. A world builds on another one only where it says so.
extension ScenarioDecoder {
  /// Takes note of what stands in the file for all its scenarios.
  mutating func readCommonSDK(_ map: YAMLMapping) {
    common.kind = writtenKind(map) ?? (isSimulated ? .simulated : .program)
    kind = common.kind
    for world in shared?.worlds.all ?? [] { noteSecrets(of: world) }
    guard checkNobodyNeeds(map.entry("world"), common.kind) else { return }
    common.world = map["world"].flatMap { world($0) }
    switch common.kind {
    case .simulated: common.simulated = simulated(in: common.world)
    case .program: common.told = toldWorld(common.world)
    case .byHand: break
    }
  }

  /// The SDK that a scenario asks for.
  mutating func sdk(_ map: YAMLMapping) -> Scenario.SDK {
    kind = writtenKind(map) ?? common.kind
    guard checkNobodyNeeds(map.entry("world"), kind) else { return .byHand }
    switch kind {
    case .byHand: return .byHand
    case .program:
      if let own = map["world"] { return .program(world(own).flatMap { toldWorld($0) }) }
      if common.kind != .program, common.told == nil { common.told = toldWorld(common.world) }
      return .program(common.told)
    case .simulated:
      if let own = map["world"] { return simulated(in: world(own)) }
      // Why: a world is read once, however many scenarios are played in it, so that its findings are told once.
      let sdk = common.simulated ?? simulated(in: common.world)
      common.simulated = sdk
      return sdk
    }
  }

  /// A world of a scenario with all that it builds on; nil, and a finding, if there is no such world.
  private mutating func world(_ node: YAMLNode) -> YAMLNode? {
    noteSecrets(of: node)
    // Of what a program is told, all may be secret, and what it builds on, too.
    if kind == .program { secrets += (shared?.worlds.all ?? []).map(\.range) }
    var findings: [Diagnostic] = []
    let whole = shared.map { _ in shared?.worlds.world(node, &findings) } ?? node
    self.findings += findings
    return whole
  }

  private mutating func writtenKind(_ map: YAMLMapping) -> ScenarioSDKKind? {
    let words = ScenarioSDKKind.allCases.map(\.rawValue)
    guard let written = map["sdk"]?.text("`sdk`", &findings) else { return nil }
    // A slip is told once: what follows is read as it was meant.
    let meant = word(written, "`sdk`", of: words)?.value ?? Suggestion.nearest(to: written.value, among: words)
    return meant.flatMap { ScenarioSDKKind(rawValue: $0) }
  }

  /// False, and a finding, for a world beside events by hand.
  private mutating func checkNobodyNeeds(_ world: YAMLEntry?, _ kind: ScenarioSDKKind) -> Bool {
    guard kind == .byHand, let world else { return true }
    let other = isSimulated ? "simulated" : "program"
    findings.append(
      Diagnostic(
        ScenarioRules.needsSimulation, "a world needs an SDK that lives in it", at: world.key.range,
        help: "take it out, or write `sdk: \(other)` beside it: with `byHand` each event is an item"))
    return false
  }

  /// - Parameter node: the world; nil if nothing is said of it. What is wrong with it is told.
  private mutating func simulated(in node: YAMLNode?) -> Scenario.SDK {
    // Why: of a flow that there is no simulator for, that is the finding, and not what stands in the world.
    guard let worlds else { return .simulated(nil) }
    guard let node else { return .simulated(worlds.init()) }
    guard let world = worlds.init(node, &findings) else { return .simulated(nil) }
    checkDevices(of: node)
    return .simulated(world)
  }

  /// Where a world writes passwords and codes, also those that the world which builds on it replaces.
  ///
  /// Of the world of a program nobody knows what is a secret in it: all of it may be.
  private mutating func noteSecrets(of world: YAMLNode) {
    guard isSimulated, kind != .program else {
      if world.kind != .scalar { secrets.append(world.range) }
      return
    }
    let facts = world["users"]?.entries.flatMap(\.value.entries) ?? []
    let secret = Shape.world.names(.secret)
    for fact in facts where secret.contains(fact.key.value) {
      secrets += fact.value.kind == .sequence ? fact.value.items.map(\.range) : [fact.value.range]
    }
  }

  /// Any mapping: what it says is between the author and the program.
  private mutating func toldWorld(_ node: YAMLNode?) -> ToldWorld? {
    guard let node else { return nil }
    secrets.append(node.range)
    return node.mapping("a world", &findings).map { ToldWorld($0.node) }
  }
}

extension Scenario.SDK {
  var isByHand: Bool { if case .byHand = self { true } else { false } }
  var isSimulated: Bool { if case .simulated = self { true } else { false } }

  /// Whether it can be played only where a program is given as the SDK.
  package var isProgram: Bool { if case .program = self { true } else { false } }
}
