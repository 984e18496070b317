// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation

/// Mutates the shipped flows, and tells which mutants neither the checker nor a scenario catches.
///
/// With the word `storm` it runs flows at random instead, for `STORM_SECONDS` (60) from `STORM_SEED` (1), each flow
/// of a round `STORM_RUNS` (24) times.
/// With the word `differential` it holds the checker against brute force, on `DIFFERENTIAL_COUNT` (100,000) small flows that are
/// bred from `DIFFERENTIAL_SEED` (1).
/// With the word `pairs` it holds the comparison of two flows against brute force, on `PAIR_COUNT` (20,000) pairs from `PAIR_SEED` (1).
/// `MUTATION_SAMPLE` judges only so many, drawn by `MUTATION_SEED` (1); `MUTATION_VERDICTS` is a file for a line on each.
@main
struct MutationCommand {
  /// Fewer of a hundred are a failure.
  private static let floor = 95.0

  static func main() async {
    do {
      exit(try await run() ? 0 : 1)
    } catch {
      print("mutation: \(error)")
      exit(2)
    }
  }

  /// True if enough were caught, and nothing that was reviewed is outdated.
  private static func run() async throws -> Bool {
    let environment = ProcessInfo.processInfo.environment
    if CommandLine.arguments.contains("differential") {
      return await DifferentialCommand.run(
        seed: environment["DIFFERENTIAL_SEED"].flatMap { UInt64($0) } ?? 1,
        count: environment["DIFFERENTIAL_COUNT"].flatMap { Int($0) } ?? 100_000)
    }
    if CommandLine.arguments.contains("pairs") {
      return await PairCommand.run(
        seed: environment["PAIR_SEED"].flatMap { UInt64($0) } ?? 1,
        count: environment["PAIR_COUNT"].flatMap { Int($0) } ?? 20_000)
    }
    let corpus = try Corpus(folder: "flows")
    if CommandLine.arguments.contains("storm") {
      let seconds = environment["STORM_SECONDS"].flatMap { Double($0) } ?? 60
      let runs = environment["STORM_RUNS"].flatMap { Int($0) }
      return await StormCommand.run(
        corpus, seed: environment["STORM_SEED"].flatMap { UInt64($0) } ?? 1, seconds: seconds,
        effort: runs.map { Storm.Effort(shipped: $0, bred: $0) } ?? Storm.Effort())
    }
    let all = corpus.mutants
    let seed = environment["MUTATION_SEED"].flatMap { UInt64($0) } ?? 1
    let sample = environment["MUTATION_SAMPLE"].flatMap { Int($0) } ?? all.count
    let mutants = all.sample(sample, seed: seed)
    print("mutation: \(mutants.count) of \(all.count) mutants, seed \(seed)")
    let judge = Judge(corpus)
    let failing = await judge.failingScenarios()
    guard failing.isEmpty else {
      throw Corpus.Problem(
        description: "scenarios fail before anything is mutated:\n\(failing.joined(separator: "\n"))")
    }
    let start = ContinuousClock.now
    let campaign = await Campaign.run(
      mutants, by: judge, knowing: try reviewed(), isWhole: mutants.count == all.count,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    print(CampaignReport(campaign).text, terminator: "")
    print("mutation: \((ContinuousClock.now - start).components.seconds) s")
    if let path = environment["MUTATION_VERDICTS"] {
      let lines = campaign.cases.map { "\($0.mutant.key)\t\($0.verdict)" }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
    }
    return campaign.percentage >= floor && campaign.outdated.isEmpty
  }

  private static func reviewed() throws -> ReviewedMutants {
    let path = "Maintenance/Mutation/reviewed.yaml"
    let file = SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
    guard let reviewed = ReviewedMutants(file) else {
      throw Corpus.Problem(description: "\(path) is no list of `because:` and `mutants:`")
    }
    return reviewed
  }
}
