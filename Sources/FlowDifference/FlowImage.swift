// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A flow with the patterns of its steps, to be compared with another one.
struct FlowImage {
  let flow: Flow
  let patterns: [StepPattern]
  /// The steps that anything leads to, in the order of the flow.
  let reached: [Int]
  /// What both flows tell apart.
  let told: ToldApart
  /// By end: what is compared of it.
  private var ends: [EndText] = []
  /// Those, by their names.
  private let names: [String: Int]

  /// What runs say at an end.
  private struct EndText {
    /// Whatever leads there; nil for nothing.
    var said: ShownText?
    /// Whether the lines that lead there are told of it, and not the end.
    var isOfLines = false
  }

  /// - Parameter phases: as ``PatternReader/phases``.
  init(_ flow: Flow, _ told: ToldApart, phases: [Int: Set<UInt8>]?) {
    self.flow = flow
    self.told = told
    let patterns = PatternReader(flow, told, phases: phases).patterns()
    self.patterns = patterns
    reached = Self.reach(from: [Int(flow.start.index)] + Array(flow.plainCount..<flow.steps.count), patterns)
    var names: [String: Int] = [:]
    for step in reached { names[flow.steps[step].name.value] = step }
    self.names = names
    ends = flow.ends.map { EndText(said: $0.say.map(text)) }
  }

  /// Two images of flows whose ends are compared where users read the same, whether the ends say it or the lines that lead there.
  static func comparingEnds(_ old: FlowImage, _ new: FlowImage) -> (old: FlowImage, new: FlowImage) {
    var images = (old: old.sayingAtEnds(as: new), new: new.sayingAtEnds(as: old))
    let said = (old: old.saidByLines, new: new.saidByLines)
    for (end, twin) in old.endsOfOneName(new) {
      let (mine, theirs) = (images.old.ends[end].said, images.new.ends[twin].said)
      guard mine != theirs else { continue }
      // Some lines of one say what the end of the other does, or all say something: then nobody reads what the end says.
      let (lines, newLines) = (said.old[end], said.new[twin])
      guard
        theirs != nil && lines?.contains(theirs) ?? false || mine != nil && newLines?.contains(mine) ?? false
          || lines?.contains(nil) == false || newLines?.contains(nil) == false
      else { continue }
      images.old.ends[end].isOfLines = true
      images.new.ends[twin].isOfLines = true
    }
    return images
  }

  /// The same, where an end of another flow says what all lines say here that lead to the end of its name: to users that is no difference.
  private func sayingAtEnds(as other: FlowImage) -> FlowImage {
    let said = saidByLines
    var image = self
    for (end, twin) in endsOfOneName(other) where said[end]?.count == 1 {
      guard let text = said[end]?.first, let say = other.flow.ends[twin].say else { continue }
      if text == other.text(of: say) { image.ends[end].said = text }
    }
    return image
  }

  /// By end: what the lines say that lead there.
  private var saidByLines: [Int: Set<ShownText?>] {
    var said: [Int: Set<ShownText?>] = [:]
    for target in reached.flatMap({ flow.steps[$0].targets.map(\.target) }) {
      if case .end(let end) = target.move { said[Int(end.index), default: []].insert(target.say.map(text)) }
    }
    return said
  }

  /// Each end that another flow has by its name, with that.
  private func endsOfOneName(_ other: FlowImage) -> [(end: Int, twin: Int)] {
    flow.ends.enumerated().compactMap { index, end in
      other.flow.ends.firstIndex { $0.name.value == end.name.value }.map { (index, $0) }
    }
  }

  /// What is said where something leads, to be told of that; nil for nothing, and where it is told of the end.
  func said(at target: Target) -> MessageID? {
    guard case .end(let end) = target.move else { return target.say }
    let place = Int(end.index)
    if ends[place].isOfLines { return target.say ?? flow[end].say }
    return target.say.map(text) == ends[place].said ? nil : target.say
  }

  /// What is said at an end, to be told of that; nil for nothing, and where it is told of the lines that lead there.
  func told(ofEnd end: Int) -> ShownText? { ends[end].isOfLines ? nil : ends[end].said }

  /// The steps to which anything leads from a step, itself among them, in the order of the flow.
  func reach(from step: Int) -> [Int] { Self.reach(from: [step], patterns) }

  private static func reach(from steps: [Int], _ patterns: [StepPattern]) -> [Int] {
    var open = steps
    var reached = Set(open)
    while let step = open.popLast() {
      for case .step(let next) in patterns[step].ways where reached.insert(next).inserted { open.append(next) }
    }
    return reached.sorted()
  }

  /// The success ends to which a way leads, be it past screens at which no call is made.
  func successesPastScreens(_ way: ComparedTarget) -> Set<Int> {
    var open = [way]
    var known: Set<ComparedTarget> = [way]
    var ends: Set<Int> = []
    while let next = open.popLast() {
      switch next {
      case .end(let end): if flow.ends[end].outcome == .success { ends.insert(end) }
      case .step(let step):
        let pattern = patterns[step]
        guard pattern.call == nil else { continue }
        for way in [pattern.to].compactMap(\.self) + pattern.choices.compactMap(\.to) where known.insert(way).inserted {
          open.append(way)
        }
      case .stay, .resume: break
      }
    }
    return ends
  }

  func name(of step: Int) -> String { flow.steps[step].name.value }

  func choice(_ index: Int, at step: Int) -> ChoicePattern { patterns[step].choices[index] }

  /// Whether an interrupt is open at a step: it is one, or it is for what interrupts.
  func isInterrupt(_ step: Int) -> Bool {
    let step = flow.steps[step]
    return step.isInterrupt || step.awaited.map { flow.contract[$0.event].kind == .interrupt } ?? false
  }

  /// The steps to which choices of one name lead at once, at two steps that stand for each other.
  func stepsChosen(at step: Int, with other: FlowImage, _ theirs: Int) -> [(old: Int, new: Int)] {
    let (choices, twins) = (flow.steps[step].choices, other.flow.steps[theirs].choices)
    return choices.indices.compactMap { index in
      guard case .step(let to)? = patterns[step].choices[index].to,
        let twin = twins.firstIndex(where: { $0.name.value == choices[index].name.value }),
        case .step(let next)? = other.patterns[theirs].choices[twin].to
      else { return nil }
      return (to, next)
    }
  }

  /// A step that a run may come to, by its name.
  func step(named name: String) -> Int? { names[name] }

  /// Whether a step counts anything, so that it makes a difference whether it is one or two.
  func counts(_ step: Int) -> Bool {
    let facets = flow.steps[step]
    // What is shared is counted in one place, however many steps draw on it.
    return facets.tries != nil && facets.sharedTries == nil || facets.max != nil && facets.sharedMax == nil
      || facets.choices.contains { $0.isLimited && $0.sharedMax == nil || $0.every != nil }
      || flow.stepsOfAfter.contains(facets.id)
  }

  /// Whether a step only stands in between: it leads to another one at once, or by a choice, does not hand in what that one does, and leads
  /// to no success without it.
  func isScreen(_ step: Int, before other: Int) -> Bool {
    let pattern = patterns[step]
    let ways = [pattern.to].compactMap(\.self) + pattern.choices.compactMap(\.to)
    let isSame = pattern.answer != nil && pattern.answer?.facets[.call] == patterns[other].answer?.facets[.call]
    let mayEnd = flow.steps[step].targets.contains { target, _ in
      if case .end(let end) = target.move { flow[end].outcome == .success } else { false }
    }
    return ways.contains(.step(other)) && !isSame && !mayEnd
  }

  /// Whether a step may stand for two of another flow: it counts nothing, or they count in one place what it counts.
  func mayStand(_ step: Int, for one: Int, _ copy: Int, of other: FlowImage) -> Bool {
    guard counts(step) else { return true }
    guard !flow.stepsOfAfter.contains(flow.steps[step].id), !other.counts(one), !other.counts(copy) else {
      return false
    }
    let (first, second) = (other.flow.steps[one], other.flow.steps[copy])
    return first.sharedTries?.value == second.sharedTries?.value && first.sharedMax?.value == second.sharedMax?.value
      && first.choices.allSatisfy { choice in
        let twin = second.choices.first { $0.name.value == choice.name.value }
        return choice.sharedMax?.value == twin?.sharedMax?.value
      }
  }

  /// Whether a step may stand for one of another flow: it is for the same.
  func isLike(_ step: Int, _ other: FlowImage, _ theirs: Int) -> Bool {
    isOfOneKind(step, other, theirs) && patterns[step].facets[.awaits] == other.patterns[theirs].facets[.awaits]
  }

  /// Whether a step asks at the same event as one of another flow, be it in another mode or with another code.
  func isOfOneEvent(_ step: Int, _ other: FlowImage, _ theirs: Int) -> Bool {
    guard let event = flow.steps[step].awaited?.event else { return false }
    return isOfOneKind(step, other, theirs) && event == other.flow.steps[theirs].awaited?.event
  }

  private func isOfOneKind(_ step: Int, _ other: FlowImage, _ theirs: Int) -> Bool {
    let (mine, theirs) = (patterns[step], other.patterns[theirs])
    return mine.facets[.kind] == theirs.facets[.kind] && mine.call?.facets[.call] == theirs.call?.facets[.call]
  }

  /// Where an interrupt leads for which the flow has no entry, at each step that has no line for it: what `else` says there, and nil
  /// where that is missing.
  func ways(of interrupt: EventID) -> [ComparedTarget?] {
    let trigger = Trigger.event(interrupt, mode: nil, outcome: .success)
    return reached.filter { index in
      let step = flow.steps[index]
      return !step.isInterrupt && !step.isGate && !step.transitions.contains { $0.trigger == trigger }
    }.map { index in
      (patterns[index].call?.lines ?? patterns[index].lines).way(of: .otherwise, isNamed: false)
    }
  }

  /// What the choices of a step do, where steps are named by their classes.
  func classed(_ step: Int, _ classes: [Int], _ ends: [Int]) -> [ChoicePattern] {
    patterns[step].choices.map { choice in
      choice.mapped { way in
        switch way {
        case .step(let step): .step(classes[step])
        case .end(let end): .end(ends[end])
        case .stay, .resume: way
        }
      }
    }
  }
}

extension StepPattern {
  /// The steps to which the same outcome leads in both, but for those of choices.
  func ownSteps(with other: StepPattern) -> [(old: Int, new: Int)] {
    var steps = lines.steps(with: other.lines)
    if case .step(let to)? = to, case .step(let theirs)? = other.to { steps.append((to, theirs)) }
    for (mine, theirs) in [(call, other.call), (answer, other.answer)] {
      if let mine, let theirs { steps += mine.lines.steps(with: theirs.lines) }
    }
    return steps
  }

  /// The steps to which the same outcome leads in both.
  func stepsShared(with other: StepPattern) -> [(old: Int, new: Int)] {
    var steps = ownSteps(with: other)
    for mine in choices {
      guard let call = mine.call,
        let theirs = other.choices.first(where: { $0.call?.facets == call.facets })?.call
      else { continue }
      steps += call.lines.steps(with: theirs.lines)
    }
    return steps
  }
}

extension FlowImage {
  /// The field with the number of attempts that the SDK still takes, in the event of a step; nil for none.
  func attemptsField(of step: Step) -> String? {
    step.awaited.flatMap { flow.contract[$0.event].attemptsField }
  }
}
