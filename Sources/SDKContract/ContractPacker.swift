// SPDX-License-Identifier: Apache-2.0

import Values

/// Writes a contract as bytes; ``ContractUnpacker`` reads each thing in the same order.
struct ContractPacker {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first; the sign is the lowest bit of all.
  mutating func number(_ number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func contract(_ contract: Contract) {
    text(contract.name)
    text(contract.version)
    list(contract.successCodes) { $0.number($1) }
    list(contract.phases) {
      $0.text($1.name)
      $0.optional($1.abandon) { $0.number(Int($1.index)) }
      $0.flag($1.isClosed)
    }
    optional(contract.signedInPhase) { $0.number(Int($1.index)) }
    list(contract.events) { $0.event($1) }
    list(contract.calls) { $0.call($1) }
    list(contract.codes) { $0.code($1) }
    list(contract.errors) { $0.error($1) }
    record(contract.constants)
    list(contract.modes) { $0.named($1) }
    list(contract.origins) {
      $0.text($1.owner)
      $0.text($1.field)
      $0.text($1.origin)
    }
    list(contract.authenticators) {
      $0.text($1.name)
      $0.choice($1.channel)
      $0.flag($1.isPhishingResistant)
      $0.flag($1.isNonExportable)
      $0.text($1.meaning)
    }
    list(contract.populations) { $0.population($1) }
  }

  private mutating func population(_ population: Population) {
    text(population.name)
    list(population.comes) {
      $0.number(Int($1.event.index))
      $0.optional($1.mode) { $0.number($1) }
      $0.outcome($1.outcome)
    }
    list(population.never) { $0.number(Int($1.index)) }
    record(population.given)
    foundation(population.meaning, population.confidence, population.source)
  }

  private mutating func event(_ event: EventSpec) {
    text(event.name)
    list(event.aliases) { $0.text($1) }
    choice(event.kind)
    optional(event.modeField) { $0.text($1) }
    list(event.modes) { $0.number($1) }
    recordType(event.fields)
    optional(event.userField) { $0.text($1) }
    optional(event.attemptsField) { $0.text($1) }
    flag(event.hasStatus)
    optional(event.phase) { $0.number(Int($1.index)) }
    flag(event.losesProofs)
    number(event.rank)
    choice(event.repetition)
    flag(event.barsCalls)
    flag(event.needsAnswer)
    flag(event.isTerminal)
    list(event.cancels) { $0.number(Int($1.index)) }
    foundation(event.meaning, event.confidence, event.source)
    list(event.after) { $0.number(Int($1.index)) }
    optional(event.severity) { $0.list($1) { $0.text($1) } }
    list(event.successCodes) { $0.number($1) }
    list(event.required) {
      $0.text($1.field)
      $0.list($1.numbers) { $0.number($1) }
    }
  }

  private mutating func call(_ call: CallSpec) {
    text(call.name)
    list(call.aliases) { $0.text($1) }
    list(call.answers) { $0.number(Int($1.index)) }
    optional(call.answersCode) { $0.number($1) }
    list(call.parameters) { $0.parameter($1) }
    list(call.echoes) { $0.text($1) }
    optional(call.each) { $0.text($1) }
    list(call.phases) { $0.number(Int($1.index)) }
    optional(call.entersPhase) { $0.number(Int($1.index)) }
    flag(call.losesProofs)
    optional(call.requiresField) { $0.text($1) }
    optional(call.patience) { $0.number($1) }
    list(call.replies) { $0.reply($1) }
    list(call.rejections) { $0.number($1) }
    foundation(call.meaning, call.confidence, call.source)
    flag(call.sends)
    flag(call.namesNobody)
    flag(call.extends)
    optional(call.accepts) {
      switch $1 {
      case .always: $0.text("")
      case .flag(let name): $0.text(name)
      }
    }
    list(call.supersedes) { $0.number(Int($1.index)) }
  }

  private mutating func parameter(_ parameter: CallSpec.Parameter) {
    text(parameter.name)
    type(parameter.type)
    flag(parameter.isTrimmed)
    optional(parameter.minimum) { $0.number($1) }
    optional(parameter.maximum) { $0.number($1) }
    flag(parameter.isOptional)
    flag(parameter.isUser)
  }

  private mutating func reply(_ reply: Reply) {
    number(Int(reply.event.index))
    optional(reply.mode) { $0.number($1) }
    outcome(reply.outcome)
    optional(reply.underMode) { $0.number($1) }
    record(reply.given)
    list(reply.earns) { $0.proof($1) }
    list(reply.enrols) { $0.proof($1) }
    optional(reply.echo) { $0.list($1) { $0.text($1) } }
    choice(reply.confidence)
    text(reply.source)
  }

  private mutating func outcome(_ outcome: ReplyOutcome) {
    switch outcome {
    case .success: number(0)
    case .code(let code):
      number(1)
      number(code)
    case .error(let error):
      number(2)
      optional(error) { $0.number($1) }
    }
  }

  private mutating func proof(_ proof: Proof) {
    choice(proof.factor)
    text(proof.authenticator)
  }

  private mutating func code(_ code: StatusCode) {
    number(code.number)
    text(code.name)
    list(code.arrivals) {
      $0.number(Int($1.event.index))
      $0.optional($1.mode) { $0.number($1) }
    }
    optional(code.reveals) { $0.choice($1) }
    flag(code.isInformational)
    optional(code.boundedBy) { $0.text($1) }
    foundation(code.meaning, code.confidence, code.source)
    optional(code.attempts) { $0.number($1) }
    list(code.renewedBy) { $0.number(Int($1.index)) }
    flag(code.shutsOut)
  }

  private mutating func error(_ error: ErrorNumber) {
    number(error.number)
    text(error.name)
    list(error.events) { $0.number(Int($1.index)) }
    list(error.calls) { $0.number(Int($1.index)) }
    foundation(error.meaning, error.confidence, error.source)
  }
}

extension ContractPacker {
  fileprivate mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  fileprivate mutating func flag(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// One of the cases, by its place among them.
  fileprivate mutating func choice<Choice: CaseIterable & Equatable>(_ choice: Choice)
  where Choice.AllCases == [Choice] {
    number(Choice.allCases.firstIndex(of: choice) ?? 0)
  }

  fileprivate mutating func optional<Wrapped>(_ value: Wrapped?, _ pack: (inout Self, Wrapped) -> Void) {
    flag(value != nil)
    if let value { pack(&self, value) }
  }

  fileprivate mutating func list<Element>(_ list: [Element], _ pack: (inout Self, Element) -> Void) {
    number(list.count)
    for element in list { pack(&self, element) }
  }

  fileprivate mutating func foundation(_ meaning: String, _ confidence: Confidence, _ source: String) {
    text(meaning)
    choice(confidence)
    text(source)
  }

  fileprivate mutating func named(_ named: NamedNumber) {
    text(named.name)
    number(named.number)
  }

  fileprivate mutating func recordType(_ record: RecordType) {
    text(record.name)
    list(record.fields) {
      $0.text($1.name)
      $0.type($1.type)
      $0.flag($1.isPrivate)
    }
  }

  fileprivate mutating func type(_ type: ValueType) {
    switch type {
    case .text: number(0)
    case .int: number(1)
    case .count: number(2)
    case .seconds: number(3)
    case .flag: number(4)
    case .secret: number(5)
    case .oneOf(let name, let words):
      number(6)
      text(name)
      list(words) { $0.text($1) }
    case .numbered(let name, let numbers):
      number(7)
      text(name)
      list(numbers) { $0.named($1) }
    case .list(let element):
      number(8)
      self.type(element)
    case .record(let record):
      number(9)
      recordType(record)
    }
  }

  /// Constants and literal arguments: never lists, records or secrets.
  fileprivate mutating func record(_ record: Record) {
    list(record.fields) {
      $0.text($1.name)
      switch $1.value {
      case .text(let text):
        $0.number(0)
        $0.text(text)
      case .int(let int):
        $0.number(1)
        $0.number(int)
      case .flag(let flag):
        $0.number(2)
        $0.flag(flag)
      case .list, .record, .secret: $0.number(3)
      }
    }
  }
}
