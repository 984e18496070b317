// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization

/// The choices of a question by their names, at the time at which a person writes one.
final class NamedChoices: Sendable {
  /// How it stands with a choice.
  enum Standing {
    case offered(Question.Choice)
    /// Not now; offered again at that time since the start of the run.
    case cooling(name: String, at: Duration)
    case closed(Question.Closed)
  }

  private let question: Question
  private let clock: any RunClock
  /// Up to when the person was told of choices that are offered again.
  private let told = Mutex(Duration.zero)

  init(_ question: Question, _ clock: any RunClock) {
    self.question = question
    self.clock = clock
  }

  /// Whether the clock waits for nothing, so that a person need not wait for it either.
  var waitsForNothing: Bool { clock.isVirtual }

  /// The choice of that name, blanks around it aside; nil if the step has none.
  ///
  /// Bytes are compared, so that no copy is made of what may be a secret.
  func standing(of line: [UInt8]) -> Standing? {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let word = line.drop(while: isBlank)
    let name = word.prefix(word.count - word.reversed().prefix(while: isBlank).count)
    let says = { (other: String) in name.elementsEqual(other.utf8) }
    if let choice = question.choices.first(where: { says($0.name) }) { return .offered(choice) }
    if let later = question.later.first(where: { says($0.name) }) {
      guard later.at > clock.now else { return .offered(Question.Choice(name: later.name, confirm: later.confirm)) }
      return .cooling(name: later.name, at: later.at)
    }
    return question.closed.first { says($0.name) }.map { .closed($0) }
  }

  /// Why a choice cannot be made that somebody names.
  func words(_ name: String, coolingUntil time: Duration) -> String {
    "`\(name)` is not offered now, but again in \(seconds(until: time)) s"
  }

  /// Why a choice cannot be made that somebody names.
  func words(_ choice: Question.Closed) -> String {
    "`\(choice.name)` is not offered now" + (choice.isSpent ? ": it was made as often as it may be" : "")
  }

  /// What has to cool down, as a menu shows it.
  var cooling: [String] { question.later.map { "\($0.name) (again in \(seconds(until: $0.at)) s)" } }

  /// What to do about a choice that is offered again while a prompt is open.
  ///
  /// - Parameter atMenu: whether a choice is being made, so that the question is better asked anew.
  func patience(atMenu: Bool) -> Terminal.Patience {
    guard !clock.isVirtual else { return .endless }
    return told.withLock { told in
      guard let at = question.later.map(\.at).filter({ $0 > told }).min() else { return .endless }
      let left = (at - clock.now).milliseconds
      guard at <= clock.now else { return .milliseconds(left + 1) }
      if atMenu { return .over }
      told = at
      let names = question.later.filter { $0.at == at }.map { "`\($0.name)`" }.joined(separator: ", ")
      return .say("  offered again: \(names); to choose it, write its name\n")
    }
  }

  /// Whole seconds, rounded up: who waits that long does not come too early.
  private func seconds(until time: Duration) -> Int64 { max(1, ((time - clock.now).milliseconds + 999) / 1000) }
}
