// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract
import Values

/// What a contract says of the calls and events with which some flows have to do, in words: so that two contracts can be held against
/// each other, whatever the order of their lines.
struct ContractFacts {
  /// What is said of each, such as `possession by code` of "the call `sendPIN`: the reply `askCode`: earns".
  private(set) var said: [String: String] = [:]
  /// Of what something is said, in the order of the contract.
  private(set) var order: [String] = []
  private let contract: Contract

  /// - Parameters:
  ///   - calls: the names of the calls that the flows make.
  ///   - events: the names of the events that may come in them.
  init(_ contract: Contract, calls: Set<String>, events: Set<String>) {
    self.contract = contract
    for call in contract.calls where calls.contains(call.name) { say(of: call) }
    for event in contract.events where events.contains(event.name) { say(of: event) }
    for code in contract.codes { say(of: code, events) }
    for error in contract.errors { say(of: error, calls, events) }
    sayRest()
  }

  private mutating func say(_ subject: String, _ words: String?) {
    guard let words else { return }
    if let known = said[subject] {
      if known != words { said[subject] = [known, words].sorted().joined(separator: "; ") }
    } else {
      order.append(subject)
      said[subject] = words
    }
  }

  private mutating func say(_ subject: String, _ isSo: Bool) { if isSo { say(subject, "true") } }

  private mutating func say(of call: CallSpec) {
    let name = "the call `\(call.name)`"
    say(name, "there")
    say("\(name): answers", list(call.answers.map { contract[$0].name }))
    say("\(name): the code that it answers", call.answersCode.map(String.init))
    for parameter in call.parameters {
      let size = [parameter.minimum, parameter.maximum].map { $0.map(String.init) ?? "" }.joined(separator: "..")
      let words =
        ["\(parameter.type)"] + (size == ".." ? [] : [size]) + (parameter.isTrimmed ? ["trimmed"] : [])
        + (parameter.isOptional ? ["optional"] : []) + (parameter.isUser ? ["names the user"] : [])
      say("\(name): takes `\(parameter.name)`", words.joined(separator: ", "))
    }
    say("\(name): `echo`", list(call.echoes))
    say("\(name): `each`", call.each)
    say("\(name): `phases`", list(call.phases.map { contract[$0].name }))
    say("\(name): `enters`", call.entersPhase.map { contract[$0].name })
    say("\(name): `losesProofs`", call.losesProofs)
    say("\(name): `requires`", call.requiresField)
    say("\(name): `patience`", call.patience.map { $0 % 1000 == 0 ? "\($0 / 1000)s" : "\($0)ms" })
    say("\(name): `sends`", call.sends)
    say("\(name): names nobody", call.namesNobody)
    say("\(name): `extends`", call.extends)
    say("\(name): `accepts`", call.accepts.map { if case .flag(let flag) = $0 { "by `\(flag)`" } else { "always" } })
    say("\(name): `supersedes`", list(call.supersedes.map { contract[$0].name }))
    say("\(name): refused with", list(call.rejections.map(String.init)))
    for reply in call.replies { say(of: reply, after: call) }
  }

  private mutating func say(of reply: Reply, after call: CallSpec) {
    let key = contract.key(of: .event(reply.event, mode: reply.mode, outcome: reply.outcome))
    let mode = reply.underMode.map { number in contract.modes.first { $0.number == number }?.name ?? String(number) }
    let name =
      "the call `\(call.name)`: the reply `\(key)`" + (mode.map { " in mode \($0)" } ?? "")
      + (reply.given.isEmpty ? "" : " with \(reply.given)")
    say(name, "there")
    say("\(name): earns", list(reply.earns.map(\.words)))
    say("\(name): enrols", list(reply.enrols.map(\.words)))
    say("\(name): echoes", reply.echo?.joined(separator: "."))
  }

  private mutating func say(of event: EventSpec) {
    let name = "the event `\(event.name)`"
    say(name, "there")
    say("\(name): kind", event.kind.rawValue)
    say("\(name): the field of its mode", event.modeField)
    for field in event.fields.fields { say("\(name): the field `\(field.name)`", "\(field.type)") }
    say("\(name): the field of its user", event.userField)
    say("\(name): the field of the attempts left", event.attemptsField)
    say("\(name): comes without a status", !event.hasStatus)
    say("\(name): its codes of success", list(event.successCodes.map(String.init)))
    for required in event.required {
      say("\(name): requires of `\(required.field)`", list(required.numbers.map(String.init)))
    }
    say("\(name): `enters`", event.phase.map { contract[$0].name })
    say("\(name): `losesProofs`", event.losesProofs)
    say("\(name): rank", event.kind == .interrupt ? String(event.rank) : nil)
    say("\(name): a second one", event.kind == .interrupt ? event.repetition.rawValue : nil)
    say("\(name): bars calls", event.barsCalls)
    say("\(name): `needsAnswer`", event.needsAnswer)
    say("\(name): `terminal`", event.isTerminal)
    say("\(name): `after`", list(event.after.map { contract[$0].name }))
    say("\(name): `cancels`", list(event.cancels.map { contract[$0].name }))
    say("\(name): severity", event.severity?.joined(separator: "."))
  }

  private mutating func say(of code: StatusCode, _ events: Set<String>) {
    for place in code.arrivals where events.contains(contract[place.event].name) {
      let key = contract.key(of: .event(place.event, mode: place.mode, outcome: .code(code.number)))
      let name = "the code `\(key)`"
      say(name, "there")
      say("\(name): name", code.name)
      say("\(name): reveals", code.reveals?.rawValue)
      say("\(name): `informational`", code.isInformational)
      say("\(name): `boundedBy`", code.boundedBy)
      say("\(name): attempts", code.attempts.map(String.init))
      say("\(name): `shutsOut`", code.shutsOut)
      say("\(name): `renewedBy`", list(code.renewedBy.map { contract[$0].name }))
    }
  }

  private mutating func say(of error: ErrorNumber, _ calls: Set<String>, _ events: Set<String>) {
    let places =
      error.events.map { contract[$0].name }.filter(events.contains)
      + error.calls.map { contract[$0].name }.filter(calls.contains)
    for place in places { say("the error \(error.number) of `\(place)`", error.name) }
  }

  /// What concerns every flow.
  private mutating func sayRest() {
    say("the first phase", contract.phases.first?.name)
    for phase in contract.phases {
      say("the phase `\(phase.name)`", "there")
      say("the phase `\(phase.name)`: a failed run calls", phase.abandon.map { contract[$0].name })
      say("the phase `\(phase.name)`: closed", phase.isClosed)
    }
    say("the phase in which a user is signed in", contract.signedInPhase.map { contract[$0].name })
    say("the codes of success", list(contract.successCodes.map(String.init)))
    for mode in contract.modes { say("the mode `\(mode.name)`", String(mode.number)) }
    for constant in contract.constants.fields { say("the constant `\(constant.name)`", "\(constant.value)") }
    for one in contract.authenticators {
      let words =
        [one.channel.rawValue] + (one.isPhishingResistant ? ["phishing-resistant"] : [])
        + (one.isNonExportable ? ["not exportable"] : [])
      say("the authenticator `\(one.name)`", words.joined(separator: ", "))
    }
  }

  private func list(_ words: [String]) -> String? { words.isEmpty ? nil : words.sorted().joined(separator: ", ") }
}
