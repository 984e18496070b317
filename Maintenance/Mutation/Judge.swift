// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import FlowScenarios

/// What became of a mutant.
enum Verdict: Sendable, Hashable {
  /// The checker says what it does not say of the original.
  case found(Finding)
  /// A scenario does not come out as it is written.
  case failed(scenario: String, file: String)
  /// The compiled flows are the same as the originals: nothing differs in any run.
  case same
  case survived

  var isCaught: Bool {
    switch self {
    case .found, .failed: true
    case .same, .survived: false
    }
  }
}

/// Says of mutants whether the checker or a scenario catches them.
struct Judge: Sendable {
  private let corpus: Corpus
  private let patience: Duration

  /// - Parameter patience: after so long a run counts as one that goes on for ever.
  init(_ corpus: Corpus, patience: Duration = .seconds(30)) {
    self.corpus = corpus
    self.patience = patience
  }

  /// The checker looks first, at every flow that the file is part of; then the scenarios of those flows are played.
  func verdict(on mutant: Mutant) async -> Verdict {
    let compiler = Compiler(loader: corpus.loader(mutant))
    let concerned = corpus.flows.filter { !$0.files.isDisjoint(with: mutant.changed.keys) }
    for path in mutant.changed.keys.sorted() {
      guard let known = corpus.parts[path] else { continue }
      if let finding = newFinding(compile(path, mutant, compiler), beside: known) { return .found(finding) }
    }
    var programs: [String: Program] = [:]
    for flow in concerned {
      let compilation = compile(flow.path, mutant, compiler)
      if let finding = newFinding(compilation, beside: flow.findings) { return .found(finding) }
      programs[flow.path] = compilation?.flow.map { Program($0) }
    }
    if let failure = await failure(with: programs, nearest: mutant.file) { return failure }
    let isSame = concerned.allSatisfy { flow in
      programs[flow.path].map { FlowImage($0.flow) } == FlowImage(flow.program.flow)
    }
    return isSame ? .same : .survived
  }

  /// What fails before anything is mutated: with that nothing can be judged.
  func failingScenarios() async -> [String] {
    var failing: [String] = []
    for play in corpus.plays {
      let programs = play.flows.compactMap { path in corpus.flows.first { $0.path == path }?.program }
      let findings = ScenarioChecker.check(play.scenarios, for: programs.map(\.flow))
      failing += findings.filter { $0.severity == .error }.map { "\(play.path): \($0.message)" }
      guard !findings.hasErrors else { continue }
      let runner = ScenarioRunner(programs, on: play.scenarios.devices)
      for scenario in play.scenarios.scenarios {
        for failure in await runner.run(scenario).failures {
          failing.append("\(play.path): \(scenario.name.value): \(failure.message)")
        }
      }
    }
    return failing
  }

  private func compile(_ path: String, _ mutant: Mutant, _ compiler: Compiler) -> Compilation? {
    corpus.file(path, in: mutant).map { compiler.compile($0) }
  }

  private func newFinding(_ compilation: Compilation?, beside known: Set<Finding>) -> Finding? {
    compilation?.findings.lazy.map { Finding($0) }.first { !known.contains($0) }
  }

  /// - Parameter file: whose own scenarios are played first.
  private func failure(with programs: [String: Program], nearest file: String) async -> Verdict? {
    let plays = corpus.plays.filter { play in play.flows.contains { programs[$0] != nil } }
    let own = plays.filter { $0.flows.contains(file) }
    for play in own + plays.filter({ !$0.flows.contains(file) }) {
      let all = play.flows.compactMap { path in
        programs[path] ?? corpus.flows.first { $0.path == path }?.program
      }
      if let finding = ScenarioChecker.check(play.scenarios, for: all.map(\.flow)).first(where: {
        $0.severity == .error
      }) {
        return .failed(scenario: finding.message, file: play.path)
      }
      let runner = ScenarioRunner(all, on: play.scenarios.devices)
      for scenario in play.scenarios.scenarios where await !passes(scenario, runner) {
        return .failed(scenario: scenario.name.value, file: play.path)
      }
    }
    return nil
  }

  /// A run that goes on for ever passes nothing: it is cut off.
  private func passes(_ scenario: Scenario, _ runner: ScenarioRunner) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await runner.run(scenario).passed }
      group.addTask {
        try? await Task.sleep(for: patience)
        return false
      }
      let passed = await group.next() ?? false
      group.cancelAll()
      return passed
    }
  }
}
