// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import FlowRuntime
import SDKContract

/// Looks for the shortest run that shows what is wrong with a flow: breadth first, over machines.
///
/// What may happen is what ``Prospects`` tell, and interrupts. Where the way is known that such a run takes, only runs that
/// keep to it are looked at; if none of these shows it, all are.
package struct WitnessSearch {
  private let program: Program
  private let prospects: Prospects
  /// Each with the calls one of which must have been made before; nil for none.
  private let interrupts: [(moment: Moment, needed: UInt64?)]
  private let starting: StartingCalls

  /// How it is searched.
  private struct Scope {
    /// Where the transitions are written that lead from step to step, in order; empty for any.
    let way: [SourceRange]
    /// Up to how many draws on each budget are distinguished.
    let uses: Int
    /// So many standings are looked at.
    var most = WitnessSearch.mostStandings
    /// The steps at which events come that nobody asked for.
    var strayAt: Set<String> = []
    /// These events.
    var strays: [Moment] = []
    /// Whether interrupts come.
    var isInterrupted = true
    /// Over so many layers.
    var layers = 1
  }

  private struct Node {
    let machine: FlowMachine
    /// How much of the way it has come.
    let passed: Int
    let parent: Int
    let moment: Moment?
    /// The calls that were made, as ``StartingCalls`` tells them apart.
    var made: UInt64 = 0
  }

  private struct Key: Hashable {
    let standing: Standing
    let passed: Int
    let made: UInt64

    init(_ machine: FlowMachine, _ passed: Int, _ made: UInt64, _ scope: Scope) {
      standing = machine.standing(tellingUses: scope.uses)
      (self.passed, self.made) = (passed, made)
    }
  }

  /// So many standings are looked at, in each scope.
  fileprivate static let mostStandings = 20_000
  /// As many wrong answers as anybody may give before a budget is spent.
  private static let manyUses = 12
  /// As many as are used up one after the other.
  private static let mostLeft = 100
  /// So many standings are looked at behind a known run.
  private static let mostBehind = 2_000

  /// - Parameter program: of a flow that may be unsound.
  package init(_ program: Program) {
    self.program = program
    prospects = Prospects(program)
    let starting = StartingCalls(program.flow)
    self.starting = starting
    interrupts = prospects.samples.interrupts.map {
      let moment = Moment(.event($0))
      return (moment, starting.needed(by: moment))
    }
  }

  /// All that happens in a run that shows it, from the start on; nil if none was found.
  ///
  /// - Parameter way: where the transitions are written that a run is known to take.
  package func run(showing goal: WitnessGoal, along way: [SourceRange]) -> [Moment]? {
    let way = way.filter { !program.owners(ofTarget: $0).isEmpty }
    for way in way.isEmpty ? [[]] : [way, []] {
      // A long way has very many standings if they differ by what is used on it.
      for uses in [0, Self.manyUses] {
        if let run = search(goal, Scope(way: way, uses: uses)) { return run }
      }
    }
    return nil
  }

  /// The shortest run that keeps to a way and then succeeds; nil if none was found.
  ///
  /// - Parameters:
  ///   - way: where the transitions are written, the last of them that of the end.
  ///   - isSo: whether it counts, by the machine in the end.
  func run(succeedingAlong way: [SourceRange], where isSo: (FlowMachine) -> Bool) -> [Moment]? {
    let way = way.filter { !program.owners(ofTarget: $0).isEmpty }
    guard let last = way.last else { return nil }
    for uses in [0, Self.manyUses] {
      let run = search(Scope(way: way, uses: uses)) { reaction, _, machine, _ in
        reaction.success(in: program) != nil && isSo(machine)
          && reaction.marks.contains { $0.what.isTransition(at: last, in: program) }
      }
      if let run { return run }
    }
    return nil
  }

  /// The shortest runs that take what is not taken yet, each with what it is the first to take.
  ///
  /// - Parameter coverage: what is taken already; afterwards, all that is taken.
  package func runs(adding coverage: inout Coverage) -> [(run: [Moment], items: [Coverage.Item])] {
    var runs: [(run: [Moment], items: [Coverage.Item])] = []
    for uses in [0, Self.manyUses] where !coverage.untaken.isEmpty {
      runs += self.runs(in: Scope(way: [], uses: uses), adding: &coverage)
    }
    var ways: [String: [Moment]] = [:]
    for step in Set(coverage.untaken.compactMap(\.owner)).sorted() {
      guard let id = id(of: step), let way = run(to: id) else { continue }
      ways[step] = way
      for spent in self.runs(spendingAt: id, behind: way) {
        runs += self.runs(
          in: Scope(way: [], uses: 0, most: Self.mostBehind), of: step, behind: spent, adding: &coverage)
      }
    }
    // What no reply and no interrupt takes is an `else` for what comes by itself.
    let strays = coverage.untaken.isEmpty ? [] : SampleEvents.strays(program).map { Moment(.event($0)) }
    for step in Set(coverage.untaken.compactMap(\.owner)).sorted() {
      runs += self.runs(
        in: Scope(way: [], uses: 0, strayAt: [step], strays: strays), behind: ways[step] ?? [], adding: &coverage)
    }
    return runs
  }

  private func id(of step: String) -> StepID? { program.flow.steps.first { $0.name.value == step }?.id }

  /// The shortest run up to where a step takes an answer; if it takes none, up to where it offers a choice; if it asks nothing, up to
  /// where it is at work; nil if none was found.
  private func run(to step: StepID) -> [Moment]? {
    let asks = program.flow[step].answer != nil || !program.flow[step].choices.isEmpty
    let all = Scope(way: [], uses: 0)
    // An event may leave nothing but choices, and they go round on no tries.
    let answering =
      program.flow[step].answer == nil
      ? nil
      : search(all) { _, _, machine, _ in
        machine.stepAsked == step && machine.question(at: machine.time)?.canSubmit == true
      }
    return answering
      ?? search(all) { _, _, machine, _ in
        asks ? machine.stepAsked == step : !machine.isOver && machine.stepAtWork == step
      }
  }

  /// Runs that go round until a budget of a step is spent, one for each budget; none for one on which no more than a few hundred
  /// standings draw, or with more left than anybody waits for.
  ///
  /// - Parameter start: what has happened already.
  package func runs(spendingAt step: StepID, behind start: [Moment]) -> [[Moment]] {
    FlowMachine.budgets(of: step, program).compactMap { budget in
      var run = start
      var left = machine(behind: start).machine.left(ofBudget: budget)
      guard left <= Self.mostLeft else { return nil }
      for _ in 0..<left {
        // Each time round is a search of its own: all of them together have very many standings.
        let around = Scope(way: [], uses: 0, most: Self.mostBehind, isInterrupted: false)
        func isSpent(_: Reaction, _: FlowMachine, _ machine: FlowMachine, _: () -> [Moment]) -> Bool {
          guard machine.left(ofBudget: budget) < left else { return false }
          left = machine.left(ofBudget: budget)
          return true
        }
        guard let next = search(around, behind: run, isFound: isSpent) else { return nil }
        run = next
      }
      return left == 0 ? run : nil
    }
  }

  private func machine(behind start: [Moment]) -> (machine: FlowMachine, made: UInt64) {
    var machine = FlowMachine(program)
    var made: UInt64 = 0
    for moment in start {
      made |= starting.taken(by: moment, machine)
      _ = machine.pass(moment)
    }
    return (machine, made)
  }

  /// The same, in one search.
  ///
  /// - Parameter owner: the step of which something is looked for; nil for all that is not taken.
  private func runs(
    in scope: Scope, of owner: String? = nil, behind start: [Moment] = [],
    isLost: (Reaction, FlowMachine) -> Bool = { _, _ in false },
    adding coverage: inout Coverage
  ) -> [(run: [Moment], items: [Coverage.Item])] {
    var runs: [(run: [Moment], items: [Coverage.Item])] = []
    var untaken = coverage.untaken
    _ = search(scope, behind: start, isLost: isLost) { reaction, _, _, run in
      guard coverage.note(reaction.marks) else { return false }
      let left = Set(coverage.untaken)
      let items = untaken.filter { !left.contains($0) }
      guard !items.isEmpty else { return false }
      runs.append((run(), items))
      untaken.removeAll { !left.contains($0) }
      return owner == nil ? untaken.isEmpty : !untaken.contains { $0.owner == owner }
    }
    return runs
  }

  private func search(_ goal: WitnessGoal, _ scope: Scope) -> [Moment]? {
    var scope = scope
    scope.layers = goal.layers
    return search(scope, isLost: { reaction, _ in goal.isLost(by: reaction, program) }) {
      reaction, before, machine, _ in
      goal.isShown(by: reaction, from: before, machine, program)
    }
  }

  /// - Parameters:
  ///   - start: what has happened already.
  ///   - isLost: whether nothing behind it is to be looked at.
  ///   - isFound: whether a reaction ends the search; it is given the machine before it and behind it, and the run up to there.
  private func search(
    _ scope: Scope, behind start: [Moment] = [], isLost: (Reaction, FlowMachine) -> Bool = { _, _ in false },
    isFound: (Reaction, _ before: FlowMachine, _ after: FlowMachine, () -> [Moment]) -> Bool
  ) -> [Moment]? {
    let (first, made) = machine(behind: start)
    var nodes = [Node(machine: first, passed: 0, parent: -1, moment: nil, made: made)]
    var known: Set<Key> = [Key(first, 0, made, scope)]
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      for moment in moments(at: node, scope) {
        var machine = node.machine
        let reaction = machine.pass(moment)
        let next = Node(
          machine: machine, passed: passed(reaction, from: node.passed, scope.way) ?? -1, parent: index, moment: moment,
          made: node.made | starting.taken(by: moment, node.machine))
        if isFound(reaction, node.machine, machine, { start + run(to: next, nodes) }) {
          return start + run(to: next, nodes)
        }
        guard next.passed >= 0, !isLost(reaction, machine), nodes.count < scope.most else { continue }
        guard known.insert(Key(machine, next.passed, next.made, scope)).inserted else { continue }
        nodes.append(next)
      }
      index += 1
    }
    return nil
  }

  /// Looks at what runs come to, the shortest first, until nothing is left to look for: first where nothing tells how often something
  /// was used, then where that is told.
  ///
  /// - Parameter isDone: is given what has happened last, the machine before and behind it, and the run up to there.
  package func look(until isDone: (Reaction, FlowMachine, FlowMachine, () -> [Moment]) -> Bool) {
    for uses in [0, Self.manyUses] {
      if search(Scope(way: [], uses: uses), isFound: isDone) != nil { return }
    }
  }

  /// Looks at what runs come to behind what has happened already, however long that is.
  ///
  /// - Parameters:
  ///   - start: what has happened already.
  ///   - isDone: as in ``look(until:)``.
  package func look(behind start: [Moment], until isDone: (Reaction, FlowMachine, FlowMachine, () -> [Moment]) -> Bool)
  {
    _ = search(Scope(way: [], uses: Self.manyUses, most: Self.mostBehind), behind: start, isFound: isDone)
  }

  /// What the SDK may say behind a run, up to the first question; empty if it asks already, or nothing leads to one.
  package func onToQuestion(behind run: [Moment]) -> [Moment] {
    let first = machine(behind: run).machine
    var nodes = [Node(machine: first, passed: 0, parent: -1, moment: nil)]
    var known: Set<Standing> = []
    var index = 0
    while index < nodes.count, nodes.count < Self.mostStandings {
      let node = nodes[index]
      if node.machine.question(at: node.machine.time) != nil { return self.run(to: node, nodes) }
      for moment in prospects.next(for: node.machine) where moment.happening.isWord {
        var machine = node.machine
        _ = machine.pass(moment)
        guard known.insert(machine.standing(tellingUses: 0)).inserted else { continue }
        nodes.append(Node(machine: machine, passed: 0, parent: index, moment: moment))
      }
      index += 1
    }
    return []
  }

  private func moments(at node: Node, _ scope: Scope) -> [Moment] {
    let machine = node.machine
    let moments = prospects.next(for: machine)
    guard scope.isInterrupted, machine.hasBegun, !machine.isOver, machine.depth <= scope.layers,
      !machine.hasPending(where: { _, place in machine.depth == 1 || !place.isOpen }), !machine.awaitsAnswer,
      !machine.awaitsVerdict
    else { return moments }
    let interrupts = interrupts.filter { $0.needed.map { $0 & node.made != 0 } ?? true }.map(\.moment)
    guard !scope.way.isEmpty else {
      guard !scope.strays.isEmpty, scope.strayAt.contains(program.flow[machine.stepAtWork].name.value) else {
        return moments + interrupts
      }
      return moments + interrupts + scope.strays
    }
    let leadsOutOfInterrupt =
      node.passed < scope.way.count
      && program.owners(ofTarget: scope.way[node.passed]).contains { program.flow[$0].isInterrupt }
    return leadsOutOfInterrupt ? moments + interrupts : moments
  }

  /// How much of the way the run has come now; nil if it has left it.
  private func passed(_ reaction: Reaction, from passed: Int, _ way: [SourceRange]) -> Int? {
    guard !way.isEmpty else { return 0 }
    var passed = passed
    for case .took(let hop, _) in reaction.marks.map(\.what) {
      if passed < way.count, program.isWritten(hop: hop, at: way[passed]) {
        passed += 1
      } else if case .step = program.destination(ofHop: hop) {
        return nil
      }
    }
    return passed
  }

  private func run(to last: Node, _ nodes: [Node]) -> [Moment] {
    var moments: [Moment] = []
    var node = last
    while let moment = node.moment {
      moments.append(moment)
      guard node.parent >= 0 else { break }
      node = nodes[node.parent]
    }
    return moments.reversed()
  }
}

extension PendingEvent.Stage {
  /// Whether an interrupt is open for it.
  fileprivate var isOpen: Bool { if case .open = self { true } else { false } }
}

extension Happening {
  /// Whether the SDK, or who guards it, says what a run waits for.
  fileprivate var isWord: Bool {
    switch self {
    case .event, .accepted, .verdict(.allow): true
    case .start, .answer, .staleAnswer, .rejected, .verdict, .deadline: false
    }
  }
}
