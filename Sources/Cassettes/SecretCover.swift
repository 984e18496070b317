// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Redaction
import SDKContract
import Values

/// Takes secrets out of what goes into a cassette: those that are secrets by type, by name, because the contract marks them
/// private, or because a call brought them.
///
/// A text in which a secret of a call stands is covered as a whole, wherever it comes: an SDK may say again what was typed.
struct SecretCover: Sendable {
  private let contract: Contract
  private let names: Set<String>
  private var known: [Secret] = []

  /// More than these are not kept in mind: a run with more is not recorded.
  private static let most = 512
  /// A shorter secret is part of too many texts: only a text that is it is covered.
  private static let shortestPart = 4

  init(_ contract: Contract) {
    self.contract = contract
    // Besides those that the contract calls secret.
    var names = SecretNames.usual
    for event in contract.events { Self.add(.record(event.fields), &names) }
    for parameter in contract.calls.flatMap(\.parameters) {
      if parameter.type == .secret { names.insert(parameter.name.lowercased()) }
      Self.add(parameter.type, &names)
    }
    self.names = names
  }

  /// Whether there were more secrets than can be kept in mind.
  var isFull: Bool { known.count > Self.most }

  private static func add(_ type: ValueType, _ names: inout Set<String>) {
    switch type {
    case .list(let element): add(element, &names)
    case .record(let record):
      for field in record.fields {
        if field.type == .secret || field.isPrivate { names.insert(field.name.lowercased()) }
        add(field.type, &names)
      }
    default: break
    }
  }

  /// Takes note of every secret of a call, and gives the call without them.
  mutating func stripped(_ call: SDKCall) -> SDKCall {
    note(.record(call.arguments))
    return SDKCall(name: call.name, arguments: Record(call.arguments.fields.map(stripped)))
  }

  /// Takes note of every secret of an event, and gives the event without them, and without what the contract does not tell
  /// of: nobody knows whether that is secret.
  mutating func stripped(_ event: SDKEvent) -> SDKEvent {
    var event = event
    guard let id = contract.event(named: event.name) else {
      event.data = Record()
      return event
    }
    let fields = contract[id].fields
    let typed = fields.accept(event.data) ?? event.data
    note(.record(typed))
    notePrivate(.record(typed), .record(fields))
    event.data = Self.declared(typed, fields)
    event.data = Record(event.data.fields.map(stripped))
    return event
  }

  private static func declared(_ record: Record, _ type: RecordType) -> Record {
    Record(
      record.fields.compactMap { field in
        type.type(of: field.name).map { Record.Field(field.name, declared(field.value, $0)) }
      })
  }

  private static func declared(_ value: Value, _ type: ValueType) -> Value {
    switch (value, type) {
    case (.record(let record), .record(let type)): .record(declared(record, type))
    case (.list(let values), .list(let element)): .list(values.map { declared($0, element) })
    // A type that is not met is what a run is told; the words themselves are of no use then.
    case (.text, .secret): .text(Secret.mark)
    default: value
    }
  }

  private mutating func note(_ value: Value) {
    switch value {
    case .secret(let secret):
      // An SDK may say it again without the blanks around it.
      let bare = secret.withBytes { Secret(bytes: Array($0[Trimming.bounds(of: $0)])) }
      let isNew = bare.count > 0 && !known.contains { $0.matches(bare) }
      if isNew, !isFull { known.append(bare) }
    case .list(let values): for value in values { note(value) }
    case .record(let record): for field in record.fields { note(field.value) }
    case .text, .int, .flag: break
    }
  }

  /// What must not be shown is covered wherever it comes again.
  private mutating func notePrivate(_ value: Value, _ type: ValueType, isMarked: Bool = false) {
    switch (value, type) {
    case (.text(let text), _): if isMarked { note(.secret(Secret(text))) }
    case (.int(let number), _): if isMarked, number > 999 { note(.secret(Secret(String(number)))) }
    case (.list(let values), .list(let element)):
      for value in values { notePrivate(value, element, isMarked: isMarked) }
    case (.record(let record), .record(let type)):
      for field in record.fields {
        guard let declared = type.fields.first(where: { $0.name == field.name }) else { continue }
        notePrivate(field.value, declared.type, isMarked: isMarked || declared.isPrivate)
      }
    case (.list, _), (.record, _), (.flag, _), (.secret, _): break
    }
  }

  private func stripped(_ field: Record.Field) -> Record.Field { stripped(field, isNamed: false) }

  private func stripped(_ field: Record.Field, isNamed: Bool) -> Record.Field {
    let isNamed = isNamed || names.contains(field.name.lowercased())
    return Record.Field(field.name, stripped(field.value, isNamed: isNamed))
  }

  private func stripped(_ value: Value, isNamed: Bool) -> Value {
    switch value {
    case .secret: .text(Secret.mark)
    case .text: isNamed ? .text(Secret.mark) : value
    case .list(let values): .list(values.map { stripped($0, isNamed: isNamed) })
    case .record(let record): .record(Record(record.fields.map { stripped($0, isNamed: isNamed) }))
    // No flag is a secret; a number by such a name may be one, and 0 is none.
    case .int: isNamed ? .int(0) : value
    case .flag: value
    }
  }
}

extension SecretCover {
  /// The entry without texts in which one of the secrets stands that were noted so far.
  func covered(_ entry: CassetteEntry) -> CassetteEntry {
    CassetteEntry(time: entry.time, what: covered(entry.what))
  }

  private func covered(_ what: CassetteEntry.What) -> CassetteEntry.What {
    switch what {
    case .call(let call, let reply):
      .call(SDKCall(name: call.name, arguments: covered(call.arguments)), covered(reply))
    case .event(let event): .event(covered(event))
    case .direction(.send(let event)): .direction(.send(covered(event)))
    case .failure, .direction: what
    }
  }

  private func covered(_ reply: CassetteEntry.Reply) -> CassetteEntry.Reply {
    guard case .answer(.rejected(let code, let message?)) = reply else { return reply }
    return .answer(.rejected(code: code, message: covered(message)))
  }

  private func covered(_ event: SDKEvent) -> SDKEvent {
    SDKEvent(
      contract.event(named: event.name) == nil ? covered(event.name) : event.name, data: covered(event.data),
      status: event.status,
      statusMessage: event.statusMessage.map(covered), error: event.error,
      errorMessage: event.errorMessage.map(covered))
  }

  /// Names of fields are the contract's, and need no cover.
  private func covered(_ record: Record) -> Record {
    Record(record.fields.map { Record.Field($0.name, covered($0.value)) })
  }

  private func covered(_ value: Value) -> Value {
    switch value {
    case .text(let text): .text(covered(text))
    case .list(let values): .list(values.map(covered))
    case .record(let record): .record(covered(record))
    case .int(let number): isSecret(number) ? .int(0) : value
    case .flag, .secret: value
    }
  }

  /// A number of four digits or more may be a code that an SDK says again.
  private func isSecret(_ number: Int) -> Bool {
    let digits = Array(String(number).utf8)
    return digits.count >= Self.shortestPart && known.contains { $0.withBytes { $0 == digits } }
  }

  private func covered(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isSecret = known.contains { secret in
      secret.withBytes { secret in
        secret.count < Self.shortestPart ? bytes == secret : Self.contains(bytes, secret)
      }
    }
    return isSecret ? Secret.mark : text
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
