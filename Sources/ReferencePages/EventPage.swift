// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowGraph
import RuleBook
import SDKContract
import Values

/// What a contract says of an event: who raises it, what answers it, its fields, modes, codes and phases.
struct EventPage {
  private let contract: Contract
  private let id: EventID

  init(_ contract: Contract, _ id: EventID) {
    self.contract = contract
    self.id = id
  }

  var page: Page {
    let event = contract[id]
    let article = event.kind == .interrupt ? "an" : "a"
    var draft = PageDraft(event.name, "\(article) \(event.kind.rawValue) of \(contract.name) \(contract.version)")
    draft.say(event.meaning)
    draft.row("also called", event.aliases.joined(separator: ", "))
    draft.row("comes after", raisedBy(event))
    draft.row(
      "answered by",
      contract.calls.filter { $0.answers.contains(id) }.map { call in
        call.name + (call.answersCode.map { " (with \($0))" } ?? "")
      }.joined(separator: ", "))
    draft.row("modes", event.modes.map(mode).joined(separator: ", "))
    draft.row("leads into", event.phase.map { "the phase \(contract[$0].name)" } ?? "")
    if event.losesProofs { draft.row("proofs", "all are gone once it comes") }
    if event.kind == .interrupt {
      draft.row("rank", "\(event.rank): it opens above interrupts of a lower rank")
      switch event.repetition {
      case .queue: draft.row("again", "a second one waits until the first is left")
      case .replace: draft.row("again", "a second one takes the place of the first")
      }
      if event.barsCalls { draft.row("bars calls", "until it is answered, nothing else may be asked of the SDK") }
      if event.needsAnswer { draft.row("answer", "it cannot be ignored") }
      if event.isTerminal { draft.row("terminal", "nothing may resume after it") }
      draft.row("closes", event.cancels.map { contract[$0].name }.joined(separator: ", "))
    }
    draft.found(event.confidence, event.source)
    if !event.fields.fields.isEmpty {
      draft.head("Fields")
      fields(of: event.fields, below: "", &draft)
    }
    codes(of: event, &draft)
    let errors = contract.errors.filter { $0.events.contains(id) }
    if !errors.isEmpty {
      draft.head("Error numbers")
      for error in errors { draft.line("error \(error.number)", [error.name, error.meaning]) }
    }
    return draft.page
  }

  private func raisedBy(_ event: EventSpec) -> String {
    let calls = contract.calls.filter { $0.replies.contains { $0.event == id } }.map(\.name)
    guard event.kind == .interrupt || event.kind == .notice else { return calls.joined(separator: ", ") }
    guard event.after.isEmpty else { return event.after.map { contract[$0].name }.joined(separator: ", ") }
    return (["anything: it may come at any moment"] + calls).joined(separator: ", also as the reply to ")
  }

  private func mode(_ number: Int) -> String {
    (contract.modes.first { $0.number == number }?.name).map { "\($0) (\(number))" } ?? String(number)
  }

  /// Each field with its path; the fields of records and of the items of lists stand below.
  private func fields(of record: RecordType, below path: String, _ draft: inout PageDraft) {
    for field in record.fields {
      let name = path + field.name
      draft.line(
        name,
        [
          field.name == contract[id].modeField && path.isEmpty ? "the mode" : field.type.words,
          field.isPrivate ? "private: goes into calls, and is never shown" : "",
          path.isEmpty && field.name == contract[id].userField ? "names the user" : "",
          path.isEmpty && field.name == contract[id].attemptsField ? "says how many attempts are left" : "",
        ])
      switch field.type {
      case .record(let inner), .list(.record(let inner)): fields(of: inner, below: name + ".", &draft)
      default: break
      }
    }
  }

  private func codes(of event: EventSpec, _ draft: inout PageDraft) {
    let codes = contract.codes(in: id)
    guard !codes.isEmpty else { return }
    draft.head("Status codes")
    for code in codes {
      let modes = code.arrivals.filter { $0.event == id }.compactMap(\.mode).map { number in
        contract.modes.first { $0.number == number }?.name ?? String(number)
      }
      let isEverywhere = modes.isEmpty || modes.count == event.modes.count
      draft.line(
        "\(code.number) \(code.name)",
        [
          code.meaning,
          isEverywhere ? "" : "in the mode\(modes.count == 1 ? "" : "s") \(modes.joined(separator: ", "))",
        ])
    }
  }
}
