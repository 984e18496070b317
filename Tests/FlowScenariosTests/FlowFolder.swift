// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import FlowScenarios
import Foundation
import RELIDSimulator
import Synchronization
import Testing

/// The flows of the product: `flows` of this repository.
enum FlowFolder {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../flows").standardized

  /// Every file of scenarios, by name.
  static let scenarios: [ScenarioText] = names.filter { $0.hasSuffix(".scenarios.yaml") }.map { ScenarioText(name: $0) }

  /// The names of the files that hold a flow.
  static let flows: [String] = names.filter { name in
    name.hasSuffix(".yaml") && ((try? text(name)) ?? "").split(separator: "\n").contains { $0.hasPrefix("language:") }
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Reads the parts that the flows use.
  static let loader = FileLoader { path in
    do {
      return .success(SourceFile(path: path, text: try text(String(path.dropFirst("flows/".count)))))
    } catch {
      return .failure(FileLoader.Problem("there is no such file"))
    }
  }

  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted()
}

/// A file of scenarios of ``FlowFolder``.
struct ScenarioText: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { "flows/\(name)" }

  func play() throws -> Play { try Play(SourceFile(path: testDescription, text: try FlowFolder.text(name))) }

  /// The scenarios, and what came of each: played once for all tests that only look at that.
  func played() async throws -> (play: Play, results: [ScenarioResult]) { try await PlayedFiles.shared.play(self) }
}

/// What came of the files of scenarios that were played.
private actor PlayedFiles {
  static let shared = PlayedFiles()

  private var files: [String: Task<(play: Play, results: [ScenarioResult]), any Error>] = [:]

  func play(_ text: ScenarioText) async throws -> (play: Play, results: [ScenarioResult]) {
    if let file = files[text.name] { return try await file.value }
    let file = Task {
      let play = try text.play()
      return (play: play, results: await play.run())
    }
    files[text.name] = file
    return try await file.value
  }
}

/// The flows that were compiled, by name.
private let compiled = Mutex<[String: Program]>([:])

/// Scenarios that were read, with the flow that they are for, ready to be played.
struct Play: Sendable {
  let file: SourceFile
  let scenarios: ScenarioFile
  /// Of the devices, in their order.
  let flows: [SourceFile]
  let programs: [Program]

  var program: Program { programs[0] }

  /// - Parameter file: scenarios whose `flow:` stands in ``FlowFolder``.
  init(_ file: SourceFile, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let read = ScenarioReader.read(file, in: World.self)
    let found = TextRenderer().render(read.findings, in: SourceMap([file]))
    #expect(read.findings.isEmpty, "\(found)", sourceLocation: sourceLocation)
    scenarios = try #require(read.value, "\(found)", sourceLocation: sourceLocation)
    self.file = file
    var flows: [SourceFile] = []
    var programs: [Program] = []
    for device in scenarios.devices {
      let name = device.flow.value
      let flow = SourceFile(path: "flows/\(name)", text: try FlowFolder.text(name))
      flows.append(flow)
      if let program = compiled.withLock({ $0[name] }) {
        programs.append(program)
        continue
      }
      let compilation = Compiler(loader: FlowFolder.loader).compile(flow)
      let wrong = TextRenderer().render(compilation.findings, in: compilation.sources)
      #expect(compilation.findings.isEmpty, "\(wrong)", sourceLocation: sourceLocation)
      let program = Program(try #require(compilation.flow, "\(wrong)", sourceLocation: sourceLocation))
      compiled.withLock { $0[name] = program }
      programs.append(program)
    }
    (self.flows, self.programs) = (flows, programs)
  }

  var runner: ScenarioRunner { ScenarioRunner(programs, on: scenarios.devices) }

  /// Plays each scenario once, in the order of the file.
  func run() async -> [ScenarioResult] { await run(scenarios.scenarios) }

  /// Plays the scenarios in which one of these lines stands; all where one stands before them.
  func run(holding lines: [Int]) async -> [ScenarioResult] {
    let all = scenarios.scenarios
    let starts = all.map(\.name.range.start.line)
    if let first = starts.first, lines.contains(where: { $0 < first }) { return await run(all) }
    return await run(
      all.indices.filter { index in
        let end = index + 1 < starts.count ? starts[index + 1] : .max
        return lines.contains { $0 >= starts[index] && $0 < end }
      }.map { all[$0] })
  }

  private func run(_ scenarios: [Scenario]) async -> [ScenarioResult] {
    let runner = runner
    var results: [ScenarioResult] = []
    for scenario in scenarios { results.append(await runner.run(scenario)) }
    return results
  }

  /// What a person is told of a scenario that failed: its place in the file, and all that happened.
  func story(of result: ScenarioResult) -> String {
    let failures = TextRenderer().render(
      result.failures, in: SourceMap([scenarios.shown(file, for: programs.map(\.flow))]))
    return "\n\(result.name)\n\(failures)\n\(result.lines.joined(separator: "\n"))\n"
  }
}
