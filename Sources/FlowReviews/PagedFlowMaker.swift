// SPDX-License-Identifier: Apache-2.0

package import CheckPolicy
import Diagnostics
package import DifferenceReports
import FlowChecks
import FlowDifference
package import FlowExploration
import FlowGraph
package import FlowPages
import FlowPictures
import FlowRuntime
import FlowStories
package import FlowTesting
import SystemCalls
import YAMLTree

/// Puts together what a page shows of one flow.
package struct PagedFlowMaker: Sendable {
  let drawn: DrawnFlow
  /// Its findings, as the team judges them.
  let judged: JudgedFindings
  /// What came of the scenarios of the flow; nil where none were to be played.
  let played: PlayedScenarios?
  /// What a test says of them; nil where none is about this flow.
  let outcome: FlowOutcome?
  /// What differs from the flow as it was; nil where nobody asked.
  let changes: FlowDiff?
  let bounds: WalkGraph.Bounds

  /// A page is made soon; `mfaflow matrix` looks at more.
  private static let (fewestStandings, mostStandings) = (200, 5_000)
  /// Standings times steps: a standing of a larger flow takes more room.
  private static let mostCells = 500_000

  /// So many places and arrows together are laid out.
  private static let largestPicture = 3_000

  package init(
    drawn: DrawnFlow, judged: JudgedFindings, played: PlayedScenarios?, outcome: FlowOutcome?, changes: FlowDiff?,
    bounds: WalkGraph.Bounds
  ) {
    self.drawn = drawn
    self.judged = judged
    self.played = played
    self.outcome = outcome
    self.changes = changes
    self.bounds = bounds
  }

  /// The flows of a page, or of many pages, made on all cores.
  ///
  /// - Parameter isSite: whether each has a page of its own.
  package static func written(_ makers: [PagedFlowMaker], isSite: Bool) async -> [WrittenFlow] {
    // The largest first, so that the last one is short.
    let order = makers.indices.sorted { makers[$0].drawn.flow.steps.count > makers[$1].drawn.flow.steps.count }
    // One more than there are cores: while a picture is laid out, a worker waits.
    let shares = await Workers.share(makers.count, among: min(makers.count, Processors.count + 1)) { queue in
      var share: [(Int, WrittenFlow)] = []
      while let index = queue.take().map({ order[$0.lowerBound] }) {
        share.append((index, WrittenFlow(makers[index].paged(), number: isSite ? 0 : index)))
      }
      return share
    }
    return shares.flatMap(\.self).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func paged() -> PagedFlow {
    let flow = drawn.flow
    let picture = drawn.picture(opening: ["all"])
    var paged = PagedFlow(path: drawn.path, flow: flow, picture: picture)
    paged.lineage = lineage
    let size = picture.nodes.count + picture.edges.count
    do throws(Graphviz.Problem) {
      guard size <= Self.largestPicture else {
        throw .failed(
          "it would have \(picture.nodes.count) places and \(picture.edges.count) arrows, which nobody can look at")
      }
      let overview = FlowPicture(of: drawn.ways, level: .overview)
      let laid = try Graphviz.layouts(of: [DOTText(picture), DOTText(overview)], arrows: picture.edges.count)
      (paged.svg, paged.svgShortcut, paged.overview) = (laid[0].svg, laid[0].shortcut, laid[1].svg)
    } catch {
      paged.svgProblem = error.message + (error.installation.map { "; \($0)" } ?? "")
    }
    paged.findings =
      judged.told.map { finding($0, picture) } + judged.suppressed.map { finding($0.finding, picture, $0.decision) }
    paged.proofs = drawn.proofs
    if let valid = drawn.valid {
      tell(valid, &paged)
    } else {
      paged.wording = FlowWording(ofBroken: flow)
    }
    if let played {
      paged.taken = picture.taken(by: played.played(of: flow))
      paged.stories += played.stories(of: flow).map {
        SpokenStory("scenario: \($0.title)", $0.boards, in: $0.languages)
      }
    }
    if let outcome {
      paged.scenarios = outcome.scenarios.map {
        PagedFlow.Scenario(name: $0.name, verdict: $0.verdict.rawValue, reason: $0.reason)
      }
      // Where nothing is shared, both are the same.
      let alone = outcome.counts.last.map { $0.taken != outcome.alone.taken } ?? false ? [outcome.alone] : []
      paged.counts = (outcome.counts + alone).map {
        PagedFlow.Count(kind: $0.kind, taken: $0.taken, all: $0.all, percent: $0.percent)
      }
    }
    paged.changes = changes.map { diff in diff.items.map { change($0, diff, picture) } }
    return paged
  }

  /// What a variant says of its base, and of what it refines.
  private var lineage: [String] {
    guard let file = drawn.sources.file(.first), let root = YAML.read(file).value else { return [] }
    let base = root["extends"]?.text.map { "variant of \($0)" }
    let refined = root["refines"]?.text.map { "refines \($0 == "true" ? "its base" : $0)" }
    return [base, refined].compactMap(\.self)
  }

  private func change(_ item: FlowDiff.Item, _ diff: FlowDiff, _ picture: FlowPicture) -> PagedFlow.Change {
    let difference = item.difference
    let (ways, steps, ends) = picture.places(of: difference)
    var change = PagedFlow.Change(
      verdict: difference.verdict.rawValue, words: DiffReport.words(of: difference), ways: ways, steps: steps)
    change.ends = ends
    func side(_ side: Difference.Side, _ sources: SourceMap) -> PagedFlow.Change.Side? {
      let place = DiffReport.place(of: side, in: sources)
      guard place != nil || side.text != nil else { return nil }
      return PagedFlow.Change.Side(place: place, text: side.text, said: side.said)
    }
    change.old = side(difference.old, diff.sources.old)
    change.new = side(difference.new, diff.sources.new)
    change.way = difference.way.map(\.message)
    if item.run != nil {
      let shown = SideBySide(item, diff)
      change.run = PagedFlow.Change.Run(before: shown.lead + shown.before, old: shown.sides.old, new: shown.sides.new)
    }
    return change
  }

  private func tell(_ valid: ValidFlow, _ paged: inout PagedFlow) {
    var graph = WalkGraph(Program(valid), within: bounds)
    var standings = Explorer.Bounds()
    let size = max(1, valid.flow.steps.count)
    standings.standings = min(Self.mostStandings, max(Self.fewestStandings, Self.mostCells / size))
    paged.matrix = InterruptMatrix(graph.program, .atOnce, within: standings)
    let seen = (played?.played(of: valid.flow) ?? []).flatMap(\.board.keys)
    let spoken = SpokenFlow(valid, graph, seenElsewhere: Set(seen))
    graph.follow(spoken.runsToEnds)
    paged.walk = graph
    if spoken.languages.count > 1 { paged.spoken = Array(zip(spoken.languages, spoken.programs)) }
    paged.stories = spoken.stories
    paged.wording = spoken.wording
  }

  /// - Parameter reason: who lets it pass, and why; nil where nobody does.
  private func finding(
    _ finding: Diagnostic, _ picture: FlowPicture, _ reason: String? = nil
  ) -> PagedFlow.Finding {
    let start = finding.range.start
    let path = drawn.sources.file(finding.range.file)?.path ?? drawn.path
    var told = PagedFlow.Finding(
      code: finding.code.id, slug: finding.code.slug, isError: finding.severity == .error, message: finding.message,
      help: finding.help, place: "\(path):\(start.line):\(start.column)", way: finding.way.map(\.message),
      ways: picture.ways(writtenAt: [finding.range] + finding.way.map(\.range)), reason: reason)
    told.steps = picture.steps(of: [finding])
    return told
  }
}
