// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import FlowScenarios
import RELIDSimulator

/// All that the runs of a soak begin with: the flow as tables, its world, and what the user will say.
package struct SoakStage: Sendable {
  package let inputs: RunInputs
  let program: Program
  let script: AnswerScript
  private let variable: @Sendable (String) -> String?
  private let again: @Sendable () -> RunInputs?

  /// - Parameters:
  ///   - variable: a variable of the environment; nil if it is not set.
  ///   - again: makes the inputs again from the same bytes.
  package init(
    _ inputs: RunInputs, _ variable: @escaping @Sendable (String) -> String?,
    again: @escaping @Sendable () -> RunInputs?
  ) {
    self.inputs = inputs
    self.variable = variable
    self.again = again
    program = Program(inputs.flow)
    script = AnswerScript(answers: inputs.answers, settings: inputs.settings) {
      variable(RunVariable.answer($0))
    }
  }

  /// The world of the simulated SDK.
  var world: World { if case .simulated(let world) = inputs.world { world } else { World() } }

  /// The world that a program is told; nil if there is none.
  var toldWorld: String? { if case .told(let text) = inputs.world { text } else { nil } }

  /// A new stage like it.
  ///
  /// It shares no memory with this one: threads that count the holders of the same objects wait for each other, and two
  /// cores would do little more than one.
  func madeAnew() -> SoakStage { again().map { SoakStage($0, variable, again: again) } ?? self }
}
