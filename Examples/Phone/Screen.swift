// SPDX-License-Identifier: Apache-2.0

import Foundation
import MFAFlow

/// What a phone shows for one question: everything that a view needs, and nothing that it has to decide.
struct Screen: Sendable {
  struct Button: Sendable {
    /// The name in the flow, such as `logOff`; what the user reads is the app's.
    let name: String
    /// What the user is asked before it counts; nil for nothing.
    let confirm: String?
    /// From when on it can be pressed; nil for now.
    let from: Date?
  }

  /// What was wrong with the last answer; nil for nothing.
  var slip: String?
  /// The button that waits for the user's yes or no, while which nothing else can be pressed; nil for none.
  var asked: Button?
  /// The places of the items that are picked so far, counted from 1, in the order of the picks.
  private(set) var places: [Int] = []
  private let question: Question
  /// The time of the run up to which the screen is true.
  private var time: Duration
  /// The date at which the run began, so that a view can show times of the run.
  private let start: Date
  /// When the session ends, by the countdown of the step; nil where nothing is counted down.
  let ends: Date?

  /// - Parameters:
  ///   - time: the time of the run at which it is asked.
  ///   - date: the same moment by the calendar.
  init(_ question: Question, at time: Duration, date: Date = .now) {
    self.question = question
    self.time = time
    start = date - time.inSeconds
    ends = question.countdown.map { date + $0.inSeconds }
  }

  /// The number of the question: with a new one, whatever was typed is to be forgotten.
  var request: Int { question.request }
  /// The step that asks.
  var title: String { question.step }
  var message: String { question.message ?? "" }
  /// Whether it lies above what was shown before: a threat, a session that is about to end.
  var isDialog: Bool { question.isInterrupt }
  var attemptsLeft: Int? { question.attemptsLeft }
  /// The SDK's own word on a call that it has just refused, to be shown below the message; nil if it refused none, or said nothing.
  var refusal: String? { question.refusalMessage }

  /// A list that came with the question, for a view of its own, such as the threats with their categories and advice; without what
  /// the contract marks private.
  func list(_ name: String) -> [Record] {
    guard case .list(let items)? = question.event?.data[name] else { return [] }
    return items.compactMap { item in
      if case .record(let record) = item { record } else { nil }
    }
  }

  /// Whether what is filled in can be handed in: the run would take it, and everything that is to be picked is.
  var canSubmit: Bool { question.canSubmit && places.count == question.inputs.count { $0.isPick } }
  /// Whether the user can do nothing but wait for the SDK.
  var onlyWaits: Bool { !question.canSubmit && question.choices.isEmpty && question.later.isEmpty }

  /// What is to be filled in or picked, in order; of a pick, the items that those before it leave.
  var fields: [Field] {
    question.inputs.enumerated().map { index, input in
      guard input.isPick else { return Field(input) }
      let list = question.list(of: input.name, after: Array(places.prefix(index)))
      return Field(picking: input.name, list, picked: places.indices.contains(index) ? places[index] : nil)
    }
  }

  /// What can be pressed, now or later.
  var buttons: [Button] {
    question.choices.map { Button(name: $0.name, confirm: $0.confirm, from: nil) }
      + question.later.map { later in
        Button(name: later.name, confirm: later.confirm, from: later.at > time ? start + later.at.inSeconds : nil)
      }
  }

  /// When the next button can be pressed that cannot be now, by the time of the run; nil if there is none.
  var nextButton: Duration? { question.later.map(\.at).filter { $0 > time }.min() }

  /// The screen with what the user has picked, and was told, if it is for the same question again.
  func keeping(_ before: Screen) -> Screen {
    guard before.request == request else { return self }
    var kept = self
    (kept.slip, kept.places) = (before.slip, before.places)
    return kept
  }

  /// The time has gone on: buttons that had to wait can be pressed.
  mutating func go(on time: Duration) { self.time = time }

  /// The user picks an item by its place; what was picked behind it depends on it, and is forgotten.
  mutating func pick(_ place: Int, of name: String) {
    guard let index = question.inputs.firstIndex(where: { $0.isPick && $0.name == name }), index <= places.count else {
      return
    }
    let before = Array(places.prefix(index))
    guard question.items(of: name, after: before).indices.contains(place - 1) else { return }
    places = before + [place]
  }

  /// What an answer hands in: items by their places, and what was typed, each as its field has it.
  func values(typed: [String: String]) -> Record {
    var values = Record()
    for (index, input) in question.inputs.enumerated() {
      if input.isPick {
        if places.indices.contains(index) { values[input.name] = .int(places[index]) }
      } else {
        values[input.name] = Field(input).value(typed: typed[input.name], as: input.type)
      }
    }
    return values
  }
}

extension Duration {
  /// As a calendar counts.
  fileprivate var inSeconds: TimeInterval {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}
