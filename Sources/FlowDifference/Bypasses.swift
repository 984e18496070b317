// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// What still leads past a step that only the new flow has, to where that step leads.
struct Bypasses {
  private let image: FlowImage

  init(of image: FlowImage) { self.image = image }

  /// In words; nil if there are none.
  ///
  /// Only what comes there for the first time goes past it: what follows behind the place may lead back to it.
  func words(past step: Int, to place: ComparedTarget) -> String? {
    guard matters(place), image.patterns[step].ways.contains(place) else { return nil }
    var open = [Int(image.flow.start.index)] + Array(image.flow.plainCount..<image.flow.steps.count)
    var reached = Set(open)
    while let next = open.popLast() {
      guard next != step, .step(next) != place else { continue }
      for case .step(let other) in image.patterns[next].ways where reached.insert(other).inserted { open.append(other) }
    }
    let others = reached.sorted().filter { $0 != step && .step($0) != place }
      .compactMap { words(from: $0, to: place) }
    guard !others.isEmpty else { return nil }
    return "past \(image.quoted(step)) still lead there: \(others.firstThree)"
  }

  /// To a failure many ways lead, and that is as it should be.
  private func matters(_ place: ComparedTarget) -> Bool {
    switch place {
    case .step: true
    case .end(let end): image.flow.ends[end].outcome == .success
    case .stay, .resume: false
    }
  }

  /// The plainest of the outcomes of a step that lead to a place; nil if none does.
  private func words(from step: Int, to place: ComparedTarget) -> String? {
    let pattern = image.patterns[step]
    var lines = [pattern.lines] + [pattern.call?.lines, pattern.answer?.lines].compactMap(\.self)
    lines += pattern.choices.compactMap(\.call?.lines)
    let triggers = lines.flatMap { $0.triggers(to: place) }.map { $0.wordsOfMany(image.flow.contract) }
    if let first = triggers.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      return "`\(first)` of \(image.quoted(step))"
    }
    if let choice = pattern.choices.firstIndex(where: { $0.to == place }) {
      return "the choice `\(image.flow.steps[step].choices[choice].name.value)` of \(image.quoted(step))"
    }
    return pattern.to == place ? image.quoted(step) : nil
  }
}
