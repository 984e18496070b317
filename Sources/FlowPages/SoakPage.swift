// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What very many runs came to as a page: how they came out, and how long they stood at each step.
package struct SoakPage: Sendable {
  /// A row of a chart: three percentiles and the largest.
  package struct Times: Sendable {
    package let name: String
    package let visits: Int
    /// p50, p95, p99 and the largest, in the unit of the chart or in tenths of it.
    package let figures: [Int]

    package init(name: String, visits: Int, figures: [Int]) {
      self.name = name
      self.visits = visits
      self.figures = figures
    }
  }

  /// The steps of one clock.
  package struct Chart: Sendable {
    package let title: String
    package let unit: String
    /// Whether the figures are tenths of the unit: they are shown with one decimal.
    package let isInTenths: Bool
    /// The whole run is the last.
    package let rows: [Times]

    package init(title: String, unit: String, isInTenths: Bool = false, rows: [Times]) {
      self.title = title
      self.unit = unit
      self.isInTenths = isInTenths
      self.rows = rows
    }
  }

  private let title: String
  private let facts: [String]
  private let outcomes: [(words: String, count: Int, isGood: Bool)]
  private let charts: [Chart]

  /// - Parameters:
  ///   - facts: what there is to know besides, a few words each.
  ///   - outcomes: how many runs came out how, the most frequent first.
  package init(
    title: String, facts: [String], outcomes: [(words: String, count: Int, isGood: Bool)], charts: [Chart]
  ) {
    self.title = title
    self.facts = facts
    self.outcomes = outcomes
    self.charts = charts
  }

  package var text: String {
    let list = facts.map { "<span>\(HTMLText.line($0))</span>" }.joined()
    let body =
      "<main><article class=\"flow\"><header><h1>\(HTMLText.line(title))</h1><p class=\"facts\">\(list)</p></header>"
      + "<section class=\"part\"><h2>How the runs came out</h2>\(endings)</section>"
      + charts.map { "<section class=\"part\"><h2>\(HTMLText.line($0.title))</h2>\(html($0))</section>" }.joined()
      + "</article></main>"
    return PageShell(title: title, body: body, hasScript: false).text
  }

  private static let width = 600

  private var endings: String {
    guard let most = outcomes.map(\.count).max(), most > 0 else { return "<p class=\"note\">No run was done.</p>" }
    let all = outcomes.reduce(0) { $0 + $1.count }
    let rows = outcomes.map { outcome in
      let length = max(1, outcome.count * Self.width / most)
      return "<tr><th scope=\"row\">\(HTMLText.line(outcome.words))</th><td class=\"number\">\(outcome.count)</td>"
        + "<td class=\"number\">\(Self.share(outcome.count, of: all))</td><td class=\"bars\">"
        + Self.bars([(outcome.isGood ? "good" : "poor", 0, length)], height: 14) + "</td></tr>"
    }
    return Self.table(["came to", "runs", "share", ""], rows, "How the runs came out")
  }

  /// Such as `12.5 %`.
  private static func share(_ count: Int, of all: Int) -> String {
    let tenths = all > 0 ? (count * 1_000 + all / 2) / all : 0
    return "\(decimal(tenths)) %"
  }

  /// Such as `12.5` of 125 tenths.
  private static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

  private func html(_ chart: Chart) -> String {
    guard let most = chart.rows.flatMap(\.figures).max(), !chart.rows.isEmpty else {
      return "<p class=\"note\">No step was visited.</p>"
    }
    let rows = chart.rows.map { row in
      let places = row.figures.map { Self.place(of: $0, most: most) }
      var bars: [(String, Int, Int)] = []
      for (name, (from, to)) in zip(["half", "most", "nearly", "all"], zip([0] + places, places)) {
        bars.append((name, from, to))
      }
      let figures = row.figures.map { figure in
        "<td class=\"number\">\(chart.isInTenths ? Self.decimal(figure) : "\(figure)")</td>"
      }.joined()
      return "<tr><th scope=\"row\">\(HTMLText.line(row.name))</th><td class=\"number\">\(row.visits)</td>\(figures)"
        + "<td class=\"bars\">\(Self.bars(bars, height: 14))</td></tr>"
    }
    let note =
      "<p class=\"note\">In \(HTMLText.line(chart.unit)). A bar reaches to what half of the visits did not exceed, then 95 and 99 of a "
      + "hundred, then all. The scale is logarithmic: a bar twice as long stands for far more than twice the time.</p>"
    let legend =
      "<ul class=\"heat\"><li class=\"half\">up to p50</li><li class=\"most\">up to p95</li><li class=\"nearly\">up to p99</li>"
      + "<li class=\"all\">up to the largest</li></ul>"
    return note
      + Self.table(["step", "visits", "p50", "p95", "p99", "max", ""], rows, chart.title) + legend
  }

  /// Where a time stands on a scale that shows milliseconds beside minutes.
  private static func place(of time: Int, most: Int) -> Int {
    guard most > 0, time > 0 else { return 0 }
    return max(1, hundredths(time + 1) * width / max(1, hundredths(most + 1)))
  }

  /// The logarithm to the base 2, in hundredths: straight between two powers.
  private static func hundredths(_ number: Int) -> Int {
    let power = Int.bitWidth - 1 - number.leadingZeroBitCount
    let rest = number - (1 << power)
    return power * 100 + Int(Double(rest) * 100 / Double(1 << power))
  }

  private static func bars(_ bars: [(name: String, from: Int, to: Int)], height: Int) -> String {
    let rects = bars.filter { $0.to > $0.from }.map {
      "<rect class=\"\($0.name)\" x=\"\($0.from)\" width=\"\($0.to - $0.from)\" height=\"\(height)\"/>"
    }
    return
      "<svg viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(rects.joined())</svg>"
  }

  private static func table(_ heads: [String], _ rows: [String], _ label: String) -> String {
    let head = heads.enumerated().map { index, name in
      name.isEmpty ? "<td></td>" : "<th scope=\"col\"\(index > 0 ? " class=\"number\"" : "")>\(name)</th>"
    }.joined()
    return
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"\(HTMLText.line(label))\"><table class=\"times\"><thead><tr>"
      + "\(head)</tr></thead><tbody>\(rows.joined())</tbody></table></div>"
  }
}
