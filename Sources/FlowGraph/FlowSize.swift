// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// How large the tables of a machine become for a flow.
struct FlowSize {
  /// The places where a run can wait.
  private(set) var places = 0
  /// For each place, how many arrivals the flow distinguishes.
  private(set) var cells = 0
  /// For each call of the flow, how many arrivals there are of the events that it may lead to.
  private(set) var replies = 0

  /// Whether the tables may pass a limit, by counts that are quickly made and never too small.
  static func mayBeLarge(_ flow: Flow) -> Bool {
    var (places, calls, lines, waits) = (0, 0, 0, 0)
    for step in flow.steps {
      places += 2 + step.choices.count
      calls += 2 + step.choices.count
      lines += 1 + step.transitions.count
      for choice in step.choices {
        if case .call(_, let over) = choice.action { lines += over.count }
      }
      if case .wait = step.kind { waits += 1 }
    }
    places += calls * waits
    let outcomes = 3 + flow.contract.codes.count + flow.contract.errors.count + lines
    var (blocks, modes, replies) = (0, 0, 0)
    // By index, here and below: to count the holders of each event and call would take most of the time.
    for index in flow.contract.events.indices {
      let count = flow.contract.events[index].modes.count + 2
      blocks += count
      modes = max(modes, count)
    }
    for index in flow.contract.calls.indices { replies = max(replies, flow.contract.calls[index].replies.count) }
    return places > FlowLimits.places || places * (1 + blocks * outcomes) > FlowLimits.cells
      || calls * replies * modes * outcomes > FlowLimits.cells
  }

  init(_ flow: Flow) {
    let arrivals = Self.arrivals(flow)
    let ways = WaitWays(flow)
    var repliesOfCalls: [CallID: Int] = [:]
    for step in flow.steps {
      let calls = step.calls
      places += 2 + step.choices.count
      places += calls.count * ways.count(from: step, atMost: FlowLimits.places)
      for (use, _) in calls {
        let known = repliesOfCalls[use.call]
        let count = known ?? flow.contract[use.call].replies.reduce(0) { $0 + arrivals[Int($1.event.index)] }
        repliesOfCalls[use.call] = count
        replies += count
      }
      if places > FlowLimits.places { break }
    }
    cells = places * (1 + arrivals.reduce(0, +))
  }

  /// By event of the contract: how many arrivals a machine distinguishes.
  private static func arrivals(_ flow: Flow) -> [Int] {
    zip(flow.contract.events, flow.distinctions).map { spec, told in
      guard let told else { return 1 }
      let modes = spec.modes.isEmpty ? 1 : told.modes.count + 2
      return modes * (3 + told.codes.count + told.errors.count)
    }
  }
}

/// The `wait:` steps into which a call can be carried: those that a step leads to by what is no event.
private struct WaitWays {
  private let next: [[Int]]

  init(_ flow: Flow) {
    let hasWaits = flow.steps.contains { if case .wait = $0.kind { true } else { false } }
    next = hasWaits ? flow.steps.map { Self.targets(of: $0, flow) } : []
  }

  private static func targets(of step: Step, _ flow: Flow) -> [Int] {
    var found: Set<Int> = []
    func add(_ target: Target) {
      guard case .step(let id) = target.move, case .wait = flow[id].kind else { return }
      found.insert(Int(id.index))
    }
    if let to = step.to { add(to) }
    for line in step.transitions where line.trigger.isNoEvent { add(line.target) }
    for choice in step.choices {
      switch choice.action {
      case .go(let target): add(target)
      case .call(_, let over): for line in over where line.trigger.isNoEvent { add(line.target) }
      }
    }
    return Array(found)
  }

  /// How many of them can be reached from a step, one after the other.
  func count(from step: Step, atMost limit: Int) -> Int {
    guard !next.isEmpty else { return 0 }
    var open = next[Int(step.id.index)]
    guard !open.isEmpty else { return 0 }
    var reached = Set(open)
    while let step = open.popLast(), reached.count <= limit {
      for target in next[step] where reached.insert(target).inserted { open.append(target) }
    }
    return reached.count
  }
}

extension Trigger {
  fileprivate var isNoEvent: Bool {
    switch self {
    case .event, .error: false
    case .rejected, .accepted, .timeout, .exhausted, .otherwise, .allow, .deny: true
    }
  }
}
