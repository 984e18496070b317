// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import FlowChecks
package import FlowDifference
public import FlowGraph
import FlowLanguage
import FlowLinking
import FlowSyntax
public import SDKContract
import YAMLTree

/// The front door: text becomes a tree, the tree a document, the document a graph, and the graph is checked.
public struct Compiler: Sendable {
  private let contracts: [Contract]
  let loader: FileLoader
  private let profile: Profile?
  private let guessesOverAccounts: Int?
  private let countsGuesses: Bool
  private let tellsProofs: Bool
  private let tellsUnnamed: Bool
  private let standIns: StandIns
  /// Whether the first of the contracts is not one of the program's own.
  private let hasOwnContract: Bool
  /// Whether flows are held to what they say below `refines:`; not where somebody compares them anyway.
  package var holdsToRefined = true
  /// Whether graphs are checked, and held to what `refines:` says, which takes the longest: without, only what is wrong with what is
  /// written is told, and no flow comes of it.
  package var checksGraphs = true
  /// A contract that stands in for that of every flow, whatever its `sdk:` names; nil for none.
  package var standIn: Contract?
  /// Looks for the runs that show the differences of two flows; nil where nobody does.
  package var runsOfDifferences: (@Sendable (FlowComparison) -> RunsOfDifferences)?

  /// A compiler for flows of the embedded contracts, or of a user's own.
  ///
  /// - Parameters:
  ///   - contract: the contract that stands in for every `sdk:` of its name; nil for the embedded ones.
  ///   - loader: where the parts come from that flows use.
  ///   - profile: the standard that flows are measured by; nil for none.
  ///   - guessesOverAccounts: how often a secret may be guessed over all accounts; nil for what the standard says.
  ///   - countsGuesses: whether each compilation tells how often secrets can be guessed.
  ///   - tellsProofs: whether each compilation tells what is proved, and on what that rests.
  ///   - tellsUnnamed: whether each compilation tells what the flow leaves to `else`, and finds what it should not leave to it.
  ///   - standIns: what becomes of a contract that bears the name of an embedded one, and says something else.
  public init(
    contract: Contract? = nil, loader: FileLoader = .none, profile: Profile? = nil,
    guessesOverAccounts: Int? = nil, countsGuesses: Bool = false, tellsProofs: Bool = false,
    tellsUnnamed: Bool = false, standIns: StandIns = .refused(except: [])
  ) {
    let embedded = EmbeddedContracts.names.filter { $0 != contract?.name }
      .compactMap { EmbeddedContracts.contract(named: $0) }
    contracts = [contract].compactMap { $0 } + embedded
    self.loader = loader
    self.profile = profile
    self.guessesOverAccounts = guessesOverAccounts
    self.countsGuesses = countsGuesses
    self.tellsProofs = tellsProofs
    self.tellsUnnamed = tellsUnnamed
    self.standIns = standIns
    hasOwnContract = contract != nil
  }

  /// Reads a file to a flow that can be run, and finds everything that is wrong with it in one go.
  ///
  /// A part is read, too, and held against its contract; no flow comes of it.
  public func compile(_ file: SourceFile) -> Compilation { compile(file, after: nil) }

  /// The same, quicker if little has changed since the last time.
  ///
  /// - Parameter last: what this compiler has read the file as before; it keeps what is read now.
  package func compile(_ file: SourceFile, after last: LastReading?) -> Compilation {
    checked(graphs(of: [file], after: last))[0]
  }

  /// Reads files as if each was read alone; what comes of them stands in their order.
  ///
  /// Why not one file after the other: a stage that goes through many files finds its own code and tables still in the
  /// cache of its core, which saves a fifth of the time.
  public func compile(_ files: [SourceFile]) -> [Compilation] {
    var compilations: [Compilation] = []
    compilations.reserveCapacity(files.count)
    for range in Self.portions(of: files) { compilations += checked(graphs(of: files[range])) }
    return compilations
  }

  /// The graph that nobody has checked, to show what is wrong with it; nil for a part, and where no graph can be made.
  ///
  /// A machine refuses at run time, too, what must never be deployed.
  package func unchecked(_ file: SourceFile) -> Flow? { uncheckedWithSources(file)?.flow }

  /// The same, with the files that its places are in.
  package func uncheckedWithSources(_ file: SourceFile) -> (flow: Flow, sources: SourceMap)? {
    let read = graphs(of: [file])[0]
    return read.isPart ? nil : read.graph.map { ($0, read.sources) }
  }

  /// What the rules say of graphs that were read; nothing of parts.
  private func checked(_ read: [Reading]) -> [Compilation] {
    guard checksGraphs else { return read.map { compilation($0, nil) } }
    let graphs = read.compactMap { $0.isPart ? nil : $0.graph }
    var checked = Checker.checked(
      graphs, by: profile, guessesOverAccounts: guessesOverAccounts, tellingProofs: tellsProofs)[...]
    return read.map { compilation($0, $0.isPart || $0.graph == nil ? nil : checked.popFirst()) }
  }

  private func compilation(_ read: Reading, _ result: Checker.Checked?) -> Compilation {
    let checked = result?.outcome
    let counts = countsGuesses && !read.isPart ? read.graph.map { Checker.counts(in: $0) } : nil
    var proofs = result?.report
    proofs?.contractFile = read.contractFile
    let unnamed = tellsUnnamed && !read.isPart ? read.graph.flatMap { Checker.unnamed(in: $0) } : nil
    var findings = (read.findings + (checked?.findings ?? []) + (unnamed?.findings ?? [])).inReadingOrder()
    if !read.changes.isEmpty, !findings.isEmpty, let file = read.sources.files.first {
      let isWhole = read.graph?.isWhole ?? false
      let notes = ChangeNotes(read.changes, read.sources) { found(in: file, passingOver: $0, asWhole: isWhole) }
      findings = notes.withoutWeaker(notes.noted(findings))
    }
    var sources = read.sources
    if findings.hasErrors, let file = sources.files.first, !FileKind.mayBeShown(file) {
      findings = ForeignFile.covering(findings, about: .first, file)
      sources.hide(.first)
    }
    return Compilation(
      flow: findings.hasErrors ? nil : checked?.value, findings: findings, sources: sources,
      guesses: counts?.guesses, sends: counts?.sends, proofs: proofs, unnamed: unnamed?.report,
      isUnchecked: !checksGraphs && !read.isPart && read.graph != nil)
  }

  /// What is found in a flow as if some lines of its changes were not there; nil where no graph can be made of that.
  ///
  /// - Parameter isWhole: whether the flow is whole with those lines: where it is not without them, less is looked for.
  private func found(in file: SourceFile, passingOver places: Set<String>, asWhole isWhole: Bool)
    -> ChangeNotes.Found?
  {
    var compiler = self
    compiler.runsOfDifferences = nil
    let read = compiler.graphs(of: [file], passingOver: places)[0]
    guard let graph = read.graph, graph.isWhole || !isWhole else { return nil }
    let checked =
      checksGraphs ? Checker.check([graph], by: profile, guessesOverAccounts: guessesOverAccounts) : []
    let unnamed = tellsUnnamed ? Checker.unnamed(in: graph)?.findings ?? [] : []
    let findings = read.findings + checked.flatMap(\.findings) + unnamed
    return ChangeNotes.Found(findings, in: read.sources)
  }

  /// - Parameter last: what the file was read as last, if there is but one; nil for nothing.
  private func graphs(
    of files: ArraySlice<SourceFile>, passingOver places: Set<String> = [], after last: LastReading? = nil
  ) -> [Reading] {
    let trees = files.map { YAML.read($0, words: .ofFlows, leavingOutCharacters: FileKind.mayBeShown) }
    var linkers = files.map { Linker(loader, SourceMap([$0])).passingOver(places) }
    if let file = files.first { last?.begin(file, &linkers[0]) }
    let flows = zip(files, trees).enumerated().map { index, read in
      read.1.value.map { linkers[index].link($0, at: read.0.path, knowing: read.1.findings) }
    }
    return flows.indices.map { index in
      if trees[index].value == nil {
        return readRest(of: files[files.startIndex + index], knowing: trees[index].findings, linkers[index])
      }
      let graph = flows[index]?.value.map { resolve($0, &linkers[index], after: last) }
      if holdsToRefined, checksGraphs, let refined = flows[index]?.value?.refined, let flow = graph?.value, flow.isWhole
      {
        let refinement = Refinement(flow: flow, refined: refined, runs: runsOfDifferences)
        let file = loader.load(refined.value)
        // However its path is written.
        let isItself = (try? file.get().bytes) == files[files.startIndex + index].bytes
        let base = file.map { RefinedFlow($0, by: self) }
        let causes = isItself ? [] : (try? base.get())?.causes(in: linkers[index].sources) ?? []
        let path = files[files.startIndex + index].path
        linkers[index].tell(
          isItself
            ? [refinement.ofItself] : causes.isEmpty ? refinement.findings(base.flatMap(\.graph), from: path) : causes)
      }
      let sdk = flows[index]?.value?.document.sdk
      let isOther = flows[index]?.value == nil && (trees[index].value.map(DocumentReader.isOfOtherKind) ?? false)
      let known = trees[index].findings.filter { !isOther || $0.severity == .error }
      return Reading(
        graph: graph?.value, isPart: flows[index]?.value?.isPart ?? false,
        contractFile: sdk.flatMap { FilePath.isPath($0.value) ? $0.value : nil },
        findings: (known.refined(by: flows[index]?.findings ?? []) + linkers[index].findings
          + (graph?.findings ?? [])).withoutOtherContracts(of: sdk),
        sources: linkers[index].sources, changes: linkers[index].changeLines)
    }
  }

  /// Files that are read and checked together: few enough that all that is made of them stays in the cache, too.
  private static func portions(of files: [SourceFile]) -> [Range<Int>] {
    var portions: [Range<Int>] = []
    var (start, bytes) = (0, 0)
    for (index, file) in files.enumerated() {
      bytes += file.bytes.count
      guard index > start, index - start == mostTogether || bytes > mostBytes else { continue }
      portions.append(start..<index)
      (start, bytes) = (index, file.bytes.count)
    }
    return start < files.count ? portions + [start..<files.count] : portions
  }

  private static let mostTogether = 8
  private static let mostBytes = 128 * 1024

  /// A file as a graph.
  private struct Reading {
    let graph: Flow?
    let isPart: Bool
    /// The path of the contract; nil where the flow names it by its name.
    let contractFile: String?
    let findings: [Diagnostic]
    let sources: SourceMap
    /// What the flow and its bases change.
    let changes: [ChangeLine]
  }

  /// What is wrong with a file that cannot be read as a whole.
  private func readRest(of file: SourceFile, knowing known: [Diagnostic], _ linker: Linker) -> Reading {
    var linker = linker
    let rest = findings(inRestOf: file, knowing: known, &linker)
    return Reading(
      graph: nil, isPart: false, contractFile: nil, findings: known.refined(by: rest), sources: linker.sources,
      changes: [])
  }

  func resolve(_ flow: LinkedFlow, _ linker: inout Linker, after last: LastReading? = nil) -> Outcome<Flow> {
    let sdk = flow.document.sdk
    if let standIn { return resolve(flow, withOwn: standIn) }
    if FilePath.isPath(sdk.value) {
      return linker.contract(sdk).map { resolve(flow, withOwn: $0) } ?? Outcome(nil, [])
    }
    if let index = contracts.firstIndex(where: { $0.name == sdk.value }) {
      return hasOwnContract && index == 0
        ? resolve(flow, withOwn: contracts[0])
        : FlowResolver.resolve(flow, with: contracts[index], knowing: last?.graph(for: flow))
    }
    return FlowResolver.unknownContract(sdk, among: contracts.map(\.name))
  }
}

extension Compiler {
  /// The flow with a contract that is none of the program's own.
  private func resolve(_ flow: LinkedFlow, withOwn contract: Contract) -> Outcome<Flow> {
    let graph = FlowResolver.resolve(flow, with: contract)
    let finding = standIns.finding(contract, at: flow.document.sdk.range)
    return Outcome(graph.value, graph.findings + [finding].compactMap(\.self))
  }
}

extension [Diagnostic] {
  /// Without what merely follows from an `sdk:` that leads to no contract: that all other files are for another one.
  fileprivate func withoutOtherContracts(of sdk: Spanned<String>?) -> [Diagnostic] {
    guard let sdk, contains(where: { $0.range == sdk.range && $0.severity == .error }) else { return self }
    return filter { $0.code != LinkRules.otherContract }
  }
}

/// What came of a flow file.
public struct Compilation: Sendable {
  /// Nil when there is an error among the findings.
  public let flow: ValidFlow?
  /// In the order of a reader.
  public let findings: [Diagnostic]
  /// The files that the findings speak of.
  public let sources: SourceMap
  /// How often each secret can be guessed in a run; nil where it was not asked for, and for what is no flow.
  public let guesses: [SecretGuesses]?
  /// How often each call that has something sent can be made in a run; nil where guesses were not asked for, and for what is no
  /// flow.
  public let sends: [SendCount]?
  /// What is proved, and on what that rests; nil where it was not asked for, and for what is no flow.
  package let proofs: ProofReport?
  /// What the flow leaves to `else`; nil if the compiler was not asked, or there is no graph.
  package let unnamed: UnnamedReport?
  /// Whether there is a graph to check, and nobody has.
  package let isUnchecked: Bool
}
