// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import MessageLanguages
import YAMLTree

/// Holds what a scenario says of a message against the message that is shown: by its key or by its text.
///
/// A word that is the key of a message of the flow is a key, whatever texts there are. A text may be that of the flow itself, in
/// whatever language the flow is played.
struct SayComparison {
  private let keys: Set<String>

  init(_ flow: Flow) { keys = Set(flow.messages.map(\.name.value)) }

  func compare(_ wanted: Spanned<String>?, _ found: SaidMessage?) -> [Diagnostic] {
    guard let wanted, !fits(wanted.value, found) else { return [] }
    let shown = keys.contains(wanted.value) ? found?.key : found?.text
    return [
      Diagnostic(
        ScenarioRules.unexpected, "say: expected `\(wanted.value)`, found \(shown.map { "`\($0)`" } ?? "none")",
        at: wanted.range, help: help(for: wanted.value, found))
    ]
  }

  func fits(_ wanted: String, _ found: SaidMessage?) -> Bool {
    guard let found else { return false }
    if keys.contains(wanted) { return wanted == found.key }
    // What keeps directions of writing apart is no part of the words.
    let words = WritingDirection.withoutMarks(wanted)
    return words == WritingDirection.withoutMarks(found.text) || words == WritingDirection.withoutMarks(found.inBase)
  }

  private func help(for wanted: String, _ found: SaidMessage?) -> String? {
    guard let found else { return nil }
    if keys.contains(wanted) { return "`\(wanted)` is the key of another message" }
    guard wanted.isName, wanted.contains("-") else { return nil }
    return Suggestion.nearest(to: wanted, among: keys).map { "no message has this key; did you mean `\($0)`?" }
      ?? "no message has this key; the one that is shown has the key `\(found.key)`"
  }
}
