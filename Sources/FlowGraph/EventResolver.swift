// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import SDKContract
import Values

extension Resolver {
  /// The event of that name; nil, with a finding, if the contract has none.
  mutating func event(_ syntax: EventSyntax) -> EventID? {
    if let id = contract.event(named: syntax.name.value.eventName) { return id }
    report(
      GraphRules.unknownEvent, "`\(contract.name)` has no event `\(syntax.name.value.eventName)`", syntax.name.range,
      help: suggestion(syntax.name.value.eventName, contract.events.map(\.name))
        ?? Cure(whereListed("events")))
    return nil
  }

  /// Two entries of one interrupt under different names: which of them would open nobody could say.
  mutating func tellEntriesOfOneInterrupt() {
    var entries: [Awaited: Spanned<String>] = [:]
    for taker in takers[document.steps.count...] {
      guard case .event(let awaited?) = taker.takes else { continue }
      guard let first = entries.updateValue(taker.name, forKey: awaited) else { continue }
      entries[awaited] = first
      guard first.value != taker.name.value else { continue }
      report(
        GraphRules.duplicateName,
        "`\(taker.name.value)` is another name of `\(first.value)`, which already has an entry",
        taker.name.range, help: "keep one of the two entries", notes: [Note("the other entry", at: first.range)])
    }
  }

  /// A mode that was looked up; `number` is nil where none is written.
  struct FoundMode { let number: Int? }

  /// The mode of an event as written; nil, with a finding, if the event has no such mode.
  mutating func mode(_ syntax: EventSyntax, of event: EventID) -> FoundMode? {
    guard let word = syntax.mode else { return FoundMode(number: nil) }
    let spec = contract[event]
    let number = Int(word) ?? contract.modes.first { $0.name == word }?.number
    if let number, spec.modes.contains(number) { return FoundMode(number: number) }
    let names = contract.modes.filter { spec.modes.contains($0.number) }.map(\.name)
    let isCode = contract.codes.contains { String($0.number) == word || $0.name == word }
    report(
      GraphRules.unknownMode, "`\(spec.name)` has no mode `\(word)`", syntax.name.range,
      help: (isCode && syntax.outcome == .success
        ? Cure("write `\(spec.name) \(word)`: a code follows a space, and a mode stands in brackets") : nil)
        ?? suggestion(word, names)
        ?? (names.isEmpty ? "write `\(spec.name)` alone" : "its modes are \(names.quoted)"))
    return nil
  }

  /// What there is to say of a challenge that leaves its mode open, where answers prove one thing in one mode and another in
  /// the next.
  func openMode(_ syntax: EventSyntax, _ spec: EventSpec) -> [Diagnostic] {
    guard let id = contract.event(named: spec.name), spec.modes.count > 1 else { return [] }
    let differs = contract.calls.contains { call in
      guard call.answers.contains(id) else { return false }
      let proved = spec.modes.map { mode in
        Set(call.replies.filter { $0.underMode == mode }.flatMap(\.earns))
      }
      return Set(proved).count > 1
    }
    guard differs else { return [] }
    let names = contract.modes.filter { spec.modes.contains($0.number) }.map(\.name)
    return [
      Diagnostic(
        GraphRules.openMode, "`\(spec.name)` without a mode takes all of its \(names.count) modes",
        at: syntax.name.range,
        help: "write the mode in brackets, such as `\(spec.name)(\(names.first ?? ""))`: its modes are \(names.quoted)")
    ]
  }

  /// A status code by number or name, which must be one that the event can carry.
  mutating func statusCode(_ word: String, in event: EventID, mode: Int?, _ range: SourceRange) -> Int? {
    let written = Int(word).map(CodeWord.number) ?? .name(word)
    guard let code = statusCode(written, near: codes(of: event, written), range) else { return nil }
    var places: [String] = []
    for index in contract.codes.indices where contract.codes[index].number == code {
      for arrival in contract.codes[index].arrivals {
        if arrival.event == event, mode == nil || arrival.mode == nil || arrival.mode == mode { return code }
        places.append(name(arrival.event, mode: arrival.mode))
      }
    }
    report(
      GraphRules.unknownCode, "`\(word)` does not arrive in `\(name(event, mode: mode))`", range,
      help: (places.isEmpty
        ? "the contract says of no event that it carries it" : "it arrives in \(places.unique.quoted)")
        + "; " + codesArriving(in: event, mode: mode))
    return nil
  }

  /// Which codes an event may carry, in words.
  func codesArriving(in event: EventID, mode: Int?) -> String {
    let codes = contract.codes.filter { code in
      code.arrivals.contains { $0.event == event && (mode == nil || $0.mode == nil || $0.mode == mode) }
    }
    let place = name(event, mode: mode)
    guard !codes.isEmpty else { return "no status code arrives in `\(place)`" }
    return codes.count == 1
      ? "in `\(place)` arrives only \(Self.listed(codes))" : "in `\(place)` arrive \(Self.listed(codes))"
  }

  /// Codes with their names, as many as somebody reads.
  private static func listed(_ codes: [StatusCode]) -> String {
    let shown = codes.prefix(mostListed).map { "`\($0.number)` (\($0.name))" }.joined(separator: ", ")
    return codes.count > mostListed ? "\(shown) and \(codes.count - mostListed) more" : shown
  }

  private static let mostListed = 8

  /// An event and its mode as an author writes them, such as `getPassword(set)`.
  private func name(_ event: EventID, mode: Int?) -> String {
    let word = mode.map { number in contract.modes.first { $0.number == number }?.name ?? String(number) }
    return contract[event].name + (word.map { "(\($0))" } ?? "")
  }

  /// A status code as an author may write it.
  enum CodeWord {
    case number(Int)
    case name(String)

    var text: String {
      switch self {
      case .number(let number): String(number)
      case .name(let name): name
      }
    }

    func names(_ code: StatusCode) -> Bool {
      switch self {
      case .number(let number): code.number == number
      case .name(let name): code.name == name
      }
    }
  }

  /// The number of a status code of the contract that is no success.
  ///
  /// - Parameter here: those that may come here, so that no other is advised; empty where that cannot be told.
  private mutating func statusCode(_ word: CodeWord, near here: [StatusCode], _ range: SourceRange) -> Int? {
    if case .number(let number) = word, contract.successCodes.contains(number) {
      report(
        GraphRules.unknownCode, "`\(number)` means success and is no outcome of its own", range,
        help: "write the event alone")
      return nil
    }
    if let index = contract.codes.firstIndex(where: { word.names($0) }) { return contract.codes[index].number }
    let near: Cure?
    let codes = here.isEmpty ? contract.codes : here
    switch word {
    case .name(let name):
      near =
        contract.errors.first { $0.name == name }.map {
          "`\(name)` is the name of an error: write `error \($0.number):`"
        } ?? Self.cureOfGluedError(name)
        ?? suggestion(name, codes.map(\.name))
    case .number(let number) where contract.errors.contains { $0.number == number }:
      near = "\(number) is an error number: write `error \(number):`"
    case .number(let number): near = suggestion(String(number), codes.map { String($0.number) })
    }
    report(
      GraphRules.unknownCode, "`\(contract.name)` has no status code `\(word.text)`", range,
      help: near ?? Self.advice(here).map { Cure($0) }
        ?? "codes without a line go to `else`; a code of your own belongs in a contract of your own")
    return nil
  }

  /// What is meant by `error131`; nil for anything else.
  static func cureOfGluedError(_ name: String) -> Cure? {
    guard let word = ["error", "rejected"].first(where: { name.hasPrefix($0) }) else { return nil }
    let number = name.dropFirst(word.count)
    guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Cure("write `\(word) \(number)`, with a space", .word(name, by: "\(word) \(number)"))
  }

  /// Which codes there are; nil for none, and for more than anybody reads.
  private static func advice(_ codes: [StatusCode]) -> String? {
    guard (1...mostListed).contains(codes.count) else { return nil }
    return "the codes that come here are \(listed(codes)); all others go to `else`"
  }

  /// The codes that an event may carry; none for a code that the contract has, which needs no advice.
  private func codes(of event: EventID, _ word: CodeWord) -> [StatusCode] {
    guard !contract.codes.contains(where: { word.names($0) }) else { return [] }
    return contract.codes.filter { code in code.arrivals.contains { $0.event == event } }
  }

  /// The codes that may come back at a step, those with its own event alone if there are some.
  private func codes(at context: StepContext, _ source: ArrivalSource, _ word: CodeWord) -> [StatusCode] {
    guard !contract.codes.contains(where: { word.names($0) }) else { return [] }
    func codes(where isMeant: (EventID) -> Bool) -> [StatusCode] {
      let numbers = (arriving(from: source, context) ?? []).compactMap { arriving -> Int? in
        if case .code(let number) = arriving.outcome, isMeant(arriving.event) { number } else { nil }
      }
      return contract.codes.filter { numbers.contains($0.number) }
    }
    let own = codes { $0 == context.awaited?.event }
    return own.isEmpty ? codes { _ in true } : own
  }

  /// The one event that carries a code at a step: `106` alone is enough where only one can.
  ///
  /// Where it cannot be told what arrives, nothing is said about a code that could then arrive in several events.
  mutating func event(
    carrying word: CodeWord, _ context: StepContext, _ source: ArrivalSource, _ range: SourceRange
  ) -> Trigger? {
    guard let code = statusCode(word, near: codes(at: context, source, word), range) else { return nil }
    var carriers: [EventID] = []
    for index in contract.codes.indices where contract.codes[index].number == code {
      for arrival in contract.codes[index].arrivals where !carriers.contains(arrival.event) {
        carriers.append(arrival.event)
      }
    }
    if carriers.count == 1 { return .event(carriers[0], mode: nil, outcome: .code(code)) }
    let arriving = arriving(from: source, context)
    if carriers.count > 1 {
      let here = carriers.filter { carrier in arriving?.contains { $0.event == carrier } ?? false }
      if !here.isEmpty { carriers = here }
    }
    if carriers.count == 1 { return .event(carriers[0], mode: nil, outcome: .code(code)) }
    guard arriving != nil, !carriers.isEmpty else {
      isDamaged = true
      return nil
    }
    if let own = context.awaited, let arriving,
      !arriving.contains(where: { arriving in carriers.contains { $0 == arriving.event } })
    {
      report(
        GraphRules.unknownCode, "`\(word.text)` does not arrive in `\(contract[own.event].name)`", range,
        help: "no event that comes here carries it; \(codesArriving(in: own.event, mode: own.mode))")
      return nil
    }
    // Of several events that come here, the contract may let one alone bear the code.
    let bearing = carriers.filter { carrier in
      arriving?.contains { $0.event == carrier && $0.outcome == .code(code) } ?? false
    }
    report(
      GraphRules.ambiguousCode, "`\(word.text)` can arrive in \(carriers.map { contract[$0].name }.quoted)", range,
      help: "name the event too: "
        + (bearing.isEmpty ? carriers : bearing).prefix(4).map { "`\(contract[$0].name) \(code)`" }.joined(
          separator: " or "))
    return nil
  }
}

/// An event that may come back at a step, as far as the contract says.
struct Arriving: Hashable {
  let event: EventID
  /// Nil where the contract does not say.
  let mode: Int?
  let outcome: ReplyOutcome
}

extension String {
  /// `getUser 141` and `getPassword(set)` without what follows the event's name.
  var eventName: String {
    guard let end = utf8.firstIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }) else { return self }
    return String(self[..<end])
  }
}

extension [String] {
  /// The words in backticks, with commas.
  var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of first sight.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension EventSpec {
  /// Where a flow takes an event of this kind.
  ///
  /// - Parameter mode: as it is written; nil for none.
  func placeInWords(mode: String?) -> String {
    switch kind {
    case .challenge: "take it in a step with `challenge: \(name)\(mode.map { "(\($0))" } ?? "")`"
    case .result: "take it in a step with `event: \(name)`"
    case .interrupt: "take it below `interrupts:`"
    case .notice: "take the step out: a notice is traced, and nothing waits for it"
    }
  }
}
