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
    harmless.namingKeys = Shape.world.names(showing: .given)
    return harmless
  }()

  /// What a world of a program's own may show: nobody knows what is a secret in it, so nothing but keys.
  package static let ofToldWorld = HarmlessValues()

  /// What a scenario file may show whose worlds are a program's own: of those nothing at all.
  package static let ofToldScenarios: HarmlessValues = {
    var harmless = ofScenarios
    harmless.secretKeys.formUnion(Shape.scenarios.names(holding: ScenarioDecoder.shapesOfWorlds))
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
    let words = Shape.scenarios.words(behindAll: .mixed, without: ScenarioDecoder.shapesOfWorlds)
    for (key, words) in words { harmless.extents[key] = .words(words) }
    for key in Shape.scenarios.names(.name) { harmless.extents[key] = .names }
    harmless.openMaps = Shape.scenarios.names(showing: .all)
    harmless.namingKeys = Shape.scenarios.names(showing: .given)
    // Keys of scenarios, and what other tools call them: what stands there has a colon behind it, and is no value.
    harmless.words.formUnion(ScenarioDecoder.meaningsOfKeys.keys)
    harmless.typedKeys = Shape.scenarios.names(showing: .typed)
    harmless.typedMaps = Shape.scenarios.names(showing: .typedBelow)
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
    words.formUnion(Shape.answers.reachable.flatMap(\.names) + Shape.answers.fixedWords)
    typedKeys = Shape.answers.names(showing: .typed)
    typedKeys.formUnion((flow?.steps ?? []).filter { !$0.inputs.isEmpty }.map(\.name.value))
    for (key, words) in Shape.answers.words(behindAll: .open) { extents[key] = .words(words) }
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
