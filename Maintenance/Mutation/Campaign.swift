// SPDX-License-Identifier: Apache-2.0

/// Mutants and what became of each.
struct Campaign: Sendable {
  struct Case: Sendable {
    let mutant: Mutant
    let verdict: Verdict
    /// What is known of a survivor; nil where nobody has looked at it.
    let review: ReviewedMutants.Entry?

    /// Whether it does something else than the original, as far as anybody knows.
    var isDifferent: Bool { verdict != .same && !(review?.isEquivalent ?? false) }
  }

  let cases: [Case]
  /// Reviewed mutants that are none of these, or that were caught.
  let outdated: [ReviewedMutants.Entry]

  /// Judges mutants on all cores; what comes out does not depend on who was first.
  ///
  /// - Parameter isWhole: whether these are all mutants, so that what was reviewed must be among them.
  static func run(
    _ mutants: [Mutant], by judge: Judge, knowing reviewed: ReviewedMutants, isWhole: Bool, workers: Int,
    progress: @Sendable @escaping (Int) -> Void = { _ in }
  ) async -> Campaign {
    let next = NextIndex()
    let verdicts = await withTaskGroup(of: [(Int, Verdict)].self) { group in
      for _ in 0..<max(1, workers) {
        group.addTask {
          var verdicts: [(Int, Verdict)] = []
          while let index = next.take(below: mutants.count) {
            verdicts.append((index, await judge.verdict(on: mutants[index])))
            progress(index)
          }
          return verdicts
        }
      }
      return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    let cases = zip(mutants, verdicts).map { mutant, verdict in
      Case(
        mutant: mutant, verdict: verdict,
        review: verdict == .survived ? reviewed.entry(for: mutant) : nil)
    }
    let used = Set(cases.filter { $0.review != nil }.map(\.mutant.key))
    let judged = Set(mutants.map(\.key))
    let outdated = reviewed.entries.filter { entry in
      !used.contains(entry.key) && (isWhole || judged.contains(entry.key))
    }
    return Campaign(cases: cases, outdated: outdated)
  }

  var different: [Case] { cases.filter(\.isDifferent) }
  var caught: [Case] { cases.filter(\.verdict.isCaught) }
  var survivors: [Case] { cases.filter { $0.isDifferent && !$0.verdict.isCaught } }

  /// How many of a hundred mutants that do something else were caught; 100 where there are none.
  var percentage: Double {
    different.isEmpty ? 100 : Double(caught.count) * 100 / Double(different.count)
  }
}
