// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import YAMLTree

/// The steps of a flow as they were read last, for an editor: those in whose lines nothing has changed since are taken as they are.
///
/// Why: of a long file somebody changes one line at a time, and nearly all of the time goes into what has not changed. A step is known
/// if nothing was found in it: what it says then depends on its own lines alone.
package final class KnownSteps {
  private var text: [UInt8] = []
  private var steps: [StepSyntax] = []
  /// Where each outermost key stands, and each value.
  private var outline: [SourceRange] = []

  /// Of the reading at hand: its text, what has changed since the last one, the steps that are known of it, and its outline.
  private var newText: [UInt8] = []
  private var changed: ChangedLine?
  private var newSteps: [StepSyntax] = []
  private var newOutline: [SourceRange] = []
  /// Which of the steps is looked at next.
  private var next = 0

  /// Whether all that has changed since the reading before the last one stands below `steps:`.
  private var changedStepsOnly = false
  /// How many readings were kept.
  package private(set) var count = 0

  package init() {}

  /// Whether all that has changed since a reading stands below `steps:`; false where that is not known, as of all but the one
  /// before the last.
  ///
  /// - Parameter number: how many readings were kept then.
  package func onlyStepsChanged(since number: Int) -> Bool { changedStepsOnly && count == number + 1 }

  /// Begins to read a file.
  package func begin(_ file: SourceFile) {
    changedStepsOnly = false
    newText = file.bytes
    changed = text.isEmpty ? nil : ChangedLine(from: text, to: newText)
    (newSteps, newOutline, next) = ([], [], 0)
  }

  /// What was read of a flow, before its steps are.
  func begin(_ root: YAMLNode) {
    newOutline = root.entries.flatMap { [$0.key.range, $0.value.range] }
    // What an alias stands for may have changed elsewhere, and a step of another file is no step of this text.
    if root.isGrafted || root.holdsAlias { changed = nil }
  }

  /// The step that an entry of `steps:` was read as last; nil if that is not known, or no longer true.
  func step(for entry: YAMLEntry) -> StepSyntax? {
    guard let changed else { return nil }
    let start = entry.key.range.start
    while next < steps.count, steps[next].range.start < start { next += 1 }
    guard next < steps.count else { return nil }
    let step = steps[next]
    guard step.name.range == entry.key.range, step.range.end == entry.value.range.end, !changed.isIn(step.range) else {
      return nil
    }
    newSteps.append(step)
    return step
  }

  /// Keeps a step in which nothing was found.
  func keep(_ step: StepSyntax) { newSteps.append(step) }

  /// Keeps what was read for the next reading.
  ///
  /// - Parameter below: what stands below `steps:`; nil if nothing does.
  func end(below range: SourceRange?) {
    changedStepsOnly = newOutline == outline && range.map { changed?.isOnly(in: $0) ?? false } ?? false
    (text, steps, outline) = (newText, newSteps, newOutline)
    count += 1
  }
}

extension DocumentDecoder {
  /// A step as it was read last, if nothing has changed in it.
  mutating func knownStep(_ entry: YAMLEntry) -> StepSyntax? {
    guard let known else { return step(entry) }
    if let step = known.step(for: entry) { return step }
    let before = findings.count
    guard let step = step(entry) else { return nil }
    if findings.count == before, !step.isRun { known.keep(step) }
    return step
  }
}

extension StepSyntax {
  /// Whether it runs another flow: whoever reads it must hear of that.
  fileprivate var isRun: Bool { if case .run = kind { true } else { false } }
}
