// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowDifference
import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowRuntime
import FlowStories

/// Puts together what a page shows of one flow.
struct PagedFlowMaker: Sendable {
  let drawn: DrawnFlow
  /// What came of the scenarios of the flow; nil where none were to be played.
  let played: [PlayedScenarios.Played]?
  /// What differs from the flow as it was; nil where nobody asked.
  let changes: [Difference]?
  let bounds: WalkGraph.Bounds

  func paged() -> PagedFlow {
    let flow = drawn.flow
    let picture = FlowPicture(of: drawn.ways, open: ["all"], proofs: Checker.proofsByStep(flow))
    var paged = PagedFlow(path: drawn.path, flow: flow, picture: picture)
    do throws(Graphviz.Problem) {
      paged.svg = try Graphviz.svg(of: DOTText(picture).text)
      paged.overview = try Graphviz.svg(of: DOTText(FlowPicture(of: drawn.ways, level: .overview)).text)
    } catch {
      paged.svgProblem = error.message
    }
    paged.findings = drawn.findings.map { finding($0, picture) }
    paged.proofs = drawn.proofs
    if let valid = drawn.valid { tell(valid, &paged) }
    if let played { take(played, picture, &paged) }
    paged.changes = changes?.map { difference in
      let (ways, steps) = picture.places(of: [difference])
      return PagedFlow.Change(
        verdict: difference.verdict.rawValue, words: difference.words, ways: ways, steps: steps)
    }
    return paged
  }

  private func tell(_ valid: ValidFlow, _ paged: inout PagedFlow) {
    let graph = WalkGraph(Program(valid), within: bounds)
    paged.walk = graph
    let found = FlowStories(graph)
    let tags = valid.flow.languageTags
    let programs = tags.isEmpty ? [graph.program] : tags.map { Program(valid.speaking($0)) }
    let languages = tags.isEmpty ? [FlowWording.own] : tags
    var seen: Set<String> = []
    paged.stories = found.stories.map { story in
      let boards = programs.map { FlowStories.board(story.title, story.run, of: $0) }
      seen.formUnion(boards[0].keys(in: valid.flow))
      return SpokenStory(story.title, boards, in: languages)
    }
    for run in played ?? [] { seen.formUnion(run.board.keys(in: valid.flow)) }
    paged.wording = FlowWording(valid, seen: seen, isComplete: found.isComplete)
  }

  private func take(_ played: [PlayedScenarios.Played], _ picture: FlowPicture, _ paged: inout PagedFlow) {
    var (ways, steps): (Set<Int>, Set<Int>) = ([], [])
    for run in played {
      let taken = picture.taken(by: run.trace, of: run.program)
      ways.formUnion(taken.ways)
      steps.formUnion(taken.steps)
    }
    paged.taken = (ways, steps)
    paged.scenarios = played.map { ($0.name, $0.passed) }
    paged.stories += played.map {
      SpokenStory("scenario: \($0.name)", [$0.board], in: [drawn.flow.languageTags.first ?? FlowWording.own])
    }
  }

  private func finding(_ finding: Diagnostic, _ picture: FlowPicture) -> PagedFlow.Finding {
    let start = finding.range.start
    let path = drawn.sources.file(finding.range.file)?.path ?? drawn.path
    return PagedFlow.Finding(
      code: finding.code.id, slug: finding.code.slug, isError: finding.severity == .error, message: finding.message,
      help: finding.help, place: "\(path):\(start.line):\(start.column)", way: finding.way.map(\.message),
      ways: picture.ways(writtenAt: [finding.range] + finding.way.map(\.range)), reason: nil)
  }
}
