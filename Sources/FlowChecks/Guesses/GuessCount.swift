// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// Works out how often each secret of a flow can be guessed in a run, at worst.
struct GuessCount {
  /// A chance to guess, and how often it can be taken.
  struct Share {
    let guess: Guess
    /// What the flow alone allows.
    var ofFlow: GuessLimit
    /// What it allows for one account; nil for as much.
    var ofAccount: GuessLimit?
    var bounds: [Note]

    /// The budget that the place shares with others; nil for none.
    func budget(in flow: Flow) -> String? { flow.steps[guess.step].sharedBudget(of: guess.origin) }

    var figures: GuessFigures {
      let account = ofAccount ?? ofFlow
      return GuessFigures(most: ofFlow, account: account, untilRefill: account)
    }
  }

  /// After so many walks over a flow the rest is not counted any more, and counts as not proved: nobody can oversee a
  /// flow with that many secrets.
  private static let mostWalks = 250

  let context: CheckContext
  let flow: Flow
  let steps: [StepFacts]
  let relation: Relation
  private let graph: StepGraph
  private var network: UseNetwork
  private var walks = 0

  /// Every secret of a flow, in the order of the flow; empty if a name of the flow could not be resolved.
  ///
  /// - Parameter enough: below that nobody asks how many it is exactly; nil where the cheap count is enough in any case.
  static func secrets(in context: CheckContext, exactAbove enough: Int? = 0) -> [SecretGuesses] {
    guard let graph = context.graph else { return [] }
    let guesses = guesses(in: context, graph)
    guard !guesses.isEmpty else { return [] }
    var count = GuessCount(context, graph)
    var secrets: [String] = []
    for guess in guesses where !secrets.contains(guess.secret) { secrets.append(guess.secret) }
    let said = secrets.map { secret in count.count(secret, guesses.filter { $0.secret == secret }) }
    // What is not proved stays so.
    guard let enough, !said.contains(where: { $0.account == .unproved || $0.most == .unproved }),
      said.contains(where: { $0.most.number.map { $0 > enough } ?? true }),
      let uses = context.uses
    else { return said }
    return said.map { secret in secret.narrowed(by: uses, guesses.filter { $0.secret == secret.secret }, context) }
  }

  /// How often parts can be used in a run, together.
  mutating func total(_ parts: [(step: Step, origin: Origin)]) -> GuessLimit {
    guard walks < Self.mostWalks else { return .unproved }
    walks += 1
    let asked = parts.map { step, origin in
      (UseNetwork.Part(step: step.index, origin: origin), steps[step.index].goesOnAsking(after: origin, relation))
    }
    let all = network.most(of: asked, in: flow).uses.map { GuessLimit.times($0) } ?? .unbounded
    // What draws on one budget has no more than that, wherever it is drawn on.
    let byBudget = Dictionary(grouping: asked) { flow.steps[$0.0.step].sharedBudget(of: $0.0.origin) }
    let isScoped = asked.contains { flow.steps[$0.0.step].scopedLimit(of: $0.0.origin) != nil }
    guard isScoped || byBudget.contains(where: { $0.key != nil && $0.value.count > 1 }),
      walks + byBudget.count < Self.mostWalks
    else {
      return all
    }
    walks += byBudget.count
    var sum = GuessLimit.times(0)
    for (name, group) in byBudget.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      let parts = group.map(\.0)
      let most = network.most(of: group, in: flow).uses.map { GuessLimit.times($0) } ?? .unbounded
      let budget = flow.budgets.first { $0.name.value == name }
      let bound = budget.map { figures($0.count.value, $0.scope, parts).most }
      sum = sum + .narrower(most, bound ?? (isScoped ? parts.reduce(.times(0)) { $0 + limit($1).0 } : .unbounded))
    }
    return narrowed(.narrower(all, sum), asked.map(\.0))
  }

  init(_ context: CheckContext, _ graph: StepGraph) {
    self.context = context
    flow = context.flow
    steps = context.steps
    relation = context.relation
    self.graph = graph
    network = UseNetwork(context.relation, graph)
  }

  private mutating func count(_ secret: String, _ guesses: [Guess]) -> SecretGuesses {
    let shares = guesses.map { scoped(share($0)) }
    let free = shares.filter { $0.guess.counter == nil }
    let worst = worstWay(free)
    var figures = sum(free).narrowed(by: GuessFigures(most: worst, account: worst, untilRefill: worst))
    var places = free.map { place($0, $0.figures, $0.bounds) }
    for counter in Set(guesses.compactMap(\.counter)).sorted() {
      let counted = shares.filter { $0.guess.counter == counter }
      guard let count = SDKCount(of: counted.map(\.guess), flow.contract) else { continue }
      let (limits, refills) = bySDK(count, counted)
      // The SDK counts them all together, each of them is bounded by the flow, too.
      figures = figures + limits.narrowed(by: sum(counted))
      places += counted.map { share in
        let bounds = [sdkNote(count, share.guess)] + refills
        let isFlow = GuessLimit.narrower(share.ofFlow, limits.most) == share.ofFlow && share.ofFlow != limits.most
        return place(
          share, limits.narrowed(by: share.figures), isFlow ? share.bounds + bounds : bounds + share.bounds)
      }
    }
    // What the SDK counts and what it does not may draw on one budget.
    figures = figures.narrowed(by: sum(shares))
    return SecretGuesses(
      secret: secret, most: figures.most, account: figures.account, untilRefill: figures.untilRefill,
      isCounted: free.count < shares.count, places: places.sorted { $0.0 < $1.0 }.map(\.1))
  }

  private func place(_ share: Share, _ figures: GuessFigures, _ bounds: [Note]) -> (Int, SecretGuesses.Place) {
    let step = flow.steps[share.guess.step]
    return (
      share.guess.step,
      SecretGuesses.Place(
        step: step.name, call: share.guess.place, counters: share.guess.counters, budget: share.budget(in: flow),
        most: figures.most, account: figures.account, bounds: bounds)
    )
  }

  /// What the flow alone allows at one place.
  private mutating func share(_ guess: Guess) -> Share {
    let (most, bounds) = limit(guess.part)
    return Share(guess: guess, ofFlow: most, bounds: bounds)
  }

  /// How often the flow lets a part make its call, and what bounds it.
  mutating func limit(_ part: UseNetwork.Part) -> (GuessLimit, [Note]) {
    let (plain, bounds) = plainLimit(part)
    let step = flow.steps[part.step]
    guard let scoped = step.scopedLimit(of: part.origin) else { return (plain, bounds) }
    let limit = figures(scoped.count.value, scoped.scope, [part]).most
    let words = step.words(budget: part.origin, scoped.count.value)
    let isNarrower = scoped.scope == .session && GuessLimit.narrower(limit, plain) == limit
    let note = Note("\(words) limits it", at: scoped.count.range)
    return (narrowed(.narrower(limit, plain), [part]), isNarrower ? [note] : bounds)
  }

  /// No more than runs show, where what begins again with each session is looked at.
  private func narrowed(_ limit: GuessLimit, _ parts: [UseNetwork.Part]) -> GuessLimit {
    let counts = parts.compactMap { part in
      flow.steps[part.step].scopedLimit(of: part.origin).flatMap { $0.scope == .session ? $0.count.value : nil }
    }
    guard let least = counts.min(), limit.number.map({ $0 > least }) ?? true,
      let most = context.uses?.most(of: Set(parts))
    else { return limit }
    return .narrower(limit, .times(most))
  }

  /// The same, without what is counted for each session or user.
  private mutating func plainLimit(_ part: UseNetwork.Part) -> (GuessLimit, [Note]) {
    let step = flow.steps[part.step]
    let budget = step.budget(of: part.origin)
    let note = budget.map { Note("\(step.words(budget: part.origin, $0.value)) limits it", at: $0.range) }
    let own = note.map { [$0] } ?? []
    let isTwice = steps[part.step].asksOnceMore(after: part.origin, relation)
    let most = uses(part, timesOut: isTwice)
    // A step that asks again after a wrong answer can spend its whole budget at once.
    if most?.uses != 0, steps[part.step].goesOnAsking(after: part.origin, relation) {
      return (budget.map { .times($0.value) } ?? .unbounded, own)
    }
    guard let most else { return (budget.map { .times($0.value) } ?? .unproved, own) }
    guard let uses = most.uses else { return (budget.map { .times($0.value) } ?? .unbounded, own) }
    let limit = GuessLimit.times(uses)
    return (
      budget.map { .narrower(limit, .times($0.value)) } ?? limit,
      most.bounds.isEmpty ? [once(step)] : notes(most.bounds)
    )
  }

  /// How far the SDK lets users guess, and what makes it count from the beginning.
  private mutating func bySDK(_ count: SDKCount, _ shares: [Share]) -> (GuessFigures, [Note]) {
    let guesses = shares.map(\.guess)
    let one = Refills(of: count, guesses, relation, overAccounts: false)
    let several = Refills(of: count, guesses, relation, overAccounts: true)
    let once: GuessLimit = count.attempts.map { .times($0) } ?? .counted
    // Where there is one place, the limit of the flow is told beside that of the SDK.
    let parts = shares.map { (part: $0.guess.part, most: shares.count > 1 ? $0.ofFlow.number : nil) }
    let most = limit(count, parts, several)
    let figures = GuessFigures(most: most, account: .narrower(limit(count, parts, one), most), untilRefill: once)
    return (figures, notes(one, several, figures))
  }

  /// How far the SDK lets users guess in a run, if these begin its count again.
  ///
  /// - Parameter parts: of each, how often the flow lets it be used; nil for no bound.
  private mutating func limit(
    _ count: SDKCount, _ parts: [(part: UseNetwork.Part, most: Int?)], _ refills: Refills
  ) -> GuessLimit {
    guard let attempts = count.attempts else {
      let rounds = rounds(of: parts.map(\.part), refills)
      if case .times = rounds { return .counted }
      return rounds
    }
    return rounds(refills) { $0.most(parts, inEach: attempts) }
  }

  /// How many rounds of guessing a run has, if these begin a new one.
  ///
  /// - Parameter isBeginning: whether a part that begins the count again can do so; where it cannot, no way leads on from it.
  mutating func rounds(
    of parts: [UseNetwork.Part], _ refills: Refills,
    beginningAt isBeginning: (UseNetwork.Part) -> Bool = { _ in true }
  ) -> GuessLimit {
    rounds(refills, beginningAt: isBeginning) { $0.most(parts) }
  }

  private mutating func rounds(
    _ refills: Refills, beginningAt isBeginning: (UseNetwork.Part) -> Bool = { _ in true },
    _ most: (RoundNetwork) -> Int?
  ) -> GuessLimit {
    var uses: [UseNetwork.Part: Int?] = [:]
    for part in refills.all where isBeginning(part) {
      guard let most = self.uses(part) else { return .unproved }
      uses[part] = .some(most.uses)
    }
    guard walks < Self.mostWalks else { return .unproved }
    walks += 1
    return most(RoundNetwork(relation, graph, refills, uses)).map { .times($0) } ?? .unbounded
  }

  /// The first place at which a secret can be guessed at one account after the other, without end and with no right answer in between,
  /// though the SDK counts the wrong ones for each; nil for none.
  static func sprayed(in context: CheckContext, _ graph: StepGraph) -> Guess? {
    let guesses = guesses(in: context, graph)
    var count = GuessCount(context, graph)
    var open = guesses.filter { $0.counter != nil }
    while let first = open.first, let counter = first.counter {
      let places = open.filter { $0.counter == counter && $0.secret == first.secret }
      open.removeAll { $0.counter == counter && $0.secret == first.secret }
      let refills = Refills(of: SDKCount(of: places, context.flow.contract), places, count.relation, overAccounts: true)
      if count.rounds(of: places.map(\.part), refills, beginningAt: count.relation.mayBringAnother(by:)) == .unbounded {
        return first
      }
    }
    return nil
  }

  /// Every chance to guess that a run may come to, in the order of the flow.
  private static func guesses(in context: CheckContext, _ graph: StepGraph) -> [Guess] {
    let isReached = graph.reached(from: context.flow.roots)
    return context.steps.filter { isReached[$0.step.index] }.flatMap { $0.guesses(context.flow.contract) }
  }

  /// What places allow one after the other; those that share a budget, no more than that.
  private mutating func sum(_ shares: [Share]) -> GuessFigures {
    let none = GuessLimit.times(0)
    var sum = GuessFigures(most: none, account: none, untilRefill: none)
    var shared: [(budget: String, shares: [Share])] = []
    for share in shares {
      guard let budget = share.budget(in: flow) else {
        sum = sum + share.figures
        continue
      }
      if let index = shared.firstIndex(where: { $0.budget == budget }) {
        shared[index].shares.append(share)
      } else {
        shared.append((budget, [share]))
      }
    }
    for (name, together) in shared {
      let all = together.dropFirst().reduce(together[0].figures) { $0 + $1.figures }
      let budget = together.count > 1 ? flow.budgets.first { $0.name.value == name } : nil
      sum =
        sum + (budget.map { all.narrowed(by: figures($0.count.value, $0.scope, together.map(\.guess.part))) } ?? all)
    }
    return sum
  }

  private static let mostNotes = 10

  /// What begins the SDK's count again, where that makes a difference.
  private mutating func notes(_ one: Refills, _ several: Refills, _ figures: GuessFigures) -> [Note] {
    var notes: [Note] = []
    if figures.account != figures.untilRefill {
      for part in one.parts {
        guard notes.count < Self.mostNotes else { break }
        guard let most = uses(part), most.uses != 0, let call = call(part) else { continue }
        let times = most.uses.map { $0 == 1 ? "at most once" : "at most \($0) times" } ?? "with no limit"
        notes.append(
          Note("`\(flow.contract[call.use.call].name)` resets the SDK's count, \(times)", at: call.use.range))
      }
      for part in one.lines.keys.sorted(by: { ($0.step, $0.origin.order) < ($1.step, $1.origin.order) }) {
        // More of them tell nothing new, and each secret has its own list.
        guard notes.count < Self.mostNotes else { break }
        let lines = (one.lines[part] ?? []).filter { leadsOn($0, at: part.step) }
        guard let line = lines.min(by: { $0.start < $1.start }) else { continue }
        notes.append(Note("a right answer or a sign-in resets the SDK's count", at: line))
      }
    }
    if figures.most != figures.account {
      for part in several.parts where !one.parts.contains(part) {
        guard let call = call(part) else { continue }
        notes.append(Note("the SDK counts each user separately", at: call.use.range))
      }
    }
    return notes.unique
  }

  func call(_ part: UseNetwork.Part) -> CallFacts? { steps[part.step].calls.first { $0.origin == part.origin } }

  /// Whether a line leads to a step, or stays.
  private func leadsOn(_ range: SourceRange, at step: Int) -> Bool {
    var leads = false
    steps[step].forEachLine { line in
      guard line.range == range else { return }
      if case .end = line.target.move {} else { leads = true }
    }
    return leads
  }

  /// That the SDK counts what is wrong at a place, and how far.
  private func sdkNote(_ count: SDKCount, _ guess: Guess) -> Note {
    let step = flow.steps[guess.step]
    let field = count.boundedBy.map { " (`\($0)`)" } ?? ""
    let words = count.attempts.map { "the SDK takes \($0) wrong answers\(field)" }
    return Note(
      words ?? "the SDK counts wrong answers\(field); the contract does not say how many it takes", at: step.kindRange)
  }

  /// The most uses of a part; nil if the flow is too large to be looked at in full.
  mutating func uses(_ part: UseNetwork.Part, timesOut: Bool = false) -> UseNetwork.Most? {
    guard walks < Self.mostWalks else { return nil }
    walks += 1
    return network.most(of: part, timesOut: timesOut, in: flow)
  }

  /// The most guesses that one way through the flow can make: a run that has left a group of steps for good does not
  /// come back to it.
  private mutating func worstWay(_ shares: [Share]) -> GuessLimit {
    guard shares.count > 1, !relation.interruptsLeadOn else { return sum(shares).most }
    var own: [Int: GuessLimit] = [:]
    for share in shares { own[share.guess.step] = (own[share.guess.step] ?? .times(0)) + share.ofFlow }
    return graph.most(of: own, in: flow)
  }

  private func once(_ step: Step) -> Note { Note("no way leads from here back to \(step.quoted)", at: step.name.range) }

  private func notes(_ parts: [UseNetwork.Part]) -> [Note] {
    parts.map { part in
      let step = flow.steps[part.step]
      let budget = step.budget(of: part.origin)
      return Note(
        "\(step.words(budget: part.origin, budget?.value ?? 1)) limits it", at: budget?.range ?? step.name.range)
    }
  }
}
