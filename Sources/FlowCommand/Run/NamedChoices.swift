// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization

/// The choices of a question by their names, at the time at which a person writes one.
final class NamedChoices: Sendable {
  /// How it stands with a choice.
  enum Availability {
    case offered(Question.Choice)
    /// Not now; offered again at that time since the start of the run.
    case cooling(name: String, at: Duration)
    case closed(Question.Closed)
    /// There is no choice of that number.
    case absent
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

  /// The choice of that name, or of that number behind a colon, blanks around it aside; nil for what is neither.
  ///
  /// Bytes are compared, so that no copy is made of what may be a secret.
  func standing(of line: [UInt8]) -> Availability? {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let word = line.drop(while: isBlank)
    let name = word.prefix(word.count - word.reversed().prefix(while: isBlank).count)
    if name.first == UInt8(ascii: ":"), name.count > 1 {
      if let standing = standing(ofNumber: name.dropFirst()) { return standing }
      if let standing = standing(ofName: name.dropFirst()) { return standing }
    }
    return standing(ofName: name)
  }

  private func standing(ofName name: ArraySlice<UInt8>) -> Availability? {
    let says = { (other: String) in name.elementsEqual(other.utf8) }
    if let choice = question.choices.first(where: { says($0.name) }) { return .offered(choice) }
    if let later = question.later.first(where: { says($0.name) }) {
      guard later.at > clock.now else { return .offered(Question.Choice(name: later.name, confirm: later.confirm)) }
      return .cooling(name: later.name, at: later.at)
    }
    return question.closed.first { says($0.name) }.map { .closed($0) }
  }

  private func standing(ofNumber digits: ArraySlice<UInt8>) -> Availability? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), Self.largestNumber) }
    return question.choices.indices.contains(number - 1) ? .offered(question.choices[number - 1]) : .absent
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
  /// - Parameter atMenu: whether a choice is being made, so that the question is better asked again.
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

  /// More choices than any step has.
  private static let largestNumber = 1_000_000

  /// Whole seconds, rounded up: who waits that long does not come too early.
  private func seconds(until time: Duration) -> Int64 { max(1, ((time - clock.now).milliseconds + 999) / 1000) }
}
