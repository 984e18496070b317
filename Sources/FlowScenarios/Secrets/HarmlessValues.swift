// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowGraph
import RELIDSimulator
import Values

/// Which values of a file with secrets may be shown, by the key in front of them.
public struct HarmlessValues: Sendable {
  /// How much may be shown behind a key.
  enum Extent: Sendable, Hashable {
    /// Every value.
    case all
    /// These words only.
    case words(Set<String>)
  }

  private(set) var extents: [String: Extent] = [:]
  /// Words that are no secret wherever they stand.
  private(set) var words: Set<String> = ["true", "false"]

  /// Keys with nothing but secrets behind them: there, not even what looks like a key is shown.
  private(set) var secretKeys: Set<String> = []

  /// What a world file may show: all but passwords, codes and what it is not known for.
  public static let ofWorld: HarmlessValues = {
    var harmless = HarmlessValues()
    for key in WorldReader.openKeys { harmless.extents[key] = .all }
    harmless.secretKeys = Set(WorldReader.secretKeys)
    harmless.words.formUnion(WorldReader.openKeys + WorldReader.secretKeys)
    return harmless
  }()

  /// What a world of a program's own may show: nobody knows what is a secret in it, so nothing but keys.
  public static let ofToldWorld = HarmlessValues()

  /// What a scenario file may show whose worlds are a program's own: of those nothing at all.
  public static let ofToldScenarios: HarmlessValues = {
    var harmless = ofScenarios
    harmless.secretKeys.insert("world")
    return harmless
  }()

  /// What a scenario file may show whose SDK is not known, since it or its flow cannot be read: keys, and what scenarios say.
  public static let ofUnknownScenarios: HarmlessValues = {
    var harmless = ofScenarios
    for key in WorldReader.openKeys where !ScenarioDecoder.openKeys.contains(key) { harmless.extents[key] = nil }
    return harmless
  }()

  /// What a scenario file may show: what a world may, and what scenarios say; of answers nothing, since their flow is
  /// not known.
  public static let ofScenarios: HarmlessValues = {
    var harmless = ofWorld
    for key in ScenarioDecoder.openKeys { harmless.extents[key] = .all }
    harmless.words.formUnion(ScenarioDecoder.openKeys + ScenarioDecoder.otherKeys)
    return harmless
  }()

  private init() {}

  /// What answers may show: choices, and inputs that are a secret at no step.
  ///
  /// - Parameter flow: the flow that is answered; nil if it could not be read, and then no value is shown.
  public init(ofAnswersTo flow: Flow?) {
    words.formUnion(["answers", "choice", "confirm", "yes", "no"])
    extents["confirm"] = .words(["yes", "no"])
    extents["choice"] = .words(Set(flow?.steps.flatMap(\.choices).map(\.name.value) ?? []))
    for step in flow?.steps ?? [] {
      words.formUnion([step.name.value] + step.choices.map(\.name.value) + step.inputs.map(\.name))
      if !step.choices.isEmpty { extents[step.name.value] = .words(Set(step.choices.map(\.name.value))) }
    }
    let inputs = flow?.steps.flatMap(\.inputs) ?? []
    for input in inputs {
      extents[input.name] = .all
      guard input.pick != nil, case .record(let record) = input.type else { continue }
      for field in record.fields {
        extents[field.name] = .all
        words.insert(field.name)
      }
    }
    for input in inputs where input.type.holdsSecret {
      extents[input.name] = nil
      secretKeys.insert(input.name)
    }
  }

  /// Whether a value may be shown behind a key.
  func shows(_ value: String, behind key: String) -> Bool {
    switch extents[key] {
    case .all: true
    case .words(let words): words.contains(value)
    case nil: false
    }
  }
}
