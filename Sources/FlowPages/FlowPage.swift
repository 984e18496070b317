// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import EmbeddedTexts
import FlowGraph
import FlowPictures
import FlowStories

/// One file for people without any tool: flows to look at, to read and to walk through.
///
/// It asks nobody for anything, and runs no script but its own: its policy knows that by its hash.
package struct FlowPage: Sendable {
  private let flows: [WrittenFlow]

  package init(_ flows: [WrittenFlow]) { self.flows = flows }

  package init(_ flows: [PagedFlow]) {
    self.init(flows.enumerated().map { WrittenFlow($1, number: $0) })
  }

  package var text: String {
    var body: [String] = []
    if flows.count > 1 {
      let names = Dictionary(grouping: flows.map(\.paged.flow.name)) { $0 }
      let links = flows.enumerated().map { index, flow in
        let name = flow.paged.flow.name
        // Flows of one name are told apart by their files.
        let file = (names[name]?.count ?? 0) > 1 ? " <small>\(HTMLText.line(flow.paged.path))</small>" : ""
        return "<li><a href=\"#f\(index)\">\(HTMLText.line(name))\(file)</a></li>"
      }
      body.append("<nav class=\"flows\" aria-label=\"Flows\"><ul>\(links.joined())</ul></nav>")
    }
    body.append("<main>")
    body += flows.map(\.html)
    body.append("</main>")
    let title = flows.count == 1 ? flows[0].paged.flow.name : "\(flows.count) flows"
    return PageShell(title: title, body: body.joined(separator: "\n"), hasScript: true).text
  }
}

/// A flow as a part of a page, written out.
///
/// Why: that takes longest, and one processor can write one flow while another one writes the next.
package struct WrittenFlow: Sendable {
  package let paged: PagedFlow
  let html: String

  /// - Parameter number: which of the flows of its page it is, from 0 on.
  package init(_ paged: PagedFlow, number: Int) {
    self.paged = paged
    html = HTMLText.lean(FlowArticle(paged, number: number).html)
  }
}

/// The frame around all pages: the head with its policy, the style and the script.
package struct PageShell: Sendable {
  let title: String
  let body: String
  let hasScript: Bool
  /// The files of the pages that an index belongs to; nil for any other page.
  var pages: [String]?

  package init(title: String, body: String, hasScript: Bool) {
    self.title = title
    self.body = body
    self.hasScript = hasScript
  }

  /// By what a page is known as one that mfaflow has made; it stands near its beginning.
  package static let mark = "<meta name=\"generator\" content=\"mfaflow\">"

  /// The lines of a resource, without what only its authors read: neither has texts of several lines.
  private static func lean(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n")
  }

  /// A style without the blanks that only people read.
  private static func leanStyle(_ text: String) -> String {
    var style = lean(text)
    for (written, short) in [
      (" { ", "{"), (" {", "{"), ("; }", "}"), (" }", "}"), ("; ", ";"), (": ", ":"), (", ", ","), (" > ", ">"),
    ] {
      style = style.replacing(written, with: short)
    }
    return style
  }

  /// A resource as it stands in a page, and its hash for the policy: worked out once for all pages.
  private struct Part {
    let text: String
    let hash: String

    init(_ text: String) {
      self.text = text
      hash = "'sha256-\(SHA256(text).base64)'"
    }
  }

  private static let style = Part(leanStyle(EmbeddedText.text(of: "Sources/FlowPages/Resources/page.css")))
  private static let script = Part(
    ["picture.js", "page.js"].map { lean(EmbeddedText.text(of: "Sources/FlowPages/Resources/\($0)")) }
      .joined(separator: "\n"))

  package var text: String {
    let policy =
      "default-src 'none'; script-src \(hasScript ? Self.script.hash : "'none'"); style-src \(Self.style.hash); "
      + "base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      \(Self.mark)\(pages.map { "\n\(SitePages($0).text)" } ?? "")
      <title>\(HTMLText.line(title))</title>
      <style>\(Self.style.text)</style>
      </head>
      <body>
      \(body)
      \(hasScript ? "<script>\(Self.script.text)</script>" : "")
      </body>
      </html>

      """
  }
}
