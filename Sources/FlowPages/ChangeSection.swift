// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// What differs from a flow as it was, on its page: in words, as it is written in both, and by the run that shows it.
struct ChangeSection {
  private let article: FlowArticle
  private let changes: [PagedFlow.Change]

  /// Nil where nobody asked.
  init?(_ article: FlowArticle) {
    guard let changes = article.paged.changes else { return nil }
    self.article = article
    self.changes = changes
  }

  var html: String {
    guard !changes.isEmpty else { return "<p class=\"note\">Nothing differs from the flow as it was.</p>" }
    return "<ul class=\"changes\">" + changes.enumerated().map { item($1, $0) }.joined() + "</ul>"
  }

  private func item(_ change: PagedFlow.Change, _ index: Int) -> String {
    let steps = change.steps.sorted().map {
      "<a href=\"#\(article.id)-s\($0)\">\(HTMLText.line(article.flow.steps[$0].name.value))</a>"
    }
    let button = article.button(article.spots(change.ways, change.steps, change.ends), "changes", index)
    let look = HTMLText.line(change.verdict.replacing(" ", with: "-"))
    return "<li><span class=\"verdict \(look)\">\(HTMLText.line(change.verdict))</span> "
      + HTMLText.quoting(change.words) + (steps.isEmpty ? "" : " — \(steps.joined(separator: ", "))") + " " + button
      + sides(of: change) + way(of: change) + run(of: change) + "</li>"
  }

  private func sides(of change: PagedFlow.Change) -> String {
    guard change.old != nil || change.new != nil else { return "" }
    let cells = [("old", change.old), ("new", change.new)].map { name, side in
      let text = side.map(words) ?? ""
      let place = side?.place.map { "<small>\(HTMLText.line($0))</small>" } ?? ""
      return "<dt>\(name)</dt><dd>\(text.isEmpty && place.isEmpty ? "nothing" : text + place)</dd>"
    }
    return "<dl class=\"sides\">\(cells.joined())</dl>"
  }

  /// What one of the two flows says: in words on it, names are in backticks; in a message, a backtick is one.
  private func words(of side: PagedFlow.Change.Side) -> String {
    guard let text = side.text else { return "" }
    let said = side.said ?? ""
    let words = text.hasSuffix(said) ? String(text.dropLast(said.count)) : text
    return "<pre>\(HTMLText.quoting(words))\(words == text ? "" : HTMLText.message(said))</pre>"
  }

  private func way(of change: PagedFlow.Change) -> String {
    guard !change.way.isEmpty else { return "" }
    return "<p>By this way:</p><ol>\(change.way.map { "<li>\(HTMLText.quoting($0))</li>" }.joined())</ol>"
  }

  private func run(of change: PagedFlow.Change) -> String {
    guard let run = change.run else { return "" }
    let before = "<p>\(HTMLText.line(run.before))</p>"
    guard !run.old.isEmpty || !run.new.isEmpty else {
      return "<details><summary>A run that shows it</summary>\(before)</details>"
    }
    let rows = (0..<max(run.old.count, run.new.count)).map { index in
      let cells = [run.old, run.new].map { index < $0.count ? HTMLText.line($0[index]) : "" }
      return "<tr><td>\(cells[0])</td><td>\(cells[1])</td></tr>"
    }
    return "<details><summary>A run that shows it</summary>\(before)<div class=\"wide\" tabindex=\"0\" role=\"group\" "
      + "aria-label=\"What the old flow and the new one do\"><table><thead><tr><th scope=\"col\">old</th>"
      + "<th scope=\"col\">new</th></tr></thead><tbody>\(rows.joined())</tbody></table></div></details>"
  }
}
