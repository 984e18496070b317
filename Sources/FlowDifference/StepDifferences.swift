// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import Guards
import SDKContract

/// What is not alike at the steps of two flows that stand for each other.
struct StepDifferences {
  let old: FlowImage
  let new: FlowImage
  let match: Correspondence
  let ends: EndClasses
  /// The steps of each flow that are seen before anything is proved.
  private let seenByStrangers: (old: Set<Int>, new: Set<Int>)
  let judgement: Judgement
  var found: [Difference] = []
  /// What the two steps say that are being compared.
  var texts = StepTexts()
  /// What is told of texts already.
  private var toldOfTexts: Set<String> = []
  /// With what was found out of the limits by the way.
  private(set) var copies: CopiedLimits
  /// The steps of the new flow of which it is told what leads past them.
  var passed: Set<Int> = []

  init(
    _ old: FlowImage, _ new: FlowImage, _ match: Correspondence, _ ends: EndClasses, _ judgement: Judgement,
    _ copies: CopiedLimits, seenByStrangers: (old: Set<Int>, new: Set<Int>)
  ) {
    self.old = old
    self.new = new
    self.match = match
    self.ends = ends
    self.seenByStrangers = seenByStrangers
    self.judgement = judgement
    self.copies = copies
    let start = (old: Int(old.flow.start.index), new: Int(new.flow.start.index))
    if !match.matches(start.old, start.new) {
      let gate = gatePassedBy(.step(start.old), .step(start.new))
      let newGate = gateAddedBefore(.step(start.old), .step(start.new))
      found.append(
        Difference(
          gate != nil ? .weaker : newGate != nil ? .stronger : .changed,
          "the flow begins at \(new.quoted(start.new).instead(of: old.quoted(start.old)))\(gate ?? newGate ?? "")",
          old: side(old, start.old), new: side(new, start.new), at: .start))
    }
    compareInterrupts()
    for pair in match.pairs {
      texts = StepTexts(old, new, pair, match)
      compareSteps(pair)
      let name = new.quoted(pair.new)
      if seenByStrangers.new.contains(pair.new), let disclosure = texts.disclosure(name) {
        found.append(disclosure)
      } else if !match.isCopy(pair), seenByStrangers.old.contains(pair.old), let silence = texts.silence(name) {
        found.append(silence)
      }
      texts.takeMessages().forEach { add(wording: $0) }
      if let difference = texts.difference(name) { found.append(difference) }
    }
    new.differencesOfEnds(from: old).forEach { add(wording: $0) }
  }

  /// Adds a difference of a text, once: a message may be shown at many places.
  private mutating func add(wording difference: Difference) {
    if toldOfTexts.insert(difference.words).inserted { found.append(difference) }
  }

  private func side(_ image: FlowImage, _ step: Int, _ text: String? = nil) -> Difference.Side {
    Difference.Side(text, image.flow.steps[step].name.range)
  }

  private mutating func compareInterrupts() {
    for step in old.flow.interrupts where !new.flow.interrupts.contains(where: { $0.isFor(step) }) {
      found.append(
        Difference(
          .weaker, "the interrupt `\(step.name.value)` is handled no more",
          old: Difference.Side("`\(step.name.value)`", step.name.range), at: .interrupt(old: step.id.place, new: nil)))
    }
    for step in new.flow.interrupts where !old.flow.interrupts.contains(where: { $0.isFor(step) }) {
      let goesOn = step.awaited.map { judgement.goesOn(by: step.id.place, from: old.ways(of: $0.event)) } ?? false
      found.append(
        Difference(
          goesOn ? .weaker : .stronger,
          "the interrupt `\(step.name.value)` is handled now\(goesOn ? ", and the run goes on where it did not before" : "")",
          new: Difference.Side("`\(step.name.value)`", step.name.range), at: .interrupt(old: nil, new: step.id.place)))
    }
  }

  private mutating func compareSteps(_ pair: Correspondence.Pair) {
    let inputs = RenamedInputs(old, new, pair)
    found += inputs.differences
    let (mine, theirs) = (old.patterns[pair.old], inputs.applied(to: new.patterns[pair.new]))
    let place = new.quoted(pair.new)
    let sides = (old.flow.steps[pair.old].name.range, new.flow.steps[pair.new].name.range)
    let (step, twin) = (old.flow.steps[pair.old], new.flow.steps[pair.new])
    compare(
      mine.facets, theirs.facets, of: place, sides, at: .step(pair), isInterrupt: isInterrupt(pair),
      isFreer: theirs.answer?.isFreer(than: mine.answer) ?? false,
      isTied: theirs.answer?.isTied(beside: mine.answer) ?? false,
      isAnswerGone: mine.answer != nil && theirs.answer == nil,
      guards: [
        .checks: (step.guards, inputs.applied(to: twin.guards)),
        .offered: (step.guardsOfItems, inputs.applied(to: twin.guardsOfItems)),
      ])
    if let after = mine.after, let twin = theirs.after, !leadAlike(after, twin) {
      let isLater =
        if case .step(let step) = after, case .step(let other) = twin, let first = match.new(for: step) {
          new.isLater(other, than: first, at: .step(pair.new))
        } else {
          false
        }
      found.append(
        Difference(
          isLater ? .stronger : .weaker,
          "\(place): `require` looks at what was shown since "
            + new.place(twin).instead(of: old.place(after)),
          old: Difference.Side(old.place(after), step.requirement?.range ?? sides.0),
          new: Difference.Side(new.place(twin), self.new.flow.steps[pair.new].requirement?.range ?? sides.1),
          at: .step(pair)))
    }
    compare(mine.to, theirs.to, "\(place): `to`", pair, step.to?.range, twin.to?.range)
    compareLines(pair)
    compare(mine.call, theirs.call, of: place, pair, at: .step(pair), sides)
    compare(mine.answer, theirs.answer, of: "\(place): the answer", pair, at: .step(pair), sides)
    compareChoices(pair, theirs.choices)
  }

  func isInterrupt(_ pair: Correspondence.Pair) -> Bool { new.isInterrupt(pair.new) }

  /// - Parameter theirs: those of the new step, with inputs as the old one names them.
  private mutating func compareChoices(_ pair: Correspondence.Pair, _ theirs: [ChoicePattern]) {
    let mine = old.patterns[pair.old].choices
    let (named, newNamed) = (old.flow.steps[pair.old].choices, new.flow.steps[pair.new].choices)
    let matched = match.choices(at: pair)
    let place = new.quoted(pair.new)
    // Both flows are for one contract.
    func condition(_ choice: Choice) -> [Guard] { [new.flow.contract.condition(of: choice)].compactMap(\.self) }
    let offered = mine.indices.map { index in
      OfferedChoice(mine[index], inClasses(mine[index]), condition(named[index]), stays: matched[index] != nil)
    }
    let newOffered = theirs.indices.map { index in
      OfferedChoice(
        theirs[index], inClasses(ofNew: theirs[index]), condition(newNamed[index]),
        stays: matched.values.contains(index))
    }
    for index in mine.indices where matched[index] == nil {
      // What another one there does, or did, is nothing that only this one could do.
      let verdict =
        offered[index].isTwin(among: offered, or: newOffered)
        ? .changed
        : judgement.verdict(gone: mine[index], new.patterns[pair.new], at: pair, isInterrupt: isInterrupt(pair))
      let said = texts.take { $0.isOf(choice: .gone(index)) }
      let auto = mine[index].facets[.auto].map { "; it was \($0.text)" }
      found.append(
        Difference(
          verdict, "\(place): the choice `\(named[index].name.value)` is gone\(auto ?? "")",
          old: said.old("`\(named[index].name.value)`", named[index].name.range),
          at: .choice(pair, old: index, new: nil), needsRun: true, saying: said.words(place), by: .offer))
    }
    for index in theirs.indices where !matched.values.contains(index) {
      // A second button that does what another one does, or did, lets nobody do more.
      let verdict =
        newOffered[index].isTwin(among: newOffered, or: offered)
        ? .changed
        : judgement.verdict(new: theirs[index], old.patterns[pair.old], at: pair, isInterrupt: isInterrupt(pair))
      let said = texts.take { $0.isOf(choice: .there(index)) }
      let auto = theirs[index].facets[.auto].map { ": \($0.text)" }
      found.append(
        Difference(
          verdict, "\(place): the choice `\(newNamed[index].name.value)` is new\(auto ?? "")",
          new: said.new("`\(newNamed[index].name.value)`", newNamed[index].name.range),
          at: .choice(pair, old: nil, new: index), needsRun: true, saying: said.words(place), by: .offer))
    }
    for (index, twin) in matched.sorted(by: { $0.key < $1.key }) {
      let words = "\(place): the choice `\(newNamed[twin].name.value)`"
      let spot = Difference.Spot.choice(pair, old: index, new: twin)
      let sides = (named[index].name.range, newNamed[twin].name.range)
      let isNo = judgement.decline(mine[index], theirs[twin])
      let isRefusal = judgement.refuse(mine[index], theirs[twin], isInterrupt: isInterrupt(pair))
      // A guard that names steps cannot be held against one that names others.
      let guards =
        mine[index].named.isEmpty && theirs[twin].named.isEmpty
        ? [Facet.when: (condition(named[index]), condition(newNamed[twin]))] : [:]
      compare(
        mine[index].facets, theirs[twin].facets, of: words, sides, at: spot, isInterrupt: isInterrupt(pair), isNo: isNo,
        isRefusal: isRefusal, isDeclining: mine[index].call?.accepts == false && theirs[twin].call?.accepts == false,
        isCallOfOne: (mine[index].call == nil) != (theirs[twin].call == nil), guards: guards)
      if !leadAlike(mine[index].to, theirs[twin].to) {
        let said = texts.take { $0 == .target(.there(twin)) }
        let places = (named[index].target?.range ?? sides.0, newNamed[twin].target?.range ?? sides.1)
        found.append(lead(words, mine[index].to, theirs[twin].to, pair, places, at: spot, isNo: isNo, saying: said))
      }
      if !zip(mine[index].named, theirs[twin].named).allSatisfy({ leadAlike($0, $1) }),
        mine[index].facets[.when] == theirs[twin].facets[.when]
      {
        found.append(
          Difference(
            isInterrupt(pair) ? .weaker : .changed, "\(words): `when` names another step",
            old: Difference.Side(mine[index].named.map(old.words).joined(separator: ", "), named[index].whenRange),
            new: Difference.Side(theirs[twin].named.map(new.words).joined(separator: ", "), newNamed[twin].whenRange),
            at: spot, by: .offer))
      }
      compare(mine[index].call, theirs[twin].call, of: words, pair, at: spot, sides, isNo: isNo)
    }
  }

  /// A choice of the old flow, with places that one of the new flow can be held against.
  private func inClasses(_ choice: ChoicePattern) -> ChoicePattern {
    choice.mapped { way in
      switch way {
      case .step(let step): .step(match.new(for: step) ?? -1)
      case .end(let end): .end(ends.old[end])
      case .stay, .resume: way
      }
    }
  }

  /// A choice of the new flow, with places that one of the old flow can be held against.
  private func inClasses(ofNew choice: ChoicePattern) -> ChoicePattern {
    choice.mapped { way in
      switch way {
      case .end(let end): .end(ends.new[end])
      case .step, .stay, .resume: way
      }
    }
  }

  private mutating func compare(
    _ mine: CallPattern?, _ theirs: CallPattern?, of words: String, _ pair: Correspondence.Pair,
    at spot: Difference.Spot, _ sides: (SourceRange, SourceRange), isNo: Bool = false
  ) {
    guard let mine, let theirs else {
      if mine != nil || theirs != nil {
        let what = theirs == nil ? "makes its call no more" : "makes a call now"
        // What is told the SDK of a threat, or of the session, may be its acceptance.
        let verdict: SafetyVerdict = isInterrupt(pair) && theirs != nil && !isNo ? .weaker : .changed
        found.append(
          Difference(
            verdict, "\(words) \(what)", old: Difference.Side(mine?.facets[.call]?.text, sides.0),
            new: Difference.Side(theirs?.facets[.call]?.text, sides.1), at: spot))
      }
      return
    }
    compare(
      mine.facets, theirs.facets, of: words, sides, at: spot, isInterrupt: isInterrupt(pair), isNo: isNo,
      isNoNow: mine.accepts == true && theirs.accepts == false, isFreer: theirs.isFreer(than: mine),
      isTied: theirs.isTied(beside: mine))
  }

  private mutating func compare(
    _ mine: ComparedTarget?, _ theirs: ComparedTarget?, _ what: String, _ pair: Correspondence.Pair,
    _ range: SourceRange?,
    _ newRange: SourceRange?
  ) {
    guard !leadAlike(mine, theirs) else { return }
    let sides = (
      range ?? old.flow.steps[pair.old].name.range, newRange ?? new.flow.steps[pair.new].name.range
    )
    let said = texts.take { $0 == .target(nil) }
    found.append(lead(what, mine, theirs, pair, sides, at: .step(pair), saying: said))
  }

  /// - Parameters:
  ///   - isNoNow: whether the old call accepts and the new one declines.
  ///   - isRefusal: whether both choices say no for good to an interrupt.
  ///   - isDeclining: whether both calls could accept and do not.
  ///   - isFreer: whether users say more freely what is handed over than before.
  ///   - isTied: whether they say it less freely in some way, and more freely in none.
  ///   - isCallOfOne: whether only one of two choices makes a call.
  ///   - isAnswerGone: whether the old step takes an answer and the new one none.
  ///   - guards: those of the two places that a facet tells of; none where they cannot be held against each other.
  private mutating func compare(
    _ mine: [Facet: FacetValue], _ theirs: [Facet: FacetValue], of place: String,
    _ sides: (old: SourceRange, new: SourceRange), at spot: Difference.Spot, isInterrupt: Bool, isNo: Bool = false,
    isNoNow: Bool = false, isRefusal: Bool = false, isDeclining: Bool = false, isFreer: Bool = false,
    isTied: Bool = false, isCallOfOne: Bool = false,
    isAnswerGone: Bool = false,
    guards: [Facet: (old: [Guard], new: [Guard])] = [:]
  ) {
    // Between two uses nobody waits where there is one.
    let isOnce = theirs[.max]?.text == "1"
    for facet in Facet.allCases where !(facet == .every && isOnce) {
      var (before, after) = (mine[facet], theirs[facet])
      // A plain `max` is the limit of all uses.
      if facet == .total, before != nil { after = after ?? theirs[.max] }
      if facet == .total, after != nil { before = before ?? mine[.max] }
      if before == after { continue }
      // In other words, they ask for the same.
      if facet == .requires || facet == .claims, let items = before?.items, items == after?.items { continue }
      // Where the limit of all uses is reached first, that is the one to be compared.
      if facet == .max, mine[.total] != nil || theirs[.total] != nil, before?.counting != after?.counting,
        mine.limitsAllUses, theirs.limitsAllUses
      {
        continue
      }
      // How a call is made is looked at where the other flow makes it.
      if isCallOfOne, [.confirm, .within, .max, .total, .every].contains(facet) { continue }
      // Where nothing is handed in any more, nothing is tried.
      if isAnswerGone, facet == .tries { continue }
      // What is offered differs, too, where one of them always offers something.
      if facet == .waiting, before == nil || after == nil { continue }
      // Whether a call comes of what is asked is a difference of its own.
      if facet == .confirm, before != nil, after != nil { continue }
      let guards = guards[facet]
      let strictness = guards.flatMap { Guard.strictness(of: $0.new, beside: $0.old) }
      // In other words, one by one, they let the same through.
      if let guards, strictness == .equal, Guard.areAlikeInTurn(guards.old, guards.new) { continue }
      let isCounted = facet == .tries || facet == .max || facet == .total
      let least = min(before?.amount ?? .max, after?.amount ?? .max)
      if isCounted, least < .max, copies.spent.areNeverSpent(least, at: spot) { continue }
      let said = texts.take(with: facet)
      let places = places(of: facet, at: spot) ?? sides
      // What users may hand in is checked less.
      let isOfUsers = facet == .arguments || facet == .inputs
      let isLessChecked = isFreer && isOfUsers
      // What is sent without asking is sent where the guard lets it be.
      let isSending = facet == .when && (mine[.auto]?.items != nil || theirs[.auto]?.items != nil)
      var verdict = facet.verdict(
        before, after, strictness, isInterrupt: isInterrupt || isSending, isNo: isNo, isNoNow: isNoNow)
      // Nobody gains by saying no more often, and what a user can still do once the limit is spent is reported on its own.
      if facet.limitsUses, isRefusal || isDeclining { verdict = .changed }
      if isTied, isOfUsers, verdict == .changed { verdict = .stronger }
      if verdict == .stronger, copies.isAddedTo(facet, at: spot) { continue }
      if facet == .gate, let moved = verdictOfGates(before, after, at: spot) { verdict = moved }
      if facet == .requires || facet == .when { (before, after) = namingSteps(before, after, at: spot) }
      found.append(
        Difference(
          isLessChecked ? .weaker : verdict, "\(place): \(facet.words(before, after))",
          old: said.old(before?.text(beside: after), places.old),
          new: said.new(after?.text(beside: before), places.new), at: spot,
          needsRun: facet.isSeenInRunsOnly, saying: said.words(place), by: facet.sign,
          isTime: facet == .within || facet == .every,
          uses: isCounted ? least : nil))
    }
  }

  private func places(of facet: Facet, at spot: Difference.Spot) -> (old: SourceRange, new: SourceRange)? {
    switch spot {
    case .step(let pair): (old.range(of: facet, at: pair.old), new.range(of: facet, at: pair.new))
    case .choice(let pair, let mine?, let theirs?):
      (old.range(of: facet, at: pair.old, choice: mine), new.range(of: facet, at: pair.new, choice: theirs))
    default: nil
    }
  }
}

extension Step {
  /// What must hold of what users hand in.
  fileprivate var guards: [Guard] { checks.map(\.expression) }

  /// What must hold of the items of lists to pick from.
  fileprivate var guardsOfItems: [Guard] { inputs.flatMap { $0.pick?.checks ?? [] }.map(\.expression) }

  /// Whether two interrupts are for the same event.
  fileprivate func isFor(_ other: Step) -> Bool { awaited?.event == other.awaited?.event }
}

extension Choice {
  /// Where it leads at once; nil for one that makes a call.
  fileprivate var target: Target? { if case .go(let target) = action { target } else { nil } }
}
