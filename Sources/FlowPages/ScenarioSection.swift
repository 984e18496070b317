// SPDX-License-Identifier: Apache-2.0

/// The scenarios of a flow on its page: what came of each, and how much they take.
struct ScenarioSection {
  private let paged: PagedFlow

  init(_ paged: PagedFlow) { self.paged = paged }

  var html: String {
    let count = paged.scenarios.count
    let failed = paged.failedScenarios
    let skipped = paged.scenarios.count { $0.verdict == "skipped" }
    let words =
      "\(count) scenario\(count == 1 ? "" : "s"), \(count - failed - skipped) passed"
      + (skipped > 0 ? ", \(skipped) skipped" : "") + (failed > 0 ? ", \(failed) failed" : "")
    // What is not as it should be comes first, and is not folded away.
    let others = paged.scenarios.filter { $0.verdict == "failed" } + paged.scenarios.filter { $0.verdict == "skipped" }
    let passed = paged.scenarios.filter { $0.verdict == "passed" }
    return "<h3>Scenarios</h3>\(table)<p>\(words).</p>" + (others.isEmpty ? "" : list(others))
      + (passed.isEmpty ? "" : "<details><summary>\(passed.count) passed</summary>\(list(passed))</details>")
  }

  private func list(_ scenarios: [PagedFlow.Scenario]) -> String {
    let rows = scenarios.map { scenario in
      let look = ["passed": "good", "failed": "bad"][scenario.verdict] ?? "warn"
      return "<li><span class=\"\(look)\">\(HTMLText.line(scenario.verdict))</span> \(HTMLText.line(scenario.name))"
        + (scenario.reason.map { "<br><small>\(HTMLText.quoting($0))</small>" } ?? "") + "</li>"
    }
    return "<ul>\(rows.joined())</ul>"
  }

  private var table: String {
    guard !paged.counts.isEmpty else { return "" }
    let rows = paged.counts.map { count in
      "<tr><th scope=\"row\">\(HTMLText.line(count.kind))</th><td class=\"number\">\(count.taken)</td>"
        + "<td class=\"number\">\(count.all)</td><td class=\"number\">\(count.percent) %</td></tr>"
    }
    let note =
      paged.counts.last?.kind == "alone"
      ? "<p class=\"note\">The scenarios of other flows count for what this flow shares with them; <em>alone</em> is what "
        + "its own take.</p>" : ""
    let heads = ["taken", "of", "percent"].map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
    return
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Coverage\"><table class=\"times\"><thead><tr>"
      + "<td></td>\(heads.joined())</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></div>\(note)"
  }
}

extension PagedFlow {
  /// How many of its scenarios failed.
  var failedScenarios: Int { scenarios.count { $0.verdict == "failed" } }

  /// That scenarios failed, for where the page says how good the flow is; nil where none did.
  var failedWords: String? {
    let (failed, all) = (failedScenarios, scenarios.count)
    return failed == 0 ? nil : "<span class=\"bad\">\(failed) of \(all) scenario\(all == 1 ? "" : "s") failed</span>"
  }
}
