// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What a program or a recording tells of a run, which may be any number.
extension JSONNode {
  /// A time since the start of the run, told in milliseconds: at most some thirty thousand years, so that sums of such
  /// times are still numbers.
  package func timeOfRun() throws(JSONProblem) -> Duration { .milliseconds(try int(in: 0...(1 << 50))) }

  /// The number of a refusal or a status, as an SDK has it.
  package func codeOfSDK() throws(JSONProblem) -> Int { try int(in: Int(Int32.min)...Int(Int32.max)) }
}
