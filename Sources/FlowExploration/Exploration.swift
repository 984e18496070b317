// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// What an ``Explorer`` found: the standings of a flow's runs, and what leads from one to another.
package struct Exploration: Sendable {
  /// A standing, with the shortest run that reaches it.
  package struct Node: Sendable {
    package let machine: FlowMachine
    package let standing: Standing
    /// What has been seen of that run.
    package let audit: RunAudit
    let origin: Int?
    /// What happens from the origin on: one moment; several where the standing was found by the runs of a cell.
    let moments: [Moment]

    init(
      _ machine: FlowMachine, _ standing: Standing, _ audit: RunAudit, from origin: Int? = nil, _ moments: [Moment] = []
    ) {
      self.machine = machine
      self.standing = standing
      self.audit = audit
      self.origin = origin
      self.moments = moments
    }
  }

  /// What happened at a standing, and where it led.
  package struct Edge: Sendable {
    package let from: Int
    package let moment: Moment
    package let to: Int
    /// What the trace tells of it.
    package let marks: [TraceMark]
  }

  /// A rule that was broken on the way.
  package struct Flaw: Sendable {
    package let violation: Violation
    package let from: Int
    package let moment: Moment
  }

  /// The shortest runs first, but for those that the runs of cells have found; the first has not begun.
  package internal(set) var nodes: [Node] = []
  /// In the order of their origins.
  package internal(set) var edges: [Edge] = []
  package internal(set) var violations: [Flaw] = []
  /// How many ways led to a standing that was not looked at, since there were too many.
  package internal(set) var unexplored = 0

  /// Which standings are known, and where each is among the nodes.
  var known: [Standing: Int] = [:]
  /// Where nodes of the flow's own layer stand, whatever events they were given.
  var positions: Set<Standing.Position> = []
  /// Where interrupts were let happen.
  var interrupted: Set<Explorer.InterruptedPlace> = []
  /// How many of the nodes were looked at.
  var looked = 0

  /// Whether every standing was looked at.
  package var isComplete: Bool { unexplored == 0 }

  /// The shortest run to a standing.
  package func run(to index: Int) -> [Moment] {
    var moments: [Moment] = []
    var current: Int? = index
    while let here = current {
      moments += nodes[here].moments.reversed()
      current = nodes[here].origin
    }
    return moments.reversed()
  }
}
