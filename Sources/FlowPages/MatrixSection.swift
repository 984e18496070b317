// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
package import FlowGraph
import SDKContract

/// The matrix of interrupts as a heat map: a cell has the colour of the gravest thing that comes of the interrupt, and says all of them in words.
package struct MatrixSection: Sendable {
  private let matrix: InterruptMatrix
  private let flow: Flow
  /// What the ids of the steps begin with; nil where no steps stand on the page.
  private let id: String?
  /// Whether a cell also tells what comes of an interrupt later than at once.
  private let tellsTimes: Bool

  init(_ matrix: InterruptMatrix, _ flow: Flow, in article: FlowArticle) {
    self.matrix = matrix
    self.flow = flow
    id = article.id
    tellsTimes = false
  }

  /// Of the matrix alone.
  package init(_ matrix: InterruptMatrix, _ flow: Flow) {
    self.matrix = matrix
    self.flow = flow
    id = nil
    tellsTimes = true
  }

  /// What comes of an interrupt, from what matters most on.
  private enum Heat: String, CaseIterable {
    case fails, wins, ends, leads, waits, resumes

    var meaning: String {
      switch self {
      case .fails: "the run ends as a failure"
      case .wins: "the run ends as a success"
      case .ends: "the run ends"
      case .leads: "the flow goes to another step"
      case .waits: "it waits, or is replaced or dropped"
      case .resumes: "the step goes on where it was"
      }
    }

    /// - Parameter line: a line of a cell.
    init?(_ line: String, _ flow: Flow) {
      var words = line.drop { $0 == " " }
      for lead in ["reply: ", "else: "] where words.hasPrefix(lead) { words = words.dropFirst(lead.count) }
      guard !words.hasSuffix(":") else { return nil }
      if words.hasPrefix("end ") {
        let end = flow.ends.first { $0.name.value == words.dropFirst(4) }
        switch end?.outcome {
        case .success?: self = .wins
        case .ended?: self = .ends
        case .failure?, nil: self = .fails
        }
      } else if words.hasPrefix("to ") {
        self = .leads
      } else {
        self = ["resume", "stay", "noticed"].contains(words) ? .resumes : .waits
      }
    }
  }

  package var html: String {
    guard !matrix.columns.isEmpty else {
      return "<p class=\"note\">The contract <code>\(HTMLText.line(flow.contract.name))</code> has no interrupts.</p>"
    }
    let head = matrix.columns.map { column -> String in
      let notes = [column.isTerminal ? "terminates" : nil, column.isHandled ? nil : "no entry"].compactMap(\.self)
      let small = notes.isEmpty ? "" : " <small>\(notes.joined(separator: ", "))</small>"
      return "<th scope=\"col\">\(link(column))\(small)</th>"
    }
    let legend = Heat.allCases.map { "<li class=\"\($0.rawValue)\">\($0.meaning)</li>" }.joined()
    return """
      <p class="note">What an interrupt does at a step\(tellsTimes ? ", or while another one is open" : ""), found out by \(matrix.runs) runs
      of the machine. The columns begin with the highest rank. Limits such as tries are not counted\(tellsTimes ? "." : Self.less)
      <code>no call</code> and <code>in call</code> are said where it matters whether a call of the step is under way. Where several
      things may come of an interrupt, the cell has the colour of the worst: the one that stands first below the table.\(Self.cut(matrix))</p>
      \(tellsTimes ? times : "")
      <div class="wide" tabindex="0" role="group" aria-label="Interrupts at each step"><table class="matrix"><thead><tr>
      <th scope="col">step</th>\(head.joined())</tr></thead><tbody>\(rows.joined())</tbody></table></div>
      <ul class="heat">\(legend)</ul>
      """
  }

  private static func cut(_ matrix: InterruptMatrix) -> String {
    matrix.unexplored == 0
      ? "" : " <strong class=\"bad\">Not complete: \(matrix.unexplored) ways were not followed.</strong>"
  }

  /// What the matrix of a whole page does not have.
  private static let less =
    ", and an interrupt comes above a step only: <code>mfaflow matrix</code> has those above interrupts as well."

  /// What the words beside the outcomes in a cell mean, and which rows are left out.
  private var times: String {
    let list = InterruptMatrix.Timing.allCases.map { "<dt>\($0.rawValue)</dt><dd>\($0.meaning)</dd>" }.joined()
    let left = matrix.rows.filter { $0.isInterrupt && !$0.isReached }.map { HTMLText.line($0.name) }
    let rows =
      left.isEmpty || matrix.unexplored > 0
      ? "" : "<p class=\"note\">No row, since no run waits there: \(left.joined(separator: ", ")).</p>"
    return "<details class=\"note\"><summary>When it comes, in each cell</summary><dl>\(list)</dl></details>\(rows)"
  }

  private func link(_ column: InterruptMatrix.Column) -> String {
    let name = HTMLText.line(column.name)
    guard let id, let step = flow.interrupts.first(where: { $0.awaited?.event == column.event }) else { return name }
    return "<a href=\"#\(id)-s\(step.id.index)\">\(name)</a>"
  }

  private var rows: [String] {
    let shown = matrix.rows.filter { $0.isReached || !$0.isInterrupt }
    let left = shown.dropFirst(FlowArticle.most)
    let last = left.first.map {
      [
        "<tr><th scope=\"row\">\(left.count) rows are left out, from <code>\(HTMLText.line($0.name))</code> on</th></tr>"
      ]
    }
    let rows = shown.prefix(FlowArticle.most).map { row -> String in
      let name = HTMLText.line(row.name)
      let head = id.map { "<a href=\"#\($0)-s\(row.step.index)\">\(name)</a>" } ?? name
      let above = row.isInterrupt ? "<br><small>it is open</small>" : ""
      let cells = row.cells.map {
        row.isReached ? cell($0) : "<td>\(matrix.unexplored == 0 ? "no run comes here" : "not looked at")</td>"
      }
      return "<tr><th scope=\"row\">\(head)\(above)</th>\(cells.joined())</tr>"
    }
    return rows + (last ?? [])
  }

  private func cell(_ cell: InterruptMatrix.Cell) -> String {
    let lines = CellWords(cell, flow).lines()
    let heats = lines.compactMap { Heat($0, flow) }
    let heat = Heat.allCases.first { heats.contains($0) }
    let words = lines.map { HTMLText.line($0) }.joined(separator: "\n")
    return "<td\(heat.map { " class=\"\($0.rawValue)\"" } ?? "")>\(words)\(later(cell))</td>"
  }

  /// What comes of it at other times.
  private func later(_ cell: InterruptMatrix.Cell) -> String {
    guard tellsTimes else { return "" }
    let times = InterruptMatrix.Timing.allCases.map { ($0, cell.outcomes($0)) }.filter { !$0.1.isEmpty }
    guard !times.isEmpty else { return "" }
    let list = times.map { time, outcomes in
      "<dt>\(time.rawValue)</dt><dd>\(outcomes.map { HTMLText.line($0) }.joined(separator: "\n"))</dd>"
    }
    return "<details><summary>\(cell.runs) runs</summary><dl>\(list.joined())</dl></details>"
  }

  /// A page with nothing but the matrix.
  ///
  /// - Parameter broken: for each run that broke a rule, what it broke, and its trace.
  package func page(broken: [(words: String, trace: [String])]) -> String {
    let runs = broken.map { run in
      let lines = run.trace.map { HTMLText.line($0) }.joined(separator: "\n")
      return
        "<section class=\"finding error\"><h3>\(HTMLText.line(run.words))</h3><pre class=\"wide\" tabindex=\"0\">\(lines)</pre></section>"
    }
    let verdict =
      broken.isEmpty
      ? "<span class=\"good\">every rule held</span>"
      : "<span class=\"bad\">\(broken.count) rule\(broken.count == 1 ? " was" : "s were") broken</span>"
    let body =
      "<main><article class=\"flow\"><header><h1>\(HTMLText.line(flow.name)) <small>\(HTMLText.line(flow.version))</small></h1>"
      + "<p class=\"summary\">What each interrupt does at each step</p>"
      + "<p class=\"facts\"><span>\(matrix.rows.count * matrix.columns.count) cells</span><span>\(matrix.runs) runs from "
      + "\(matrix.standings) standings</span>\(verdict)</p></header>"
      + (runs.isEmpty ? "" : "<section class=\"part\"><h2>Broken rules</h2>\(runs.joined())</section>")
      + "<section class=\"part\"><h2>Interrupts</h2>\(html)</section></article></main>"
    return PageShell(title: "\(flow.name): interrupts", body: body, hasScript: false).text
  }
}

extension InterruptMatrix.Timing {
  fileprivate var meaning: String {
    switch self {
    case .before: "no call is under way"
    case .during: "a call was made: before the SDK's word on it, or between that and its event"
    case .after: "the event of the call has just come"
    case .twice: "it comes two times in a row"
    case .together: "another interrupt comes right behind it"
    case .late: "the run is over, or the step was left before the reply to its call"
    }
  }
}
