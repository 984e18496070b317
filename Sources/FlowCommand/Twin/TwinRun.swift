// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowTrials
import ProcessBackend

/// One run of `mfaflow twin`, once everything is read.
struct TwinRun {
  private let inputs: RunInputs
  private let modules: SecurityModules
  private let sides: [TwinSide]
  private let streams: Streams
  private let isJSON: Bool
  private let format: FindingFormat

  init(
    _ inputs: RunInputs, _ modules: SecurityModules, _ sides: [TwinSide], _ invocation: Invocation, _ streams: Streams
  ) {
    self.inputs = inputs
    self.modules = modules
    self.sides = sides
    self.streams = streams
    isJSON = invocation.value(of: .twinFormat) == "json"
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
  }

  func perform() async -> ExitCode {
    let children = ChildProcesses(in: streams)
    var runs: [TwinSide.Run] = []
    for side in sides {
      do throws(RunObstacle) {
        runs.append(try await side.run(inputs, modules, streams.variable, in: children))
      } catch {
        return tell(error, of: side)
      }
    }
    let outcome = TwinOutcome(runs, on: sides, inputs.flow.flow.contract)
    let code = ExitCode(outcome.verdict)
    for (name, failure) in outcome.failures {
      streams.errors.write("mfaflow: \(Self.quote(name)): \(failure.description.onOneLine)\n")
    }
    streams.output.write(isJSON ? outcome.report.json(exit: code.rawValue) : outcome.report.text)
    return code
  }

  private static func quote(_ name: String) -> String { Diagnostic.quoting(name, limit: 60) }

  private func tell(_ obstacle: RunObstacle, of side: TwinSide) -> ExitCode {
    switch obstacle {
    case .cassette(let obstacle):
      streams.tell([obstacle.finding], in: obstacle.sources, format)
      return obstacle.code
    case .file(let problem):
      streams.errors.write("mfaflow: \(problem.message)\n")
      return .wrongInput
    case .backend(let failure), .responder(let failure):
      streams.errors.write("mfaflow: \(Self.quote(side.name)): \(failure.description.onOneLine)\n")
      return .broken
    }
  }
}
