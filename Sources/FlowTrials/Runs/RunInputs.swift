// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import FlowScenarios
package import RELIDSimulator

/// All that a run needs, read and checked.
package struct RunInputs: Sendable {
  package let flow: ValidFlow
  package let world: RunWorld
  /// The same as a JSON object, for those who must not repeat what stands in it; nil if there is none.
  package let worldText: String?
  package let answers: [ScriptedAnswer]
  package let settings: [ResolvedSetting]
  /// What a saved run of this flow belongs to.
  package let identity: RunFile.Identity
  /// The run that is taken up; nil for one that begins.
  package let resumed: RunFile?
  /// The paths of all files that were read but the saved run's, which may be saved again.
  package let paths: [String]

  package init(
    flow: ValidFlow, world: RunWorld, worldText: String?, answers: [ScriptedAnswer], settings: [ResolvedSetting],
    identity: RunFile.Identity, resumed: RunFile?, paths: [String]
  ) {
    self.flow = flow
    self.world = world
    self.worldText = worldText
    self.answers = answers
    self.settings = settings
    self.identity = identity
    self.resumed = resumed
    self.paths = paths
  }
}

/// What the SDK of a run finds around it.
package enum RunWorld: Sendable {
  /// For the simulated SDK.
  case simulated(World)
  /// For a program, as a JSON object; nil if there is none.
  case told(String?)
}

/// The variables of the environment that a run looks at, by their names.
package enum RunVariable {
  /// The one that answers what an input asks for.
  package static func answer(_ input: String) -> String { "MFAFLOW_ANSWER_\(input)" }

  /// The one that gives a password which was set before the run was saved.
  package static func secret(_ number: some CustomStringConvertible) -> String { "MFAFLOW_SECRET_\(number)" }
}
