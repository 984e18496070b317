// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import Foundation
import SDKContract
import Testing
import Values

@testable import FlowMutation

@Suite("What flows leave to `else`, against runs")
struct UnnamedTests {
  /// How many random runs of each flow are played: in 1,500 everything that is told is seen.
  private static let runs = Setting.count("UNNAMED_RUNS", unlessSet: 100)

  /// What a run showed: a step whose `else` took something.
  private struct Seen: Hashable {
    let step: String
    let trigger: String
  }

  @Test("whatever `else` takes in random runs is told, and nearly all that is told is seen in some run")
  func runs() throws {
    var (seenCount, told, missing) = (0, 0, 0)
    for flow in try Shipped.corpus().flows {
      let report = try #require(Checker.unnamed(in: flow.program.flow)).report
      var expected: Set<Seen> = []
      for outcome in report.outcomes {
        guard case .event(let event, let mode, let way) = outcome.trigger else { continue }
        let known = report.contract[event].modes
        let modes: [Int?] = mode.map { [$0] } ?? (known.isEmpty ? [nil] : known.map { $0 })
        for mode in modes {
          let trigger = Trigger.event(event, mode: mode, outcome: way)
          expected.insert(Seen(step: outcome.step.value, trigger: trigger.words(report.contract)))
        }
      }
      let prospects = Prospects(flow.program)
      var seen: Set<Seen> = []
      for seed in 1...Self.runs {
        let run = ContractRun.play(flow.program, prospects, Dice(seed: UInt64(seed)), length: 120, hasStrays: false)
        seen.formUnion(self.seen(in: run.moments, flow.program))
      }
      let untold = seen.filter { one in
        !expected.contains(one) && !expected.contains { $0.step == one.step && one.trigger.isOfKind($0.trigger) }
      }
      #expect(untold.isEmpty, "\(flow.path): \(untold)")
      seenCount += seen.count
      told += expected.count
      let unseen = expected.filter { one in
        !seen.contains(one) && !seen.contains { $0.step == one.step && $0.trigger.isOfKind(one.trigger) }
      }
      // In so many runs all of it comes.
      if Self.runs >= 1_500 { #expect(unseen.isEmpty, "\(flow.path): \(unseen)") }
      missing += unseen.count
    }
    print("unnamed: \(seenCount) seen, \(told) told, \(missing) not seen")
    #expect(missing < told / 2)
  }

  private func seen(in moments: [Moment], _ program: Program) -> Set<Seen> {
    var machine = FlowMachine(program)
    var audit = RunAudit(program)
    var seen: Set<Seen> = []
    for moment in moments {
      let passage = machine.pass(moment)
      let fates = audit.note(passage).fates
      guard case .event(let occurrence) = moment.happening,
        let fate = fates.first(where: { $0.event === occurrence })?.fate, case .unnamed = fate,
        let event = program.flow.contract.event(named: occurrence.event.name),
        program.flow.contract[event].kind != .interrupt
      else { continue }
      let entries = passage.marks.map { TraceEntry($0, of: program) }
      guard let entry = entries.first(where: { $0.kind == "go" && $0.text("by") == "else" }),
        let step = entry.text("step")
      else { continue }
      let spec = program.flow.contract[event]
      var mode: Int?
      if let field = spec.modeField, case .int(let number)? = occurrence.event.data[field] { mode = number }
      let outcome = program.flow.contract.outcome(
        of: spec, status: occurrence.event.status, error: occurrence.event.error, data: occurrence.event.data)
      let trigger = Trigger.event(event, mode: mode, outcome: outcome)
      seen.insert(Seen(step: step, trigger: trigger.words(program.flow.contract)))
    }
    return seen
  }

  @Test("each line that is offered can be pasted: then it is named, and no error is new")
  func pasted() throws {
    let corpus = try Shipped.corpus()
    var tried: Set<String> = []
    for flow in corpus.flows {
      let (before, sources) = try #require(unnamed(flow.path, corpus, changed: [:]))
      for outcome in before.outcomes {
        let range = outcome.otherwise.range
        let file = try #require(sources.file(range.file))
        // A part that several flows use needs to be looked at once.
        guard tried.insert("\(file.path) \(range.start.line) \(outcome.trigger)").inserted else { continue }
        var lines = String(decoding: file.bytes, as: UTF8.self).components(separatedBy: "\n")
        let line = Int(range.start.line) - 1
        let (start, rest) = (
          lines[line].prefix(Int(range.start.column) - 1), lines[line].dropFirst(Int(range.start.column) - 1)
        )
        lines[line] =
          start.allSatisfy { $0 == " " }
          ? "\(start)\(outcome.line)\n\(start)\(rest)" : "\(start)\(outcome.line), \(rest)"
        let after = try #require(
          unnamed(flow.path, corpus, changed: [file.path: lines.joined(separator: "\n")])?.0,
          "\(flow.path): \(outcome.line)")
        #expect(
          !after.outcomes.contains { $0.step.value == outcome.step.value && $0.trigger == outcome.trigger },
          "\(flow.path): \(outcome.step.value): \(outcome.line)")
      }
    }
    #expect(tried.count > 50)
  }

  @Test("each line that is offered can be added by its path in a variant: then it is named, and no error is new")
  func added() throws {
    let corpus = try Shipped.corpus()
    var tried: Set<String> = []
    for flow in corpus.flows where !flow.path.contains("variants/") {
      let (before, _) = try #require(unnamed(flow.path, corpus, changed: [:]))
      let base = flow.path.split(separator: "/").last?.dropLast(".yaml".count) ?? ""
      let place = flow.path.dropLast(base.count + ".yaml".count) + "added.yaml"
      let version = flow.program.flow.version.split(separator: ".").prefix(2).joined(separator: ".")
      for outcome in before.outcomes where tried.insert("\(outcome.path(before.contract)) \(outcome.line)").inserted {
        let line = outcome.line.dropFirst(outcome.trigger.words(before.contract).count)
        let text = """
          language: mfaflow/1
          flow: added
          version: 1.0.0
          extends: \(base)@\(version)
          add: { \(outcome.path(before.contract))\(line) }

          """
        let after = try #require(
          unnamed(String(place), corpus, changed: [String(place): text])?.0, "\(flow.path): \(text)")
        let isLeft = after.outcomes.contains { other in
          other.step.value == outcome.step.value && other.trigger == outcome.trigger
            && other.choice?.value == outcome.choice?.value
        }
        #expect(!isLeft, "\(flow.path): \(outcome.step.value): \(outcome.line)")
      }
    }
    #expect(tried.count > 50)
  }

  /// What a flow leaves to `else`; nil where an error is found.
  private func unnamed(
    _ path: String, _ corpus: Corpus, changed: [String: String]
  ) -> (UnnamedReport, SourceMap)? {
    let mutant = Mutant(file: path, mutation: "by hand", place: "", line: 1, words: "names it", changed: changed)
    guard let file = corpus.file(path, in: mutant) else { return nil }
    let compilation = Compiler(loader: corpus.loader(mutant), tellsUnnamed: true).compile(file)
    if compilation.findings.hasErrors { Issue.record("\(path): \(compilation.findings.map(\.message))") }
    return compilation.findings.hasErrors ? nil : compilation.unnamed.map { ($0, compilation.sources) }
  }
}

extension String {
  /// Whether an error with a number is one of those that a line for errors takes.
  fileprivate func isOfKind(_ other: String) -> Bool { other.hasSuffix(" error") && hasPrefix(other + " ") }
}
