// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract

/// Runs flows that the checker calls clean at random, and looks whether they do what it says that none does.
///
/// The flows are the shipped ones, and others that are made of them by a few slips. They run against an SDK that does
/// whatever its contract lets it do, and against the simulated one in random worlds.
struct Storm: Sendable {
  /// What many runs came to.
  struct Report: Sendable {
    /// Flows that were made again, and of which the checker says nothing.
    var bred = 0
    var contractRuns = 0
    /// What happened in them, one thing after the other.
    var moments = 0
    var simulatedRuns = 0
    /// How often runs came to each end; the empty name stands for runs that were left.
    var ends: [String: Int] = [:]
    /// What runs did that they must not do, each with its seed, its flow and its trace.
    var broken: [String] = []

    mutating func add(_ other: Report) {
      bred += other.bred
      contractRuns += other.contractRuns
      moments += other.moments
      simulatedRuns += other.simulatedRuns
      ends.merge(other.ends) { $0 + $1 }
      broken += other.broken
    }
  }

  /// How much is done in a round.
  struct Effort: Sendable {
    /// Runs of each shipped flow, of either kind.
    var shipped = 24
    /// How often a new flow is tried to be made.
    var tries = 12
    /// Runs of each new flow, of either kind.
    var bred = 24
  }

  private struct Subject {
    let program: Program
    let prospects: Prospects
    let words: String
    let isShipped: Bool

    init(_ program: Program, _ words: String, isShipped: Bool) {
      self.isShipped = isShipped
      self.program = program
      prospects = Prospects(program)
      self.words = words
    }
  }

  private let corpus: Corpus
  private let seed: UInt64
  private let effort: Effort

  init(_ corpus: Corpus, seed: UInt64, effort: Effort = Effort()) {
    self.corpus = corpus
    self.seed = seed
    self.effort = effort
  }

  /// Some runs of each shipped flow and of some new ones; the same for the same seed and number.
  func round(_ number: Int) async -> Report {
    var report = Report()
    var dice = Dice(seed: seed, run: number)
    for flow in corpus.flows {
      await play(Subject(flow.program, flow.path, isShipped: true), effort.shipped, &dice, number, &report)
    }
    let breeder = FlowBreeder(corpus)
    for _ in 0..<effort.tries {
      guard let (program, words) = breeder.next(&dice) else { continue }
      report.bred += 1
      await play(
        Subject(program, words, isShipped: false), effort.bred, &dice, number, &report)
    }
    return report
  }

  private func play(
    _ subject: Subject, _ count: Int, _ dice: inout Dice, _ number: Int, _ report: inout Report
  ) async {
    func story(_ broken: [String], _ lines: [String]) -> String {
      (["seed \(seed), round \(number): \(subject.words)"] + broken + lines.suffix(90)).joined(separator: "\n  ")
    }
    for run in 0..<count {
      let outcome = ContractRun.play(
        subject.program, subject.prospects, Dice(seed: dice.next()), length: 200, hasStrays: run % 3 == 2)
      report.contractRuns += 1
      report.moments += outcome.moments.count
      report.ends[subject.program.name(of: outcome.end), default: 0] += 1
      if !outcome.broken.isEmpty {
        report.broken.append(story(outcome.broken, subject.program.trace(of: outcome.moments).map(\.text)))
      }
      guard subject.program.flow.contract.name == "relid",
        let simulated = await SimulatedRun.play(
          subject.program, Dice(seed: dice.next()), patience: 60, isShipped: subject.isShipped)
      else { continue }
      report.simulatedRuns += 1
      report.ends[simulated.end ?? "", default: 0] += 1
      if !simulated.broken.isEmpty { report.broken.append(story(simulated.broken, simulated.lines)) }
    }
  }
}

extension Program {
  fileprivate func name(of end: RunEnd?) -> String {
    switch end {
    case .end(let id, _)?: flow[id].name.value
    case .goalNotReached?: "goal-not-reached"
    case .unhandled?: "unhandled"
    case nil: ""
    }
  }
}
