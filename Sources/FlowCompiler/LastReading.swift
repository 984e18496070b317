// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLinking
import FlowSyntax
import SDKContract

/// What a file was read as last, for an editor: what has not changed since is not read again, and the outcome is the same.
///
/// Of one file, by one compiler, in one thread.
package final class LastReading {
  private let steps = KnownSteps()
  private let graph = KnownGraph()
  /// The number of the reading whose graph is kept.
  private var number = 0

  package init() {}

  func begin(_ file: SourceFile, _ linker: inout Linker) {
    steps.begin(file)
    linker.knownSteps = steps
  }

  /// What may be taken over into the graph; nil for a flow that has other files, since those may have changed.
  func graph(for flow: LinkedFlow) -> KnownGraph? {
    guard !flow.document.isJoined, !flow.isChanged, !flow.isPart, flow.document.messagesIn == nil else {
      graph.forget()
      return nil
    }
    // Where no graph came of the reading before, it is not known what has changed since the one of which it did.
    if !steps.onlyStepsChanged(since: number) { graph.forget() }
    number = steps.count
    return graph
  }
}
