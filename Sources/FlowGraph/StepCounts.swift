// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

/// What the flow itself counts at the step where a message is shown: `tries.left`, and `choices.NAME.left` for a choice with `max`.
struct StepCounts {
  private let step: String
  private let hasTries: Bool
  private let limited: [String]
  /// Whether a word of the step could not be read, which may have been the limit.
  private let isDamaged: Bool

  /// - Parameter syntax: the step that asks when the message is shown.
  init(_ syntax: StepSyntax, in document: FlowDocument) {
    step = syntax.name.value
    isDamaged = document.isDamaged(syntax.range)
    hasTries = syntax.tries != nil
    limited = syntax.choices.filter { $0.max != nil }.map(\.name.value)
  }

  /// What is wrong with a placeholder for a count: what, and the cure; nil if nothing is.
  func flaw(of path: [String]) -> (words: String, help: String)? {
    let name = path.joined(separator: ".")
    if path == Message.triesLeft {
      return hasTries || isDamaged
        ? nil : ("\(Diagnostic.quoting(step)) has no `tries`", "give it `tries: 5`, or use words without the number")
    }
    if path.count == 3, path[0] == Message.choices, path[2] == Message.left {
      guard !limited.contains(path[1]), !isDamaged else { return nil }
      return (
        "\(Diagnostic.quoting(step)) has no choice \(Diagnostic.quoting(path[1])) with `max`",
        limited.isEmpty
          ? "use words without the number"
          : "the counts here are \(limited.map { "{\(Message.left(ofChoice: $0).joined(separator: "."))}" }.quoted)"
      )
    }
    return (
      "a flow counts no `\(name)`", "write `{tries.left}`, or `{choices.NAME.left}` for a choice with `max`"
    )
  }
}

extension Message {
  static let choices = "choices"
  static let left = "left"
  /// The placeholder for the answers that may still be given.
  package static let triesLeft = ["tries", left]

  /// The placeholder for how often a choice with `max` may still be made.
  package static func left(ofChoice name: String) -> [String] { [choices, name, left] }

  /// Whether a path is for what the flow counts, and for no field of an event.
  package static func isCount(_ path: [String]) -> Bool { path.count > 1 && ["tries", choices].contains(path[0]) }

  /// The placeholder for what the flow counts that somebody meant by one of a like name, such as `triesLeft`; nil for none.
  static func countMeant(by path: [String]) -> String? {
    let letters = path.joined().lowercased().filter { $0.isLetter }
    let meant = triesLeft.joined(separator: ".")
    return letters == triesLeft.joined() ? meant : nil
  }

  /// Whether something is filled in that the flow counts.
  package var tellsCounts: Bool { pieces.contains(where: \.tellsCounts) }
}

extension Message.Piece {
  fileprivate var tellsCounts: Bool {
    switch self {
    case .text, .list: false
    case .placeholder(let path, _): Message.isCount(path)
    case .plural(let path, let plural):
      Message.isCount(path) || plural.forms.contains { $0.pieces.contains(where: \.tellsCounts) }
    }
  }
}
