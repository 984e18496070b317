// SPDX-License-Identifier: Apache-2.0

/// The files of the pages that an index belongs to, as the index says so to a later run.
package struct SitePages {
  package let names: [String]

  init(_ names: [String]) { self.names = names }

  private static let (lead, tail) = ("<meta name=\"mfaflow-pages\" content=\"", "\">")

  /// Those of an index that was written earlier; nil for a text that is none.
  ///
  /// Only what can be the name of a page counts: whatever else stands there leads to no file.
  package init?(ofIndex text: String) {
    guard text.contains(PageShell.mark), let lead = text.firstRange(of: Self.lead) else { return nil }
    let rest = text[lead.upperBound...]
    guard let tail = rest.firstRange(of: Self.tail) else { return nil }
    names = rest[..<tail.lowerBound].split(separator: " ").map(String.init).filter(FlowSite.isPage)
  }

  var text: String { Self.lead + names.joined(separator: " ") + Self.tail }
}
