// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
package import Values

/// A place where a message is shown.
struct MessageUse {
  /// Whose data fill the placeholders.
  enum Source {
    case event(EventID)
    /// The one or the other, as it comes.
    case either(EventID, EventID)
    /// Any event may have come, or none.
    case nothing
  }

  let message: MessageID
  let source: Source
  let range: SourceRange
}

extension Resolver {
  func message(_ syntax: MessageSyntax) -> Message {
    Message(
      name: syntax.name,
      pieces: syntax.pieces.map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .placeholder(let path): .placeholder(path)
        }
      },
      range: syntax.range)
  }

  /// A placeholder must be a field of the event that is at hand wherever the message is shown, and no secret.
  mutating func checkPlaceholders(of messages: [Message]) {
    var reported: Set<MessageID> = []
    for use in messageUses where !reported.contains(use.message) {
      let index = Int(use.message.index)
      for case .placeholder(let path) in messages[index].pieces {
        guard let flaw = flaw(of: path, at: use) else { continue }
        reported.insert(use.message)
        findings.append(flaw(messages[index]))
        break
      }
    }
  }

  private func flaw(of path: [String], at use: MessageUse) -> ((Message) -> Diagnostic)? {
    let events: [EventID]
    switch use.source {
    case .event(let event): events = [event]
    case .either(let first, let second): events = [first, second]
    case .nothing: events = []
    }
    let types = events.map { contract[$0].fields.type(at: path) }
    var written: String { "{" + path.joined(separator: ".") + "}" }
    if types.contains(where: { $0?.holdsSecret ?? false }) {
      return { message in
        Diagnostic(
          GraphRules.secretLeak, "`\(written)` would show a secret", at: message.range,
          help: "a secret may go into a call and nowhere else; take the placeholder out")
      }
    }
    if events.contains(where: { contract[$0].fields.isPrivate(at: path) }) {
      return { message in
        Diagnostic(
          GraphRules.privateShown, "`\(written)` would show what the contract marks private",
          at: message.place(of: path),
          help: "take the placeholder out: what is private goes into calls and nowhere else")
      }
    }
    guard types.isEmpty || types.contains(where: { $0 == nil }) else { return nil }
    let names = events.flatMap { contract[$0].fields.fields.map(\.name) }
    let shown = events.map { "`\(contract[$0].name)`" }.joined(separator: " or ")
    return { message in
      Diagnostic(
        GraphRules.unknownPlaceholder,
        events.isEmpty
          ? "`\(written)` cannot be filled where this is shown" : "\(shown) has no `\(path.joined(separator: "."))`",
        at: message.place(of: path),
        help: Suggestion.nearest(to: path[0], among: names).map { "did you mean `{\($0)}`?" }
          ?? (names.isEmpty ? "use words without a placeholder" : "its fields are \(names.unique.quoted)"),
        notes: [Note("shown here", at: use.range)])
    }
  }
}

extension Message {
  /// Where a placeholder is written; the whole text where that cannot be told.
  fileprivate func place(of path: [String]) -> SourceRange {
    var written = ""
    var place: (from: Int, to: Int)?
    for piece in pieces {
      let start = written.unicodeScalars.count
      switch piece {
      case .text(let text):
        for scalar in text.unicodeScalars {
          written.unicodeScalars.append(scalar)
          if scalar == "{" || scalar == "}" { written.unicodeScalars.append(scalar) }
        }
      case .placeholder(let names):
        written += "{" + names.joined(separator: ".") + "}"
        if place == nil, names == path { place = (start, written.unicodeScalars.count) }
      }
    }
    return place.map { range.part($0.from, $0.to, of: written) } ?? range
  }
}

extension RecordType {
  /// The type at the end of a path of names; nil if the path leads nowhere.
  package func type(at path: [String]) -> ValueType? {
    guard let first = path.first, let type = type(of: first) else { return nil }
    guard path.count > 1 else { return type }
    guard case .record(let record) = type else { return nil }
    return record.type(at: Array(path.dropFirst()))
  }
}
