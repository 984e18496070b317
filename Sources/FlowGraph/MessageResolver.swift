// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowSyntax
import MessageLanguages
import SDKContract
package import Values

/// A place where a message is shown.
struct MessageUse {
  /// Whose data fill the placeholders.
  enum Source {
    case event(EventID)
    /// One of these, as it comes.
    case anyOf([EventID])
    /// Of whatever event the step has kept; settled when all steps are known.
    case kept(at: StepID)
    /// Any event may have come, or none.
    case nothing
    /// Of what is shown next, which only the checker knows: it follows the ways.
    case later
    /// An item of a list, which has a name for people.
    case item(ValueType, of: String)

    /// The events that it may be; none for an item, and where it may be any.
    var events: [EventID] {
      switch self {
      case .event(let event): [event]
      case .anyOf(let events): events
      case .kept, .nothing, .later, .item: []
      }
    }
  }

  let message: MessageID
  var source: Source
  /// What is counted at the step that asks then; nil where that is no step, or not known.
  let counts: StepCounts?
  let range: SourceRange
}

extension Resolver {
  static func message(_ syntax: MessageSyntax) -> Message {
    var pieces = syntax.pieces.map { piece($0, in: syntax.language) }
    var blanks = 0
    if case .text(let text)? = pieces.last {
      let shown = Trimming.trimmedAtEnd(text)
      blanks = text.unicodeScalars.count - shown.unicodeScalars.count
      if blanks > 0 {
        pieces.removeLast()
        if !shown.isEmpty { pieces.append(.text(shown)) }
      }
    }
    return Message(name: syntax.name, pieces: pieces, range: syntax.range, blanksAtEnd: blanks)
  }

  static func pieces(_ syntaxes: [MessageSyntax.Piece]) -> [Message.Piece] { syntaxes.map(piece) }

  static func pieces(of syntax: MessageSyntax) -> [Message.Piece] { message(syntax).pieces }

  private static func piece(_ syntax: MessageSyntax.Piece) -> Message.Piece { piece(syntax, in: nil) }

  private static func piece(_ syntax: MessageSyntax.Piece, in language: LanguageTag?) -> Message.Piece {
    switch syntax {
    case .text(let text): return .text(text)
    case .placeholder(let path, let none): return .placeholder(path, none: none)
    case .list(let path, let list):
      let shown = Message.List(
        each: list.each.map(piece), most: list.most, more: list.more.map(piece), none: list.none.map(piece),
        range: list.range)
      return .list(path, shown)
    case .plural(let path, let plural):
      let forms = plural.forms.map {
        Message.Plural.Form(category: $0.category, pieces: $0.pieces.map(piece), range: $0.text)
      }
      return .plural(path, Message.Plural(language: language, forms: forms, none: plural.none))
    }
  }

  /// Finds out what fills the messages that a `wait:` step shows; where a step or a line could not be resolved, nobody knows.
  mutating func settleKeptData(_ steps: [Step], start: StepID?) {
    guard messageUses.contains(where: { if case .kept = $0.source { true } else { false } }) else { return }
    let data = steps.allSatisfy(\.isWhole) ? KeptData(steps, start: start) : nil
    messageUses = messageUses.compactMap { use in
      guard case .kept(let step) = use.source else { return use }
      return data?.source(at: step).map { source in
        var use = use
        use.source = source
        return use
      }
    }
  }

  /// A placeholder must be a field of the event that is at hand wherever the message is shown, and no secret.
  mutating func checkPlaceholders(of messages: [Message]) {
    var isOpen = messages.map(\.isFilled)
    for index in messageUses.indices where isOpen[Int(messageUses[index].message.index)] {
      let use = messageUses[index]
      let message = messages[Int(use.message.index)]
      let flaws = message.pieces.flatMap { self.flaws(of: $0, in: message, at: use) }
      guard !flaws.isEmpty else { continue }
      isOpen[Int(use.message.index)] = false
      findings += flaws
    }
  }

  func flaws(of piece: Message.Piece, in message: Message, at use: MessageUse) -> [Diagnostic] {
    if case .text = piece { return [] }
    if case .plural(let path, let plural) = piece {
      // The number itself, and whatever else its words name: each is told where it is written.
      let flaws = self.flaws(of: .placeholder(path), in: message, at: use)
      if !flaws.isEmpty { return flaws }
      for form in plural.forms {
        let words = Message(name: message.name, pieces: form.pieces, range: form.range)
        let flaws = form.pieces.lazy.map { self.flaws(of: $0, in: words, at: use) }.first { !$0.isEmpty }
        if let flaws { return flaws }
      }
      return notANumber(path, in: message, at: use)
    }
    if let flaws = flawsOfCount(piece, in: message, at: use) { return flaws }
    if case .item(let element, let list) = use.source {
      return [flaw(of: piece, in: message, ofItemOf: list, element, use)].compactMap(\.self)
    }
    if case .later = use.source { return [] }
    let events = use.source.events
    switch piece {
    case .text, .plural: return []
    case .placeholder(let path, _): return [flaw(of: piece, path, in: message, of: events, use)].compactMap(\.self)
    case .list(let path, let list):
      if let flaw = flaw(of: piece, path, in: message, of: events, use) { return [flaw] }
      // The first event whose list does not fit tells enough.
      return events.lazy.map { event -> [Diagnostic] in
        guard case .list(let element)? = self.contract[event].fields.type(at: path) else { return [] }
        return self.flaws(of: list, of: path, element, use)
      }.first { !$0.isEmpty } ?? []
    }
  }

  /// What is wrong with a placeholder for what the flow counts; nil for one of an event, whose field of that name comes first.
  private func flawsOfCount(_ piece: Message.Piece, in message: Message, at use: MessageUse) -> [Diagnostic]? {
    guard case .placeholder(let path, _) = piece, Message.isCount(path) else { return nil }
    if case .item = use.source { return nil }
    if use.source.events.contains(where: { contract[$0].fields.type(of: path[0]) != nil }) { return nil }
    let flaw =
      use.counts.map { $0.flaw(of: path) }
      ?? ("`\(path.asPlaceholder)` cannot be filled where this is shown", "show it at a step, or use words without it")
    return flaw.map { words, help in
      [
        Diagnostic(
          GraphRules.unknownPlaceholder, words, at: message.place(of: path), help: help,
          notes: [Note("shown here", at: use.range)])
      ]
    } ?? []
  }

  /// What is wrong with a placeholder as such, or with a list as a whole.
  private func flaw(
    of piece: Message.Piece, _ path: [String], in message: Message, of events: [EventID], _ use: MessageUse
  ) -> Diagnostic? {
    if events.isEmpty {
      return Diagnostic(
        GraphRules.unknownPlaceholder, "`\(path.asPlaceholder)` cannot be filled where this is shown",
        at: message.place(of: path),
        help: "use words without a placeholder", notes: [Note("shown here", at: use.range)])
    }
    for event in events {
      let fields = contract[event].fields
      if let flaw = flaw(
        of: path, in: fields, named: name(of: event, among: events), at: message.place(of: path), use.range)
      {
        return flaw
      }
      guard let type = fields.type(at: path) else { continue }
      switch (piece, type) {
      case (.list, .list): continue
      case (.list, _):
        return Diagnostic(
          GraphRules.unknownPlaceholder, "`\(path.joined(separator: "."))` is no list",
          at: message.place(of: path), help: "take it out of `each`: it is shown as it is",
          notes: [Note("shown here", at: use.range)])
      default: continue
      }
    }
    guard case .placeholder = piece else { return nil }
    for event in events {
      let type = contract[event].fields.type(at: path)
      if let flaw = type.flatMap({ unshowable($0, path, at: message.place(of: path), use.range) }) { return flaw }
    }
    return nil
  }

  /// Where several events may fill a text, an author has to be told that this one is among them.
  private func name(of event: EventID, among events: [EventID]) -> String {
    "`\(contract[event].name)`" + (events.count > 1 ? ", whose data it may be," : "")
  }

  /// What is wrong with the placeholders of an item.
  private func flaws(of list: Message.List, of path: [String], _ element: ValueType, _ use: MessageUse) -> [Diagnostic]
  {
    let text = Message(name: Spanned("", list.range), pieces: list.each, range: list.range)
    return list.each.compactMap { piece in
      guard case .placeholder(let names, _) = piece else { return nil }
      return flaw(
        of: piece, ofItemOf: path.joined(separator: "."), element, at: text.place(of: names), use.range)
    }
  }

  /// What is wrong with a message that is filled by an item.
  private func flaw(
    of piece: Message.Piece, in message: Message, ofItemOf list: String, _ element: ValueType, _ use: MessageUse
  ) -> Diagnostic? {
    switch piece {
    case .text, .plural: return nil
    case .placeholder(let path, _):
      return flaw(of: piece, ofItemOf: list, element, at: message.place(of: path), use.range)
    case .list(let path, _):
      return Diagnostic(
        GraphRules.unknownPlaceholder, "a list cannot be shown here: the message is about one item",
        at: message.place(of: path), help: "take it out of `each`", notes: [Note("shown here", at: use.range)])
    }
  }

  /// What is wrong with a placeholder that an item fills.
  ///
  /// - Parameter use: where the text is shown; nil where it is written there.
  private func flaw(
    of piece: Message.Piece, ofItemOf list: String, _ element: ValueType, at range: @autoclosure () -> SourceRange,
    _ use: SourceRange?
  ) -> Diagnostic? {
    guard case .placeholder(let names, _) = piece else { return nil }
    if case .record(let record) = element {
      return flaw(of: names, in: record, named: "an item of `\(list)`", at: range(), use)
        ?? record.type(at: names).flatMap { unshowable($0, names, isOfItem: true, at: range(), use) }
    }
    if names == ["item"] {
      return unshowable(element, list.split(separator: ".").map(String.init), isOfItem: true, at: range(), use)
    }
    return Diagnostic(
      GraphRules.unknownPlaceholder, "an item of `\(list)` has no fields", at: range(),
      help: "write `{item}` for the item itself", notes: shownHere(use))
  }

  /// What is shown of an item of a pick.
  mutating func shown(_ syntax: ShowSyntax, ofItemsOf list: String, _ element: ValueType) -> [Message.Piece] {
    let pieces = syntax.pieces.map(Self.piece)
    let text = Message(name: Spanned("", syntax.range), pieces: pieces, range: syntax.range)
    for case .placeholder(let path, _) in pieces {
      let flaw = flaw(of: .placeholder(path), ofItemOf: list, element, at: text.place(of: path), nil)
      if let flaw { findings.append(flaw) }
    }
    return pieces
  }

  private func shownHere(_ use: SourceRange?) -> [Note] { use.map { [Note("shown here", at: $0)] } ?? [] }

  /// What is wrong with a path into a record; its name and its place are told only where something is.
  private func flaw(
    of path: [String], in fields: RecordType, named name: @autoclosure () -> String,
    at range: @autoclosure () -> SourceRange, _ use: SourceRange?
  ) -> Diagnostic? {
    let type = fields.type(at: path)
    if type?.holdsSecret ?? false {
      return Diagnostic(
        GraphRules.secretLeak, "`\(path.asPlaceholder)` would show a secret", at: range(),
        help: "a secret may go into a call and nowhere else; take the placeholder out")
    }
    if fields.isPrivate(at: path) {
      return Diagnostic(
        GraphRules.privateShown, "`\(path.asPlaceholder)` would show what the contract marks private", at: range(),
        help: "take the placeholder out: what is private goes into calls and nowhere else")
    }
    guard type == nil else { return nil }
    let names = fields.fields.map(\.name)
    return Diagnostic(
      GraphRules.unknownPlaceholder, "\(name()) has no `\(path.joined(separator: "."))`", at: range(),
      help: cure(for: path, in: fields)
        ?? Suggestion.cure(forPlaceholder: path[0], among: names, isWhole: path.count == 1)
        ?? Cure(names.isEmpty ? "use words without a placeholder" : "its fields are \(names.unique.quoted)"),
      notes: shownHere(use))
  }

  /// What to do about a placeholder that stands for something else, which is known; nil for any other.
  private func cure(for path: [String], in fields: RecordType) -> Cure? {
    let written = path.joined(separator: ".")
    if let name = fields.plainly(path) {
      return Cure(
        "write `{\(name)}`: in a text, fields stand without a word in front", .word(written, by: name))
    }
    if let name = asked(path) {
      return Cure("`\(name)` is what the user types, and no field of the event: use words without it")
    }
    return Message.countMeant(by: path).map { Cure("did you mean `{\($0)}`?", .word(written, by: $0)) }
  }

  /// The input that is meant by a path; nil where no step asks for one of that name.
  private func asked(_ path: [String]) -> String? {
    path.count == 1 && document.steps.contains { $0.inputs.contains { $0.name.value == path[0] } } ? path[0] : nil
  }

  /// What a person could not read: many values at once.
  private func unshowable(
    _ type: ValueType, _ path: [String], isOfItem: Bool = false, at range: @autoclosure () -> SourceRange,
    _ use: SourceRange?
  ) -> Diagnostic? {
    let name = path.joined(separator: ".")
    let cure: String
    switch type {
    case .list where isOfItem: cure = "name a field that has one value: a list in an item cannot be shown"
    case .list: cure = "write what is shown of each item: `each: { \(name): … }`"
    case .record(let record):
      cure = record.fields.first.map { "name one of its fields, such as `{\(name).\($0.name)}`" } ?? "take it out"
    default: return nil
    }
    return Diagnostic(
      GraphRules.unknownPlaceholder, "`\(path.asPlaceholder)` stands for several values", at: range(), help: cure,
      notes: shownHere(use))
  }
}

extension [String] {
  /// A path as a message writes it.
  fileprivate var asPlaceholder: String { "{" + joined(separator: ".") + "}" }
}

extension Message {
  /// Whether anything is to be filled in.
  fileprivate var isFilled: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// Where a placeholder is written; the whole text where that cannot be told.
  package func place(of path: [String]) -> SourceRange {
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
      case .placeholder(let names, _), .list(let names, _), .plural(let names, _):
        written += "{" + names.joined(separator: ".") + "}"
        if place == nil, names == path { place = (start, written.unicodeScalars.count) }
      }
    }
    written += String(repeating: " ", count: blanksAtEnd)
    return place.map { range.part($0.from, $0.to, of: written) } ?? range
  }
}

extension RecordType {
  /// The field that is meant by `event.attemptsLeft`; nil for anything else.
  fileprivate func plainly(_ path: [String]) -> String? {
    let rest = Array(path.dropFirst())
    guard path.first == "event", !rest.isEmpty, type(at: rest) != nil else { return nil }
    return rest.joined(separator: ".")
  }

  /// The type at the end of a path of names; nil if the path leads nowhere.
  package func type(at path: [String]) -> ValueType? {
    guard let first = path.first, let type = type(of: first) else { return nil }
    guard path.count > 1 else { return type }
    guard case .record(let record) = type else { return nil }
    return record.type(at: Array(path.dropFirst()))
  }
}
