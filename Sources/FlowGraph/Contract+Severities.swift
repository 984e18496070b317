// SPDX-License-Identifier: Apache-2.0

package import SDKContract
import Values

extension Contract {
  /// Every word that says how grave a threat is, in the order of the contract; empty if it says nothing of that.
  package var severities: [String] {
    var words: [String] = []
    for event in events { words += event.severities.filter { !words.contains($0) } }
    return words
  }
}

extension EventSpec {
  /// The words of its ``severity``; empty if it has none.
  package var severities: [String] {
    guard let severity, case .oneOf(_, let words)? = fields.typeThroughLists(at: severity[...]) else { return [] }
    return words
  }
}
