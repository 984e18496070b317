// SPDX-License-Identifier: Apache-2.0

/// A flow that the checker found no error in: the only thing that runs.
///
/// Its initialiser is called in one place, the checker; so running an unchecked flow does not compile.
public struct ValidFlow: Sendable {
  /// What was checked.
  public internal(set) var flow: Flow

  package init(checked flow: Flow) { self.flow = flow }
}
