// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What it means that something leads elsewhere, or that another choice is offered.
struct Judgement {
  private let old: EndsInReach
  private let new: EndsInReach
  private let contract: Contract

  init(_ old: FlowImage, _ new: FlowImage) {
    self.old = EndsInReach(old)
    self.new = EndsInReach(new)
    contract = new.flow.contract
  }

  /// What it means that two steps that stand for each other, or choices of them, lead elsewhere at once.
  func verdict(_ mine: ComparedTarget?, _ theirs: ComparedTarget?, at pair: Correspondence.Pair, isInterrupt: Bool)
    -> SafetyVerdict
  {
    guard isInterrupt else { return .changed }
    // One that goes nowhere at once asks, and then goes where its choices lead.
    let (before, after) = (mine ?? .step(pair.old), theirs ?? .step(pair.new))
    return verdict(old.reach(before), new.reach(after))
  }

  /// What it means that something leads elsewhere at two steps that stand for each other.
  ///
  /// - Parameters:
  ///   - trigger: what it is.
  ///   - isInterrupt: whether an interrupt is open there.
  func verdict(_ mine: ComparedTarget?, _ theirs: ComparedTarget?, by trigger: Trigger, isInterrupt: Bool)
    -> SafetyVerdict
  {
    let (before, after) = (mine.map(old.reach) ?? .over, theirs.map(new.reach) ?? .over)
    switch trigger {
    // A time that is new, or gone, is judged as one: whoever waited without an end gains nothing by where it leads.
    case .timeout where !isInterrupt && (mine == nil || theirs == nil): return .changed
    case .timeout, .exhausted:
      // A limit that ended the run, and now does not, is none.
      if !isInterrupt {
        return before == .success || after == .success ? verdict(before, after) : .changed
      }
    case .deny: break
    // A step may take by itself what the flow has an interrupt for: then nothing of that is asked.
    case .event(let event, _, _) where contract[event].kind == .interrupt: break
    default: if !isInterrupt { return .changed }
    }
    return verdict(before, after)
  }

  private func verdict(_ before: EndsInReach.Reach, _ after: EndsInReach.Reach) -> SafetyVerdict {
    after > before ? .weaker : after < before ? .stronger : .changed
  }

  /// Whether runs go on by a new interrupt from where they came to no success before.
  ///
  /// - Parameters:
  ///   - interrupt: the new step.
  ///   - before: where each step of the old flow led when the same came; nil where nothing took it.
  func goesOn(by interrupt: Int, from before: [ComparedTarget?]) -> Bool {
    new.reach(.step(interrupt)) == .success && before.contains { $0.map(old.reach) ?? .over < .success }
  }

  /// What it means that a choice of a step is gone.
  ///
  /// - Parameter step: the new step.
  func verdict(gone choice: ChoicePattern, _ step: StepPattern, at pair: Correspondence.Pair, isInterrupt: Bool)
    -> SafetyVerdict
  {
    if choice.to == .stay { return .changed }
    guard isInterrupt else {
      // Who is asked for consent must be able to do something else.
      if choice.call?.accepts == true { return .stronger }
      return !old.asksAgain(choice, at: pair.old) && new.onlyAccepts(step, at: pair.new) ? .weaker : .changed
    }
    if !old.declines(choice) { return .stronger }
    return new.declines(step) ? .changed : .weaker
  }

  /// What it means that a choice of a step is new.
  ///
  /// - Parameter step: the old step.
  func verdict(new choice: ChoicePattern, _ step: StepPattern, at pair: Correspondence.Pair, isInterrupt: Bool)
    -> SafetyVerdict
  {
    if choice.call?.accepts == true { return .weaker }
    if choice.to == .stay { return .changed }
    guard isInterrupt else {
      return !new.asksAgain(choice, at: pair.new) && old.onlyAccepts(step, at: pair.old) ? .stronger : .changed
    }
    if !new.declines(choice) { return .weaker }
    return old.declines(step) ? .changed : .stronger
  }

  /// Whether two choices that stand for each other say no to what they answer, or lead to no success.
  ///
  /// Nobody gains by being asked again, either.
  func decline(_ mine: ChoicePattern, _ theirs: ChoicePattern) -> Bool {
    old.declines(mine) && new.declines(theirs) || mine.to == .stay && theirs.to == .stay
  }

  /// Whether two choices say no for good where an interrupt is open: whoever may do so more often gains nothing by it.
  func refuse(_ mine: ChoicePattern, _ theirs: ChoicePattern, isInterrupt: Bool) -> Bool {
    isInterrupt && decline(mine, theirs) && mine.leavesBySuccess && theirs.leavesBySuccess
  }
}

extension ChoicePattern {
  /// Whether it leaves the step once it has succeeded.
  ///
  /// A call after which the step asks again, such as for more time, does not say no.
  fileprivate var leavesBySuccess: Bool {
    guard let call, call.accepts == nil else { return true }
    return !call.lines.triggers(to: .stay).contains(where: \.isSuccess)
  }

  /// Whether the step only asks again, unless something goes wrong: that is no way to say no.
  fileprivate var onlyStays: Bool {
    guard let call else { return to == .stay }
    guard call.accepts == nil else { return false }
    let succeeding = call.lines.ways.filter { call.lines.triggers(to: $0).contains(where: \.isSuccess) }
    return !succeeding.isEmpty && succeeding.allSatisfy { $0 == .stay }
  }
}

extension Trigger {
  /// Whether a call has succeeded by it.
  fileprivate var isSuccess: Bool {
    switch self {
    case .event(_, _, .success), .accepted: true
    case .event, .error, .rejected, .timeout, .exhausted, .allow, .deny, .otherwise: false
    }
  }
}

/// How far runs of a flow may come from a place, by its lines alone.
private struct EndsInReach {
  /// From the least.
  enum Reach: Comparable {
    case over
    /// The run goes on, and comes to no success end.
    case onwards
    case success
  }

  private let flow: Flow
  private let patterns: [StepPattern]
  private let succeeding: Set<Int>
  /// The steps that only say that the run is over: all that can be done there leads to an end without success, and no call is made.
  private let farewells: Set<Int>

  init(_ image: FlowImage) {
    flow = image.flow
    patterns = image.patterns
    farewells = Self.farewells(image)
    var found: Set<Int> = []
    var size = -1
    while found.count > size {
      size = found.count
      for (index, pattern) in image.patterns.enumerated() where !found.contains(index) {
        let succeeds = pattern.goals.contains { way in
          switch way {
          case .step(let step): found.contains(step)
          case .end(let end): image.flow.ends[end].outcome == .success
          case .resume: true
          case .stay: false
          }
        }
        if succeeds { found.insert(index) }
      }
    }
    succeeding = found
  }

  private static func farewells(_ image: FlowImage) -> Set<Int> {
    var found: Set<Int> = []
    var size = -1
    while found.count > size {
      size = found.count
      for (index, pattern) in image.patterns.enumerated() where !found.contains(index) {
        let calls = [pattern.call, pattern.answer].compactMap(\.self) + pattern.choices.compactMap(\.call)
        guard calls.isEmpty, !pattern.goals.isEmpty else { continue }
        let isOver = pattern.goals.allSatisfy { way in
          switch way {
          case .step(let step): found.contains(step)
          case .end(let end): image.flow.ends[end].outcome != .success
          case .stay: true
          case .resume: false
          }
        }
        if isOver, pattern.goals.contains(where: { $0 != .stay }) { found.insert(index) }
      }
    }
    return found
  }

  func reach(_ way: ComparedTarget) -> Reach {
    switch way {
    case .step(let step): succeeding.contains(step) ? .success : farewells.contains(step) ? .over : .onwards
    case .end(let end): flow.ends[end].outcome == .success ? .success : .over
    case .stay, .resume: .success
    }
  }

  /// Whether a step can be left by a no, or goes to no success by itself.
  func declines(_ step: StepPattern) -> Bool {
    step.choices.contains(where: declines) || step.to.map { reach($0) < .success } ?? false
  }

  /// Whether all that can be done at a step is to accept something, or to be asked again.
  func onlyAccepts(_ step: StepPattern, at index: Int) -> Bool {
    step.answer == nil && step.choices.contains { $0.call?.accepts == true }
      && step.choices.allSatisfy { $0.call?.accepts == true || asksAgain($0, at: index) }
  }

  /// Whether a choice of a step does nothing but ask again, at once or behind screens that all lead back, as a help screen does.
  func asksAgain(_ choice: ChoicePattern, at index: Int) -> Bool {
    guard case .step(let first)? = choice.to else { return choice.onlyStays }
    var open = [first]
    var seen: Set = [index]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      let screen = patterns[next]
      let ways = screen.choices.map(\.to) + (screen.to.map { [$0] } ?? [])
      guard screen.call == nil, screen.answer == nil, !ways.isEmpty else { return false }
      for way in ways {
        switch way {
        case .step(let onward)?: open.append(onward)
        case .stay?: break
        case .end?, .resume?, nil: return false
        }
      }
    }
    return true
  }

  /// Whether a choice says no to what it answers, or leads to no success.
  func declines(_ choice: ChoicePattern) -> Bool {
    if let accepts = choice.call?.accepts { return !accepts }
    guard !choice.onlyStays else { return false }
    let ways = [choice.to].compactMap(\.self) + (choice.call?.lines.ways ?? [])
    return ways.allSatisfy { $0 == .stay || reach($0) < .success }
  }
}
