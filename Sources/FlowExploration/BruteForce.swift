// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import SDKContract

/// Plays every run of a small flow: machines as values, and at every configuration all that may happen there.
///
/// It is the definition by which the checker is judged, so it knows nothing of the checker, and takes no short cut: an SDK
/// that keeps to its contract may take or refuse each call, send every reply that the contract lets come to each open call
/// of whatever layer, and every interrupt at every configuration: before its word on a call, above another, and again while
/// one waits. Users do all that is offered. Two runs are the same only if nothing can tell what they do from now on.
///
/// ``Explorer`` looks at far larger flows, and lets interrupts come one at a time.
package struct BruteForce: Sendable {
  /// How far it goes.
  package struct Bounds: Sendable {
    /// A flow with more is left unjudged.
    package var configurations = 4_000
    /// An interrupt comes only where fewer events than this wait, are held or are kept.
    package var backlog = 1

    package init() {}
  }

  private let program: Program
  private let prospects: Prospects
  private let bounds: Bounds
  private let interrupts: [Moment]

  package init(_ program: Program, within bounds: Bounds = Bounds()) {
    self.program = program
    self.bounds = bounds
    let prospects = Prospects(program)
    let contract = program.flow.contract
    interrupts = contract.events.indices.filter { contract.events[$0].kind == .interrupt }.flatMap { index in
      prospects.samples.events(EventID(index: UInt16(index)), mode: nil).map { Moment(.event($0)) }
    }
    self.prospects = prospects
  }

  /// Plays all runs.
  package func explore() -> RunGraph {
    let machine = FlowMachine(program)
    var graph = RunGraph(machine)
    var known = [machine.configuration: 0]
    var effects = Effects(tracing: true)
    var index = 0
    while index < graph.nodes.count, graph.isComplete {
      let machine = graph.nodes[index].machine
      guard !machine.isOver else {
        graph.close(index)
        index += 1
        continue
      }
      let own = moments(at: machine)
      for (number, moment) in (own + arriving(at: machine)).enumerated() {
        var next = machine
        effects.clear()
        next.take(moment, into: &effects)
        let configuration = next.configuration
        var target = known[configuration]
        if target == nil, graph.nodes.count < bounds.configurations {
          target = graph.nodes.count
          known[configuration] = target
          graph.add(next, from: index, moment)
        }
        guard let target else {
          graph.cut()
          break
        }
        graph.join(index, to: target, isInterrupt: number >= own.count)
        graph.note(effects.marks, from: index, moment, in: program)
      }
      graph.close(index)
      index += 1
    }
    return graph
  }

  /// All that may happen but interrupts.
  private func moments(at machine: FlowMachine) -> [Moment] {
    var moments = prospects.next(for: machine)
    guard machine.hasBegun else { return moments }
    let layers = machine.layers
    // While a call waits for the SDK's word, the one before it is still open; and so are those of the layers below.
    let isBusy = machine.awaitsAnswer || machine.awaitsVerdict
    for layer in isBusy ? layers[...] : layers.dropLast() {
      guard let call = layer.open, !isReplied(call, layer, machine) else { continue }
      moments += prospects.replies(to: call).map { Moment(.event($0)) }
    }
    return moments
  }

  /// The interrupts that may come.
  private func arriving(at machine: FlowMachine) -> [Moment] {
    machine.hasBegun && machine.backlog < bounds.backlog ? interrupts : []
  }

  /// Whether the reply to a call has come, and waits to be taken: there is one reply to each call.
  private func isReplied(_ call: OpenCall, _ layer: RunLayer, _ machine: FlowMachine) -> Bool {
    let events = program.flow.contract[call.call].replies.map { program.flow.contract[$0.event].name }
    return (layer.kept + machine.heldEvents).contains { events.contains($0.event.name) }
  }
}
