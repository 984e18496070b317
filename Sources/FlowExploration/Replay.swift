// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

extension Program {
  /// The trace of a run in which these things happen.
  package func trace(of run: [Moment]) -> [TraceEntry] {
    var machine = FlowMachine(self)
    return run.flatMap { machine.pass($0).marks }.map { TraceEntry($0, of: self) }
  }
}
