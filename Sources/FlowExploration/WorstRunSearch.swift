// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowGraph
package import FlowRuntime
import SDKContract

/// A call that is counted in runs.
package struct CountedCall: Sendable, Hashable {
  /// Where the call is written.
  package let place: SourceRange
  /// The codes, as indices of the contract's, by which the SDK counts what is wrong there; empty if it counts nothing.
  package let counters: [Int]

  package init(_ place: SourceRange, counters: [Int] = []) {
    self.place = place
    self.counters = counters
  }

  /// How many answers the SDK takes at most, as all its codes say; nil if one does not say it.
  fileprivate func most(_ contract: Contract) -> Int? {
    StatusCode.attempts(with: counters.map { contract.codes[$0] })
  }
}

/// A run that makes certain calls as often as was asked for, or as often as was found.
package struct WorstRun: Sendable {
  /// All that happens in it, from the start on.
  package let run: [Moment]
  /// How often the calls were accepted.
  package let count: Int
  /// Whether every run was looked at, so that none makes more.
  package let isWorst: Bool
}

/// Looks for the run in which certain calls are accepted most often, the best first: machines as values, as ``BruteForce`` has them.
///
/// All events name one user, or each that may name another one names somebody new; and the SDK takes no more answers of a user
/// than the contract says it counts.
package struct WorstRunSearch {
  private let program: Program
  private let brute: BruteForce
  private let calls: [CountedCall]
  private let isOverAccounts: Bool
  /// So many configurations are looked at.
  private let mostConfigurations: Int

  private struct Node: SearchNode {
    let point: RunPoint
    let tally: SDKTally
    let user: Int
    let count: Int
    let parent: Int
    let moment: Moment?
  }

  private struct Key: Hashable {
    let point: RunPoint.Key
    let tally: SDKTally
    let user: Int
  }

  /// - Parameters:
  ///   - program: of a flow that may be unsound.
  ///   - isOverAccounts: whether each user who is named is another one.
  package init(
    _ program: Program, counting calls: [CountedCall], isOverAccounts: Bool = false, mostConfigurations: Int = 20_000
  ) {
    self.program = program
    self.calls = calls
    self.isOverAccounts = isOverAccounts
    self.mostConfigurations = mostConfigurations
    brute = BruteForce(program)
  }

  /// A run that makes the calls so often; else the one that was found to make the most.
  package func run(upTo most: Int) -> WorstRun {
    let calm = search(most, isCalm: true)
    guard calm.count < most else { return calm }
    let any = search(most, isCalm: false)
    return any.count > calm.count || any.isWorst ? any : WorstRun(run: calm.run, count: calm.count, isWorst: false)
  }

  /// - Parameter isCalm: whether no interrupt comes, and nothing is refused.
  private func search(_ most: Int, isCalm: Bool) -> WorstRun {
    let first = RunPoint(machine: FlowMachine(program))
    var nodes = [Node(point: first, tally: SDKTally(), user: NamedUsers.nobody, count: 0, parent: -1, moment: nil)]
    var known: [Key: Int] = [:]
    // By how often the calls were made: the nodes from which nothing was tried yet begin at the head.
    var open: [(nodes: [Int], head: Int)] = [([0], 0)]
    var best = 0
    var isWhole = true
    var effects = Effects(tracing: true)
    var users = NamedUsers(program)
    while let level = open.indices.last(where: { open[$0].head < open[$0].nodes.count }) {
      let index = open[level].nodes[open[level].head]
      open[level].head += 1
      let node = nodes[index]
      let moves = brute.moves(at: node.point)
      let named =
        isOverAccounts
        ? users.moves(moves, at: node.point, of: node.user) : moves.map { ($0.move, $0.isInterrupt, node.user) }
      for (move, isInterrupt, namedUser) in named {
        if isCalm, isInterrupt || move.moment.happening.isRefusal { continue }
        effects.clear()
        let point = node.point.after(move, in: program, keepingLateReplies: false, &effects)
        var tally = node.tally
        if case .event(let occurrence) = move.moment.happening {
          tally.hear(occurrence, paying: move.debt.map { node.point.debts[$0].row }, calls, program)
        }
        tally.forget(node.point.unheard(by: point, move), calls, program)
        guard let more = tally.take(effects.marks, calls, program) else { continue }
        let count = node.count + more
        let user = isOverAccounts ? users.user(after: effects.marks, namedUser, node.point) : namedUser
        // The SDK counts for each user on its own.
        if user != node.user, user > 0 { tally = SDKTally() }
        let key = Key(point: point.key, tally: tally, user: user)
        if let seen = known[key], seen >= count { continue }
        guard nodes.count < mostConfigurations else {
          isWhole = false
          continue
        }
        known[key] = count
        nodes.append(Node(point: point, tally: tally, user: user, count: count, parent: index, moment: move.moment))
        while open.count <= count { open.append(([], 0)) }
        open[count].nodes.append(nodes.count - 1)
        guard count > nodes[best].count else { continue }
        best = nodes.count - 1
        if count >= most { return worst(best, nodes, isWorst: false) }
      }
    }
    return worst(best, nodes, isWorst: isWhole)
  }

  private func worst(_ last: Int, _ nodes: [Node], isWorst: Bool) -> WorstRun {
    WorstRun(run: nodes.moments(to: last), count: nodes[last].count, isWorst: isWorst)
  }
}

/// How many answers the SDK has taken since it last began to count.
private struct SDKTally: Hashable {
  /// By the first of the codes that may follow, the answers.
  private var taken: [Int: Int] = [:]
  /// By code, how often it has come.
  private var told: [Int: Int] = [:]

  /// Takes over what was accepted.
  ///
  /// - Returns: how many of the calls; nil if the SDK would not take one of them.
  mutating func take(_ marks: [TraceMark], _ calls: [CountedCall], _ program: Program) -> Int? {
    let contract = program.flow.contract
    var count = 0
    for case .accepted(let row) in marks.map(\.what) {
      guard let use = program.use(ofRow: row) else { continue }
      if let counted = calls.first(where: { $0.place == use.range }) {
        count += 1
        if let code = counted.counters.first, let most = counted.most(contract) {
          let isSpent = counted.counters.contains { told[$0, default: 0] >= contract.codes[$0].attempts ?? .max }
          guard taken[code, default: 0] < most, !isSpent else { return nil }
          taken[code, default: 0] += 1
        }
      }
      if contract.signsIn(use.call) { beginAnew() }
      taken = taken.filter { !contract.codes[$0.key].renewedBy.contains(use.call) }
      told = told.filter { !contract.codes[$0.key].renewedBy.contains(use.call) }
    }
    return count
  }

  /// Nobody hears any more what the SDK makes of calls that it took: it may have found an answer right, or signed somebody in.
  mutating func forget(_ rows: [UInt16], _ calls: [CountedCall], _ program: Program) {
    let contract = program.flow.contract
    for use in rows.compactMap({ program.use(ofRow: $0) }) {
      if let counted = calls.first(where: { $0.place == use.range }) { beginAnew(counted) }
      if contract[use.call].replies.contains(where: { contract.signsIn($0.event) }) { beginAnew() }
    }
  }

  private mutating func beginAnew() { (taken, told) = ([:], [:]) }

  private mutating func beginAnew(_ counted: CountedCall) {
    for code in counted.counters { (taken[code], told[code]) = (nil, nil) }
  }

  /// A right answer and a sign-in begin the count again.
  ///
  /// - Parameter row: of the call to which it is the reply; nil for none.
  mutating func hear(_ occurrence: Occurrence, paying row: UInt16?, _ calls: [CountedCall], _ program: Program) {
    let contract = program.flow.contract
    guard let id = contract.event(named: occurrence.event.name) else { return }
    let spec = contract[id]
    let event = occurrence.event
    let outcome = contract.outcome(of: spec, status: event.status, error: event.error, data: event.data)
    if contract.signsIn(id, outcome) { beginAnew() }
    guard let use = row.flatMap({ program.use(ofRow: $0) }), occurrence.event.error == 0, !spec.losesProofs,
      let counted = calls.first(where: { $0.place == use.range })
    else { return }
    if case .code(let number) = outcome, counted.counters.count > 1,
      let code = counted.counters.first(where: { contract.codes[$0].number == number })
    {
      told[code, default: 0] += 1
    }
    if !contract.isFailure(outcome, of: id) { beginAnew(counted) }
  }
}

extension RunPoint {
  /// The calls whose replies nobody waits for any more, as rows.
  fileprivate func unheard(by next: RunPoint, _ move: Stimulus) -> [UInt16] {
    var open = debts.map(\.row)
    if let paid = move.debt { open.remove(at: paid) }
    for debt in next.debts {
      if let place = open.firstIndex(of: debt.row) { open.remove(at: place) }
    }
    return next.machine.isOver ? [] : open
  }
}

extension Happening {
  /// Whether the SDK, or who guards it, refuses what the run wants.
  fileprivate var isRefusal: Bool {
    switch self {
    case .rejected, .verdict(.deny): true
    case .start, .answer, .staleAnswer, .accepted, .verdict, .event, .deadline: false
    }
  }
}
