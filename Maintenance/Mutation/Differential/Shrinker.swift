// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowFormatting
import YAMLTree

/// Takes away from a specimen whatever its disagreement does without.
struct Shrinker {
  let reader: SpecimenReader
  let property: Property
  let bounds: BruteForce.Bounds

  /// The smallest specimen that was found with a like disagreement.
  func shrink(_ specimen: Specimen) -> Specimen {
    let trial = Trial(specimen, reader, of: [property], within: bounds)
    guard let outcome = trial.outcomes[property], outcome.isDisagreement, var flow = Self.draft(specimen.flow),
      var contract = Self.draft(specimen.contract)
    else { return specimen }
    let codes = Set(trial.findings.map(\.code))
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for draft in Self.smaller(flow) where isLike(outcome, codes, draft, contract) {
        (flow, hasChanged) = (draft, true)
        break
      }
      guard !hasChanged else { continue }
      for draft in Self.smaller(contract) where isLike(outcome, codes, flow, draft) {
        (contract, hasChanged) = (draft, true)
        break
      }
    }
    return Specimen(flow: flow.fileText, contract: contract.fileText)
  }

  /// Whether a specimen shows the same, and the checker says nothing new of it.
  private func isLike(
    _ outcome: Trial.Outcome, _ codes: Set<DiagnosticCode>, _ flow: SourceValue, _ contract: SourceValue
  ) -> Bool {
    let trial = Trial(
      Specimen(flow: flow.fileText, contract: contract.fileText), reader, of: [property], within: bounds)
    return trial.outcomes[property].map { outcome.isLike($0) } ?? false
      && codes.isSuperset(of: trial.findings.map(\.code))
  }

  private static func draft(_ text: String) -> SourceValue? {
    YAML.read(SourceFile(path: "bred.yaml", text: text)).value.map { SourceValue($0) }
  }

  /// Each draft with one thing less, the largest things first; then those in which one target is another.
  static func smaller(_ draft: SourceValue) -> [SourceValue] {
    var places: [SourcePath] = []
    collect(draft, SourcePath(), &places)
    let less = places.sorted { $0.parts.count < $1.parts.count }.map { draft.with(nil, at: $0) }
    // What a step leads to keeps it alive: a line that leads to an end does not.
    let steps = Set(draft["steps"]?.entries.map(\.key) ?? [])
    let redirected = places.compactMap { place -> SourceValue? in
      guard place.parts.count > 2, let target = draft[place]?.text, steps.contains(target) else { return nil }
      return draft.with(.word("failed"), at: place)
    }
    return less + redirected
  }

  private static func collect(_ draft: SourceValue, _ path: SourcePath, _ places: inout [SourcePath]) {
    if !path.parts.isEmpty { places.append(path) }
    for entry in draft.entries { collect(entry.value, path / entry.key, &places) }
    for index in draft.items.indices { collect(draft.items[index], path / index, &places) }
  }
}
