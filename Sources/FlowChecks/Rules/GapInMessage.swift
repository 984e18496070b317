// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// A message that may be shown with data in which a field of it is missing, secret or private.
///
/// What a line names, and what is shown at once, is told where the names are looked up. Here all is looked at with which the message may
/// be filled: what `else` and `error` take, what is shown behind calls, gates and automatic choices, and what was interrupted.
enum GapInMessage: Rule {
  static let code = GraphRules.unknownPlaceholder

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    let flow = context.flow
    guard flow.isWhole else { return }
    var isOpen = flow.messages.map { !$0.fields.isEmpty }
    guard isOpen.contains(true) else { return }
    var data = ShownData(context)
    for facts in context.everyStep {
      for (target, sources) in data.messages(at: facts, where: { isOpen[Int($0.index)] }) {
        guard let say = target.say, isOpen[Int(say.index)] else { continue }
        let flaws = flow[say].fields.compactMap { flaw(of: $0, from: sources, at: target, flow.contract) }
        guard !flaws.isEmpty else { continue }
        isOpen[Int(say.index)] = false
        findings += flaws
      }
    }
  }

  private static func flaw(
    of field: Message.Field, from sources: Set<ShownData.Source>, at target: Target, _ contract: Contract
  ) -> Diagnostic? {
    let events = sources.compactMap(\.self).sorted { $0.index < $1.index }
    let path = field.path
    // What the flow counts is told where the names are looked up.
    if Message.isCount(path), !events.contains(where: { contract[$0].fields.type(of: path[0]) != nil }) { return nil }
    for event in events {
      let fields = contract[event].fields
      if fields.type(at: path)?.holdsSecret ?? false { return .secretFilled(path, contract[event].name, field, target) }
      if fields.isPrivate(at: path) { return .privateFilled(path, contract[event].name, field, target) }
    }
    let missing = events.first { contract[$0].fields.type(at: path) == nil }
    guard missing != nil || sources.contains(nil) else { return nil }
    let isSomewhere = events.contains { contract[$0].fields.type(at: path) != nil }
    guard !isSomewhere || !field.hasWordsForNone else { return nil }
    return .gap(path, missing.map { contract[$0].name }, isSomewhere: isSomewhere, field, target)
  }
}

extension Message {
  /// A field that a message shows.
  fileprivate struct Field {
    let path: [String]
    /// Whether the message says something where it is missing.
    let hasWordsForNone: Bool
    /// Where it is written.
    let range: SourceRange
  }

  /// The fields of the event that are shown, once each.
  fileprivate var fields: [Field] {
    var fields: [Field] = []
    func add(_ path: [String], _ none: Bool, at range: @autoclosure () -> SourceRange) {
      guard !fields.contains(where: { $0.path == path }) else { return }
      fields.append(Field(path: path, hasWordsForNone: none, range: range()))
    }
    for piece in pieces {
      switch piece {
      case .text: continue
      case .placeholder(let path, let none): add(path, !none.isEmpty, at: place(of: path))
      case .list(let path, let list): add(path, !list.none.isEmpty, at: place(of: path))
      case .plural(let path, let plural):
        add(path, !plural.none.isEmpty, at: place(of: path))
        for form in plural.forms {
          for case .placeholder(let path, let none) in form.pieces { add(path, !none.isEmpty, at: form.range) }
        }
      }
    }
    return fields
  }
}

extension Diagnostic {
  fileprivate static func gap(
    _ path: [String], _ event: String?, isSomewhere: Bool, _ field: Message.Field, _ target: Target
  ) -> Diagnostic {
    let name = path.joined(separator: ".")
    return Diagnostic(
      GraphRules.unknownPlaceholder,
      event.map { "`\($0)`, whose data it may be, has no `\(name)`" }
        ?? "`{\(name)}` cannot be filled where this is shown: no event may have come",
      at: field.range,
      help: isSomewhere
        ? "use words without it, or write below `none` of the message what stands in its place"
        : "use words without it",
      notes: [Note("shown here", at: target.range)])
  }

  fileprivate static func secretFilled(
    _ path: [String], _ event: String, _ field: Message.Field, _ target: Target
  ) -> Diagnostic {
    Diagnostic(
      GraphRules.secretLeak,
      "`{\(path.joined(separator: "."))}` would show a secret of `\(event)`, whose data it may be",
      at: field.range, help: "a secret may go into a call and nowhere else; take the placeholder out",
      notes: [Note("shown here", at: target.range)])
  }

  fileprivate static func privateFilled(
    _ path: [String], _ event: String, _ field: Message.Field, _ target: Target
  ) -> Diagnostic {
    Diagnostic(
      GraphRules.privateShown,
      "`{\(path.joined(separator: "."))}` may be that of `\(event)`, which the contract marks private",
      at: field.range,
      help: "take the placeholder out: what is private goes into calls and nowhere else",
      notes: [Note("shown here", at: target.range)])
  }
}
