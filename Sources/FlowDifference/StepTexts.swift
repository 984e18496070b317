// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Guards

/// What two steps say that stand for each other, by what says it.
///
/// What a choice, a line or an input says that only one of them has is told with that, and is no difference of its own.
struct StepTexts {
  /// A choice of one of the steps, or of both.
  enum Choice: Hashable {
    /// Of the new flow, and the one of the old flow that stands for it; as an index of the new flow's choices.
    case there(Int)
    /// Of the old flow only, as an index of its choices.
    case gone(Int)
  }

  /// What says a text.
  enum Speaker: Hashable {
    case step
    /// A check of the step, by what it asks in the words of the old flow.
    case check(String)
    /// A check of the items of an input's list.
    case item(String, String)
    /// An input whose list has no items.
    case none(String)
    /// What is shown of each item of an input's list.
    case show(String)
    case confirm(Choice)
    /// Where a choice, or the step itself, leads at once.
    case target(Choice?)
    case line(Choice?, Trigger)

    /// Whether it is said where a run comes to the step.
    var isOfArrival: Bool {
      switch self {
      case .step, .target, .line: true
      case .check, .item, .none, .show, .confirm: false
      }
    }

    /// The input whose list it is about; nil for none.
    var input: String? {
      switch self {
      case .item(let input, _), .none(let input), .show(let input): input
      case .step, .check, .confirm, .target, .line: nil
      }
    }

    func isOf(choice: Choice) -> Bool {
      switch self {
      case .confirm(choice), .target(choice), .line(choice, _): true
      default: false
      }
    }
  }

  fileprivate struct Spoken {
    let place: Speaker
    let text: ShownText
    /// Whether another text would be read if this one were not there: that of the end or the step to which the way leads.
    var replaces = false
    var isTaken = false
  }

  /// Texts that are told with what says them.
  struct Taken {
    fileprivate var old: [ShownText] = []
    fileprivate var new: [ShownText] = []
    /// As in ``StepTexts/original``.
    fileprivate var original: String?

    /// That something says them; nil for no texts.
    ///
    /// - Parameter speaker: what says them, in words.
    func words(_ speaker: String) -> String? {
      guard !old.isEmpty || !new.isEmpty else { return nil }
      return "\(speaker) \(Said.words(old.count, new.count, than: original))\(old.inLanguages(unlike: new))"
    }

    func old(_ words: String?, _ range: SourceRange?) -> Difference.Side { side(words, old, range, beside: new) }

    func new(_ words: String?, _ range: SourceRange?) -> Difference.Side { side(words, new, range, beside: old) }

    private func side(
      _ words: String?, _ texts: [ShownText], _ range: SourceRange?, beside others: [ShownText]
    ) -> Difference.Side {
      let said = texts.isEmpty ? nil : texts.said(beside: others)
      let all = [words, said.map { "says: \($0)" }].compactMap(\.self)
      return Difference.Side(all.isEmpty ? nil : all.joined(separator: ", "), range, said: said)
    }
  }

  private var old: [Spoken] = []
  private var new: [Spoken] = []
  private var pair = Correspondence.Pair(old: 0, new: 0)
  /// The old step, in quotes, where the new one is a copy of it, and said nothing before; nil where it is none.
  private var original: String?
  private var ranges: (old: SourceRange?, new: SourceRange?) = (nil, nil)
  /// What the steps check, of what is handed in and of the items of lists, whether a text is said of it or not.
  private var checks: (old: Set<Speaker>, new: Set<Speaker>) = ([], [])
  /// What the steps ask for, by name.
  private var inputs: (old: Set<String>, new: Set<String>) = ([], [])
  /// The fields of events that stand in the inputs before anybody types.
  private var suggested: (old: Set<String>, new: Set<String>) = ([], [])
  /// The field with the number of attempts that the SDK still takes, in the event of each step; nil for none.
  private var attempts: (old: String?, new: String?) = (nil, nil)
  /// The field that each step counts down, and so shows, whatever its texts say; empty for none.
  private var countdown: (old: Set<String>, new: Set<String>) = ([], [])

  init() {}

  /// - Parameter match: which steps stand for each other, and which choices.
  init(_ mine: FlowImage, _ theirs: FlowImage, _ pair: Correspondence.Pair, _ match: Correspondence) {
    let choices = match.choices(at: pair)
    original = match.isCopy(pair) ? mine.quoted(pair.old) : nil
    let (step, twin) = (mine.flow.steps[pair.old], theirs.flow.steps[pair.new])
    old = Self.spoken(mine, pair.old, checksOf: step) { choices[$0].map { .there($0) } ?? .gone($0) }
    new = Self.spoken(theirs, pair.new, checksOf: step) { .there($0) }
    checks = (Set(Self.checks(of: step, in: step).map(\.place)), Set(Self.checks(of: twin, in: step).map(\.place)))
    inputs = (Set(step.inputs.map(\.name)), Set(twin.inputs.map(\.name)))
    self.pair = pair
    suggested = (mine.suggested(at: pair.old), theirs.suggested(at: pair.new))
    attempts = (mine.attemptsField(of: step), theirs.attemptsField(of: twin))
    countdown = (step.fieldCountedDown, twin.fieldCountedDown)
    ranges = (mine.flow.steps[pair.old].name.range, theirs.flow.steps[pair.new].name.range)
  }

  /// The checks of a step and of its lists, each with its place in the words of another one.
  private static func checks(of step: Step, in old: Step) -> [(place: Speaker, check: Check)] {
    let own = zip(words(step.checks, in: old.checks), step.checks).map { (Speaker.check($0), $1) }
    return own
      + step.inputs.flatMap { input -> [(Speaker, Check)] in
        let (mine, theirs) = (input.pick?.checks ?? [], old.inputs.first { $0.name == input.name }?.pick?.checks ?? [])
        return zip(words(mine, in: theirs), mine).map { (.item(input.name, $0), $1) }
      }
  }

  /// What each check asks; if the check at the same place of the old flow lets the same through, in the words of that one.
  private static func words(_ checks: [Check], in old: [Check]) -> [String] {
    checks.enumerated().map { index, check in
      guard old.indices.contains(index),
        Guard.strictness(of: [check.expression], beside: [old[index].expression]) == .equal
      else { return check.expression.description }
      return old[index].expression.description
    }
  }

  /// - Parameter twin: the step of the old flow, in whose words the checks are told.
  fileprivate static func spoken(
    _ image: FlowImage, _ index: Int, checksOf twin: Step, _ choice: (Int) -> Choice
  ) -> [Spoken] {
    let step = image.flow.steps[index]
    var spoken: [Spoken] = []
    func add(_ message: MessageID?, _ place: Speaker, replacing other: MessageID? = nil) {
      guard let message else { return }
      spoken.append(Spoken(place: place, text: image.text(of: message), replaces: other != nil))
    }
    func add(_ target: Target, _ place: Speaker) {
      let other =
        switch target.move {
        case .end(let end): image.flow[end].say
        case .step(let next): image.flow[next].say
        case .stay, .retry: step.say
        case .resume: MessageID?.none
        }
      add(image.said(at: target), place, replacing: other)
    }
    func add(_ lines: [Transition], _ choice: Choice?) {
      for line in lines where choice == nil || !repeats(line) { add(line.target, .line(choice, line.trigger)) }
    }
    // What a choice has in the words of the step is the line of the step.
    func repeats(_ line: Transition) -> Bool {
      step.transitions.contains {
        $0.trigger == line.trigger && $0.target.move == line.target.move && $0.target.say == line.target.say
      }
    }
    add(step.say, .step)
    for (place, check) in checks(of: step, in: twin) { add(check.say, place) }
    for input in step.inputs {
      guard let pick = input.pick else { continue }
      add(pick.none, .none(input.name))
      if let show = pick.show { spoken.append(Spoken(place: .show(input.name), text: ShownText(show))) }
    }
    add(step.transitions, nil)
    if let to = step.to { add(to, .target(nil)) }
    for index in step.choices.indices {
      let place = choice(index)
      add(step.choices[index].confirm, .confirm(place))
      switch step.choices[index].action {
      case .go(let target): add(target, .target(place))
      case .call(_, let lines): add(lines, place)
      }
    }
    return spoken
  }

  /// Takes what the lines say that take some outcomes; one without a mode takes an event of each mode that has no line of its own.
  mutating func take(lines: [(choice: Choice?, trigger: Trigger)]) -> Taken {
    let written = Set((old + new).map(\.place))
    let places = lines.map { choice, trigger in
      let own = Speaker.line(choice, trigger)
      guard !written.contains(own), case .event(let event, _?, let outcome) = trigger else { return own }
      return .line(choice, .event(event, mode: nil, outcome: outcome))
    }
    return take { places.contains($0) }
  }

  /// Takes what is said at some places, to be told with what differs there.
  ///
  /// - Returns: of both flows what only one of them says there.
  mutating func take(where isThere: (Speaker) -> Bool) -> Taken {
    var taken = Taken()
    taken.original = original
    for index in old.indices where isThere(old[index].place) {
      old[index].isTaken = true
      taken.old.append(old[index].text)
    }
    for index in new.indices where isThere(new[index].place) {
      new[index].isTaken = true
      taken.new.append(new[index].text)
    }
    (taken.old, taken.new) = (taken.old.without(taken.new), taken.new.without(taken.old))
    return taken
  }

  /// Takes the texts of checks or inputs that only one of the steps has, to be told with the facet that tells of these.
  ///
  /// If both steps have a check or an input, and its text differs, that is a difference of its own.
  mutating func take(with facet: Facet) -> Taken {
    switch facet {
    case .checks:
      // One in other words may mean the same.
      let (mine, theirs) = (checks.old.filter { $0.input == nil }, checks.new.filter { $0.input == nil })
      guard mine.isSubset(of: theirs) || theirs.isSubset(of: mine) else { return Taken() }
      let differing = mine.symmetricDifference(theirs)
      return take { differing.contains($0) }
    case .inputs:
      let differing = inputs.old.symmetricDifference(inputs.new)
      return take { $0.input.map(differing.contains) ?? false }
    default: return Taken()
    }
  }

  /// What the new step tells of an account and the old one does not; nil for nothing.
  ///
  /// - Parameter name: of the new step, in quotes.
  func disclosure(_ name: String) -> Difference? {
    let (all, allNew) = (old.map(\.text), new.map(\.text))
    guard
      let words = Self.data(in: allNew.without(all), suggested.new, attempts.new)
        .told(without: Self.data(in: all, suggested.old, attempts.old).union(countdown.old))
    else { return nil }
    return difference(
      .weaker, "\(name) tells \(words) before anything was proved", all.without(allNew), allNew.without(all))
  }

  /// What the old step tells of an account and the new one does not; nil for nothing.
  ///
  /// - Parameter name: of the new step, in quotes.
  func silence(_ name: String) -> Difference? {
    let (all, allNew) = (old.map(\.text), new.map(\.text))
    guard
      let words = Self.data(in: all.without(allNew), suggested.old, attempts.old)
        .told(without: Self.data(in: allNew, suggested.new, attempts.new).union(countdown.new))
    else { return nil }
    return difference(
      .stronger, "\(name) no longer tells \(words) before anything was proved", all.without(allNew),
      allNew.without(all))
  }

  /// The data of an account that some texts show, or inputs suggest.
  ///
  /// - Parameter attempts: what `{tries.left}` is, if the event says that the SDK takes fewer.
  private static func data(in texts: [ShownText], _ suggested: Set<String>, _ attempts: String?) -> Set<String> {
    let shown = texts.flatMap(\.paths).map { $0 == "tries.left" ? attempts ?? $0 : $0 }
    // What the flow counts itself tells nothing of an account.
    return suggested.union(shown.filter { !$0.hasSuffix(".left") })
  }

  /// Takes the messages of one key that both steps show at one place, and that say something else: each is told for itself.
  mutating func takeMessages() -> [Difference] {
    var found: [Difference] = []
    var told: Set<String> = []
    for index in old.indices where !old[index].isTaken {
      guard
        let twin = new.firstIndex(where: {
          !$0.isTaken && $0.place == old[index].place && $0.text.name == old[index].text.name
            && $0.text != old[index].text
        }), let name = new[twin].text.name
      else { continue }
      let (mine, theirs) = (old[index].text, new[twin].text)
      (old[index].isTaken, new[twin].isTaken) = (true, true)
      guard told.insert(name).inserted else { continue }
      let difference = Difference.ofMessage(mine, theirs, at: .step(pair))
      found.append(old[index].place.isOfArrival ? difference.ofArrival([mine, theirs]) : difference)
    }
    return found
  }

  /// What the steps do not say alike beside what was taken; nil for nothing.
  ///
  /// - Parameter name: of the new step, in quotes.
  func difference(_ name: String) -> Difference? {
    let (mine, theirs) = (old.filter { !$0.isTaken }, new.filter { !$0.isTaken })
    // Checks that are put together, or taken apart, say their text no less.
    let kept = Set(mine.texts(ofChecks: checks.old, not: checks.new))
      .intersection(theirs.texts(ofChecks: checks.new, not: checks.old))
    let rest = mine.map(\.text).without(theirs.map(\.text)).filter { !kept.contains($0) }
    let added = theirs.map(\.text).without(mine.map(\.text)).filter { !kept.contains($0) }
    guard rest.isEmpty, added.isEmpty else {
      // What stands in the place of another text is read instead of it.
      let (freed, replaced) = (
        mine.count { $0.replaces && rest.contains($0.text) }, theirs.count { $0.replaces && added.contains($0.text) }
      )
      let words = Said.words(
        rest.count + replaced, added.count + freed, of: (old.count, new.count), than: original)
      let difference = difference(.wording, "\(name) \(words)\(rest.inLanguages(unlike: added))", rest, added)
      let spoken = mine.filter { rest.contains($0.text) } + theirs.filter { added.contains($0.text) }
      return spoken.allSatisfy(\.place.isOfArrival) ? difference.ofArrival(rest + added) : difference
    }
    return speakers(name, mine, theirs)
  }

  /// The same texts, where others say them: who is asked to confirm one thing confirms another.
  private func speakers(_ name: String, _ mine: [Spoken], _ theirs: [Spoken]) -> Difference? {
    for spoken in mine {
      let (before, after) = (mine.texts(at: spoken.place), theirs.texts(at: spoken.place))
      guard !after.isEmpty, before != after else { continue }
      return difference(.wording, "\(name) says the same texts in other places", before, after)
    }
    return nil
  }

  private func difference(
    _ verdict: SafetyVerdict, _ words: String, _ mine: [ShownText], _ theirs: [ShownText]
  ) -> Difference {
    Difference(
      verdict, words, old: mine.side(ranges.old, beside: theirs), new: theirs.side(ranges.new, beside: mine),
      at: .step(pair))
  }
}

extension Step {
  fileprivate var fieldCountedDown: Set<String> { Set(countdown.map { [$0.joined(separator: ".")] } ?? []) }
}

extension [StepTexts.Spoken] {
  /// All that is said at one place.
  fileprivate func texts(at place: StepTexts.Speaker) -> [ShownText] { filter { $0.place == place }.map(\.text) }

  /// What is said by checks that only one of two steps has.
  fileprivate func texts(ofChecks own: Set<StepTexts.Speaker>, not others: Set<StepTexts.Speaker>) -> [ShownText] {
    filter { own.contains($0.place) && !others.contains($0.place) }.map(\.text)
  }
}

extension FlowImage {
  /// The texts that a step shows, each with its count.
  func texts(at step: Int) -> [ShownText: Int] {
    let facets = flow.steps[step]
    return StepTexts.spoken(self, step, checksOf: facets) { .there($0) }
      .reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
  }

  fileprivate func suggested(at step: Int) -> Set<String> {
    Set(
      flow.steps[step].inputs.compactMap { input in
        // Of a list without `show` the app may show all.
        if let pick = input.pick, pick.show == nil, case .event(let list) = pick.source {
          return list.joined(separator: ".")
        }
        return input.suggestion?.joined(separator: ".")
      })
  }
}
