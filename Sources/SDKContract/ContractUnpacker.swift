// SPDX-License-Identifier: Apache-2.0

import Values

/// Reads what ``ContractPacker`` wrote, each thing in the same order.
struct ContractUnpacker {
  /// The bytes are not what a packer writes.
  struct Damage: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private let kinds = EventKind.allCases
  private let repetitions = Repetition.allCases
  private let confidences = Confidence.allCases
  private let factors = Factor.allCases
  private let channels = Channel.allCases
  private let revelations = Revelation.allCases

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() throws(Damage) -> Int {
    var number: UInt = 0
    var shift: UInt = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      number |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1) }
      shift += 7
    }
    throw Damage()
  }

  mutating func contract() throws(Damage) -> Contract {
    Contract(
      name: try text(), version: try text(), successCodes: try numbers(),
      phases: try list { phase throws(Damage) in
        Phase(
          name: try phase.text(),
          abandon: try phase.maybeNumber().map { CallID(index: UInt16(truncatingIfNeeded: $0)) },
          isClosed: try phase.flag())
      },
      signedInPhase: try phaseID(),
      events: try list { event throws(Damage) in try event.event() },
      calls: try list { call throws(Damage) in try call.call() },
      codes: try list { code throws(Damage) in try code.code() },
      errors: try list { error throws(Damage) in try error.error() },
      constants: try record(),
      modes: try list { mode throws(Damage) in try mode.named() },
      origins: try list { origin throws(Damage) in
        FieldOrigin(owner: try origin.text(), field: try origin.text(), origin: try origin.text())
      },
      authenticators: try list { authenticator throws(Damage) in try authenticator.authenticator() },
      populations: try list { population throws(Damage) in try population.population() })
  }

  private mutating func population() throws(Damage) -> Population {
    Population(
      name: try text(),
      comes: try list { mark throws(Damage) in
        Population.Mark(event: try mark.eventID(), mode: try mark.maybeNumber(), outcome: try mark.outcome())
      },
      never: try numbers().map { CallID(index: UInt16(truncatingIfNeeded: $0)) }, given: try record(),
      meaning: try text(), confidence: try choice(confidences), source: try text())
  }

  private mutating func event() throws(Damage) -> EventSpec {
    EventSpec(
      name: try text(), aliases: try texts(), kind: try choice(kinds), modeField: try maybeText(), modes: try numbers(),
      fields: try recordType(), userField: try maybeText(), attemptsField: try maybeText(), hasStatus: try flag(),
      phase: try phaseID(), losesProofs: try flag(), rank: try number(), repetition: try choice(repetitions),
      barsCalls: try flag(), needsAnswer: try flag(), isTerminal: try flag(), cancels: try events(),
      meaning: try text(), confidence: try choice(confidences), source: try text(),
      after: try numbers().map { CallID(index: UInt16(truncatingIfNeeded: $0)) },
      severity: try flag() ? texts() : nil, successCodes: try numbers(),
      required: try list { required throws(Damage) in
        RequiredValues(field: try required.text(), numbers: try required.numbers())
      })
  }

  private mutating func call() throws(Damage) -> CallSpec {
    let (name, aliases, answers, answersCode) = (try text(), try texts(), try events(), try maybeNumber())
    return CallSpec(
      name: name, aliases: aliases, answers: answers,
      parameters: try list { parameter throws(Damage) in try parameter.parameter() },
      echoes: try texts(), each: try maybeText(),
      phases: try numbers().map { PhaseID(index: UInt8(truncatingIfNeeded: $0)) }, entersPhase: try phaseID(),
      losesProofs: try flag(), requiresField: try maybeText(), patience: try maybeNumber(),
      replies: try list { reply throws(Damage) in try reply.reply() }, rejections: try numbers(),
      meaning: try text(), confidence: try choice(confidences), source: try text(), answersCode: answersCode,
      sends: try flag(), namesNobody: try flag(), extends: try flag(),
      accepts: try maybeText().map { $0.isEmpty ? .always : .flag($0) },
      supersedes: try numbers().map { CallID(index: UInt16(truncatingIfNeeded: $0)) })
  }

  private mutating func parameter() throws(Damage) -> CallSpec.Parameter {
    CallSpec.Parameter(
      name: try text(), type: try type(), isTrimmed: try flag(), minimum: try maybeNumber(),
      maximum: try maybeNumber(), isOptional: try flag(), isUser: try flag())
  }

  private mutating func reply() throws(Damage) -> Reply {
    Reply(
      event: try eventID(), mode: try maybeNumber(), outcome: try outcome(), underMode: try maybeNumber(),
      given: try record(), earns: try list { proof throws(Damage) in try proof.proof() },
      enrols: try list { proof throws(Damage) in try proof.proof() }, echo: try flag() ? try texts() : nil,
      confidence: try choice(confidences), source: try text())
  }

  private mutating func outcome() throws(Damage) -> ReplyOutcome {
    switch try number() {
    case 0: .success
    case 1: .code(try number())
    case 2: .error(try maybeNumber())
    default: throw Damage()
    }
  }

  private mutating func authenticator() throws(Damage) -> Authenticator {
    Authenticator(
      name: try text(), channel: try choice(channels), isPhishingResistant: try flag(), isNonExportable: try flag(),
      meaning: try text())
  }

  private mutating func proof() throws(Damage) -> Proof {
    Proof(factor: try choice(factors), authenticator: try text())
  }

  private mutating func code() throws(Damage) -> StatusCode {
    StatusCode(
      number: try number(), name: try text(),
      arrivals: try list { arrival throws(Damage) in
        StatusCode.Carrier(event: try arrival.eventID(), mode: try arrival.maybeNumber())
      },
      reveals: try flag() ? choice(revelations) : nil, isInformational: try flag(), boundedBy: try maybeText(),
      meaning: try text(), confidence: try choice(confidences), source: try text(), attempts: try maybeNumber(),
      renewedBy: try numbers().map { CallID(index: UInt16(truncatingIfNeeded: $0)) }, shutsOut: try flag())
  }

  private mutating func error() throws(Damage) -> ErrorNumber {
    ErrorNumber(
      number: try number(), name: try text(), events: try events(),
      calls: try numbers().map { CallID(index: UInt16(truncatingIfNeeded: $0)) }, meaning: try text(),
      confidence: try choice(confidences), source: try text())
  }
}

extension ContractUnpacker {
  fileprivate mutating func text() throws(Damage) -> String {
    let count = try number()
    guard count >= 0, count <= bytes.count - position else { throw Damage() }
    defer { position += count }
    return bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[position..<position + count]), as: UTF8.self)
    }
  }

  fileprivate mutating func flag() throws(Damage) -> Bool {
    guard position < bytes.count, bytes[position] <= 1 else { throw Damage() }
    defer { position += 1 }
    return bytes[position] == 1
  }

  fileprivate func chosen<Choice>(_ cases: [Choice], _ index: Int) throws(Damage) -> Choice {
    guard cases.indices.contains(index) else { throw Damage() }
    return cases[index]
  }

  fileprivate mutating func choice<Choice>(_ cases: [Choice]) throws(Damage) -> Choice {
    try chosen(cases, try number())
  }

  fileprivate mutating func list<Element>(
    _ unpack: (inout Self) throws(Damage) -> Element
  ) throws(Damage) -> [Element] {
    let count = try number()
    // Nothing takes less than a byte.
    guard count >= 0, count <= bytes.count - position else { throw Damage() }
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try unpack(&self)) }
    return list
  }

  fileprivate mutating func numbers() throws(Damage) -> [Int] {
    try list { number throws(Damage) in try number.number() }
  }

  fileprivate mutating func texts() throws(Damage) -> [String] {
    try list { text throws(Damage) in try text.text() }
  }

  fileprivate mutating func maybeNumber() throws(Damage) -> Int? { try flag() ? try number() : nil }

  fileprivate mutating func maybeText() throws(Damage) -> String? { try flag() ? try text() : nil }

  fileprivate mutating func eventID() throws(Damage) -> EventID {
    EventID(index: UInt16(truncatingIfNeeded: try number()))
  }

  fileprivate mutating func events() throws(Damage) -> [EventID] {
    try list { event throws(Damage) in try event.eventID() }
  }

  fileprivate mutating func phaseID() throws(Damage) -> PhaseID? {
    try maybeNumber().map { PhaseID(index: UInt8(truncatingIfNeeded: $0)) }
  }

  fileprivate mutating func named() throws(Damage) -> NamedNumber { NamedNumber(try text(), try number()) }

  fileprivate mutating func recordType() throws(Damage) -> RecordType {
    RecordType(
      try text(),
      try list { field throws(Damage) in
        RecordType.Field(try field.text(), try field.type(), isPrivate: try field.flag())
      })
  }

  fileprivate mutating func type() throws(Damage) -> ValueType {
    switch try number() {
    case 0: .text
    case 1: .int
    case 2: .count
    case 3: .seconds
    case 4: .flag
    case 5: .secret
    case 6: .oneOf(try text(), try texts())
    case 7: .numbered(try text(), try list { number throws(Damage) in try number.named() })
    case 8: .list(try type())
    case 9: .record(try recordType())
    default: throw Damage()
    }
  }

  fileprivate mutating func record() throws(Damage) -> Record {
    Record(
      try list { field throws(Damage) in
        let name = try field.text()
        return switch try field.number() {
        case 0: Record.Field(name, .text(try field.text()))
        case 1: Record.Field(name, .int(try field.number()))
        case 2: Record.Field(name, .flag(try field.flag()))
        default: throw Damage()
        }
      })
  }
}
