// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import DifferenceReports
import FlowExploration
import FlowGraph
import FlowLanguage
import FlowPages
import FlowReviews
import FlowSyntax
import LocalFiles
import SDKContract
import SystemCalls

/// One run of `mfaflow page`.
struct PageRun {
  private let invocation: Invocation
  private let format: FindingFormat
  private let streams: Streams
  private let bounds: WalkGraph.Bounds

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.invocation = invocation
    self.streams = streams.keepingFiles
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    var bounds = WalkGraph.Bounds()
    bounds.places = invocation.number(of: .places) ?? 300
    self.bounds = bounds
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    let contract = try DrawnFlow.contract(invocation, format, streams)
    let decisions = TeamDecisions(invocation, format, streams)
    let paths = try flowPaths(decisions.find(invocation.operands).found)
    for path in paths { _ = decisions.index(for: path) }
    try decisions.check(command: "page")
    let output = invocation.pagePath
    let isSite = output.map { $0.hasSuffix("/") || FileStatus.isFolder($0) } ?? false
    if let output, !isSite, paths.count > 1, !(output.split(separator: "/").last?.dropFirst().contains(".") ?? true),
      !output.hasPrefix("/dev/")
    {
      throw UsageProblem(
        message: "`--output \(output)` is a file without an ending, for the pages of \(paths.count) flows",
        help: "write `\(output)/` for a folder with a page of each, or `\(output).html` for one page", command: "page")
    }
    if let output, !isSite {
      try WritePlace(
        path: output, option: "--output", command: "page",
        instead: "without `--output` the page goes to standard output", mayBeDropped: true
      ).checkForReport()
      try WrittenFile(path: output, option: .textFile).check(against: paths, of: "page")
    }
    let base = try FlowBase.read(invocation, contract, format, streams)
    if base != nil, paths.count > 1 {
      throw UsageProblem(
        message: "`--base` is for one flow, and \(paths.count) are named", help: "name one flow", command: "page")
    }
    let drawn = try await read(paths, contract)
    var played: PlayedScenarios?
    if invocation.has(.scenarios) {
      let compiled = Dictionary(
        drawn.map { (RelativePath.identity(of: $0.path), $0.compilation) }, uniquingKeysWith: { one, _ in one })
      do throws(PlayedScenarios.Obstacle) {
        played = try await PlayedScenarios.playInAllLanguages(
          invocation.values(of: .scenarios), contract, streams.reading, compiled: compiled)
      } catch {
        throw error.told(format, streams, command: "page")
      }
    }
    var changes: FlowDiff?
    if let base, let flow = drawn.first { changes = try base.diff(to: flow, format, streams, command: "page") }
    let outcomes = played?.outcomes(of: drawn.map(\.flow.name)) ?? [:]
    if let played, !drawn.isEmpty,
      drawn.allSatisfy({ outcomes[$0.flow.name] == nil && played.played(of: $0.flow).isEmpty })
    {
      // A page that marks nothing says that scenarios take all of it.
      let flows = drawn.count == 1 ? Diagnostic.quoting(drawn[0].flow.name) : "one of these \(drawn.count) flows"
      throw UsageProblem(
        message: "none of these scenarios is about \(flows)", help: "name the file of its scenarios", command: "page")
    }
    let makers = drawn.map { flow in
      PagedFlowMaker(
        drawn: flow,
        judged: decisions.all[decisions.index(for: flow.path)].policy.judge(flow.findings, in: flow.sources),
        played: played, outcome: outcomes[flow.flow.name], changes: changes, bounds: bounds)
    }
    let flows = await PagedFlowMaker.written(makers, isSite: isSite)
    if let problem = flows.lazy.compactMap(\.paged.svgProblem).first {
      streams.errors.write("mfaflow: \(problem.onOneLine)\n")
    }
    for flow in flows {
      guard let shortcut = flow.paged.svgShortcut else { continue }
      streams.errors.write("mfaflow: \(flow.paged.flow.name.onOneLine): \(shortcut)\n")
    }
    guard let output else {
      streams.output.write(FlowPage(flows).text)
      return .success
    }
    guard isSite else {
      let file = WrittenFile(path: output, option: .textFile)
      return try file.write(FlowPage(flows).text, of: "page", streams) ? .success : .broken
    }
    return try write(FlowSite(flows), into: output)
  }

  /// The flows that the command line names, in its order; of folders those files that are flows.
  private func flowPaths(_ found: [FoundPath]) throws(UsageProblem) -> [String] {
    var paths: [String] = []
    for found in found {
      switch found {
      case .problem(let problem): throw problem.told(format, streams)
      case .file(let path, let isNamed):
        if isNamed {
          paths.append(path)
        } else if FilePath.isYAML(path), let file = try? streams.file(path),
          FileKind.sniff(file)?.value == .flow
        {
          paths.append(path)
        }
      }
    }
    guard !paths.isEmpty else {
      throw UsageProblem(
        message: "there is no flow in what is named", help: "name a flow, or a folder with flows", command: "page")
    }
    return paths
  }

  /// The flows at paths, read and checked on all cores; what is wrong is told in the order of the paths, up to the first of no use.
  private func read(_ paths: [String], _ contract: Contract?) async throws(UsageProblem) -> [DrawnFlow] {
    let (streams, format, named) = (streams, format, Set(invocation.operands))
    // One that is held to another takes the longest: those first, so that no core waits for the last one.
    let refines = Array("\nrefines:".utf8)
    let order = paths.indices.map {
      (index: $0, isHeld: (try? streams.file(paths[$0]))?.bytes.contains(refines) ?? false)
    }
    .sorted { $0.isHeld && !$1.isHeld }.map(\.index)
    let shares = await Workers.share(paths.count, among: min(paths.count, Processors.count)) { queue in
      var share: [ReadFlow] = []
      while let index = queue.take().map({ order[$0.lowerBound] }) {
        let path = paths[index]
        let told = KeptOutput(like: streams.errors)
        let own = streams.writing(to: streams.output, told)
        let flow = Result { () throws(UsageProblem) in
          named.contains(path)
            ? try DrawnFlow.read(path, contract, format, own) : try DrawnFlow.flow(path, contract, format, own)
        }
        share.append(ReadFlow(number: index, flow: flow, told: told.text))
      }
      return share
    }
    var drawn: [DrawnFlow] = []
    for read in shares.joined().sorted(by: { $0.number < $1.number }) {
      if !read.told.isEmpty { streams.errors.write(read.told) }
      if let flow = try read.flow.get() { drawn.append(flow) }
    }
    return drawn
  }

  private struct ReadFlow: Sendable {
    let number: Int
    /// Nil for a part.
    let flow: Result<DrawnFlow?, UsageProblem>
    /// What is to be said of it.
    let told: String
  }

  private func write(_ site: FlowSite, into folder: String) throws(UsageProblem) -> ExitCode {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    // All are looked at before one is written.
    let read = streams.readPaths
    for (name, _) in site.files {
      let path = "\(folder)/\(name)"
      if FileStatus.isFolder(folder) { try WritePlace(path: path, option: "--output", command: "page").check() }
      try WrittenFile(path: path, option: .textFile).check(against: read, of: "page")
    }
    if let reason = SystemPath.makeFolders(folder, permissions: 0o755) {
      streams.errors.write("mfaflow: \(Diagnostic.quoting(folder, limit: 200)) cannot be made: \(reason)\n")
      return .broken
    }
    let files = site.files
    for (name, text) in files.dropLast() {
      guard ReportFile.write(text, to: "\(folder)/\(name)", telling: streams) else { return .broken }
    }
    // Why before the index: as long as the old one stands, a run that was broken off is made good by the next one.
    let gone = StalePages(in: folder, besides: Set(files.map(\.name))).remove()
    for (name, text) in files.suffix(1) {
      guard ReportFile.write(text, to: "\(folder)/\(name)", telling: streams) else { return .broken }
    }
    if !gone.isEmpty {
      let names = gone.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (gone.count > 8 ? " and more" : "")
      streams.errors.write(
        "mfaflow: \(gone.count) page\(gone.count == 1 ? "" : "s") of an earlier run removed: \(names)\n")
    }
    let count = files.count - 1
    streams.errors.write(
      "mfaflow: \(count) page\(count == 1 ? "" : "s") and an index are in \(Diagnostic.quoting(folder, limit: 200))\n")
    return .success
  }
}
