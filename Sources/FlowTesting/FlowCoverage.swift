// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// How much of a flow the scenarios took.
struct FlowCoverage: Sendable {
  /// A kind of thing, how many there are, and how many were taken.
  struct Count: Sendable {
    let kind: String
    let taken: Int
    let all: Int

    /// Rounded down, so that 100 means all; 100 where there is nothing to take.
    var percent: Int { all == 0 ? 100 : taken * 100 / all }
  }

  /// Something that no scenario took.
  struct Untaken: Sendable {
    let kind: String
    let name: String
    let path: String
    let line: Int
    let column: Int

    /// Whether it is a line, and no step or choice.
    var isLine: Bool { kind == Coverage.Kind.branch.rawValue }

    /// Such as `flows/login.yaml:31:9  branch identify: else`.
    var shown: String { TerminalText.line("\(path):\(line):\(column)  \(kind) \(name)") }
  }

  let path: String
  /// Steps, interrupts, branches and choices.
  let counts: [Count]
  /// All four kinds, as its own scenarios take them.
  let alone: Count
  /// All four kinds, with what the scenarios of other flows take of the files that it shares with them.
  let credited: Count
  /// Whether it is held to the second number of the two.
  private let isCredited: Bool
  /// Whether no scenario file is for it.
  private let isBare: Bool
  /// In the order of the flow's files.
  let untaken: [Untaken]
  /// What no run can take, in the same order: it is not counted.
  let outOfReach: [Untaken]
  private let minimum: Int?

  init(_ flow: PlannedFlow, _ alone: Coverage, credited: Coverage, _ settings: TestSettings, isBare: Bool) {
    self.isBare = isBare
    path = flow.path
    minimum = settings.minimum
    isCredited = settings.isOwn
    self.alone = Count(alone.counts, as: "alone")
    self.credited = Count(credited.counts, as: "credited")
    let coverage = isCredited ? credited : alone
    counts = coverage.counts
    untaken = coverage.untaken.map { Untaken($0, of: flow) }
    outOfReach = coverage.outOfReach.map { Untaken($0, of: flow) }
  }

  /// All four kinds, as they are held to the limit.
  var together: Count { Count(counts, as: "together") }

  var percent: Int { together.percent }

  /// What is told where that is too little.
  var shortfall: String {
    "\(TerminalText.line(path)) " + (isBare ? "has no scenario file, and " : "")
      + "is covered to \(percent) percent only"
  }

  /// Whether less was taken than is asked for.
  var isTooLow: Bool { minimum.map { percent < $0 } ?? false }
}

extension FlowCoverage.Untaken {
  fileprivate init(_ item: Coverage.Item, of flow: PlannedFlow) {
    self.init(
      kind: item.kind.rawValue, name: item.name, path: flow.sources.file(item.range.file)?.path ?? flow.path,
      line: Int(item.range.start.line), column: Int(item.range.start.column))
  }
}

extension FlowCoverage.Count {
  /// All of them together.
  fileprivate init(_ counts: [Self], as kind: String) {
    self.init(kind: kind, taken: counts.reduce(0) { $0 + $1.taken }, all: counts.reduce(0) { $0 + $1.all })
  }
}

extension Coverage {
  fileprivate var counts: [FlowCoverage.Count] {
    Kind.allCases.map { kind in
      let (taken, all) = count(of: kind)
      return FlowCoverage.Count(kind: kind.inPlural, taken: taken, all: all)
    }
  }
}

extension Coverage.Kind {
  fileprivate var inPlural: String {
    switch self {
    case .step: "steps"
    case .interrupt: "interrupts"
    case .branch: "branches"
    case .choice: "choices"
    }
  }
}
