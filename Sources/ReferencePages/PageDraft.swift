// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook
import SDKContract

/// A page as it is put together: a title, what it is, and rows.
struct PageDraft {
  private(set) var page: Page

  /// - Parameter kind: what it is, such as `a call of relid 1.0.0`.
  init(_ title: String, _ kind: String) {
    page = Page([.heading([Page.Piece("\(title.onOneLine): \(kind.onOneLine)")], level: 1)])
  }

  mutating func say(_ text: String) {
    guard !text.isEmpty else { return }
    page.blocks.append(
      .prose(lead: "", [[Page.Piece(text.onOneLine + (text.last.map { ".?!".contains($0) } ?? true ? "" : "."))]]))
  }

  mutating func head(_ title: String) {
    page.blocks += [.blank, .heading([Page.Piece(title.onOneLine)], level: 2)]
  }

  /// Nothing where there is nothing to say.
  mutating func row(_ name: String, _ text: String) {
    guard !text.isEmpty, text != "after " else { return }
    if case .prose? = page.blocks.last { page.blocks.append(.blank) }
    page.blocks.append(.row(name.onOneLine, [Page.Piece(text.onOneLine)]))
  }

  /// A row of a table, which stands there even if there is nothing to say.
  mutating func line(_ name: String, _ parts: [String]) {
    let text = parts.filter { !$0.isEmpty }.joined(separator: "; ")
    page.blocks.append(.row(name.onOneLine, text.isEmpty ? [] : [Page.Piece(text.onOneLine)]))
  }

  /// How well it is founded.
  mutating func found(_ confidence: Confidence, _ source: String) {
    row("source", ([confidence.rawValue] + (source.isEmpty ? [] : [source])).joined(separator: ": "))
  }
}
