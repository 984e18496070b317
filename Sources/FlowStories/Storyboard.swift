// SPDX-License-Identifier: Apache-2.0

package import FlowRuntime

/// One run as its user sees it: screen by screen, and in between what was done and what the SDK did.
package struct Storyboard: Sendable {
  /// What stands on the board, one below another.
  package enum Panel: Sendable, Hashable {
    case screen(Screen)
    /// What happened without a screen, a line each.
    case between([String])
    /// Where the run ended, and what is said there.
    case end(name: String, outcome: String, key: String?, message: String?)
  }

  /// What the run shows, such as the name of a scenario.
  package let title: String
  package private(set) var panels: [Panel] = []
  private var lines: [String] = []
  /// Whether the user is asked, since the last screen.
  private var isAsked = false

  package init(_ title: String) { self.title = title }

  /// Takes up what the trace tells.
  package mutating func note(_ entry: TraceEntry) {
    switch entry.kind {
    case "answer":
      lines.append("\(isAsked ? "the user answers" : "without asking"): \(entry.words)")
      isAsked = false
      return
    case "event", "interrupt", "timeout", "exhausted": isAsked = false
    default: break
    }
    guard let line = Self.line(entry) else { return }
    lines.append(line)
  }

  /// Takes up what is asked; the same screen once more is shown only where something happened since.
  package mutating func show(_ screen: Screen) {
    isAsked = true
    if lines.isEmpty, case .screen(screen)? = panels.last { return }
    breakLines()
    panels.append(.screen(screen))
  }

  /// Takes up the end.
  package mutating func end(_ name: String, _ outcome: String, _ said: SaidMessage?) {
    breakLines()
    panels.append(.end(name: name, outcome: outcome, key: said?.key, message: said?.text))
  }

  /// Takes up what stands behind the last screen, where no end is reached.
  package mutating func finish() { breakLines() }

  private mutating func breakLines() {
    if !lines.isEmpty { panels.append(.between(lines)) }
    lines = []
  }

  /// What of the trace people look at who look at screens; nil for what goes without saying.
  private static func line(_ entry: TraceEntry) -> String? {
    switch entry.kind {
    case "decline": "the user says no: \(entry.words)"
    case "pick": "the user picks: \(entry.words)"
    case "call": "the flow calls \(entry.wordsWithValues)"
    case "rejected": "the SDK rejects \(entry.words)"
    case "event": "the SDK sends \(entry.words)"
    case "interrupt": "an interrupt opens: \(entry.words)"
    case "resume": "back to \(entry.words)"
    case "gate": "the modules are asked: \(entry.words)"
    case "deny": "they deny: \(entry.words)"
    case "timeout": "time is up: \(entry.words)"
    case "exhausted": "nothing is left: \(entry.words)"
    case "proof": "proved: \(entry.words)"
    case "lose": "lost: \(entry.words)"
    case "goal": "not enough: \(entry.words)"
    case "background", "foreground": "the app goes to the \(entry.kind)"
    default: nil
    }
  }

  /// The screens, in order.
  package var screens: [Screen] {
    panels.compactMap { if case .screen(let screen) = $0 { screen } else { nil } }
  }

  /// The keys of the messages that are shown.
  package var keys: Set<String> {
    panels.reduce(into: []) { keys, panel in
      switch panel {
      case .screen(let screen): keys.formUnion(screen.keys)
      case .end(_, _, let key?, _): keys.insert(key)
      case .end, .between: break
      }
    }
  }
}
