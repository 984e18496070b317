// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
import FlowGraph
import SDKContract

/// Holds a flow to what it says below `refines:`.
struct Refinement {
  /// The flow that says so.
  let flow: Flow
  /// The path of the flow than which it is not weaker, and where that is said.
  let refined: Spanned<String>
  /// As in ``Compiler/runsOfDifferences``.
  let runs: (@Sendable (FlowComparison) -> RunsOfDifferences)?

  /// As many differences as are told one by one.
  private static let mostTold = 10

  /// That it is held to itself, which proves nothing.
  var ofItself: Diagnostic {
    Diagnostic(
      CompilerRules.noSuchRefined, "`\(flow.name)` is held to itself, which proves nothing", at: refined.range,
      help: "name another flow, or write `refines: true` for the base that `extends:` names")
  }

  /// What is wrong with it.
  ///
  /// - Parameter base: the flow at that path, or why there is none.
  /// - Parameter path: of the file that names it.
  func findings(_ base: Result<Flow, FileLoader.Problem>, from path: String) -> [Diagnostic] {
    let old: Flow
    switch base {
    case .success(let flow): old = flow
    case .failure(let problem):
      return [
        Diagnostic(
          CompilerRules.noSuchRefined,
          "the flow \(Diagnostic.quoting(refined.value)), to which this one is held, cannot be read", at: refined.range,
          help: problem.words + (problem.near.map { "; did you mean `\(FilePath.path(to: $0, from: path))`?" } ?? ""))
      ]
    }
    guard let comparison = FlowComparison(old, flow) else {
      return [
        Diagnostic(
          CompilerRules.noSuchRefined,
          "`\(old.name)` is for another contract, so this flow cannot be held to it", at: refined.range,
          help: "name a flow for `\(flow.contract.name)` \(flow.contract.version)")
      ]
    }
    let weaker = comparison.differences.filter { $0.verdict == .weaker || $0.verdict == .notDecided }
    let runs = weaker.isEmpty ? nil : self.runs?(comparison)
    // What is counted over all runs has a reason at some step, and is told with it.
    let sums = weaker.filter(\.isSum)
    let reason = weaker.firstIndex { !$0.isSum && $0.verdict == .weaker }.map { weaker[$0].words } ?? sums.first?.words
    var lines: Set<TakenLine> = []
    let told = weaker.filter { difference in
      // One line may be taken with a call open and without; its author changes it once.
      if let line = TakenLine(difference), !lines.insert(line).inserted { return false }
      return !difference.isSum || difference.words == reason
    }
    return told.prefix(Self.mostTold).map { difference in
      finding(
        difference, old, runs ?? RunsOfDifferences(),
        sums: difference.words == reason ? sums.map(\.words).filter { $0 != reason } : [],
        more: max(0, told.count - Self.mostTold))
    }
  }

  /// A line by which something is taken otherwise at two steps that stand for each other.
  private struct TakenLine: Hashable {
    let pair: Correspondence.Pair
    let triggers: [Trigger]
    let range: SourceRange

    /// Nil for another difference, and where no line of the new flow is taken.
    init?(_ difference: Difference) {
      guard case .outcome(let pair, let triggers) = difference.spot, let range = difference.new.range else {
        return nil
      }
      (self.pair, self.triggers, self.range) = (pair, triggers, range)
    }
  }

  private func finding(
    _ difference: Difference, _ old: Flow, _ runs: RunsOfDifferences, sums: [String], more: Int
  ) -> Diagnostic {
    let isUnseen = runs.undecided.contains(difference.words)
    // What is counted over all runs needs no run to show it.
    let isWeaker = difference.verdict == .weaker && !isUnseen || !sums.isEmpty
    let how = isWeaker ? "is weaker than" : "is not proved to be as safe as"
    // What was removed can only be shown in the base, where nothing is wrong.
    let isOwn = difference.new.range?.file == refined.range.file
    let range = isOwn ? difference.new.range ?? refined.range : refined.range
    var notes = range == refined.range ? [] : [Note("it is held to `\(old.name)` here", at: refined.range)]
    if !isOwn, let place = difference.new.range { notes.append(Note("it is about this", at: place)) }
    notes += sums.map { Note("so this is weaker, too: \($0)") }
    notes += (runs.words[difference.words] ?? []).map { Note($0) }
    if isUnseen, !isWeaker { notes.append(Note("no run was found that shows it, and not all runs were looked at")) }
    if more > 0 { notes.append(Note("and \(more) more; `mfaflow diff` shows all")) }
    return Diagnostic(
      CompilerRules.weakerThanRefined, "`\(flow.name)` \(how) `\(old.name)`: \(difference.words)", at: range,
      help: "take the change back, or leave `refines` out; `mfaflow diff` shows more", notes: notes,
      way: difference.way)
  }
}
