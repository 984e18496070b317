// SPDX-License-Identifier: Apache-2.0

/// What an editor can have done by its name.
enum ServedCommand: String, CaseIterable {
  case play = "mfaflow.play"
  case coverage = "mfaflow.coverage"
  case matrix = "mfaflow.matrix"
  case scenario = "mfaflow.scenario"
}
