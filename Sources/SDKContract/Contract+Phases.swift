// SPDX-License-Identifier: Apache-2.0

extension Contract {
  /// The phases in which the SDK does not run, as a set of bits: the first, and those that are closed.
  ///
  /// Only from these does a notice lead to another phase.
  package var phasesBeforeStart: UInt64 {
    phases.indices.reduce(1) { phases[$1].isClosed ? $0 | 1 << UInt64($1) : $0 }
  }
}
