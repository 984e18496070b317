// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import FlowDifference
import FlowExploration
import FlowGraph
import FlowRuntime

/// What the comparison of two flows says, and what brute force says of it.
struct PairTrial: Sendable {
  enum Verdict: String, Sendable, CaseIterable {
    /// Both say that the flows do the same.
    case same
    /// Both say that they do not.
    case different
    /// A run tells them apart, and the comparison says that they do the same.
    case missed
    /// The comparison tells of a difference, and no run shows one.
    case falseAlarm = "false alarm"
    /// The comparison does not decide.
    case undecided = "not decided"
    /// Both agree, but the comparison too has had to play all runs: it shows nothing of what it finds without them.
    case playedOut = "decided by all runs"
    /// All runs of each flow show that it has become weaker or stronger, and the comparison does not say so, or the other way round.
    case wrongClass = "wrong class"
    /// There are too many runs, or one of the flows is none.
    case notJudged = "not judged"
  }

  let verdict: Verdict
  /// What the comparison tells.
  let words: [String]
  /// The run that tells the flows apart.
  let run: [String]
  /// Whether all runs of each flow were asked which of the two is weaker.
  private(set) var isClassed = false

  /// Whether the comparison and brute force disagree, or a pair that differs in names and order alone is not called the same.
  func isWrong(for pair: FlowPair) -> Bool {
    switch verdict {
    case .missed, .falseAlarm, .wrongClass: true
    case .different, .undecided: pair.isRewritten
    case .same, .playedOut, .notJudged: false
    }
  }

  /// What somebody needs who looks into it.
  func report(on pair: FlowPair, seed: UInt64, number: Int) -> String {
    """
    pair \(number) of seed \(seed), \(pair.words): \(verdict.rawValue)
    \(words.joined(separator: "\n"))
    \(run.joined(separator: "\n"))
    \(pair.contract)
    \(pair.old)
    ---
    \(pair.new)
    """
  }

  init(_ pair: FlowPair, _ reader: SpecimenReader) {
    let readings = [pair.old, pair.new].map { reader.read(Specimen(flow: $0, contract: pair.contract)) }
    guard let old = readings[0].flow, let new = readings[1].flow, let comparison = FlowComparison(old, new) else {
      (verdict, words, run) = (.notJudged, [], [])
      return
    }
    let programs = (Program(unsound: old), Program(unsound: new))
    var play = JointPlay(comparison, programs.0, programs.1)
    var quick = JointPlay(comparison, programs.0, programs.1)
    let isPlayedOut = quick.outcome(playingAll: false).contains {
      $0.difference.verdict == .notDecided && $0.difference.spot != .none
    }
    let all = play.outcome().map(\.difference)
    let told = all.filter { $0.spot != .none && $0.verdict != .wording }
    words = all.map { "\($0.verdict.rawValue): \($0.words)" }
    let renamed = pair.renamed
    var brute = JointBruteForce(programs.0, programs.1) { _, _ in renamed }
    let isDecided = told.contains { $0.verdict != .notDecided }
    switch brute.outcome() {
    case .same:
      run = []
      verdict = isDecided ? .falseAlarm : told.isEmpty ? isPlayedOut ? .playedOut : .same : .undecided
    case .different(let parting):
      let classes = PairClass(programs.0, programs.1, judging: readings.judged)
      isClassed = classes != nil
      // Where events wait behind each other, or replies come late, more may be enough in the old flow.
      func isSure(within bounds: BruteForce.Bounds) -> Bool {
        PairClass(programs.0, programs.1, judging: readings.judged, within: bounds)?.contradiction(with: all) != nil
      }
      let bounds = BruteForce.Bounds()
      if let wrong = classes?.contradiction(with: all), isSure(within: bounds.wider), isSure(within: bounds.later) {
        run = [wrong]
        verdict = .wrongClass
        return
      }
      run = programs.0.trace(of: parting.old).map(\.text)
      verdict = isDecided ? isPlayedOut ? .playedOut : .different : told.isEmpty ? .missed : .undecided
    case .unknown:
      run = []
      verdict = .notJudged
    }
  }
}

extension [SpecimenReader.Reading] {
  /// What can be said of both: nothing is followed on from where something is wrong already.
  fileprivate var judged: Set<Property> {
    let found = Set(
      flatMap { $0.compilation.findings }.filter {
        $0.severity == .error || Property.goal.excluded.contains($0.code.id)
      }
      .map(\.code.id))
    return Set([Property.goal, .guesses].filter { found.isSubset(of: $0.beside) })
  }
}
