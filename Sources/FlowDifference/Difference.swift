// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// What a difference means for the safety of a flow, from the worst.
package enum SafetyVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Getting through takes less, something can be tried more often or takes longer, or more is told.
  case weaker
  /// No run was found that shows it, and not all runs were looked at.
  case notDecided = "not decided"
  /// The same as weaker, the other way round.
  case stronger
  /// Another way, and as safe.
  case changed
  /// Other texts.
  case wording

  package static func < (one: SafetyVerdict, other: SafetyVerdict) -> Bool { one.place < other.place }

  fileprivate var place: Int { SafetyVerdict.allCases.firstIndex(of: self) ?? 0 }
}

extension Array {
  /// The worst first, those that are as bad in their order.
  ///
  /// What may be weaker stands behind what is weaker and before all else: a reader who sees only the first lines must see it.
  package func worstFirst(by difference: (Element) -> Difference) -> [Element] {
    let weighed = enumerated().map { (weight: difference($0.element).weight, offset: $0.offset, element: $0.element) }
    return weighed.sorted { ($0.weight, $0.offset) < ($1.weight, $1.offset) }.map(\.element)
  }
}

/// One thing that two flows do not do alike.
package struct Difference: Sendable {
  /// Where it can be seen in a run.
  package enum Spot: Sendable, Hashable {
    /// At two steps that stand for each other, once one of these comes; at least one.
    case outcome(Correspondence.Pair, [Trigger])
    /// At two steps that stand for each other, by a choice of the old one or of the new one, as indices.
    case choice(Correspondence.Pair, old: Int?, new: Int?)
    /// At two steps that stand for each other.
    case step(Correspondence.Pair)
    /// At the beginning of a run.
    case start
    /// When an event comes that only one of the flows has an interrupt for.
    case interrupt(old: Int?, new: Int?)
    /// In no run: it is claimed, or counted over all runs.
    case none

    fileprivate var reversed: Spot {
      switch self {
      case .outcome(let pair, let triggers): .outcome(pair.reversed, triggers)
      case .choice(let pair, let old, let new): .choice(pair.reversed, old: new, new: old)
      case .step(let pair): .step(pair.reversed)
      case .interrupt(let old, let new): .interrupt(old: new, new: old)
      case .start, .none: self
      }
    }
  }

  /// One of the two flows.
  package struct Side: Sendable {
    /// What it says there; nil for nothing.
    package let text: String?
    /// Where it is written; nil for nowhere.
    package let range: SourceRange?
    /// The messages that it ends with, as their author wrote them; nil where all of it is words on the flow.
    package let said: String?

    init(_ text: String?, _ range: SourceRange?, said: String? = nil) {
      self.text = text
      self.range = range
      self.said = said
    }
  }

  /// What a run shows that shows it.
  package enum Sign: Sendable, Hashable {
    /// Something is spent in one flow and not in the other.
    case limit
    /// A time has passed.
    case time
    /// Security modules are asked.
    case gate
    /// A proof is missing.
    case claim
    /// An answer is refused.
    case check
    /// Something else is offered.
    case offer
    /// Whatever the flows do there, that is not one of the others.
    case deed
  }

  package let verdict: SafetyVerdict
  /// What it would be if a run showed it; as ``verdict`` where that is decided.
  package private(set) var possible: SafetyVerdict
  /// What differs, in one line.
  package let words: String
  package let old: Side
  package let new: Side
  package let spot: Spot
  /// How runs come to what is written in the new flow, where that is known without a run.
  package let way: [WayStep]
  /// Whether it is one only if a run shows it: what is written differs, and may do the same.
  package let needsRun: Bool
  /// What it is to say other texts there, in words; nil where no texts are told with it.
  private let saying: String?
  /// Whether it is counted over all runs, so that something else that differs is the reason for it.
  package let isSum: Bool
  /// What a run shows that shows it.
  package let sign: Sign
  /// Whether it is another length of a time, which is longer or shorter whatever runs show.
  package private(set) var isTime: Bool
  /// Whether something leads to a copy of the step, and no longer back to it: another way, whether or not a run shows it.
  package internal(set) var leadsToCopy = false
  /// The keys of the messages that differ, if these are said where a run comes to a step; nil if it is no difference of such messages.
  ///
  /// A run shows it only where it comes to one of them.
  package private(set) var arrivalMessages: Set<String>?
  /// The ends of the new flow that it is about, as indices: of what is claimed, and of no run.
  package internal(set) var ends: Set<Int> = []
  /// Whether an outcome is that of a call, and not of what a step waits for without one; nil where it is of both, or no outcome.
  package internal(set) var isOfCalls: Bool?
  /// The number of uses after which only one of the flows allows one more, or after which both go other ways; nil where nothing is counted.
  package internal(set) var uses: Int?
  /// What a run of the new flow comes to that shows it, where ``spot`` tells no place; nil where nothing is known that does.
  package internal(set) var evidence: Evidence?
  /// Why no run may show it, in a few words; nil where that is not told.
  package internal(set) var unshown: String?

  init(
    _ verdict: SafetyVerdict, _ words: String, old: Side = Side(nil, nil), new: Side = Side(nil, nil),
    at spot: Spot = .none,
    way: [WayStep] = [], needsRun: Bool = false, saying: String? = nil, isSum: Bool = false,
    by sign: Sign = .deed, isTime: Bool = false, uses: Int? = nil
  ) {
    self.verdict = verdict
    possible = verdict
    self.words = words
    self.old = old
    self.new = new
    self.spot = spot
    self.way = way
    self.needsRun = needsRun
    self.saying = saying
    self.isSum = isSum
    self.sign = sign
    self.isTime = isTime
    self.uses = uses
  }

  /// The same, with what a run comes to that shows it.
  func shown(by evidence: Evidence?, orNot unshown: String? = nil) -> Difference {
    var difference = self
    (difference.evidence, difference.unshown) = (evidence, unshown)
    return difference
  }

  /// The same, in messages that are said where a run comes to a step.
  func ofArrival(_ messages: [ShownText]) -> Difference {
    var difference = self
    difference.arrivalMessages = Set(messages.compactMap(\.name))
    return difference
  }

  /// What the old flow had beside the new one, told of the flows in each other's place: what makes one weaker makes the other stronger.
  var reversed: Difference {
    Difference(
      verdict == .weaker ? .stronger : verdict == .stronger ? .weaker : verdict, words, old: new, new: old,
      at: spot.reversed, needsRun: needsRun, saying: saying, isSum: isSum, by: sign, isTime: isTime, uses: uses)
  }

  /// Whether it makes the flow less safe, or may do so.
  package var mayBeWeaker: Bool { possible == .weaker || possible == .notDecided }

  /// How bad it is, or may be; what is decided is the worse of two.
  fileprivate var weight: Int {
    let worst = mayBeWeaker ? .weaker : possible
    return 2 * worst.place + (verdict == .notDecided ? 1 : 0)
  }

  /// The same, where no run was found that shows it.
  package var undecided: Difference {
    var undecided = Difference(
      .notDecided, words, old: old, new: new, at: spot, way: way, needsRun: needsRun, saying: saying, by: sign,
      isTime: isTime, uses: uses)
    undecided.possible = possible
    undecided.leadsToCopy = leadsToCopy
    return undecided
  }

  /// The same, where all runs that were made up come to other places: then what is written decides nothing.
  package var unseen: Difference {
    var unseen = self
    unseen.isTime = false
    unseen.leadsToCopy = false
    return unseen
  }

  /// The same, judged by what is written, as the length of a time, a text and a way to a copy can be; all else needs a run.
  package var asWritten: Difference {
    guard verdict == .notDecided, isTime || leadsToCopy || possible == .wording else { return self }
    return Difference(
      possible, words, old: old, new: new, at: spot, way: way, needsRun: needsRun, saying: saying, by: sign,
      isTime: isTime, uses: uses)
  }

  /// What is left of it where all runs do the same: its texts; nil if it has none.
  package var ofTexts: Difference? {
    saying.map { Difference(.wording, $0, old: old, new: new, at: spot) }
  }
}

extension Difference {
  /// Something that the contracts of two flows do not say alike: the flows themselves are then compared under the new one.
  package static func ofContract(_ words: String) -> Difference { Difference(.changed, words) }
}
