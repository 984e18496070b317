// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowPictures
import SDKContract

/// What is proved, what was found, and what has changed.
struct ProofSections {
  private let article: FlowArticle

  init(_ article: FlowArticle) { self.article = article }

  private var paged: PagedFlow { article.paged }

  var html: String {
    guard let proofs = paged.proofs else { return "<p class=\"note\">Nothing was proved.</p>" }
    var parts: [String] = []
    if !proofs.isComplete {
      parts.append("<p class=\"bad\">The flow is too large to follow all its runs: nothing is proved.</p>")
    }
    if proofs.ends.isEmpty {
      parts.append(
        proofs.steps.isEmpty
          ? "<p>There is no success end: nothing is claimed, and nothing proved.</p>"
          : "<p>There is no success end: nothing is claimed of an end.</p>")
    }
    parts += proofs.ends.map { place($0, "success end") } + proofs.steps.map { place($0, "step") }
    if !proofs.leftSignedIn.isEmpty {
      let names = proofs.leftSignedIn.map { "<code>\(HTMLText.line($0.value))</code>" }.joined(separator: ", ")
      parts.append("<p class=\"warn\">The user may still be signed in at \(names), where nothing is claimed.</p>")
    }
    if !proofs.grounds.isEmpty { parts.append(grounds(proofs)) }
    let limits =
      proofs.guesses.map { "guesses at <code>\(HTMLText.line($0.secret))</code>: \(HTMLText.quoting($0.words))" }
      + proofs.sends.map {
        "<code>\(HTMLText.line($0.call))</code> at \(HTMLText.line($0.step.value)) has something sent: "
          + HTMLText.quoting($0.words)
      }
    if !limits.isEmpty {
      parts.append("<h3>In a run, at worst</h3><ul>\(limits.map { "<li>\($0)</li>" }.joined())</ul>")
    }
    if !paged.scenarios.isEmpty { parts.append(scenarios) }
    return parts.joined(separator: "\n")
  }

  private func place(_ end: ProofReport.ClaimedPlace, _ kind: String) -> String {
    let claims = end.claims.map { HTMLText.quoting($0) }
    let verdict =
      end.claims.isEmpty
      ? "<span class=\"bad\">nothing is claimed</span>"
      : end.ways.isEmpty
        ? "<span class=\"warn\">no run comes here</span>"
        : end.isProved ? "<span class=\"good\">proved on every way</span>" : "<span class=\"bad\">not proved</span>"
    var facts = [("claimed", claims.isEmpty ? "nothing" : claims.joined(separator: "<br>")), ("", verdict)]
    if !end.ways.isEmpty {
      let prices = end.prices.map { "<li>\(HTMLText.line(Self.words($0)))</li>" }.joined()
      facts.append((end.prices.count > 1 ? "it takes one of" : "it takes", "<ul>\(prices)</ul>"))
    }
    if !end.setUp.isEmpty {
      facts.append(("set up on the way, and so no proof in that run", HTMLText.line(Self.words(end.setUp))))
    }
    let list = facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined()
    return
      "<section class=\"step\"><h3>\(HTMLText.line(end.name.value)) <small>\(kind)</small></h3><dl>\(list)</dl></section>"
  }

  private static func words(_ proofs: [Proof]) -> String {
    proofs.isEmpty ? "nothing" : proofs.map(\.words).joined(separator: ", ")
  }

  private func grounds(_ proofs: ProofReport) -> String {
    let rows = proofs.grounds.map { ground -> String in
      let calls = ground.calls.map { "\(HTMLText.line($0.call)) at \(HTMLText.line($0.step))" }
      let authenticator = ground.authenticator
      var facts = [authenticator.map { "channel \($0.channel.rawValue)" } ?? "no channel stated"]
      if authenticator?.isPhishingResistant ?? false { facts.append("phishing-resistant") }
      if authenticator?.isNonExportable ?? false { facts.append("non-exportable") }
      return "<tr><th scope=\"row\">\(HTMLText.line(Self.words([ground.proof])))</th>"
        + "<td>\(HTMLText.line(facts.joined(separator: ", ")))</td><td>\(calls.joined(separator: "<br>"))</td></tr>"
    }
    return "<h3>This rests on what the contract says</h3><div class=\"wide\" tabindex=\"0\" role=\"group\" "
      + "aria-label=\"Grounds\"><table><thead><tr><th scope=\"col\">proof</th><th scope=\"col\">by</th>"
      + "<th scope=\"col\">shown by</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>"
  }

  private var scenarios: String { ScenarioSection(paged).html }

  var findings: String {
    guard !paged.findings.isEmpty else { return "<p class=\"note good\">The checker finds nothing.</p>" }
    let allowed = paged.findings.count { $0.reason != nil }
    let note =
      allowed == 0
      ? ""
      : "<p class=\"note\">\(allowed == paged.findings.count ? "The checker finds nothing that is not let pass. " : "")"
        + "\(allowed) finding\(allowed == 1 ? " is" : "s are") let pass, each by the decision that stands there.</p>"
    let left = paged.findings.dropFirst(FlowArticle.most)
    let cut = left.first.map {
      "<p class=\"note\"><strong>Left out here:</strong> \(left.count) findings, from \(HTMLText.line($0.place)) on.</p>"
    }
    return note + (cut ?? "")
      + paged.findings.prefix(FlowArticle.most).enumerated().map { index, finding in
        let way = finding.way.map { "<li>\(HTMLText.quoting($0))</li>" }.joined()
        let kind = finding.reason != nil ? "allowed" : finding.isError ? "error" : "warning"
        let button = article.button(article.spots(finding.ways, finding.steps), "findings", index)
        return """
          <section class="finding \(kind)"><h3><span class="\(finding.isError ? "bad" : "warn")">\(kind)</span>
          \(HTMLText.quoting(finding.message)) <small>\(HTMLText.line(finding.code)) \(HTMLText.line(finding.slug))</small></h3>
          <p class="small">\(HTMLText.line(finding.place))</p>
          \(finding.help.map { "<p>\(HTMLText.quoting($0))</p>" } ?? "")
          \(finding.reason.map { "<p><strong>Let pass</strong> by \(HTMLText.line($0))</p>" } ?? "")
          \(way.isEmpty ? "" : "<p>How a run comes there:</p><ol>\(way)</ol>")
          \(button)
          </section>
          """
      }.joined(separator: "\n")
  }

  /// Nil where nobody asked.
  var changes: String? { ChangeSection(article)?.html }
}
