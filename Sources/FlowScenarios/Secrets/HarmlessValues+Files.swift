// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
import FlowLanguage
package import Redaction
import SDKContract
import Values

extension HarmlessValues {
  /// What a world file may show: all but passwords, codes and what it is not known for.
  package static let ofWorld: HarmlessValues = {
    var harmless = HarmlessValues()
    let (open, secret) = (Shape.world.names(.open), Shape.world.names(.secret))
    for key in open { harmless.extents[key] = .all }
    harmless.secretKeys = Set(secret)
    harmless.words.formUnion(open + secret + Shape.world.names(.mixed))
    // What others call its keys is no secret, either.
    harmless.words.formUnion(Shape.otherNames(of: [.world]).keys)
    harmless.namingKeys = ["users", "devices"]
    return harmless
  }()

  /// What a world of a program's own may show: nobody knows what is a secret in it, so nothing but keys.
  package static let ofToldWorld = HarmlessValues()

  /// What a scenario file may show whose worlds are a program's own: of those nothing at all.
  package static let ofToldScenarios: HarmlessValues = {
    var harmless = ofScenarios
    harmless.secretKeys.formUnion(["world", "worlds"])
    return harmless
  }()

  /// What a scenario file may show whose SDK is not known, since it or its flow cannot be read: keys, and what scenarios say.
  package static let ofUnknownScenarios: HarmlessValues = {
    var harmless = ofScenarios
    for key in Shape.world.names(.open) where !ScenarioDecoder.openKeys.contains(key) { harmless.extents[key] = nil }
    return harmless
  }()

  /// What a scenario file may show: what a world may, and what scenarios say; of answers nothing, since their flow is
  /// not known.
  package static let ofScenarios: HarmlessValues = {
    var harmless = ofWorld
    for key in ScenarioDecoder.openKeys { harmless.extents[key] = .all }
    harmless.words.formUnion(
      ScenarioDecoder.openKeys + ScenarioDecoder.otherKeys + FileKind.scenarios.shape.fixedWords)
    harmless.extents["expect"] = .words(["todo"])
    // Which world of the file it is.
    harmless.extents["world"] = .names
    // Names of scenarios, and reasons for people.
    harmless.openMaps = ["skip"]
    harmless.namingKeys.formUnion(["modules", "deny", "worlds", "beginnings", "cases"])
    // Keys of scenarios, and what other tools call them: what stands there has a colon behind it, and is no value.
    harmless.words.formUnion(ScenarioDecoder.meaningsOfKeys.keys)
    harmless.typedKeys = ["do", "during", "at", "scenarios"]
    // Values of cases, and the steps of items.
    harmless.typedMaps = ["cases", "beginnings", "at"]
    return harmless
  }()

  /// The same, for a file that speaks of these flows: their names are no secret.
  package func knowing(_ flows: [Flow]) -> HarmlessValues {
    var harmless = self
    for flow in flows {
      for step in flow.steps {
        harmless.words.formUnion([step.name.value] + step.choices.map(\.name.value) + step.inputs.map(\.name))
        if !step.inputs.isEmpty { harmless.typedKeys.insert(step.name.value) }
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

  /// What answers may show: choices, and inputs that are a secret at no step.
  ///
  /// - Parameter flow: the flow that is answered; nil if it could not be read, and then no value is shown.
  package init(ofAnswersTo flow: Flow?) {
    self.init()
    let confirming = Shape.chosen.words(behind: "confirm")
    words.formUnion(Shape.answers.reachable.flatMap(\.names) + confirming)
    typedKeys = Set(["answers"] + (flow?.steps ?? []).filter { !$0.inputs.isEmpty }.map(\.name.value))
    extents["confirm"] = .words(Set(confirming))
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
}
