// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

extension Program {
  /// The trace of a run in which these things happen.
  package func trace(of run: [Moment]) -> [TraceEntry] { traces(of: run).flatMap { $0 } }

  /// The trace of a run, by what happens in it.
  package func traces(of run: [Moment]) -> [[TraceEntry]] {
    var machine = FlowMachine(self)
    return run.map { moment in machine.pass(moment).marks.map { TraceEntry($0, of: self) } }
  }
}
