// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
package import FlowScenarios
import LocalFiles

/// What is to be played: scenario files in the order of the paths, and their flows.
package struct TestPlan: Sendable {
  package var files: [PlannedFile] = []
  /// Each once, however many scenario files it has.
  package var flows: [PlannedFlow] = []

  /// The paths of the scenario files, the flows, their parts and their contracts.
  package var paths: [String] {
    files.map(\.path) + flows.flatMap { $0.sources.files.map(\.path) } + contracts
      + files.flatMap { file -> [String] in
        if case .broken(let broken) = file.state { broken.sources.files.map(\.path) } else { [] }
      }
  }
  /// The paths of the contracts that scenario files name.
  var contracts: [String] = []
}

/// A flow that has scenarios.
package struct PlannedFlow: Sendable {
  /// As it is shown: the path of the scenario file's folder, and what the file says.
  let path: String
  package let program: Program
  /// The files that the places of the flow are in.
  let sources: SourceMap
}

/// A scenario file, ready to be played or not.
package struct PlannedFile: Sendable {
  package enum State: Sendable {
    /// With the devices and the indices of their flows, and the scenario file as it may be shown: without passwords and
    /// codes.
    case sound([Scenario], on: [ScenarioDevice], flows: [Int], shown: SourceFile)
    case broken(BrokenFile)
  }

  let path: String
  package let state: State
  /// The names of scenarios that the command line leaves out.
  package var skipped: [String] = []

  package var scenarios: [Scenario] {
    switch state {
    case .sound(let scenarios, _, _, _): scenarios
    case .broken: []
    }
  }
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
