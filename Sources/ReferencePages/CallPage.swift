// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowGraph
import RuleBook
import SDKContract
import Values

/// What a contract says of a call: what it takes, when it may be made, what it may lead to and earn.
struct CallPage {
  private let contract: Contract
  private let id: CallID

  init(_ contract: Contract, _ id: CallID) {
    self.contract = contract
    self.id = id
  }

  var page: Page {
    let call = contract[id]
    var draft = PageDraft(call.name, "a call of \(contract.name) \(contract.version)")
    draft.say(call.meaning)
    draft.row("also called", call.aliases.joined(separator: ", "))
    draft.row("answers", answered(call))
    draft.row("phases", phases(call))
    draft.row("sends back", call.echoes.joined(separator: ", "))
    draft.row("for each of", call.each ?? "")
    draft.row("needs", call.requiresField.map { "the field \($0) of the event must be true" } ?? "")
    draft.row("patience", call.patience.map { "the reply comes within \(Milliseconds.words($0))" } ?? "")
    draft.row("leads into", call.entersPhase.map { "the phase \(contract[$0].name)" } ?? "")
    if call.losesProofs { draft.row("proofs", "all are gone once the SDK has accepted it") }
    draft.row("supersedes", call.supersedes.map { contract[$0].name }.joined(separator: ", "))
    if call.sends { draft.row("sends", "something to the user, such as a code") }
    if call.namesNobody { draft.row("names", "nobody: what is handed in does not say who the user is") }
    if call.extends { draft.row("session", "lasts longer by it") }
    switch call.accepts {
    case .always: draft.row("accepts", "what it answers, which is for the user to do")
    case .flag(let name): draft.row("accepts", "what it answers, if \(name) is true; that is for the user to do")
    case nil: break
    }
    draft.found(call.confidence, call.source)
    if !call.parameters.isEmpty {
      draft.head("Takes")
      for parameter in call.parameters { draft.line(parameter.name, words(parameter)) }
    }
    replies(of: call, &draft)
    if !call.rejections.isEmpty {
      draft.head("May be refused at once with")
      for number in call.rejections {
        let error = contract.errors.first { $0.number == number }
        draft.line("rejected \(number)", [error?.name ?? "", error?.meaning ?? ""])
      }
    }
    return draft.page
  }

  private func answered(_ call: CallSpec) -> String {
    let code = call.answersCode.map { " \($0)" } ?? ""
    let modes = call.answeredModes.map { $0.map { Optional($0) } } ?? [nil]
    return call.answers.flatMap { event in modes.map { contract.words(event, $0) + code } }.joined(separator: ", ")
  }

  private func phases(_ call: CallSpec) -> String {
    let legal = contract.phases.indices.filter { contract.isLegal(id, in: PhaseID(index: UInt8($0))) }
    return legal.map { contract.phases[$0].name }.joined(separator: ", ")
  }

  private func words(_ parameter: CallSpec.Parameter) -> [String] {
    let isText = parameter.type == .text || parameter.type == .secret
    let unit = isText ? " characters" : ""
    let size =
      switch (parameter.minimum, parameter.maximum) {
      case (let least?, let most?): "\(least) to \(most)\(unit)"
      case (let least?, nil): "at least \(least)\(isText && least == 1 ? " character" : unit)"
      case (nil, let most?): "at most \(most)\(unit)"
      case (nil, nil): ""
      }
    return [
      parameter.type.words, size, parameter.isOptional ? "may be left out" : "",
      parameter.isTrimmed ? "blanks around it are cut off" : "", parameter.isUser ? "names the user of the run" : "",
    ]
  }

  private func replies(of call: CallSpec, _ draft: inout PageDraft) {
    guard !call.replies.isEmpty else {
      draft.head("Leads to no event")
      return
    }
    var mode: Int??
    for reply in call.replies {
      if mode != .some(reply.underMode) {
        let event = call.answers.first.flatMap { event in reply.underMode.map { contract.words(event, $0) } }
        draft.head("May lead to" + (event.map { ", where it answers \($0)," } ?? ""))
        mode = .some(reply.underMode)
      }
      let trigger = Trigger.event(reply.event, mode: reply.mode, outcome: reply.outcome)
      let given = reply.given.fields.map { "\($0.name) is \(words($0.value))" }.joined(separator: " and ")
      draft.line(
        trigger.words(contract),
        [
          given.isEmpty ? "" : "if \(given)",
          reply.earns.isEmpty ? "" : "earns \(contract.words(reply.earns))",
          reply.enrols.isEmpty ? "" : "sets up \(contract.words(reply.enrols))",
          reply.outcome == .success ? "" : contract.meaning(of: trigger),
        ])
    }
  }

  private func words(_ value: Value) -> String {
    switch value {
    case .text(let text): text
    case .int(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    default: "as stated there"
    }
  }
}

extension ValueType {
  /// The type for people, with the words that a value may be.
  var words: String {
    switch self {
    case .oneOf(_, let words): words.joined(separator: ", ")
    case .numbered(_, let names): names.map { "\($0.name) (\($0.number))" }.joined(separator: ", ")
    default: description
    }
  }
}
