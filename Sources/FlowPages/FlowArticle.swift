// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowExploration
import FlowGraph
import FlowPictures
import FlowStories
import SDKContract

/// One flow of a page.
struct FlowArticle {
  let paged: PagedFlow
  /// Which of the flows of the page it is; its ids begin with it.
  let id: String
  /// The runs to walk over; nil for a flow with errors.
  private let map: WalkData?

  init(_ paged: PagedFlow, number: Int) {
    self.paged = paged
    id = "f\(number)"
    map = paged.walk.map {
      WalkData($0, in: paged.spoken.first?.language ?? "", Array(paged.spoken.dropFirst()), paged.wording)
    }
  }

  var flow: Flow { paged.flow }

  /// So many steps, ends and texts are told of: no browser is at ease with a page of twenty thousand.
  static let most = 1_000

  /// Whether the page has a section for a step, as an index: for the first ones, and for interrupts, which come last.
  func tells(_ step: Int) -> Bool {
    let steps = flow.steps
    guard steps.count > Self.most else { return true }
    return step < Self.most || steps[step].isInterrupt && step >= steps.count - Self.most
  }

  /// Whether the flow has errors, so that nothing is told of its runs.
  var doesNotRun: Bool { paged.walk == nil }

  static let notRun = "<p class=\"note\">The flow has errors, so it does not run. See the findings.</p>"

  var html: String {
    var parts: [(key: String, name: String, html: String)] = [
      ("picture", "Picture", picture), ("steps", "Steps", StepSections(self).html),
      ("walk", "Walk through", walk), ("screens", "Screens", StorySections(self).html),
      ("texts", "Texts", StorySections(self).texts), ("proofs", proofsName, ProofSections(self).html),
      ("findings", findingsName, ProofSections(self).findings),
    ]
    if let matrix = paged.matrix {
      parts.insert(("matrix", "Interrupts", MatrixSection(matrix, flow, in: self).html), at: 3)
    } else if doesNotRun {
      parts.insert(("matrix", "Interrupts", Self.notRun), at: 3)
    }
    if let changes = ProofSections(self).changes { parts.append(("changes", "Changes", changes)) }
    let links = parts.map { "<li><a href=\"#\(id)-\($0.key)\">\($0.name)</a></li>" }.joined()
    let sections = parts.map { part in
      "<section id=\"\(id)-\(part.key)\" class=\"part \(part.key)\" aria-labelledby=\"\(id)-\(part.key)-name\">\n"
        + "<h2 id=\"\(id)-\(part.key)-name\">\(part.name)</h2>\n\(part.html)\n</section>"
    }
    return """
      <article class="flow" id="\(id)">
      <header>
      <h1>\(HTMLText.line(flow.name)) <small>\(HTMLText.line(flow.version))</small></h1>
      \(flow.summary.map { "<p class=\"summary\">\(HTMLText.line($0))</p>" } ?? "")
      <p class="facts">\(facts.joined(separator: " "))</p>
      </header>
      <nav class="parts" aria-label="\(HTMLText.line(flow.name))"><ul>\(links)</ul></nav>
      \(sections.joined(separator: "\n"))
      \(data)
      </article>
      """
  }

  private var findingsName: String {
    let open = paged.findings.count { $0.reason == nil }
    return open == 0 ? "Findings" : "Findings (\(open))"
  }

  /// What went wrong stands in the list of parts, too.
  private var proofsName: String {
    paged.failedScenarios == 0 ? "Proofs" : "Proofs (\(paged.failedScenarios) failed)"
  }

  private var facts: [String] {
    var facts = ["<span>\(HTMLText.line(paged.path))</span>"]
    facts += paged.lineage.map { "<span>\(HTMLText.line($0))</span>" }
    facts.append("<span>contract \(HTMLText.line(flow.contract.name)) \(HTMLText.line(flow.contract.version))</span>")
    if let goal = flow.goal { facts.append("<span>goal \(HTMLText.line(goal.value))</span>") }
    if !flow.silentThreats.isEmpty {
      let words = flow.silentThreats.map { HTMLText.line($0.value) }.joined(separator: ", ")
      facts.append("<span>passes silently: threats of \(words)</span>")
    }
    let errors = paged.findings.count { $0.isError && $0.reason == nil }
    if errors > 0 {
      facts.append("<span class=\"bad\">\(errors) error\(errors == 1 ? "" : "s")</span>")
    } else if let proofs = paged.proofs {
      let claimed = proofs.claimed
      if !claimed.isEmpty, claimed.allSatisfy(\.isProved) {
        facts.append("<span class=\"good\">every claim proved</span>")
      } else {
        facts.append("<span class=\"bad\">\(claimed.isEmpty ? "nothing claimed" : "not every claim proved")</span>")
      }
    }
    if let failed = paged.failedWords { facts.append(failed) }
    return facts
  }

  /// The picture, or how to get it.
  private var picture: String {
    guard let svg = paged.svg else {
      return "<p class=\"note\">There is no picture: \(HTMLText.line(paged.svgProblem ?? "none was made")). "
        + "The steps say the same in words.</p>"
    }
    let shortcut =
      paged.svgShortcut.map { "<p class=\"note\">\(HTMLText.line($0.prefix(1).uppercased() + $0.dropFirst())).</p>\n" }
      ?? ""
    return """
      \(shortcut)<div class="tools" role="group" aria-label="Picture">
      <label>Search <input type="search" class="search" autocomplete="off" spellcheck="false"></label>
      <button type="button" class="smaller" aria-label="Smaller">−</button>
      <button type="button" class="larger" aria-label="Larger">+</button>
      <button type="button" class="fit">Fit</button>
      <label class="switch"><input type="checkbox" class="every"> step by step</label>
      <output class="found" aria-live="polite"></output>
      </div>
      \(paged.overview.map { canvas($0, "overview", "Overview of \(HTMLText.line(flow.name))", "\(id)-o") } ?? "")
      \(canvas(svg, "whole", "All transitions of \(HTMLText.line(flow.name)); the steps say the same in words", "\(id)-p"))
      <ul class="legend">
      <li class="event">what the SDK sends</li><li class="setback">a code or an error</li>
      <li class="choice">what the user chooses</li><li class="itself">by itself</li>
      <li class="deny">a module denies</li><li class="exhausted">nothing is left</li>
      <li class="timeout">time is up</li><li class="otherwise">else: what no line names</li>
      </ul>
      """
  }

  private func canvas(_ svg: String, _ name: String, _ label: String, _ prefix: String) -> String {
    "<div class=\"canvas \(name)\" tabindex=\"0\" role=\"group\" aria-label=\"\(label)\">\n"
      + PageSVG.text(svg, prefix: prefix) + "\n</div>"
  }

  private var walk: String {
    guard let map else { return Self.notRun }
    let cut =
      map.isWhole
      ? "The page has every run in which one interrupt waits at a time."
      : "The page has the shortest runs, and those to the ends. \(map.cutPlaces) of its \(map.places) places say that it has "
        + "nothing beyond them: <code>mfaflow play</code> goes on from there."
    return """
      <p class="note">You are the user and the SDK. What may happen, what is noted and what is shown was made by the machine that runs
      the flow. \(cut)</p>
      <div class="walker" data-flow="\(id)">
      <p class="noscript">Walking needs the script of this page.</p>
      </div>
      """
  }

  /// What the script reads.
  private var data: String {
    var json = JSONWriter()
    json.object { json in
      json.array("steps") { json in for step in flow.steps { json.string(TerminalText.line(step.name.value)) } }
      json.array("findings") { json in
        for finding in paged.findings { write(spots(finding.ways, finding.steps), to: &json) }
      }
      json.array("changes") { json in
        for change in paged.changes ?? [] { write(spots(change.ways, change.steps, change.ends), to: &json) }
      }
    }
    var data = "<script type=\"application/json\" id=\"\(id)-data\">\(HTMLText.data(json.text))</script>"
    if let map { data += "\n<script type=\"application/json\" id=\"\(id)-map\">\(HTMLText.data(map.json))</script>" }
    return data
  }

  private func write(_ spots: [String], to json: inout JSONWriter) {
    json.array { json in for spot in spots { json.string(spot) } }
  }

  /// Where something is in the picture: arrows, each with the places at its ends, then places, such as `["x5 s1 e0", "s3"]`.
  func spots(_ ways: Set<Int>, _ steps: Set<Int>, _ ends: Set<Int> = []) -> [String] {
    guard paged.svg != nil else { return [] }
    let picture = paged.picture
    let arrows = picture.edges.indices.filter { picture.edges[$0].ways.contains(where: ways.contains) }
    let places = picture.nodes.indices.filter { index in
      switch picture.nodes[index].subject {
      case .step(let step): steps.contains(step)
      case .end(let end): ends.contains(end)
      default: false
      }
    }
    return arrows.map { index in
      let edge = picture.edges[index]
      return "x\(index) \(picture.id(of: edge.from)) \(picture.id(of: edge.to))"
    } + places.map(picture.id)
  }

  /// The button that shows something in the picture; empty for what is nowhere there.
  ///
  /// - Parameter kind: the list of the data that tells where, as `index` does.
  func button(_ spots: [String], _ kind: String, _ index: Int) -> String {
    spots.isEmpty
      ? ""
      : "<button type=\"button\" class=\"mark\" data-kind=\"\(kind)\" data-index=\"\(index)\">Show in the picture</button>"
  }
}
