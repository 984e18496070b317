// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// What somebody sees who watches a scenario being played.
package enum SeenInScenario: Sendable {
  case happened(TraceEntry)
  /// The time is in milliseconds since the start of the run.
  case asked(Question, at: Int64)
}

/// Told what happens in a scenario, and on which device, as an index.
package typealias ScenarioWatch = @Sendable (Int, SeenInScenario) -> Void
