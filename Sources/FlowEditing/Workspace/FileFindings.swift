// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import FlowScenarios
import FlowSyntax
import FlowTesting
import LocalFiles
import RELIDSimulator
import SDKContract
import YAMLTree

/// What is wrong with one file, whatever its kind, as the command for that kind tells it.
struct FileFindings: Sendable {
  /// Judges a flow or a part.
  typealias Judging = (SourceFile) -> FileJudgement

  var findings: [PlacedFinding] = []
  /// The paths of all that was read for it.
  var files: Set<String> = []
  /// The text that was looked at.
  let text: EditedText
  /// Whether nobody has checked the graph of the flow yet: it may show more.
  private(set) var isUnchecked = false

  /// What is wrong with a file and all that it is made of.
  ///
  /// - Parameters:
  ///   - isFlow: whether it is meant to be a flow, where its keys do not tell.
  ///   - reads: how texts are had; also by whoever judges.
  init(_ text: EditedText, isFlow: Bool, _ reads: NotedReads, judging judge: Judging) {
    self.text = text
    files = [text.path]
    _ = reads.take()
    switch text.kind {
    case .flow, .part: takeFlow(text, judge)
    case .scenarios: takeScenarios(text, reads.reading)
    case .contract:
      let told = ContractFile.told(ContractReader.read(text.file).findings, in: text.file)
      take(told.findings, SourceMap([text.file]))
    case .world: takeCovered(WorldReader.read(text.file).findings, text)
    case .answers: takeCovered(AnswersReader.read(text.file).findings, text)
    case .config:
      let read = CheckConfiguration.read(text.file)
      let told = read.findings + (read.value?.stalePermits ?? [])
      take(told.inReadingOrder(), SourceMap([text.file]))
      if let baseline = read.value?.findingsOfBaseline(in: text.file, reads.reading) {
        take(baseline.findings, baseline.sources)
      }
    case .catalogue: takeCatalogue(text)
    case nil: if isFlow { takeFlow(text, judge) }
    }
    files.formUnion(reads.take())
  }

  private mutating func take(_ findings: [Diagnostic], _ sources: SourceMap) {
    self.findings += findings.compactMap { PlacedFinding($0, in: sources) }
    files.formUnion(sources.files.map(\.path))
  }

  private mutating func takeFlow(_ text: EditedText, _ judge: Judging) {
    let judged = judge(text.file)
    take(judged.told, judged.sources)
    isUnchecked = judged.isUnchecked
  }

  /// The same with what was found in the graph before, moved along with the text: it stands until that is checked again.
  func keeping(graphOf last: FileFindings) -> FileFindings {
    guard isUnchecked else { return self }
    let moved = MovedPlaces(from: last.text, to: text)
    var kept = self
    kept.findings += last.findings.filter { FileJudge.rulesOfGraphs.contains($0.finding.code) }.map(moved.moved)
    kept.files.formUnion(last.files)
    return kept
  }

  /// Whether a place of a finding is in a file.
  func speaks(of path: String) -> Bool {
    files.contains(path)
      && findings.contains { $0.path == path || $0.related.contains { related in related.path == path } }
  }

  /// The same after a change of a text that was read for it, until it is checked again: of what no graph shows there, what stands in the
  /// change itself may be mended, and what the file's own check tells, too, is left to that.
  func following(_ moved: MovedPlaces, leavingOut codes: Set<DiagnosticCode>) -> FileFindings {
    var kept = self
    kept.findings = findings.filter { placed in
      let code = placed.finding.code
      if placed.path != moved.path || FileJudge.rulesOfGraphs.contains(code) { return true }
      return !codes.contains(code) && !moved.touches(placed.finding.range)
    }.map(moved.moved)
    return kept
  }

  /// Of a file with secrets, only what may be told is told.
  private mutating func takeCovered(_ findings: [Diagnostic], _ text: EditedText) {
    guard let known = text.known else { return }
    take(known.covered(findings.inReadingOrder(), in: text.file).findings, SourceMap([text.file]))
  }

  private mutating func takeCatalogue(_ text: EditedText) {
    guard let known = text.known else { return }
    let tree = YAML.read(text.file, words: known.words, leavingOutCharacters: FileKind.mayBeShown)
    let read = tree.value.map { DocumentReader.readCatalogue($0).findings } ?? []
    take(tree.findings.refined(by: read).inReadingOrder(), SourceMap([text.file]))
  }

  /// What is wrong with the flow of scenarios is told with the flow.
  private mutating func takeScenarios(_ text: EditedText, _ reading: @escaping FileReader.Reading) {
    let plan = TestPlanReader.read(
      [.file(text.path, isNamed: true)], ScenarioChoice(), contract: nil, reading, naming: reading)
    for case .sound(let file) in plan.files.map(\.state) {
      let told = file.unplayable.values.flatMap(\.self).inReadingOrder()
      take(told.filter { file.sources.file($0.range.file)?.path == text.path }, SourceMap([text.file]))
    }
    for case .broken(let file) in plan.files.map(\.state) {
      take(file.findings.filter { file.sources.file($0.range.file)?.path == text.path }, SourceMap([text.file]))
    }
    files.formUnion(plan.paths)
  }
}
