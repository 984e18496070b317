// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Values

/// Turns a mark into words and facts.
struct TraceScribe {
  private let program: Program
  private(set) var kind = ""
  private(set) var facts: [TraceEntry.Fact] = []
  private(set) var words = ""
  /// As ``TraceEntry/wordsWithValues``; nil where they are the words.
  private(set) var wordsWithValues: String?

  init(_ program: Program) { self.program = program }

  mutating func write(_ what: TraceMark.What) {
    switch what {
    case .started: begin()
    case .entered(let step): note("step", step, name(step))
    case .asked(_, let step, let say): asked(step, say)
    case .answered(_, let step, let choice): answered("answer", step, choice)
    case .offered(let step, let count): offered(step, count)
    case .picked(let step, let input, let place, let count): picked(step, input, place, count)
    case .declined(let step, let choice): answered("decline", step, choice)
    case .refused(let step, let refusal):
      note("refuse", step, "\(name(step)): \(refusal.words)")
      fact("why", refusal.words)
    case .called(let row): called("call", row)
    case .accepted(let row): called("accepted", row)
    case .rejected(let row, let code):
      called("rejected", row)
      words += " with error \(code)"
      fact("error", Int(code))
    case .arrived(let event): arrived("event", event)
    case .noticed(let event): arrived("notice", event)
    case .dropped(let event):
      arrived("drop", event)
      words += ": nobody waits for it"
    case .kept(let event, let step):
      arrived("keep", event)
      words += " for \(name(step))"
      fact("step", name(step))
    case .queued(let event): arrived("queue", event)
    case .undeclared(let event):
      arrived("undeclared", event)
      words += ": the contract does not expect it here"
    case .unlisted(let event):
      arrived("undeclared", event)
      words += ": the flow has no interrupt `\(program.flow.contract.events[Int(event.id)].name)`"
    case .interrupted(let step): note("interrupt", step, name(step))
    case .took(let hop, let step): took(hop, step)
    case .gated(let step, let questions):
      note("gate", step, "\(name(step)): \(questions.joined(separator: ", "))")
      fact("questions", questions)
    case .gatedCall(let row, let questions):
      called("gate", row)
      words = "\(name(program.rows[Int(row)].step)): \(questions.joined(separator: ", ")), before \(words)"
      fact("questions", questions)
    case .allowed(let step): note("allow", step, name(step))
    case .denied(let step, let reasons):
      note("deny", step, "\(name(step)): \(reasons.joined(separator: "; "))")
      fact("reasons", reasons)
    case .timedOut(let step): note("timeout", step, name(step))
    case .background: begin("background", "nobody is asked")
    case .foreground: begin("foreground", "")
    case .reopened(let step): reopened(step)
    case .exhausted(let step): note("exhausted", step, name(step))
    case .spent(let step): spent(step)
    case .resumed(let step): note("resume", step, name(step))
    case .earned(let bits): proofs("proof", bits)
    case .enrolled(let bits): proofs("enrol", bits)
    case .selfMade(let bits):
      proofs("set-up", bits)
      words += ": set up in this run, and no proof in it"
    case .blurred(let row, let doubt, let bits):
      let call = name(ofCall: UInt16(program.rows[Int(row)].call))
      proofs("doubt", bits)
      words += ": it may be " + doubt.words(of: call)
      fact("call", call)
    case .lost: begin("lose", "every proof")
    case .phase(let phase): named("phase", program.flow.contract.phases[Int(phase)].name)
    case .guardFailed(let step, let choice, let why):
      answered("guard", step, choice)
      words += ": \(why)"
      fact("why", why)
    case .unresolvable(let row):
      called("unmade", row)
      words += ": it is not legal now, or the event lacks what it needs or is about another user"
    case .tooManyMoves(let step): note("loop", step, "\(name(step)): more than \(FlowMachine.moveLimit) moves at once")
    case .abandoned(let call): named("abandon", name(ofCall: call))
    case .stranded(let call, let event):
      let undecided = program.flow.contract.events[Int(event)].name
      named("stranded", name(ofCall: call))
      words += " is not called: `\(undecided)` bars it"
      fact("event", undecided)
    case .refusedOut(let call, let code):
      named("stranded", name(ofCall: call))
      words += " was refused with error \(code)"
      fact("error", Int(code))
    case .owed(let call):
      begin("owe", "\(name(ofCall: call)): its reply has not come")
      fact("call", name(ofCall: call))
    case .freed(let call):
      begin("free", name(ofCall: call))
      fact("call", name(ofCall: call))
    case .fellShort(let shortfall): fellShort(shortfall)
    case .ended(let end): ended(end)
    }
  }

  /// Tries are spent: those of the step, or those that it shares with others.
  private mutating func spent(_ step: UInt16) {
    note("exhausted", step, name(step))
    guard let budget = program.flow.steps[Int(step)].sharedTries?.value else { return }
    words += ": the budget \(budget) is spent"
    fact("budget", budget)
  }

  private func name(_ step: UInt16) -> String { program.name(ofStep: step) }
  private func name(ofCall call: UInt16) -> String { program.flow.contract.calls[Int(call)].name }

  private mutating func begin(_ kind: String, _ words: String) {
    self.kind = kind
    self.words = words
  }

  private mutating func named(_ kind: String, _ name: String) {
    begin(kind, name)
    fact("name", name)
  }

  private mutating func note(_ kind: String, _ step: UInt16, _ words: String) {
    begin(kind, words)
    fact("step", name(step))
  }

  private mutating func fact(_ name: String, _ text: String) { facts.append(.init(name: name, value: .text(text))) }
  private mutating func fact(_ name: String, _ number: Int) { facts.append(.init(name: name, value: .number(number))) }
  private mutating func fact(_ name: String, _ texts: [String]) {
    facts.append(.init(name: name, value: .texts(texts)))
  }

  private mutating func begin() {
    let flow = program.flow
    begin("start", "\(flow.name) \(flow.version) on \(flow.contract.name) \(flow.contract.version)")
    fact("flow", flow.name)
    fact("version", flow.version)
    fact("contract", flow.contract.name)
  }

  private mutating func reopened(_ step: UInt16) {
    begin()
    begin("reopen", words + " at \(name(step))")
    fact("step", name(step))
  }

  private mutating func asked(_ step: UInt16, _ say: Int16) {
    let syntax = program.flow.steps[Int(step)]
    let inputs = syntax.inputs.map(\.name)
    let choices = syntax.choices.map(\.name.value)
    let asks = inputs + choices
    note("ask", step, asks.isEmpty ? "\(name(step)) waits" : "\(name(step)): \(asks.joined(separator: ", "))")
    if !inputs.isEmpty { fact("inputs", inputs) }
    if !choices.isEmpty { fact("choices", choices) }
    guard say >= 0 else { return }
    let message = program.flow.messages[Int(say)].name.value
    words += " [\(message)]"
    fact("say", message)
  }

  private mutating func answered(_ kind: String, _ step: UInt16, _ choice: Int16) {
    let syntax = program.flow.steps[Int(step)]
    let what = choice >= 0 ? syntax.choices[Int(choice)].name.value : syntax.inputs.map(\.name).joined(separator: ", ")
    note(kind, step, "\(name(step)): \(what)")
    if choice >= 0 { fact("choice", what) } else { fact("inputs", syntax.inputs.map(\.name)) }
  }

  private mutating func offered(_ step: UInt16, _ count: Int) {
    let input = program.flow.steps[Int(step)].inputs[0].name
    note("offer", step, "\(name(step)): \(input), \(count) item\(count == 1 ? "" : "s")")
    fact("input", input)
    fact("items", count)
  }

  private mutating func picked(_ step: UInt16, _ index: Int, _ place: Int, _ count: Int) {
    let input = program.flow.steps[Int(step)].inputs[index].name
    note("pick", step, "\(name(step)): \(input) \(place) of \(count)")
    fact("input", input)
    fact("place", place)
    fact("items", count)
  }

  private mutating func called(_ kind: String, _ rowIndex: UInt16) {
    let row = program.rows[Int(rowIndex)]
    guard row.call >= 0 else { return begin(kind, "") }
    let spec = program.flow.contract.calls[Int(row.call)]
    let arguments = row.arguments.map { program.arguments[Int($0)].name } + spec.echoes
    let shown = kind == "call" && !arguments.isEmpty ? "(\(arguments.joined(separator: ", ")))" : ""
    note(kind, row.step, spec.name + shown)
    if kind == "call", let use = program.use(ofRow: rowIndex), use.handsOverWritten(program.flow.contract) {
      wordsWithValues = use.words(program.flow.contract, spec.echoes)
    }
    fact("call", spec.name)
    if kind == "call", !arguments.isEmpty { fact("arguments", arguments) }
  }

  private mutating func arrived(_ kind: String, _ occurrence: Occurrence) {
    let event = occurrence.event
    begin(kind, event.name)
    fact("event", event.name)
    let contract = program.flow.contract
    let spec = contract.event(named: event.name).map { contract[$0] }
    if let field = spec?.modeField, case .int(let number)? = event.data[field] {
      let mode = contract.modes.first { $0.number == number }?.name ?? String(number)
      words += "(\(mode))"
      fact("mode", mode)
    }
    if event.error != 0 {
      words += " error \(event.error)"
      fact("error", event.error)
    }
    if let status = event.status {
      fact("status", status)
      if contract.failure(status, in: spec) != nil {
        let code = contract.codes.first { $0.number == status }?.name
        words += " \(status)" + (code.map { " \($0)" } ?? "")
      }
    }
    if let field = spec?.attemptsField, case .int(let count)? = event.data[field] {
      words += ", \(count) attempt\(count == 1 ? "" : "s") left"
      fact("attemptsLeft", count)
    }
  }

  private mutating func took(_ index: UInt16, _ step: UInt16) {
    let hop = program.hops[Int(index)]
    let target: String
    switch hop.kind {
    case .step: target = name(hop.target)
    case .end: target = program.flow.ends[Int(hop.target)].name.value
    case .stay: target = "stay"
    case .retry: target = "retry"
    case .resume: target = "resume"
    case .unhandled: target = RunEnd.unhandled.name(in: program.flow)
    }
    let key = program.origins[Int(index)].trigger.map { program.flow.contract.key(of: $0) }
    note("go", step, "\(key.map { "\($0) → " } ?? "→ ")\(target)")
    if let key { fact("by", key) }
    fact("to", target)
    if hop.say >= 0 {
      let message = program.flow.messages[Int(hop.say)].name.value
      words += " [\(message)]"
      fact("say", message)
    }
  }

  private mutating func proofs(_ kind: String, _ bits: UInt32) {
    let proofs = names(of: bits)
    begin(kind, proofs.joined(separator: ", "))
    fact("proofs", proofs)
  }

  private func names(of bits: UInt32) -> [String] {
    program.proofs(in: bits).map(\.words)
  }

  private mutating func fellShort(_ shortfall: Shortfall) {
    let goal = program.unreachedGoal(shortfall)
    begin("goal", goal.words)
    if let name = goal.name { fact("goal", name) }
    if !goal.required.isEmpty { fact("required", goal.required) }
    fact("proofs", names(of: shortfall.proofs))
    fact("enrolled", names(of: shortfall.enrolled))
    fact("why", goal.words)
  }

  private mutating func ended(_ end: RunEnd) {
    let (name, outcome) = (end.name(in: program.flow), end.outcome(in: program.flow))
    begin("end", "\(name) (\(outcome.rawValue))")
    fact("end", name)
    fact("outcome", outcome.rawValue)
  }
}

extension Refusal {
  /// The numbers that are taken, such as `1 or more`.
  package static func bounds(_ minimum: Int?, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?): "from \(minimum) to \(maximum)"
    case (let minimum?, nil): "\(minimum) or more"
    case (nil, let maximum?): "\(maximum) or less"
    case (nil, nil): "another number"
    }
  }

  /// The refusal as a trace says it.
  public var words: String {
    switch self {
    case .stale: "the question is no longer open"
    case .unknownChoice: "there is no such choice"
    case .notOffered(let name): "`\(name)` is not offered now"
    case .nothingToSubmit: "there is nothing to hand in"
    case .missingValue(let name): "`\(name)` is missing"
    case .unknownValue(let name?): "`\(name)` is not asked for"
    case .unknownValue(nil): "an input has a name that the flow does not know"
    case .wrongType(let name, .secret): "`\(name)` must be a secret: it is given as a text"
    case .wrongType(let name, let type): "`\(name)` must be \(Diagnostic.withArticle("\(type)"))"
    case .noSuchItem(let name): "`\(name)` is none of the items that are offered"
    case .tooShort(let name, let minimum):
      minimum == 1 ? "`\(name)` is empty" : "`\(name)` needs at least \(minimum) characters"
    case .tooLong(let name, let maximum): "`\(name)` may have at most \(maximum) characters"
    case .outOfBounds(let name, let minimum, let maximum):
      "`\(name)` must be \(Refusal.bounds(minimum, maximum))"
    case .failedCheck(let message): message.map { "a check failed [\($0)]" } ?? "a check failed"
    }
  }
}

extension TraceMark.Doubt {
  fileprivate func words(of call: String) -> String {
    switch self {
    case .late: "a late reply to \(call), and shows nothing"
    case .foreign: "a reply to \(call) that was made for another user, and shows nothing"
    case .old: "a reply to \(call) from before a step that an `after` names, and makes nothing fresh"
    }
  }
}
