// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Where a team keeps `Documentation/Rules.md` for its people to read, such as a page of its own code host.
///
/// The project has no public address of its own: without this, a report holds the page of each rule and links to none.
package struct RuleAddress: Sendable, Hashable {
  /// An address of the web without a fragment.
  private let page: String

  /// Nil for what is no address of a page: `https://` or `http://`, a name, and nothing that an address cannot hold.
  init?(_ text: String) {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    guard let first = rest.first, Self.isLetterOrDigit(first), rest.allSatisfy(Self.isOfAddress) else { return nil }
    page = text
  }

  /// The address of the rule's entry, as code hosts name a heading.
  func address(of rule: DiagnosticCode) -> String { "\(page)#\(rule.id.lowercased())-\(rule.slug)" }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Source: RFC 3986, the characters of an address, without `#`, `@` (a name and password before it) and brackets.
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-._~:/?!$&'()*+,;=%".utf8.contains(byte)
  }
}
