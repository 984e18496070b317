// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

extension [Diagnostic] {
  /// Where the keys stand first that stand twice in their maps.
  var doubledKeys: Set<SourceRange> {
    Set(filter { $0.code == YAMLRules.duplicateKey }.compactMap { $0.notes.first?.range })
  }
}

/// A document with places that have names.
protocol DocumentOfPlaces {
  var steps: [StepSyntax] { get set }
  var interrupts: [StepSyntax] { get set }
  var ends: [EndSyntax] { get set }
}

extension FlowDocument: DocumentOfPlaces {}
extension PartDocument: DocumentOfPlaces {}

extension DocumentOfPlaces {
  /// Nobody knows which of two steps of one name is meant: what refers to the name fits one of them, and may not fit the other.
  mutating func leaveOut(_ doubled: Set<SourceRange>) {
    guard !doubled.isEmpty else { return }
    steps.removeAll { doubled.contains($0.name.range) }
    interrupts.removeAll { doubled.contains($0.name.range) }
    ends.removeAll { doubled.contains($0.name.range) }
  }
}
