// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
package import YAMLTree

/// What can be read of a broken flow or part.
extension DocumentReader {
  /// The document, if enough of it can be read, and what is wrong with the words of its members.
  ///
  /// Whatever is not there may be in what could not be read: that something is missing is not told.
  package static func readRest(_ tree: PartialTree) -> Outcome<FlowDocument> {
    var decoder = DocumentDecoder()
    decoder.isBroken = true
    var document =
      isPart(tree.root) ? decoder.part(tree.root).map { FlowDocument(alone: $0) } : decoder.document(tree.root)
    document?.lacksParts = true
    document?.flaws = (tree.flaws + decoder.findings.filter { $0.severity == .error }.map(\.range)).sorted()
    return Outcome(document, decoder.findings)
  }
}

extension PartialTree {
  /// The maps whose members each stand for themselves: steps, ends, messages and so on.
  private static let maps = Shape.flow.words(merged: .byName)

  /// The findings that are about nothing but what their author wrote, in whole steps, ends, messages and the like.
  package func ofReadableMembers(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let members = readableMembers(of: Self.maps)
    return findings.filter { finding in
      finding.places.allSatisfy { place in
        members.contains { $0.file == place.file && $0.start <= place.start && place.end <= $0.end }
      }
    }
  }
}
