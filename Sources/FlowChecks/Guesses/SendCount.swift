// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// How often a call that has something sent, such as a code or a push, can be made in a run, at worst.
public struct SendCount: Sendable {
  /// The call's name.
  public let call: String
  /// The step that makes it.
  public let step: Spanned<String>
  /// Where the call is written.
  public let place: SourceRange
  /// How often this place makes it in a run.
  public let most: GuessLimit
  /// How often all steps of the flow together make the call in a run.
  public let total: GuessLimit
  /// How often it makes it in a minute, as its cool-down says; nil where it has none.
  public let perMinute: Int?
  /// What bounds it, the nearest first; empty if nothing does.
  public let bounds: [Note]
  /// Where findings about it stand.
  package let marks: [SourceRange]

  init(
    _ call: CallFacts, at step: Step, in flow: Flow, most: GuessLimit, total: GuessLimit, all: GuessLimit,
    bounds: [Note]
  ) {
    self.call = flow.contract[call.use.call].name
    self.step = step.name
    place = call.use.range
    self.most = most
    self.total = total
    self.all = all
    self.bounds = bounds
    let budget = step.budget(of: call.origin)?.range
    guard case .choice(let index) = call.origin else {
      marks = [place, budget].compactMap(\.self)
      perMinute = nil
      return
    }
    let choice = step.choices[index]
    marks = [place, budget, choice.name.range, choice.every?.range].compactMap(\.self)
    guard let every = choice.every?.value else {
      perMinute = nil
      return
    }
    let pauses = (Self.minute + every - 1) / max(1, every)
    perMinute = min(pauses, most.number ?? pauses)
  }

  private static let minute = 60_000

  /// How often all that is sent can be sent in a run, by whatever calls.
  package let all: GuessLimit

  /// As many as anybody may have sent in one run by one call.
  package static let enough = 10
  /// As often nobody may have something sent in one run, by whatever calls.
  package static let flood = 20

  /// Whether it is too many at all steps together, and at none of them alone.
  package var isTooManyTogether: Bool { most.isEnough && !total.isEnough && total.number != nil }

  /// Whether it is too many by one call already.
  package var isTooMany: Bool { !total.isEnough }

  /// The figures for people, such as `3 in a run, 2 in a minute`.
  public var words: String {
    let here = most.number.map { "\($0) in a run" } ?? most.words
    let run = total == most ? here : "\(here) (\(total.words) at all steps)"
    return perMinute.map { "\(run), \($0) in a minute" } ?? run
  }
}

extension GuessLimit {
  /// Whether nobody is sent more than anybody needs.
  fileprivate var isEnough: Bool { number.map { $0 <= SendCount.enough } ?? false }
}
