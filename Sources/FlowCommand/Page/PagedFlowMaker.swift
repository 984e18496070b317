// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowChecks
import FlowDifference
import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowRuntime
import FlowStories
import FlowTesting

/// Puts together what a page shows of one flow.
struct PagedFlowMaker: Sendable {
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

  func paged() -> PagedFlow {
    let flow = drawn.flow
    let picture = FlowPicture(of: drawn.ways, open: ["all"], proofs: drawn.proofs?.byStep)
    var paged = PagedFlow(path: drawn.path, flow: flow, picture: picture)
    let size = picture.nodes.count + picture.edges.count
    do throws(Graphviz.Problem) {
      guard size <= Self.largestPicture else {
        throw .failed(
          "it would have \(picture.nodes.count) places and \(picture.edges.count) arrows, which nobody can look at")
      }
      let laid = try Graphviz.layout(of: DOTText(picture), arrows: picture.edges.count)
      (paged.svg, paged.svgShortcut) = (laid.svg, laid.shortcut)
      let overview = FlowPicture(of: drawn.ways, level: .overview)
      paged.overview = try Graphviz.layout(of: DOTText(overview), arrows: overview.edges.count, after: laid).svg
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
    if let played { take(played.played(of: flow), picture, &paged) }
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

  private func change(_ item: FlowDiff.Item, _ diff: FlowDiff, _ picture: FlowPicture) -> PagedFlow.Change {
    let difference = item.difference
    let (ways, steps, _) = picture.places(of: difference)
    var change = PagedFlow.Change(
      verdict: difference.verdict.rawValue, words: DiffReport.words(of: difference), ways: ways, steps: steps)
    func side(_ side: Difference.Side, _ sources: SourceMap) -> PagedFlow.Change.Side? {
      let place = DiffReport.place(of: side, in: sources)
      return place == nil && side.text == nil ? nil : PagedFlow.Change.Side(place: place, text: side.text)
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
    let graph = WalkGraph(Program(valid), within: bounds)
    paged.walk = graph
    var standings = Explorer.Bounds()
    let size = max(1, valid.flow.steps.count)
    standings.standings = min(Self.mostStandings, max(Self.fewestStandings, Self.mostCells / size))
    paged.matrix = InterruptMatrix(graph.program, .atOnce, within: standings)
    let found = FlowStories(graph)
    let languages = FlowWording.languages(of: valid.flow)
    // The machines of the map speak the flow's own language, which is the first.
    let programs = [graph.program] + languages.dropFirst().map { Program(valid.speaking($0)) }
    if languages.count > 1 { paged.spoken = Array(zip(languages, programs)) }
    var seen: Set<String> = []
    paged.stories = found.stories.map { story in
      let boards = programs.map { FlowStories.board(story.title, story.run, of: $0) }
      seen.formUnion(boards[0].keys)
      return SpokenStory(story.title, boards, in: languages)
    }
    for run in played?.played(of: valid.flow) ?? [] { seen.formUnion(run.board.keys) }
    paged.wording = FlowWording(
      valid, seen: seen, isComplete: found.isComplete, unreachedEnds: found.unreachedEnds)
  }

  private func take(_ played: [PlayedScenarios.Played], _ picture: FlowPicture, _ paged: inout PagedFlow) {
    var (ways, steps): (Set<Int>, Set<Int>) = ([], [])
    for run in played {
      let taken = picture.taken(by: run.trace, of: run.program)
      ways.formUnion(taken.ways)
      steps.formUnion(taken.steps)
    }
    paged.taken = (ways, steps)
    paged.stories += (self.played?.stories(of: drawn.flow) ?? []).map {
      SpokenStory("scenario: \($0.title)", $0.boards, in: $0.languages)
    }
  }

  /// - Parameter reason: who lets it pass, and why; nil where nobody does.
  private func finding(
    _ finding: Diagnostic, _ picture: FlowPicture, _ reason: String? = nil
  ) -> PagedFlow.Finding {
    let start = finding.range.start
    let path = drawn.sources.file(finding.range.file)?.path ?? drawn.path
    return PagedFlow.Finding(
      code: finding.code.id, slug: finding.code.slug, isError: finding.severity == .error, message: finding.message,
      help: finding.help, place: "\(path):\(start.line):\(start.column)", way: finding.way.map(\.message),
      ways: picture.ways(writtenAt: [finding.range] + finding.way.map(\.range)), reason: reason)
  }
}
