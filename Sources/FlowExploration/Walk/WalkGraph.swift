// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import FlowRuntime
import SDKContract

/// Runs of a flow as a map: places at which a run can be, and at each all that may happen there and where that leads.
///
/// Two runs are at one place only if nothing can tell what they do from now on and what is seen of it, the time of day apart. So whoever
/// walks over the map sees what the machine would do: at each step the same trace, and at each place the same question.
///
/// The places that are soonest reached come first, where what goes wrong and what interrupts counts for more than what goes well: so the
/// map is deep where users are mostly.
package struct WalkGraph: Sendable {
  /// How far the map goes.
  package struct Bounds: Sendable {
    /// So many places are looked at.
    package var places = 1_500
    /// So much happens one behind another, by what it counts for; by itself only the number of places is a bound.
    package var depth = Int.max

    package init() {}
  }

  /// Something that may happen at a place.
  package struct Edge: Sendable {
    package let moment: Moment
    /// How much later it is then, in milliseconds.
    package let delay: Int64
    package let isInterrupt: Bool
    /// What is noted of it.
    package let marks: [TraceMark]
    /// The place that it leads to, as an index; nil where the map ends.
    package let to: Int?
  }

  package struct Place: Sendable {
    /// The run as it stands there, by the shortest way.
    package let machine: FlowMachine
    /// The place before it on that way, and what happened there, as indices; nil for the first.
    package let origin: (place: Int, edge: Int)?
    /// Where the run is over; nil while it goes on.
    package let end: RunEnd?
    /// Empty where the run is over, and where the map ends.
    package fileprivate(set) var edges: [Edge] = []
    /// Whether all that may happen there was looked at.
    package fileprivate(set) var isLookedAt = false
    fileprivate let cost: Int
    fileprivate let point: RunPoint
    /// The calls that were made on the way, as ``StartingCalls`` tells them apart.
    fileprivate let made: UInt64
  }

  package let program: Program
  package private(set) var places: [Place] = []
  /// How many places were left out, with all that leads beyond the map; 0 where it has every run.
  ///
  /// The events by which runs may be interrupted are the contract's.
  package private(set) var unlooked = 0
  private let starting: StartingCalls
  private let force: BruteForce
  private var known: [Key: Int]

  private struct Key: Hashable {
    let seen: SeenConfiguration
    let debts: [RunPoint.Debt]
    let isShut: Bool
    /// A machine that is done does not tell where.
    let end: RunEnd?
    let made: UInt64

    init(_ point: RunPoint, _ end: RunEnd?, _ made: UInt64) {
      self.end = end
      self.made = made
      seen = point.machine.seenConfiguration
      debts = point.debts
      isShut = point.isShut
    }
  }

  package init(_ program: Program, within bounds: Bounds = Bounds()) {
    self.program = program
    starting = StartingCalls(program.flow)
    force = BruteForce(program)
    let first = RunPoint(machine: FlowMachine(program))
    known = [Key(first, nil, 0): 0]
    places = [Place(machine: first.machine, origin: nil, end: nil, cost: 0, point: first, made: 0)]
    // By cost: the places of that cost that are still to be looked at.
    var open: [[Int]] = [[0]]
    var (cost, looked) = (0, 0)
    while cost < open.count, looked < bounds.places {
      var next = 0
      while next < open[cost].count, looked < bounds.places {
        let index = open[cost][next]
        next += 1
        looked += 1
        for place in look(at: index, most: bounds.places * 2, depth: bounds.depth) {
          while open.count <= places[place].cost { open.append([]) }
          open[places[place].cost].append(place)
        }
      }
      cost += 1
    }
    countUnlooked()
  }

  private mutating func countUnlooked() {
    unlooked = places.reduce(0) { count, place in
      count + (place.isLookedAt || place.machine.isOver ? 0 : 1) + place.edges.count { $0.to == nil }
    }
  }

  /// So many places more are looked at.
  private static let mostFollowed = 300

  /// Goes on where the map ends, along runs that are known: so whoever walks can take them to their ends.
  ///
  /// - Parameter runs: each from the start on.
  package mutating func follow(_ runs: [[Moment]]) {
    var left = Self.mostFollowed
    for run in runs {
      var place = 0
      for moment in run {
        if next(from: place, moment) == nil, left > 0 {
          left -= 1
          _ = look(at: place, most: .max, depth: .max)
        }
        guard let next = next(from: place, moment) else { break }
        place = next
      }
    }
    countUnlooked()
  }

  /// The place to which something leads; nil where the map ends.
  private func next(from place: Int, _ moment: Moment) -> Int? {
    places[place].edges.first { $0.moment.happening.isLike(moment.happening) }?.to
  }

  /// Looks at all that may happen at a place.
  ///
  /// - Parameters:
  ///   - most: so many places the map may have.
  ///   - depth: no place that counts for more is taken up.
  /// - Returns: the places that were not known.
  private mutating func look(at index: Int, most: Int, depth: Int) -> [Int] {
    let place = places[index]
    var found: [Int] = []
    var edges: [Edge] = []
    for (move, isInterrupt) in force.moves(at: place.point) {
      // What only certain calls start does not come before one of them.
      if isInterrupt, let needed = starting.needed(by: move.moment), needed & place.made == 0 {
        continue
      }
      let made = place.made | starting.taken(by: move.moment, place.machine)
      var effects = Effects(tracing: true)
      let point = place.point.after(move, in: program, keepingLateReplies: false, &effects)
      let end = effects.marks.lazy.compactMap { if case .ended(let end) = $0.what { end } else { nil } }.first
      let key = Key(point, end, made)
      let cost = place.cost + weight(of: move.moment.happening, isInterrupt)
      var target = known[key]
      if target == nil, cost <= depth, places.count < most {
        target = places.count
        known[key] = target
        found.append(places.count)
        places.append(
          Place(
            machine: point.machine, origin: (index, edges.count), end: end, cost: cost, point: point, made: made))
      }
      edges.append(
        Edge(
          moment: move.moment, delay: point.machine.time - place.machine.time, isInterrupt: isInterrupt,
          marks: effects.marks, to: target))
    }
    places[index].edges = edges
    places[index].isLookedAt = true
    return found
  }

  /// What something counts for that happens.
  private func weight(of happening: Happening, _ isInterrupt: Bool) -> Int {
    if isInterrupt { return 6 }
    switch happening {
    case .start, .accepted: return 0
    case .verdict(let verdict): return verdict == .allow ? 0 : 4
    case .rejected, .staleAnswer: return 5
    case .deadline: return 3
    case .answer: return 1
    case .event(let occurrence):
      let contract = program.flow.contract
      guard let event = contract.event(named: occurrence.event.name) else { return 3 }
      let codes = contract.successCodes(of: contract[event])
      let isWell = occurrence.event.error == 0 && occurrence.event.status.map(codes.contains) ?? true
      return isWell ? 1 : 3
    }
  }

  /// The way to a place: at each place before it what happens there, as indices.
  package func way(to place: Int) -> [(place: Int, edge: Int)] {
    var way: [(place: Int, edge: Int)] = []
    var current = place
    while let origin = places[current].origin {
      way.append(origin)
      current = origin.place
    }
    return way.reversed()
  }

  /// All that happens on the way to a place.
  package func run(to place: Int) -> [Moment] {
    way(to: place).map { places[$0.place].edges[$0.edge].moment }
  }

  /// The run to the first place at which a step is at work; nil if the map has none.
  package func run(toStep step: StepID) -> [Moment]? {
    places.firstIndex { !$0.machine.isOver && $0.machine.stepAtWork == step }.map(run(to:))
  }

  /// The runs at the places of the map, for the same flow in another language: nothing but the words is otherwise.
  package func machines(of program: Program) -> [FlowMachine] {
    var machines: [FlowMachine] = []
    for place in places {
      guard let origin = place.origin else {
        machines.append(FlowMachine(program))
        continue
      }
      // A place is found after the one before it.
      var machine = machines[origin.place]
      _ = machine.pass(places[origin.place].edges[origin.edge].moment)
      machines.append(machine)
    }
    return machines
  }
}
