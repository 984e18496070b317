// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph

/// A folder of pages: one for each flow, and an index.
package struct FlowSite: Sendable {
  private let pages: [(name: String, flow: WrittenFlow)]

  package init(_ flows: [PagedFlow]) { self.init(flows.map { WrittenFlow($0, number: 0) }) }

  package init(_ flows: [WrittenFlow]) {
    var names: Set<String> = ["index"]
    pages = flows.map { flow in
      // The file of a flow tells two flows of one name apart.
      let name = Self.name(flow.paged.flow.name)
      var free = name
      var number = 2
      while !names.insert(free).inserted {
        free = "\(name)-\(number)"
        number += 1
      }
      return (free + Self.ending, flow)
    }
  }

  /// A name that is a file's on every system, whatever the flow is called.
  private static func name(_ text: String) -> String {
    let kept = text.lowercased().unicodeScalars.map { isOfName($0) ? String($0) : "-" }
    return kept.isEmpty ? "flow" : String(kept.joined().prefix(80))
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-": true
    default: false
    }
  }

  /// Whether a file could be the page of a flow.
  static func isPage(_ file: String) -> Bool {
    let stem = file.dropLast(ending.count)
    return file.hasSuffix(ending) && !stem.isEmpty && stem != "index" && stem.unicodeScalars.allSatisfy(isOfName)
  }

  private static let ending = ".html"

  /// The files, by their names; the index is the last.
  package var files: [(name: String, text: String)] {
    pages.map { ($0.name, FlowPage([$0.flow]).text) } + [("index.html", index)]
  }

  private var index: String {
    let items = pages.map { page in
      let flow = page.flow.paged
      let errors = flow.findings.count { $0.isError && $0.reason == nil }
      let rest = flow.findings.count { !$0.isError && $0.reason == nil }
      var words: [String] = []
      if errors > 0 { words.append("<span class=\"bad\">\(errors) error\(errors == 1 ? "" : "s")</span>") }
      if rest > 0 { words.append("<span class=\"warn\">\(rest) warning\(rest == 1 ? "" : "s")</span>") }
      let claimed = flow.proofs?.claimed ?? []
      if !claimed.isEmpty, claimed.allSatisfy(\.isProved) {
        words.append("<span class=\"good\">every claim proved</span>")
      }
      if let failed = flow.failedWords { words.append(failed) }
      let (steps, interrupts) = (flow.flow.plainCount, flow.flow.interrupts.count)
      words.append("\(steps) step\(steps == 1 ? "" : "s")")
      if interrupts > 0 { words.append("\(interrupts) interrupt\(interrupts == 1 ? "" : "s")") }
      return "<li><h2><a href=\"\(page.name)\">\(HTMLText.line(flow.flow.name))</a></h2>"
        + "\(flow.flow.summary.map { "<p>\(HTMLText.line($0))</p>" } ?? "")"
        + "<p class=\"small\">\(HTMLText.line(flow.path)) · \(words.joined(separator: " · "))</p></li>"
    }
    let body =
      "<main><article class=\"flow\"><header><h1>Flows</h1><p class=\"summary\">\(pages.count == 1 ? "One flow" : "\(pages.count) flows"), "
      + "to look at, to read and to walk through</p></header><section class=\"part\"><ul class=\"list\">\(items.joined(separator: "\n"))</ul>"
      + "</section></article></main>"
    var shell = PageShell(title: "Flows", body: body, hasScript: false)
    shell.pages = pages.map(\.name)
    return shell.text
  }
}
