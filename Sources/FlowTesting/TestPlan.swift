// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import FlowRuntime
package import FlowScenarios
import LocalFiles

/// What is to be played: scenario files in the order of the paths, and their flows.
package struct TestPlan: Sendable {
  package var files: [PlannedFile] = []
  /// Files of scenarios in folders that have another name, and so are not played.
  package var overlooked: [String] = []
  /// Each once, however many scenario files it has.
  package var flows: [PlannedFlow] = []

  /// The paths of the scenario files, the flows, their parts and their contracts.
  package var paths: [String] {
    files.map(\.path) + flows.flatMap { $0.sources.files.map(\.path) } + contracts
      + files.flatMap { file -> [String] in
        if case .broken(let broken) = file.state { broken.sources.files.map(\.path) } else { [] }
      }
  }
  /// The places in ``flows`` of those that scenario files are for.
  package var namedFlows: Set<Int> {
    Set(
      files.flatMap { file -> [Int] in
        if case .sound(let sound) = file.state { sound.flows } else { [] }
      })
  }
  /// The places in ``flows`` of those that no scenario file is for.
  var bareFlows: [Int] = []
  /// The paths of the contracts that scenario files name.
  var contracts: [String] = []

  /// The same in another language, with those scenarios alone whose flows have it: the others, and their files, are where they were.
  package func speaking(_ language: String) -> TestPlan {
    var plan = self
    for index in plan.flows.indices { plan.flows[index] = plan.flows[index].speaking(language) }
    for index in plan.files.indices {
      guard case .sound(var sound) = plan.files[index].state,
        !sound.flows.contains(where: { flows[$0].languages.contains(language) })
      else { continue }
      sound.scenarios = []
      plan.files[index].state = .sound(sound)
    }
    return plan
  }
}

/// A flow that has scenarios, or ought to have some.
package struct PlannedFlow: Sendable {
  /// As it is shown: the path of the scenario file's folder, and what the file says.
  package let path: String
  /// The file of the contract that its scenarios name; nil for the one that the flow names.
  package let contract: String?
  package let program: Program
  /// As it was checked, in its own language.
  package let valid: ValidFlow
  /// The files that the places of the flow are in.
  package let sources: SourceMap

  /// The same in another language.
  fileprivate func speaking(_ language: String) -> PlannedFlow {
    PlannedFlow(
      path: path, contract: contract, program: Program(valid.speaking(language)), valid: valid, sources: sources)
  }

  /// Those that the flow has besides its own.
  fileprivate var languages: Set<String> { Set(valid.flow.languageTags) }
}

/// A scenario file, ready to be played or not.
package struct PlannedFile: Sendable {
  package enum State: Sendable {
    case sound(SoundFile)
    case broken(BrokenFile)
  }

  let path: String
  package var state: State
  /// Scenarios that are not played.
  package var skipped: [SkippedScenario] = []

  /// Whether there is no scenario in it, not even one that is skipped.
  package var isBlank: Bool { scenarios.isEmpty && skipped.isEmpty }

  package var scenarios: [Scenario] {
    switch state {
    case .sound(let file): file.scenarios
    case .broken: []
    }
  }
}

/// A scenario file that can be played, but maybe for some of its scenarios.
package struct SoundFile: Sendable {
  /// Its own, and those that it takes over from other files.
  package var scenarios: [Scenario]
  package let devices: [ScenarioDevice]
  /// Those of the devices, as indices.
  package let flows: [Int]
  /// The files as they may be shown: without passwords and codes.
  package var sources: SourceMap
  /// By the name of a scenario, what it names and the flow does not have: it fails, and is not played.
  package var unplayable: [String: [Diagnostic]] = [:]
}

/// A scenario that is not played, and has not failed.
package struct SkippedScenario: Sendable {
  let name: String
  /// Nil where the command line leaves it out.
  let reason: String?
}

/// Why a scenario file cannot be played: it is wrong itself, or its flow is, or one of them cannot be had.
package struct BrokenFile: Error {
  package let findings: [Diagnostic]
  package let sources: SourceMap
  package let isUnreadable: Bool

  init(_ findings: [Diagnostic], in sources: SourceMap, isUnreadable: Bool = false) {
    self.findings = findings.inReadingOrder()
    self.sources = sources
    self.isUnreadable = isUnreadable
  }

  init(_ problem: FileProblem) { self.init([problem.finding], in: problem.sources, isUnreadable: true) }
}
