// SPDX-License-Identifier: Apache-2.0

package import CheckPolicy
package import Diagnostics
import FlowCompiler
import FlowSyntax
package import LocalFiles
package import SDKContract
import YAMLTree

/// Flows of two sides, each compared with that of the same path.
package struct DiffRun {
  /// Why a flow could not be compared.
  package enum Obstacle {
    /// One side is a file, and the other a folder.
    case fileAndFolder
    /// A file is none of a flow.
    case misplaced(MisplacedFile)
    /// A flow has errors, or cannot be run though it has none; of which side it is, `old` or `new`, where both have it.
    case unsound([Diagnostic], SourceMap, of: String?)
    /// A flow has errors and is the same in both folders, with all that it is made of; its path.
    ///
    /// It has not become weaker: whether its errors may stand is for `check` to say.
    case same(String)
    /// The two are for different contracts, and the old one has errors by the new contract.
    case otherContract(FlowDiff.OtherContract)

    /// What was found in a flow of the new side, as it may be shown.
    var errorsOfNew: [(finding: Diagnostic, sources: SourceMap)] {
      switch self {
      case .unsound(let errors, let sources, of: let side) where side != "old": errors.map { ($0, sources) }
      case .misplaced(let misplaced): [(misplaced.finding, SourceMap([misplaced.shown]))]
      case .unsound, .fileAndFolder, .same, .otherContract: []
      }
    }
  }

  private let old: DiffSide
  private let new: DiffSide
  /// The contracts that are given for each side; nil for those that the flows name.
  private let contracts: (old: Contract?, new: Contract?)
  /// What the team says of differences, and whether it was needed.
  package private(set) var allowances: [DiffAllowance]
  /// What came of flows that both sides have, in the order of their paths.
  package private(set) var flows: [FlowDiff] = []
  /// The paths of flows that one side alone has.
  package private(set) var added: [String] = []
  package private(set) var removed: [String] = []
  /// The paths that the team's configuration leaves out: files of flows, and folders, whatever is in them.
  package private(set) var leftOut: [String] = []
  /// The paths of flows that the old side has, and that the configuration leaves out on the new side alone.
  package private(set) var newlyLeftOut: [String] = []
  /// The paths of flows that both sides have and that could not be compared.
  package private(set) var notCompared: [String] = []
  package private(set) var obstacles: [Obstacle] = []
  /// Whether both sides are files that are named, and not folders.
  package private(set) var isOfFiles = false

  /// - Parameter contracts: those that are given for each side; nil for those that the flows name.
  package init(
    _ old: DiffSide, _ new: DiffSide, _ contracts: (old: Contract?, new: Contract?), _ allowances: [DiffAllowance]
  ) throws(FileProblem) {
    self.old = old
    self.new = new
    self.contracts = contracts
    self.allowances = allowances
    try compare()
  }

  /// Whether a flow is wrong that is not the same in both.
  package var isWrong: Bool { obstacles.contains { if case .same = $0 { false } else { true } } }

  /// Whether nothing was held against anything: then nothing is known of what has become of the flows.
  package var isOfNothing: Bool { flows.isEmpty && notCompared.isEmpty }

  private mutating func compare() throws(FileProblem) {
    let (before, after) = (try old.flows(), try new.flows())
    let (mine, theirs) = (before.files, after.files)
    isOfFiles = theirs[""] != nil
    newlyLeftOut = mine.keys.filter { theirs[$0] == nil && after.leavesOut($0) }.sorted()
    removed = mine.keys.filter { theirs[$0] == nil && !after.leavesOut($0) }.sorted()
    added = theirs.keys.filter { mine[$0] == nil && !before.leavesOut($0) }.sorted()
    leftOut = Set(before.leftOut + after.leftOut).subtracting(newlyLeftOut).sorted()
    if removed == [""] || added == [""] { return obstacles = [.fileAndFolder] }
    // A flow of another file is the same flow by its name.
    for path in added {
      guard let file = theirs[path], let name = Self.name(of: file) else { continue }
      let twins = removed.filter { mine[$0].flatMap(Self.name) == name }
      guard twins.count == 1, let twin = twins.first, let former = mine[twin] else { continue }
      removed.removeAll { $0 == twin }
      added.removeAll { $0 == path }
      compare(former, file)
    }
    for path in theirs.keys.sorted() {
      guard let file = theirs[path] else { continue }
      if let former = mine[path] { compare(former, file) } else if added.contains(path) { read(file) }
    }
    flows.sort { $0.path < $1.path }
  }

  /// The name of a flow; nil if it cannot be read.
  private static func name(of file: SourceFile) -> String? {
    YAML.read(file, words: .ofFlows).value?["flow"]?.text
  }

  /// Looks for what is wrong with a flow that one side alone has.
  private mutating func read(_ file: SourceFile) {
    let compilation = new.compile(file, contracts.new)
    if compilation.flow == nil, let misplaced = MisplacedFile(asFlow: file) {
      return obstacles.append(.misplaced(misplaced))
    }
    let errors = compilation.findings.filter { $0.severity == .error }
    if !errors.isEmpty { obstacles.append(.unsound(errors, compilation.sources, of: nil)) }
  }

  private mutating func compare(_ before: SourceFile, _ after: SourceFile) {
    let (mine, theirs) = (old.compile(before, contracts.old), new.compile(after, contracts.new))
    guard let one = mine.flow, let other = theirs.flow else { return leaveOut((before, mine), (after, theirs)) }
    do throws(FlowDiff.OtherContract) {
      flows.append(
        try FlowDiff(
          path: after.path, (one, mine.sources), (other, theirs.sources),
          readAgain: { old.compile(before, contracts.old, by: $0) }, &allowances))
    } catch {
      notCompared.append(after.path)
      obstacles.append(.otherContract(error))
    }
  }

  /// Notes why two flows are not compared, at least one of which has errors.
  private mutating func leaveOut(
    _ before: (file: SourceFile, made: Compilation), _ after: (file: SourceFile, made: Compilation)
  ) {
    notCompared.append(after.file.path)
    if !isOfFiles, before.made.sources.files.map(\.bytes) == after.made.sources.files.map(\.bytes) {
      return obstacles.append(.same(after.file.path))
    }
    for (word, side) in [("old", before), ("new", after)] where side.made.flow == nil {
      if let misplaced = MisplacedFile(asFlow: side.file) {
        obstacles.append(.misplaced(misplaced))
      } else {
        let errors = side.made.findings.filter { $0.severity == .error }
        obstacles.append(.unsound(errors, side.made.sources, of: word))
      }
    }
  }
}
