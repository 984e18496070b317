// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowGraph
import RELIDSimulator
import SDKContract
import Values

/// Which values of a file with secrets may be shown, by the key in front of them.
public struct HarmlessValues: Sendable {
  /// How much may be shown behind a key.
  enum Extent: Sendable, Hashable {
    /// Every value.
    case all
    /// These words only.
    case words(Set<String>)
    /// Words that are known, and what is nearly one of them.
    case near
    /// These words, and what is nearly one of them.
    case nearWords(Set<String>)
  }

  private(set) var extents: [String: Extent] = [:]
  /// Words that are no secret wherever they stand.
  private(set) var words: Set<String> = ["true", "false"]

  /// Keys of maps whose own keys are names that people give, such as those of users.
  private(set) var namingKeys: Set<String> = []

  /// Keys with nothing but secrets behind them: there, not even what looks like a key is shown.
  private(set) var secretKeys: Set<String> = []

  /// What a world file may show: all but passwords, codes and what it is not known for.
  public static let ofWorld: HarmlessValues = {
    var harmless = HarmlessValues()
    for key in WorldReader.openKeys { harmless.extents[key] = .all }
    harmless.secretKeys = Set(WorldReader.secretKeys)
    harmless.words.formUnion(WorldReader.openKeys + WorldReader.secretKeys + ["users", "with"])
    harmless.namingKeys = ["users", "devices"]
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
    harmless.namingKeys.formUnion(["modules", "deny"])
    return harmless
  }()

  private init() {}

  /// What a file may show whose words are known: these keys, and behind them these words; and what is nearly one.
  public init(keys: [String], words: [String] = []) {
    for key in keys { extents[key] = .near }
    self.words.formUnion(keys + words)
  }

  /// The same, for a file that speaks of these flows: their names are no secret.
  public func knowing(_ flows: [Flow]) -> HarmlessValues {
    var harmless = self
    for flow in flows {
      for step in flow.steps {
        harmless.words.formUnion([step.name.value] + step.choices.map(\.name.value) + step.inputs.map(\.name))
      }
      for step in flow.steps where !step.choices.isEmpty && harmless.extents[step.name.value] == nil {
        harmless.extents[step.name.value] = .nearWords(Set(step.choices.map(\.name.value)))
      }
      harmless.words.formUnion([flow.name] + flow.ends.map(\.name.value))
      let (calls, events) = (flow.contract.calls, flow.contract.events)
      harmless.words.formUnion(calls.map(\.name) + events.map(\.name))
      harmless.words.formUnion(
        calls.flatMap { $0.parameters.map(\.name) } + events.flatMap { $0.fields.fields.map(\.name) })
    }
    return harmless
  }

  /// Whether a key may be shown: a word that is known, or one that is nearly so and has letters only.
  ///
  /// A secret can be typed where a key is due, so what merely looks like a name is none.
  package func showsKey(_ key: String, below parent: String?) -> Bool {
    surelyShowsKey(key, below: parent) || isNearWord(key)
  }

  /// Whether a key may be shown that is not merely near a known one.
  func surelyShowsKey(_ key: String, below parent: String?) -> Bool {
    if words.contains(key) || extents[key] != nil || secretKeys.contains(key) { return true }
    return parent.map { namingKeys.contains($0) } ?? false && Self.isName(key)
  }

  private func isNearWord(_ key: String) -> Bool { Self.isNear(key, words) }

  /// Letters that are nearly a known word; digits only where that word has some, too.
  static func isNear(_ key: String, _ words: some Sequence<String>) -> Bool {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "-")
    }
    guard key.utf8.allSatisfy({ isLetter($0) || isDigit($0) }) else { return false }
    guard let near = Suggestion.nearest(to: key, among: words) else { return false }
    return !key.utf8.contains(where: isDigit) || near.utf8.contains(where: isDigit)
  }

  /// A letter, then letters, digits and what stands in addresses.
  private static func isName(_ text: String) -> Bool {
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    let isInner = { (byte: UInt8) in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_.@+/".utf8.contains(byte)
    }
    return text.utf8.first.map(isLetter) ?? false && text.utf8.allSatisfy(isInner)
  }

  /// What answers may show: choices, and inputs that are a secret at no step.
  ///
  /// - Parameter flow: the flow that is answered; nil if it could not be read, and then no value is shown.
  public init(ofAnswersTo flow: Flow?) {
    words.formUnion(["answers", "choice", "confirm", "yes", "no"])
    extents["confirm"] = .words(["yes", "no"])
    extents["choice"] = .words(Set(flow?.steps.flatMap(\.choices).map(\.name.value) ?? []))
    for step in flow?.steps ?? [] {
      words.formUnion([step.name.value] + step.choices.map(\.name.value) + step.inputs.map(\.name))
      if !step.choices.isEmpty { extents[step.name.value] = .nearWords(Set(step.choices.map(\.name.value))) }
    }
    if let flow { words.formUnion([flow.name] + flow.ends.map(\.name.value)) }
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
    case .near: words.contains(value) || isNearWord(value)
    case .nearWords(let words): words.contains(value) || Self.isNear(value, words)
    case nil: false
    }
  }
}
