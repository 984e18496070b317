// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
import FlowRuntime
import FlowScenarios
import SDKContract
import Values

/// Something that may happen next in a run that is played.
package struct PlayMove {
  /// Whose doing it is.
  package enum Actor: Int, CaseIterable {
    case user, sdk, modules, time, interrupt

    var title: String {
      switch self {
      case .user: "you, the user"
      case .sdk: "you, the SDK"
      case .modules: "the security modules"
      case .interrupt: "at any moment"
      case .time: "time"
      }
    }
  }

  package let moment: Moment
  package let actor: Actor
  /// What it is, for a list.
  let words: String

  /// - Parameter isInterrupt: whether it may come at any moment.
  init(_ moment: Moment, of machine: FlowMachine, _ contract: Contract, isInterrupt: Bool = false) {
    self.moment = moment
    switch moment.happening {
    case .start: (actor, words) = (.user, "begin")
    case .answer(let choice?, _):
      actor = .user
      let wait = moment.time.map { $0 - machine.time } ?? 0
      words = choice + (wait > 0 ? ", once it has cooled down in \(Self.seconds(wait))" : "")
    case .answer(nil, let values): (actor, words) = (.user, "hand in " + Self.words(values, machine))
    case .staleAnswer: (actor, words) = (.user, "answer too late")
    case .accepted: (actor, words) = (.sdk, "accept \(Self.call(machine, contract))")
    case .rejected(let code):
      let name = contract.errors.first { $0.number == code }?.name
      (actor, words) = (.sdk, "reject \(Self.call(machine, contract)) with \(code)" + (name.map { " \($0)" } ?? ""))
    case .verdict(.allow): (actor, words) = (.modules, "allow it")
    case .verdict(.deny): (actor, words) = (.modules, "deny it")
    case .event(let occurrence):
      (actor, words) = (isInterrupt ? .interrupt : .sdk, Self.words(occurrence.event, contract))
    case .deadline:
      let wait = (moment.time ?? machine.time) - machine.time
      (actor, words) = (.time, wait > 0 ? "\(Self.seconds(wait)) pass: timeout" : "timeout, which is due")
    }
  }

  /// The event that comes; nil for anything else.
  var occurrence: Occurrence? { if case .event(let occurrence) = moment.happening { occurrence } else { nil } }

  /// In which fields its event differs from that of another move; nil for nothing, and for what is no event.
  func difference(from other: PlayMove) -> String? {
    guard let mine = occurrence?.event.data, let theirs = other.occurrence?.event.data else { return nil }
    let words = Self.differences(of: mine, from: theirs, below: "")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func differences(of mine: Record, from theirs: Record, below path: String) -> [String] {
    var words: [String] = []
    for field in mine.fields where field.value != theirs[field.name] {
      let name = path + field.name
      switch (field.value, theirs[field.name]) {
      case (.text(let text), _): words.append("\(name)=\(text)")
      case (.int(let number), _): words.append("\(name)=\(number)")
      case (.flag(let flag), _): words.append("\(name)=\(flag)")
      case (.record(let one), .record(let other)?): words += differences(of: one, from: other, below: name + ".")
      case (.list(let items), .list(let others)?):
        if items.count == others.count, case .record(let one)? = items.first, case .record(let other)? = others.first {
          words += differences(of: one, from: other, below: name + ".")
        } else {
          words.append(Self.words(items).map { "\(name)=[\($0)]" } ?? "\(items.count) \(name)")
        }
      default: words.append("another \(name)")
      }
    }
    return words + theirs.fields.filter { mine[$0.name] == nil }.map { "no \(path)\($0.name)" }
  }

  /// The items of a short list of texts and numbers; nil for any other.
  private static func words(_ items: [Value]) -> String? {
    let words = items.compactMap { item -> String? in
      switch item {
      case .text(let text): text
      case .int(let number): String(number)
      case .flag(let flag): String(flag)
      case .list, .record, .secret: nil
      }
    }
    return items.isEmpty || items.count > mostItems || words.count < items.count ? nil : words.joined(separator: ", ")
  }

  private static let mostItems = 3

  /// The move with values of the player's own; nil, and why not, if they do not fit.
  func with(_ values: [PlayLine.Given], in program: Program) -> Result<Moment, PlayProblem> {
    guard !values.isEmpty else { return .success(moment) }
    switch moment.happening {
    case .answer(nil, var record):
      for given in values {
        let (name, text) = (given.name, given.text)
        guard let old = record[name] else { return .failure(PlayProblem("`\(name.onOneLine)` is not asked for")) }
        if let problem = given.problem { return .failure(problem) }
        guard let value = Self.value(text, like: old) else {
          return .failure(PlayProblem("`\(name.onOneLine)` cannot be \(Diagnostic.quoting(text))"))
        }
        record[name] = value
      }
      return .success(Moment(.answer(choice: nil, record), at: moment.time))
    case .event(let occurrence):
      var event = occurrence.event
      if let problem = event.take(values, program.flow.contract) { return .failure(problem) }
      guard let changed = try? program.occurrence(of: event, at: nil) else {
        return .failure(PlayProblem("the contract does not let these fields be so"))
      }
      return .success(Moment(.event(changed), at: moment.time))
    case .rejected:
      guard values.count == 1, values[0].name == "code" else {
        return .failure(PlayProblem("only `code` can be given with that: `code=88`, or the name of the error"))
      }
      let text = values[0].text
      let code = program.flow.contract.errors.first { $0.name == text }?.number ?? Int(text)
      guard let code, code > 0 else {
        return .failure(
          PlayProblem("`code` cannot be \(Diagnostic.quoting(text)): it is a number, or the name of an error"))
      }
      return .success(Moment(.rejected(code: code), at: moment.time))
    default: return .failure(PlayProblem("nothing can be given with that"))
    }
  }

  static func value(_ text: String, like old: Value) -> Value? {
    switch old {
    case .text, .secret: .text(text)
    case .int: Int(text).map { .int($0) }
    case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
    case .list, .record: nil
    }
  }

  /// The names of what is handed in, with the values that can be seen.
  private static func words(_ values: Record, _ machine: FlowMachine) -> String {
    let step = machine.program.flow[machine.stepAtWork]
    return values.fields.map { field in
      let isSecret = step.inputs.first { $0.name == field.name }?.type.holdsSecret ?? true
      guard !isSecret else { return field.name }
      switch field.value {
      case .text(let text): return "\(field.name)=\(text)"
      case .int(let number): return "\(field.name)=\(number)"
      case .flag(let flag): return "\(field.name)=\(flag)"
      default: return field.name
      }
    }.joined(separator: " ")
  }

  private static func call(_ machine: FlowMachine, _ contract: Contract) -> String {
    machine.callAtWork.map { contract[$0.call].name } ?? "the call"
  }

  static func words(_ event: SDKEvent, _ contract: Contract) -> String {
    guard let id = contract.event(named: event.name) else { return event.name }
    let spec = contract[id]
    var mode: Int?
    if let field = spec.modeField, case .int(let number)? = event.data[field] { mode = number }
    let outcome = contract.outcome(of: spec, status: event.status, error: event.error, data: event.data)
    let words = contract.key(of: .event(id, mode: mode, outcome: outcome))
    switch outcome {
    case .code(let code): return words + (contract.codes.first { $0.number == code }.map { " \($0.name)" } ?? "")
    case .error(let number?): return words + (contract.errors.first { $0.number == number }.map { " \($0.name)" } ?? "")
    default: return words
    }
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}

/// Why something cannot be played.
package struct PlayProblem: Error {
  /// What is to be said.
  package let words: String

  package init(_ words: String) { self.words = words }
}

extension PlayLine.Given {
  /// Why the text can be no value; nil if it can: what is played can be saved.
  fileprivate var problem: PlayProblem? {
    ScenarioText.obstacle(to: text).map { PlayProblem("`\(name.onOneLine)` cannot hold \($0): no scenario file can") }
  }
}

extension SDKEvent {
  /// Takes values for its fields; `status` and `error` are those of the event.
  ///
  /// - Returns: why not; nil if it did.
  mutating func take(_ values: [PlayLine.Given], _ contract: Contract) -> PlayProblem? {
    let spec = contract.event(named: name).map { contract[$0] }
    for given in values {
      let (field, text) = (given.name, given.text)
      if field == "status" || field == "error" {
        guard let number = Int(text) else { return PlayProblem("`\(field)` is a number") }
        if field == "status" { status = number } else { error = number }
        continue
      }
      if let problem = given.problem { return problem }
      let path = field.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let fields = spec?.fields, let type = Self.type(of: path[...], in: fields) else {
        return PlayProblem("`\(name)` has no field `\(field.onOneLine)`")
      }
      guard let value = Self.value(text, type) else {
        return PlayProblem("`\(field)` cannot be \(Diagnostic.quoting(text))")
      }
      data = Self.record(data, fields, with: value, at: path[...])
    }
    return nil
  }

  /// What a field holds; below the name of a list stand the fields of its first item, as where the list of moves tells them apart.
  private static func type(of path: ArraySlice<String>, in fields: RecordType) -> ValueType? {
    guard let name = path.first, let type = fields.type(of: name) else { return nil }
    guard path.count > 1 else { return type }
    switch type {
    case .record(let inner), .list(.record(let inner)): return Self.type(of: path.dropFirst(), in: inner)
    default: return nil
    }
  }

  /// A record with another value at a path; what is missing on the way is ordinary.
  private static func record(
    _ record: Record, _ fields: RecordType, with value: Value, at path: ArraySlice<String>
  ) -> Record {
    guard let name = path.first else { return record }
    let rest = path.dropFirst()
    var changed = record
    changed[name] = value
    guard !rest.isEmpty else { return changed }
    func inner(_ old: Value?, _ type: RecordType) -> Value {
      guard case .record(let known)? = old else {
        return .record(Self.record(SampleValues.ordinary(type), type, with: value, at: rest))
      }
      return .record(Self.record(known, type, with: value, at: rest))
    }
    switch fields.type(of: name) {
    case .record(let type): changed[name] = inner(record[name], type)
    case .list(.record(let type)):
      guard case .list(let items)? = record[name] else {
        changed[name] = .list([inner(nil, type)])
        break
      }
      changed[name] = .list([inner(items.first, type)] + items.dropFirst())
    default: break
    }
    return changed
  }

  private static func value(_ text: String, _ type: ValueType) -> Value? {
    switch type {
    case .numbered(_, let names): (names.first { $0.name == text }?.number ?? Int(text)).map { .int($0) }
    case .list, .record: nil
    default: PlayMove.value(text, like: SampleValues.ordinary(type))
    }
  }
}
